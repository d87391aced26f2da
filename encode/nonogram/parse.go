package nonogram

import (
	"strings"
	"unicode/utf8"

	"counterproof/encode"
)

// A run is a number that was read as the length of a run. The fields line and column are the
// position of the number in the text, counted from 1.
type run struct{ n, line, column int }

// A clue holds the runs of one row or column, with the position of the clue in the text.
type clue struct {
	runs         []run
	line, column int
}

// readRun parses a text as the length of a run, from 0 to maxSide. The parameters line
// and column are the position of the text, for errors.
func readRun(text string, line, column int) (run, error) {
	n, digits := 0, 0
	for ; digits < len(text) && '0' <= text[digits] && text[digits] <= '9'; digits++ {
		n = min(10*n+int(text[digits]-'0'), maxSide+1)
	}
	switch {
	case digits > 0 && digits == len(text)-1 && letter(text[digits]):
		return run{}, encode.Errorf(line, column, "colours are not supported: want the length of a run, got %q", text)
	case digits == 0 || digits < len(text) || n > maxSide:
		return run{}, encode.Errorf(line, column, "want the length of a run from 1 to %d, got %q", maxSide, text)
	}
	return run{n, line, column}, nil
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// An ink is the first run of a file that has another length than 0, with the colour that may follow
// it, as in 3b. Only one colour is allowed.
type ink string

// drop removes the colour from a run. A second colour is an error.
func (i *ink) drop(text string, line, column int) (string, error) {
	const digits = "0123456789"
	sign := strings.TrimLeft(text, digits)
	switch {
	case i == nil || strings.Trim(text, "0") == sign || utf8.RuneCountInString(sign) > 1: // not a run with a colour
		return text, nil
	case *i == "":
		*i = ink(text)
	case strings.TrimLeft(string(*i), digits) != sign:
		return "", encode.Errorf(line, column, "colours are not supported: want runs of one colour, as in %q, got %q", string(*i), text)
	}
	return strings.TrimSuffix(text, sign), nil
}

// readClue reads runs separated by blanks and commas from the text of one whole line. It stops
// after maxSide+1 runs, because no line of a board has that many runs. If the ink is nil, the runs
// have no colours.
func readClue(text string, line int, ink *ink) (clue, error) {
	k := clue{line: line, column: 1}
	for at := 0; at < len(text) && len(k.runs) <= maxSide; {
		n := strings.IndexAny(text[at:], " \t\r,")
		if n < 0 {
			n = len(text) - at
		}
		if n > 0 {
			word, err := ink.drop(text[at:at+n], line, at+1)
			if err != nil {
				return k, err
			}
			r, err := readRun(word, line, at+1)
			if err != nil {
				return k, err
			}
			k.runs = append(k.runs, r)
		}
		at += n + 1
	}
	return k, nil
}

// lengths returns the lengths of the runs of each clue. It rejects runs that do not fit
// in a line of n cells. A clue with a single 0 has no runs. The parameter name is "row"
// or "column", for errors.
func lengths(clues []clue, n int, name string) ([][]int, error) {
	all := make([][]int, len(clues))
	for i, k := range clues {
		if len(k.runs) == 1 && k.runs[0].n == 0 {
			continue
		}
		need := -1
		for _, r := range k.runs {
			need += r.n + 1
			switch {
			case r.n == 0:
				return nil, encode.Errorf(r.line, r.column, "want no 0 next to other runs of %s %d", name, i+1)
			case need > n:
				return nil, encode.Errorf(r.line, r.column, "want runs of %s %d that fit in its %d cells, got %d with the gaps", name, i+1, n, need)
			}
			all[i] = append(all[i], r.n)
		}
	}
	return all, nil
}

// board returns the board with these clues and no given cells. The board must have rows and
// columns. The parameters line and column are the position for the error.
func board(rows, cols []clue, line, column int) (*Board, error) {
	for _, side := range []struct {
		name  string
		clues []clue
	}{{"rows", rows}, {"columns", cols}} {
		switch n := len(side.clues); {
		case n == 0:
			return nil, encode.Errorf(line, column, "want 1 to %d %s, got none", maxSide, side.name)
		case n > maxSide:
			over := side.clues[maxSide]
			return nil, encode.Errorf(over.line, over.column, "want 1 to %d %s, got %d", maxSide, side.name, n)
		}
	}
	b := &Board{}
	var err error
	if b.rows, err = lengths(rows, len(cols), "row"); err != nil {
		return nil, err
	}
	b.cols, err = lengths(cols, len(rows), "column")
	return b, err
}

// balanced returns an error in the given line if the rows and the columns need different numbers of
// black cells. A file of another program with such clues was probably meant otherwise. The board must
// have no given cells.
func (b *Board) balanced(line int) error {
	if why := b.Obstacle(); why != "" {
		return encode.Errorf(line, 1, "want as many black cells in the rows as in the columns of a .mk, .nin, CWD or .g file: %s", why)
	}
	return nil
}

// parse reads a game ID, or a text in one of the other notations that contains a single
// board.
func parse(text string) (encode.Instance, error) {
	if strings.Contains(text, "\n") || strings.HasPrefix(strings.TrimSpace(text), "<") {
		switch all, err := read([]byte(text)); {
		case err == encode.ErrOneLine:
		case err != nil:
			return nil, err
		case len(all) > 1:
			return nil, encode.Errorf(1, 1, "want one board, got %d", len(all))
		default:
			return all[0], nil
		}
	}
	b, err := parseID(text)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// parseID reads a game ID as sgt-pattern does: WxH:CLUES or WxH:CLUES,GIVEN. A single W
// before the colon is short for WxW.
func parseID(text string) (*Board, error) {
	params, desc, ok := strings.Cut(text, ":")
	if !ok {
		return nil, encode.Errorf(1, 1, "want the size and the runs, for example %s, got %q", example, text)
	}
	across, down, two := strings.Cut(params, "x")
	w, err := side(across, 1)
	if err != nil {
		return nil, err
	}
	h := w
	if two {
		if h, err = side(down, len(across)+2); err != nil {
			return nil, err
		}
	}
	column := len(params) + 2
	desc, given, some := strings.Cut(desc, ",")
	var clues []clue
	for text := range strings.SplitSeq(desc, "/") {
		k := clue{line: 1, column: column}
		if len(clues) == w+h {
			return nil, encode.Errorf(1, column-1, "want the runs of %d columns and %d rows, got more", w, h)
		}
		if text == "" {
			column++
		} else {
			for text := range strings.SplitSeq(text, ".") {
				r, err := readRun(text, 1, column)
				if err != nil {
					return nil, err
				}
				k.runs = append(k.runs, r)
				column += len(text) + 1
			}
		}
		clues = append(clues, k)
	}
	if len(clues) < w+h {
		return nil, encode.Errorf(1, column-1, "want the runs of %d columns and %d rows, got %d lines", w, h, len(clues))
	}
	b, err := board(clues[w:], clues[:w], 1, 1)
	if err != nil || !some {
		return b, err
	}
	return b, b.readGiven(given, column)
}

func side(text string, column int) (int, error) {
	r, err := readRun(text, 1, column)
	if err != nil || r.n == 0 {
		return 0, encode.Errorf(1, column, "want a side of 1 to %d cells, got %q", maxSide, text)
	}
	return r.n, nil
}

// readGiven reads the given cells from the text that begins at the given column. Each letter means
// a gap and then a given cell. If a gap ends at the last cell of the board, no cell is given.
func (b *Board) readGiven(text string, column int) error {
	cells := make([]byte, len(b.rows)*len(b.cols))
	at := 0
	for i := range len(text) {
		c := text[i]
		if !letter(c) {
			return encode.Errorf(1, column+i, "want a letter for a gap and a given cell, got %q", text[i:i+1])
		}
		if at == len(cells) {
			return encode.Errorf(1, column+i, "want %d cells, got more", len(cells))
		}
		gap := int(c|0x20) - 'a'
		if at += gap; gap < 25 && at < len(cells) {
			if cells[at] = white; c < 'a' {
				cells[at] = black
			}
			at++
		}
		if at > len(cells) {
			return encode.Errorf(1, column+i, "want %d cells, got more", len(cells))
		}
	}
	if at < len(cells) {
		return encode.Errorf(1, column+len(text), "want %d cells, got %d", len(cells), at)
	}
	b.give(cells)
	return nil
}
