package pairplace

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
)

// Layout implements layout.HasLayout. The rows are the rows under the header.
func (t *Table) Layout() (h, w int, cell []int) { return t.h, t.n, encode.Left(t.h*t.n, nil) }

// SiteName implements layout.HasSiteNames. A column is named by its letter.
func (t *Table) SiteName(site int) string {
	return fmt.Sprintf("row %d, column %c", site/t.n+1, letters[site%t.n])
}

func (t *Table) ValueName(_, value int) string { return t.letter(value) }

func (t *Table) letter(column int) string { return letters[column : column+1] }

// Obstacle adds the second letter of every given pair. Then it looks for a cell with two letters,
// and for a letter that repeats in a row or a column. If the number of columns is even, it also
// looks for a row that leaves an odd number of columns to be paired up.
func (t *Table) Obstacle() string {
	full := slices.Clone(t.given)
	for i, b := range t.given {
		if b == blank {
			continue
		}
		a, mate := i%t.n, i-i%t.n+b
		if full[mate] != blank && full[mate] != a {
			return fmt.Sprintf("the given letters put both %c and %c at %s", letters[full[mate]], letters[a], t.SiteName(mate))
		}
		full[mate] = a
	}
	for line := range t.h + t.n {
		unpaired, row := 0, map[int]int{} // by letter: the row, from 1, where the line holds this letter
		for _, i := range grid.Line(t.h, t.n, line) {
			r, a, b := i/t.n+1, i%t.n, full[i]
			if b == blank {
				continue
			}
			switch first, again := row[b]; {
			case !again || a == b && t.extra() == 0:
			case line < t.h:
				return fmt.Sprintf("the given letters put %c into row %d twice", letters[b], r)
			case a == b:
				return fmt.Sprintf("the given letters leave %c unpaired in rows %d and %d", letters[a], first, r)
			default:
				return fmt.Sprintf("the given letters pair %c with %c in rows %d and %d", letters[a], letters[b], first, r)
			}
			row[b] = r
			if a == b {
				unpaired++
			}
		}
		switch {
		case line < t.h && unpaired > 1 && t.extra() == 1:
			return fmt.Sprintf("two columns are given as unpaired in row %d", line+1)
		case line < t.h && unpaired%2 == 1 && t.n%2 == 0 && !t.free:
			return fmt.Sprintf("row %d leaves %d columns to be paired up, which is an odd number", line+1, t.n-unpaired)
		}
	}
	return ""
}

// Demands names each pair or unpaired column, as for the method Clues.
func (t *Table) Demands() (names []string) {
	for _, group := range t.groups() {
		i := group[0]
		if a, b := i%t.n, t.given[i]; a == b {
			names = append(names, fmt.Sprintf("the unpaired column %c in row %d", letters[a], i/t.n+1))
		} else {
			names = append(names, fmt.Sprintf("the pair of %c and %c in row %d", letters[a], letters[b], i/t.n+1))
		}
	}
	return names
}

func (t *Table) Relaxed(gone []int) encode.Instance { return t.Without(gone...) }

func (t *Table) ReduceGiven(values []int) []encode.Reduction {
	return clues.ReduceMore(t, func(i int) int { return t.given[i] }, values)
}

func (t *Table) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := t.like(t.h, t.n, slices.Clone(t.given))
	for _, i := range sites {
		more.given[i] = int(s[i])
	}
	return more
}

func (t *Table) ReadCell(_ int, cell encode.Span) (byte, error) {
	if len(cell.Text) == 1 {
		if v := strings.IndexByte(letters[:t.n], cell.Text[0]); v >= 0 {
			return byte(v), nil
		}
	}
	return 0, cell.Errorf("want a letter of %s, got %q", letters[:t.n], cell.Text)
}

func (t *Table) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	skip := 1 // the header
	if t.free {
		skip++
	}
	return grid.ReadRows(t, lines, skip, t.h, t.n)
}
