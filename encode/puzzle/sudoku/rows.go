package sudoku

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
)

type reading struct {
	boards   []*Board
	good     int   // the number of rows without an error
	err      error // the first error
	warnings []string
	drawn    bool // the boards have one line per row
}

// certain is the number of good rows of a reading whose error counts more than other readings.
const certain = 1 << 30

// patience is the number of rows that are read in spite of an error, to see whether they fit.
const patience = 64

// agreed returns the reading without an error. If there are several, they must have the same boards.
// If there is none, agreed returns the reading with the most good rows.
func agreed(all []reading, text encode.Span) reading {
	best := slices.MaxFunc(all, func(a, b reading) int { return a.good - b.good })
	right := slices.DeleteFunc(all, func(r reading) bool { return r.err != nil })
	if len(right) == 0 || best.good == certain {
		return best
	}
	for _, r := range right[1:] {
		a, b := right[0].boards, r.boards
		if !slices.EqualFunc(a, b, func(a, b *Board) bool { return a.clues == b.clues }) {
			return reading{good: certain, err: text.Errorf("the text can be read as %dx%[1]d cells, %s, or as %dx%[3]d cells, %s: write '.' in each empty cell",
				a[0].side(), wording.Short(a[0].String()), b[0].side(), wording.Short(b[0].String()))}
		}
	}
	return right[0]
}

// readings reads lines in all ways: as a list of boards, and as the rows of boards. If lines of 16 cells
// can be both, they are a list, unless the text looks drawn.
func readings(lines []line, drawn bool) []reading {
	if column := columnOf(lines); column != nil {
		return []reading{list(column)}
	}
	if len(lines) > 0 && sized.MatchString(lines[0].Text) {
		return []reading{list(lines)}
	}
	all := []reading{list(lines)}
	for _, n := range sides {
		for _, read := range readers {
			r := stack(lines, n, n, read)
			if n > 4 && len(lines) > n-2 && (len(lines)+1)%n < 3 && len(lines[len(lines)-1].Text) < 5*n && r.good == 0 {
				r.good = 1 // the text most nearly has boards of this size
			}
			switch {
			case n != 16 || r.err != nil || all[0].err != nil:
				all = append(all, r)
			case drawn:
				return []reading{r}
			default:
				all[0].warnings = []string{fmt.Sprintf("read %d lines of 16 cells as boards of 4x4 cells, one per line; for boards of 16x16 cells, put '|' between the boxes of each row", len(all[0].boards))}
			}
		}
	}
	return all
}

func list(lines []line) (all reading) {
	for i, l := range lines {
		if l.kind == titleLine {
			continue
		}
		r := one(l.Span)
		if r.good == certain {
			return r
		}
		all.err = cmp.Or(all.err, r.err)
		all.boards, all.good = append(all.boards, r.boards...), all.good+min(r.good, 1)
		if all.err != nil && i > patience {
			break
		}
	}
	return all
}

// stack reads boards of n x n cells from lines of w cells each. A title must not be within a board.
func stack(lines []line, n, w int, read reader) (r reading) {
	r.drawn = true
	fail := func(err error) { r.err = cmp.Or(r.err, err) }
	var cells []cell
	var last encode.Span
	rows, bad := 0, 0 // the rows of this board, and the rows of all boards that have an error
	for i, l := range lines {
		if l.kind == titleLine && rows > 0 {
			fail(l.Errorf("want %d rows above this line, got %d", n, rows))
			return r
		}
		if l.kind == titleLine {
			continue
		}
		some, err := read(l.Span, n, w)
		cells, rows, last = append(cells, some...), rows+1, l.End()
		if err == nil && len(some) != w {
			at, number := last, len(some)
			if number > w {
				at = some[w].Span
			}
			err = at.Errorf("row %d has %d cells, want %d", rows, number, w)
			if split, other := words(l.Span, mostSide, w); other == nil && len(split) == w {
				err = l.Errorf("%w", errOther)
			}
		}
		if r.good == 0 && errors.Is(err, errOther) {
			return reading{good: -1, err: err}
		}
		if fail(err); err == nil || errors.Is(err, errMarks) {
			r.good++
		} else {
			bad++
		}
		if r.err != nil && i > patience {
			return r
		}
		if rows*w == n*n {
			if r.err == nil {
				b, err := newBoard(usual(n), cells)
				fail(err)
				r.boards = append(r.boards, b)
			}
			rows, cells = 0, cells[:0]
		}
	}
	if rows > 0 {
		fail(last.Errorf("want %d rows, got %d", n, rows))
		if !slices.Contains(sides[:3], n) {
			r.good = min(r.good, 1)
		}
	} else if w == n && bad == 0 && errors.Is(r.err, errMarks) {
		r.good = certain
	}
	return r
}

