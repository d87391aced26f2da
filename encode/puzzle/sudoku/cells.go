package sudoku

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// A cell is one cell of a text: where it is, and its sign. The sign is a value from 1 to 25, or one
// of the characters of empty for an empty cell. The sign of a cell without any character is ' '.
type cell struct {
	sign byte
	encode.Span
}

// empty lists the characters that may stand for an empty cell, apart from the space.
const empty = ".0_-*xX?~"

// signs holds the sign of each character, or 0 if the character is not the sign of a cell.
var signs = func() (t [256]byte) {
	for i := range len(empty) {
		t[empty[i]] = empty[i]
	}
	for v := 1; v < len(symbols); v++ {
		t[symbols[v]] = byte(v)
		t[symbols[v]|' '] = byte(v) // in lower case; a digit stays as it is
	}
	return t
}()

// signFor returns the sign of a character on a board of n x n cells. The letters after G are signs only on
// boards that need them, so that other texts are not mistaken for boards.
func signFor(r rune, n int) byte {
	if r >= utf8.RuneSelf || signs[r] <= mostSide && int(signs[r]) > max(n, 16) {
		return 0
	}
	return signs[r]
}

// plain returns the board of a text that has no characters but its cells. It returns nil for any
// other text. Most boards are written so, and plain is fast.
func plain(text string) *Board {
	i := slices.IndexFunc(sides, func(side int) bool { return side*side == len(text) })
	if i < 0 {
		return nil
	}
	var cells [mostSide * mostSide]byte
	for i := range len(text) {
		cells[i] = signs[text[i]]
		if cells[i] == 0 {
			return nil
		}
	}
	b, _, _ := boardOf(usual(sides[i]), cells[:len(text)]) // nil with an error
	return b
}

// boardOf makes a board from the signs of its cells. For an error, boardOf also returns the index of
// the wrong cell.
//
// All empty cells of a board have the same sign. There is one exception: if a board of 16x16 cells
// has no G, at most 16 zeros, and another sign for empty cells, its values are 0 to F. They become 1 to
// G. Larger and smaller boards of more than 9x9 cells are read in the same way.
func boardOf(x box, cells []byte) (*Board, int, error) {
	n := x.side()
	b := &Board{box: x}
	clues := make([]byte, len(cells))
	zeros, zero, other, largest := 0, 0, -1, byte(0)
	for i, sign := range cells {
		switch {
		case sign == '0':
			zeros, zero = zeros+1, i
		case sign <= mostSide:
			clues[i] = sign
			if largest = max(largest, sign); int(sign) > n {
				return nil, i, fmt.Errorf("want '.' or a number from 1 to %c, got %q", symbols[n], symbols[sign])
			}
		case other < 0:
			other = i
		case cells[other] != sign:
			return nil, i, fmt.Errorf("want the sign %q for all empty cells, got %q", cells[other], sign)
		}
	}
	switch {
	case largest == 0 && other >= 0 && zeros == 0 && cells[other] != '.':
		return nil, other, errors.New("want a number in some cell, or '.' in every cell")
	case zeros > 0 && other >= 0 && (n < 10 || int(largest) == n || zeros > n):
		return nil, max(zero, other), fmt.Errorf("want one sign for all empty cells, got '0' and %q", cells[other])
	case zeros > 0 && other >= 0:
		b.warnings = []string{fmt.Sprintf("0 is a value, because %q is an empty cell: read the values 0 to %c as 1 to %c", cells[other], symbols[n-1], symbols[n])}
		for i, sign := range cells {
			if sign == '0' || sign <= mostSide {
				clues[i]++
			}
		}
	case zeros == n && int(largest) < n:
		return nil, zero, fmt.Errorf("want '.' for an empty cell, or values from 1 to %c: here 0 may be an empty cell, or a value of a board without empty cells", symbols[n])
	}
	b.clues = string(clues)
	return b, 0, nil
}

func newBoard(x box, cells []cell) (*Board, error) {
	b, at, err := boardOf(x, wording.Each(cells, func(c cell) byte { return c.sign }))
	if err != nil {
		return nil, cells[at].Errorf("%w", err)
	}
	return b, nil
}

// separators lists the characters that are never the sign of a cell, but may separate cells.
const separators = "\v \t\r\n|+,;[](){}\"'=:`"

// A reader reads the cells of a row of w cells, on a board of n x n cells, in one way. If the row has
// another number of cells, the result has another length.
type reader func(row encode.Span, n, w int) ([]cell, error)

var readers = func() []reader {
	all := []reader{dense, words}
	for _, comma := range []string{"|", ",", ";", "\t"} {
		all = append([]reader{fields(comma, false), fields(comma, true)}, all...)
	}
	return all
}()

