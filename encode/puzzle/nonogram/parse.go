package nonogram

import (
	"strings"
	"unicode/utf8"

	"counterproof/encode"
)

type run struct {
	n  int
	at encode.Span
}

type clue struct {
	runs []run
	at   encode.Span
}

func readRun(text encode.Span) (run, error) {
	n, digits := encode.LeadingNumber(text.Text, maxSide)
	switch rest := text.Text[digits:]; {
	case digits > 0 && len(rest) == 1 && letter(rest[0]):
		return run{}, text.Errorf("colours are not supported: want the length of a run, got %q", text.Text)
	case digits == 0 || rest != "" || n > maxSide:
		return run{}, text.Errorf("want the length of a run from 1 to %d, got %q", maxSide, text.Text)
	}
	return run{n, text}, nil
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// An ink is the first run of a file that has another length than 0, with the colour that may follow
// it, as in 3b. Only one colour is allowed.
type ink string

func (i *ink) drop(text encode.Span) (encode.Span, error) {
	const digits = "0123456789"
	sign := strings.TrimLeft(text.Text, digits)
	switch {
	case i == nil || strings.Trim(text.Text, "0") == sign || utf8.RuneCountInString(sign) > 1: // not a run with a colour
		return text, nil
	case *i == "":
		*i = ink(text.Text)
	case strings.TrimLeft(string(*i), digits) != sign:
		return text, text.Errorf("colours are not supported: want runs of one colour, as in %q, got %q", string(*i), text.Text)
	}
	return text.Until(len(text.Text) - len(sign)), nil
}

// readClue reads runs separated by blanks and commas from a line. It stops after maxSide+1 runs,
// because no line of a board has that many runs. If the ink is nil, the runs have no colours.
func readClue(line encode.Span, ink *ink) (clue, error) {
	k := clue{at: line}
	line.Text = strings.ReplaceAll(line.Text, ",", " ")
	for _, word := range line.Words(maxSide + 1) {
		word, err := ink.drop(word)
		if err != nil {
			return k, err
		}
		r, err := readRun(word)
		if err != nil {
			return k, err
		}
		k.runs = append(k.runs, r)
	}
	return k, nil
}

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
				return nil, r.at.Errorf("want no 0 next to other runs of %s %d", name, i+1)
			case need > n:
				return nil, r.at.Errorf("want runs of %s %d that fit in its %d cells, got %d with the gaps", name, i+1, n, need)
			}
			all[i] = append(all[i], r.n)
		}
	}
	return all, nil
}

// board returns the board with these clues and no given cells. The board must have rows and
// columns. The parameter at is the position for the error.
func board(rows, cols []clue, at encode.Span) (*Board, error) {
	for i, clues := range [][]clue{rows, cols} {
		name, n := [...]string{"rows", "columns"}[i], len(clues)
		if n > maxSide {
			at = clues[maxSide].at
		}
		if n == 0 || n > maxSide {
			return nil, at.Errorf("want 1 to %d %s, got %d", maxSide, name, n)
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

// balanced returns an error at the given position if the rows and the columns need different numbers of
// black cells. A file of another program with such clues was probably meant otherwise. The board must
// have no given cells.
func (b *Board) balanced(at encode.Span) error {
	if why := b.Obstacle(); why != "" {
		return at.Errorf("want as many black cells in the rows as in the columns of a .mk, .nin, CWD or .g file: %s", why)
	}
	return nil
}

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
	params, desc, ok := encode.OneLine(text).Cut(":")
	if !ok {
		return nil, encode.Errorf(1, 1, "want the size and the runs, for example %s, got %q", example, text)
	}
	across, down, two := params.Cut("x")
	w, err := side(across)
	if err != nil {
		return nil, err
	}
	h := w
	if two {
		if h, err = side(down); err != nil {
			return nil, err
		}
	}
	desc, given, some := desc.Cut(",")
	lines := desc.Split("/", w+h+1)
	switch n := len(lines); {
	case n > w+h:
		return nil, lines[w+h-1].End().Errorf("want the runs of %d columns and %d rows, got more", w, h)
	case n < w+h:
		return nil, lines[n-1].End().Errorf("want the runs of %d columns and %d rows, got %d lines", w, h, n)
	}
	clues := make([]clue, w+h)
	for i, line := range lines {
		clues[i].at = line
		for more := line.Text != ""; more; {
			var word encode.Span
			word, line, more = line.Cut(".")
			r, err := readRun(word)
			if err != nil {
				return nil, err
			}
			clues[i].runs = append(clues[i].runs, r)
		}
	}
	b, err := board(clues[w:], clues[:w], params)
	if err != nil || !some {
		return b, err
	}
	return b, b.readGiven(given)
}

func side(text encode.Span) (int, error) {
	n, ok := encode.Number(text.Text, maxSide)
	if !ok || n == 0 {
		return 0, text.Errorf("want a side of 1 to %d cells, got %q", maxSide, text.Text)
	}
	return n, nil
}

// readGiven reads the given cells. Each letter means a gap and then a given cell. If a gap ends at the
// last cell of the board, no cell is given.
func (b *Board) readGiven(text encode.Span) error {
	cells := make([]byte, len(b.rows)*len(b.cols))
	at := 0
	for i := range len(text.Text) {
		c := text.Text[i]
		gap := int(c|0x20) - 'a'
		switch {
		case !letter(c):
			return text.From(i).Errorf("want a letter for a gap and a given cell, got %q", text.Text[i:i+1])
		case at == len(cells) || at+gap > len(cells):
			return text.From(i).Errorf("want %d cells, got more", len(cells))
		}
		if at += gap; gap < 25 && at < len(cells) {
			if cells[at] = white; c < 'a' {
				cells[at] = black
			}
			at++
		}
	}
	if at < len(cells) {
		return text.End().Errorf("want %d cells, got %d", len(cells), at)
	}
	b.give(cells)
	return nil
}
