package submarines

import (
	"fmt"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
)

const (
	maxCells = 40_000
	maxSum   = 40_000
)

// parse reads a board in the canonical notation, or a table whose lines are joined by spaces.
func parse(text string) (encode.Instance, error) {
	if strings.Contains(text, "|") {
		t := newTable(text)
		b, err := t.board()
		if err != nil {
			return nil, err
		}
		if extra := t.word(); extra.Text != "" {
			return nil, extra.Errorf("want the end of the table, got %q", extra.Text)
		}
		return b, nil
	}
	if !strings.HasPrefix(text, "rows=") {
		return nil, encode.Errorf(1, 1, "want rows=2,1,3 cols=1,2,3, got %q", text)
	}
	rows, cols, ok := encode.OneLine(text).From(len("rows=")).Cut(" cols=")
	if !ok {
		return nil, cols.Errorf(`want " cols=" and the sums of the columns`)
	}
	b := &Board{}
	var err error
	if b.rows, err = sums(rows); err != nil {
		return nil, err
	}
	if b.cols, err = sums(cols); err != nil {
		return nil, err
	}
	if n := len(b.rows) * len(b.cols); n > maxCells {
		return nil, cols.Errorf("a board has at most %d cells, got %d", maxCells, n)
	}
	return b, nil
}

func sums(list encode.Span) ([]int, error) {
	var all []int
	for _, f := range list.Split(",", maxCells+1) {
		n, ok := encode.Number(f.Text, maxSum)
		if !ok {
			return nil, f.Errorf("want a number from 0 to %d, got %q", maxSum, f.Text)
		}
		all = append(all, n)
	}
	return all, nil
}

// read reads one or more tables, one after the other. If the file has no '|', or if a line begins
// with rows= as in the canonical notation, the file has one board on each line, and read returns
// encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	text := files.Uncomment(string(data), false)
	if !strings.Contains(text, "|") {
		return nil, encode.ErrOneLine
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t\r"), "rows=") {
			return nil, encode.ErrOneLine
		}
	}
	var all []encode.Instance
	for t := newTable(text); len(all) == 0 || t.ahead.Text != ""; {
		b, err := t.board()
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// A table reads tables word by word. It ignores line ends, because they are missing in copies of
// the note on puzzles of 3 April 2006, from which the notation comes.
type table struct {
	ahead encode.Span // the next word; empty at the end of the text
	rest  encode.Span // the text after the word ahead
}

func newTable(text string) *table {
	t := &table{rest: encode.OneLine(text)}
	t.word()
	return t
}

// word returns the next word and moves behind it. At the end of the text, the word is empty.
func (t *table) word() encode.Span {
	w := t.ahead
	t.ahead, t.rest = t.rest.Word()
	return w
}

func (t *table) sum() (int, error) {
	w := t.word()
	n, ok := encode.Number(w.Text, maxSum)
	if !ok {
		return 0, w.Errorf("want a number from 0 to %d, got %s", maxSum, w)
	}
	return n, nil
}

func (t *table) board() (*Board, error) {
	b := &Board{}
	first, filled := t.ahead, 0
	width := 0
	for {
		here := 0
		w := t.word()
		for ; w.Text != "|"; w = t.word() {
			switch w.Text {
			case "?":
			case "0", "1", ".":
				filled++
			default:
				return nil, w.Errorf("want '?' for a cell, or '|' after the last cell of the row, got %s", w)
			}
			here++
		}
		switch {
		case here == 0:
			return nil, w.Errorf("want a cell, got %s", w)
		case len(b.rows) > 0 && here != width:
			return nil, w.Errorf("want rows of %d cells like the first, got %d", width, here)
		}
		width = here
		sum, err := t.sum()
		if err != nil {
			return nil, err
		}
		if b.rows = append(b.rows, sum); len(b.rows)*width > maxCells {
			return nil, w.Errorf("a board has at most %d cells, got %d", maxCells, len(b.rows)*width)
		}
		if rule := t.ahead.Text; strings.HasSuffix(rule, "+") {
			if strings.Trim(rule, "-") != "+" {
				return nil, t.ahead.Errorf("want a line like ------+, got %s", t.ahead)
			}
			t.word()
			break
		}
	}
	for range width {
		sum, err := t.sum()
		if err != nil {
			return nil, err
		}
		b.cols = append(b.cols, sum)
	}
	if filled > 0 {
		b.warnings = append(b.warnings, fmt.Sprintf("line %d, column %d: the table has filled cells (%d); they are ignored, because only the sums are clues",
			first.Line, first.Column, filled))
	}
	return b, nil
}