func dense(row encode.Span, n, w int) ([]cell, error) {
	cells := make([]cell, 0, min(w, len(row.Text)))
	for i, r := range row.Text {
		switch {
		case signFor(r, n) > 0:
			cells = append(cells, cell{signFor(r, n), row.From(i).Until(1)})
		case !strings.ContainsRune(separators, r):
			return nil, row.From(i).Errorf("want '.' or a number from 1 to %c, got %q", symbols[n], r)
		}
	}
	return cells, nil
}

// parts returns the parts of a row between upright lines. Double lines and a frame have no parts.
func parts(row encode.Span) []encode.Span {
	if !strings.Contains(row.Text, "|") {
		return []encode.Span{row}
	}
	return slices.DeleteFunc(row.Trim().Split("|", longest), func(p encode.Span) bool { return p.Text == "" || p.Text == "\v" })
}

// words reads a row in which each cell is a word. Between upright lines, several cells may be in
// columns.
func words(row encode.Span, n, w int) ([]cell, error) {
	parts := parts(row)
	k := max(1, w/max(1, len(parts))) // the number of cells in a part
	var all []encode.Span
	for _, part := range parts {
		words := part.Words(k + 1)
		if k == 1 {
			words = []encode.Span{part}
		}
		if len(words) != k {
			words = inColumns(part, k)
			wide, other := len(part.Text), len(parts[0].Text)
			if k < w && (len(words) != k || max(wide, other) > min(wide, other)+1) {
				return nil, part.Errorf("want %d cells between the lines, got %q", k, part.Text)
			}
		}
		if len(parts) == 1 {
			all = words
			break
		}
		all = append(all, words...)
	}
	return signed(all, n, w)
}

// fields returns a reader of rows in which each cell is a field that may be empty. In a frame, a
// comma is also before the first field and after the last one.
func fields(comma string, framed bool) reader {
	return func(row encode.Span, n, w int) ([]cell, error) {
		parts := row.Split(comma, longest)
		last := len(parts) - 1
		hollow := strings.TrimSpace(parts[0].Text+parts[last].Text) == ""
		switch {
		case last == 0 || framed && !hollow || !framed && hollow && comma == "|" && w == 4 && last == 3 && len(parts[1].Text) > 1: // two boxes in a frame
			return nil, row.Errorf("%w", errOther)
		case framed:
			parts = parts[1:last]
		case last == w && comma != "|" && strings.TrimSpace(parts[last].Text) == "":
			parts = parts[:last]
		}
		if len(parts) != w && slices.ContainsFunc(parts, func(p encode.Span) bool { _, err := signOf(p, mostSide); return err != nil }) {
			return nil, row.Errorf("%w", errOther)
		}
		return signed(parts, n, w)
	}
}

// errOther is the error for a row that another reader should read.
var errOther = errors.New("want the same separators as in the rows before")

func signed(words []encode.Span, n, w int) (cells []cell, err error) {
	cells = make([]cell, len(words))
	for i, word := range words {
		cells[i].Span = word.Trim()
		if len(words) == w && err == nil {
			cells[i].sign, err = signOf(cells[i].Span, n)
		}
	}
	return cells, err
}

// inColumns returns the k characters of a text in which each is a cell, and a space is an empty cell. A
// space more may be before or after each cell.
func inColumns(part encode.Span, k int) (cells []encode.Span) {
	text, step, from := part.Text, 1, 0
	if len(text) > k {
		step = 2
	}
	if len(text) >= 2*k {
		from = (len(text) - len(strings.TrimLeft(text, " "))) % 2
	}
	cells = make([]encode.Span, 0, min(len(text), 2*k+1)/step+1)
	for i := range min(len(text), 2*k+1) {
		if i%step == from && strings.IndexByte(commas[:3], text[i]) < 0 {
			cells = append(cells, part.From(i).Until(1))
		} else if text[i] != ' ' {
			return nil
		}
	}
	return cells
}

var errMarks = errors.New("a grid of candidates (pencil marks) is not a board; want at most one number in a cell")

// signOf returns the sign of a cell that is a word or a field. Numbers above 9 may be decimals.
func signOf(word encode.Span, n int) (byte, error) {
	text := strings.Trim(word.Text, `"' ,;`)
	if len(text) == 2 {
		text = strings.TrimPrefix(text, "0")
	}
	v, decimal := encode.Number(text, n)
	switch {
	case text == "" || text == "null" || text == "None":
		return ' ', nil
	case len(text) == 1 && signFor(rune(text[0]), n) > 0:
		return signs[text[0]], nil
	case decimal && len(text) == 2:
		return byte(v), nil
	case n < 16 && len(text) > 1 && strings.Trim(text, "123456789") == "" && slices.IsSorted([]byte(text)):
		return 0, word.Errorf("%w, got %q", errMarks, text)
	}
	return 0, word.Errorf("want '.' or a number from 1 to %d, got %q", n, text)
}
