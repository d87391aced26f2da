package submarines

import (
	"fmt"
	"strings"

	"counterproof/encode"
)

const (
	maxCells = 40_000
	maxSum   = 40_000
)

// parse reads the canonical notation, or one table whose lines are joined by
// spaces.
func parse(text string) (encode.Instance, error) {
	if strings.Contains(text, "|") {
		t := newTable(text)
		b, err := t.board()
		if err != nil {
			return nil, err
		}
		if extra := t.word(); extra.text != "" {
			return nil, extra.errorf("want the end of the table, got %q", extra.text)
		}
		return b, nil
	}
	rest, ok := strings.CutPrefix(text, "rows=")
	if !ok {
		return nil, encode.Errorf(1, 1, "want rows=2,1,3 cols=1,2,3, got %q", text)
	}
	left, right, ok := strings.Cut(rest, " cols=")
	if !ok {
		return nil, encode.Errorf(1, len(text)+1, `want " cols=" and the sums of the columns`)
	}
	b := &Board{}
	var err error
	if b.rows, err = sums(left, len("rows=")+1); err != nil {
		return nil, err
	}
	at := len(text) - len(right) + 1
	if b.cols, err = sums(right, at); err != nil {
		return nil, err
	}
	if n := len(b.rows) * len(b.cols); n > maxCells {
		return nil, encode.Errorf(1, at, "%d cells: at most %d", n, maxCells)
	}
	return b, nil
}

// sums reads numbers joined by commas; the first stands at the column.
func sums(text string, column int) ([]int, error) {
	var all []int
	for _, f := range strings.Split(text, ",") {
		n, ok := number(f)
		if !ok {
			return nil, encode.Errorf(1, column, "want a number from 0 to %d, got %q", maxSum, f)
		}
		all = append(all, n)
		column += len(f) + 1
	}
	return all, nil
}

func number(text string) (n int, ok bool) {
	if text == "" {
		return 0, false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' || n > maxSum {
			return 0, false
		}
		n = 10*n + int(text[i]-'0')
	}
	return n, n <= maxSum
}

// read reads tables, one behind the other. A file without '|', or one with
// canonical notation in some line, has one board a line.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	if !strings.Contains(text, "|") {
		return nil, encode.ErrOneLine
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t\r"), "rows=") {
			return nil, encode.ErrOneLine
		}
	}
	var all []encode.Instance
	for t := newTable(text); len(all) == 0 || t.more(); {
		b, err := t.board()
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// A word of a text, and where it stands.
type word struct {
	text         string
	line, column int
}

func (w word) errorf(format string, args ...any) error {
	return encode.Errorf(w.line, w.column, format, args...)
}

// A table reads words. It does not look at line ends: copies of the note on
// puzzles of 3 April 2006, where the notation is from, have lost theirs.
type table struct {
	text   string // that is not read yet
	line   int    // of its beginning
	column int
	ahead  word // the next one; the empty one at the end of the text
}

func newTable(text string) *table {
	t := &table{text: text, line: 1, column: 1}
	t.advance()
	return t
}

// advance reads the word ahead.
func (t *table) advance() {
	for t.text != "" && strings.IndexByte(" \t\r\n", t.text[0]) >= 0 {
		t.column++
		if t.text[0] == '\n' {
			t.line, t.column = t.line+1, 1
		}
		t.text = t.text[1:]
	}
	n := strings.IndexAny(t.text, " \t\r\n")
	if n < 0 {
		n = len(t.text)
	}
	t.ahead = word{t.text[:n], t.line, t.column}
	t.text = t.text[n:]
	t.column += n
}

func (t *table) more() bool { return t.ahead.text != "" }

// word is the next word, the empty one at the end of the text.
func (t *table) word() word {
	w := t.ahead
	if t.more() {
		t.advance()
	}
	return w
}

func (t *table) sum() (int, error) {
	w := t.word()
	n, ok := number(w.text)
	if !ok {
		return 0, w.errorf("want a number from 0 to %d, got %s", maxSum, w)
	}
	return n, nil
}

// String is for messages.
func (w word) String() string {
	if w.text == "" {
		return "the end of the text"
	}
	return fmt.Sprintf("%q", encode.Short(w.text))
}

func (t *table) board() (*Board, error) {
	b := &Board{}
	first, filled := t.ahead, 0
	width := 0
	for {
		here := 0
		w := t.word()
		for ; w.text != "|"; w = t.word() {
			switch w.text {
			case "?":
			case "0", "1", ".":
				filled++
			default:
				return nil, w.errorf("want a cell, '?', or '|' behind the last one, got %s", w)
			}
			here++
		}
		switch {
		case here == 0:
			return nil, w.errorf("want a cell, got %s", w)
		case len(b.rows) > 0 && here != width:
			return nil, w.errorf("want rows of %d cells like the first, got %d", width, here)
		}
		width = here
		sum, err := t.sum()
		if err != nil {
			return nil, err
		}
		if b.rows = append(b.rows, sum); len(b.rows)*width > maxCells {
			return nil, w.errorf("%d cells: at most %d", len(b.rows)*width, maxCells)
		}
		if rule := t.ahead.text; strings.HasSuffix(rule, "+") {
			if strings.Trim(rule, "-") != "+" {
				return nil, t.ahead.errorf("want a line like ------+, got %s", t.ahead)
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
		b.warnings = append(b.warnings, fmt.Sprintf("line %d, column %d: cells that are filled in (%d) are dropped: the sums are the puzzle",
			first.line, first.column, filled))
	}
	return b, nil
}