// commas lists the characters that may follow the board on a line.
const commas = ",;\t "

// one reads a line that is a board of its own. The line may have several fields: the board, its
// number, name, rating and solution.
func one(s encode.Span) reading {
	text := s.Trim()
	if b := plain(text.Text); b != nil {
		return onlyBoard(b, nil)
	}
	switch {
	case shaped.MatchString(text.Text):
		return onlyBoard(parseShaped(text))
	case library.MatchString(text.Text):
		return onlyBoard(parseLibrary(text))
	case solo.MatchString(text.Text):
		return onlyBoard(parseID(text))
	}
	var boards, full []*Board // with and without empty cells
	var odd []string          // damaged boards, and other fields
	other := ""               // a second board
	for _, field := range strings.FieldsFunc(text.Text, func(r rune) bool { return strings.ContainsRune(commas+`"'`, r) }) {
		switch b := plain(field); {
		case b == nil:
			odd = append(odd, field)
		case b.Clues() == len(field):
			full = append(full, b)
		case len(boards) > 0:
			other = field
		default:
			boards = append(boards, b)
		}
	}
	all := append(boards, full...)
	if len(all) == 0 || all[0].side() == 4 {
		if r := whole(s); r.err == nil || len(all) == 0 && r.good > 0 {
			return r
		}
	}
	for _, field := range odd {
		if other == "" && (len(all) == 0 && len(field) > 16 || len(all) > 0 && nearly(field, all[0]) && (len(boards) == 0 || strings.ContainsAny(field, empty))) {
			other = field
		}
	}
	switch field := text.From(strings.LastIndex(text.Text, other)).Until(len(other)); {
	case other != "":
		return reading{err: cmp.Or(whole(field).err, field.Errorf("want one board on a line, got another one: %q", other))}
	case len(all) == 0:
		return whole(s)
	}
	return onlyBoard(all[0], nil)
}

func nearly(field string, b *Board) bool {
	cells := 0
	for i := range len(field) {
		cells += int(min(signs[field[i]], 1))
	}
	return len(field) <= cells+2 && max(cells, len(b.clues))-min(cells, len(b.clues)) <= b.side()
}

func onlyBoard(b *Board, err error) reading {
	if err != nil {
		return reading{err: err}
	}
	return reading{boards: []*Board{b}, good: 1}
}

// whole reads a line on which all characters belong to one board. A '/' may separate its rows.
func whole(s encode.Span) reading {
	rows := wording.Each(s.Split("/", longest), func(row encode.Span) line { return line{row, rowLine} })
	single := len(rows) == 1
	if !single && !slices.Contains(sides, len(rows)) {
		return reading{err: s.End().Errorf("want 4, 6, 8, 9, 10, 12, 15, 16 or 25 rows, got %d", len(rows))}
	}
	var all, worded []reading
	for _, n := range sides {
		if single && n > 4 && len(s.Text) < n*n-1 || !single && len(rows) != n {
			continue
		}
		for i, read := range readers {
			all = append(all, stack(rows, n, n*n/len(rows), read))
			if i != len(readers)-2 {
				worded = append(worded, all[len(all)-1])
			}
		}
	}
	r := agreed(all, s)
	if single && r.err == nil && !even(s.Text) {
		r = agreed(worded, s) // the text may be a number and a board that lacks cells
	}
	if r.err != nil && r.good <= 0 && single {
		r.err = miscounted(s.Trim())
	}
	return r
}

func miscounted(s encode.Span) error {
	long := len(s.Text)
	for i := range s.Text {
		long -= min(1+strings.IndexByte(separators, s.Text[i]), 1)
	}
	size := func(n int) int { return max(n*n, long) - min(n*n, long) }
	n := slices.MinFunc(sides, func(a, b int) int { return size(a) - size(b) })
	cells, err := dense(s, n, 0)
	switch number := len(cells); {
	case err != nil:
		return err
	case slices.ContainsFunc(sides, func(side int) bool { return side*side*side == number }):
		return s.Errorf("%w, got %d candidates", errMarks, number)
	default:
		return s.End().Errorf("want 16, 36, 64, 81, 100, 144, 225, 256 or 625 cells, got %d", number)
	}
}

func even(text string) bool {
	groups := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
	return !slices.ContainsFunc(groups, func(g string) bool { return len(g) != len(groups[0]) })
}
