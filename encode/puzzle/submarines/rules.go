package submarines

import (
	"fmt"
	"slices"
	"strconv"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native/margins"
)

// Check goes through the cells in reading order, and stops at the first cell that gives its row or
// column too many submarines or too much water. The sites of the Violation are the cells of that
// row or column with the same value, up to this cell.
func (b *Board) Check(s encode.Solution) error {
	return b.check(s, func(int) bool { return true })
}

// check works like Check, but only checks the sums for which the function needed returns true. The
// sums are numbered from 0, first the rows, then the columns.
func (b *Board) check(s encode.Solution, needed func(line int) bool) error {
	h, w := len(b.rows), len(b.cols)
	for i, sum := range slices.Concat(b.rows, b.cols) {
		line, n := "row "+strconv.Itoa(i+1), w
		if i >= h {
			line, n = "column "+strconv.Itoa(i-h+1), h
		}
		if sum > n && needed(i) {
			return &encode.Violation{Rule: line + " needs " + wording.Plural(sum, "submarine") + " but has " + wording.Plural(n, "cell")}
		}
	}
	above := make([][2]int, w) // the cells of each column so far, by value
	for r, sum := range b.rows {
		var before [2]int // the cells of the row so far, by value
		for c := range w {
			v := s[r*w+c]
			before[v]++
			above[c][v]++
			if before[v] > [2]int{w - sum, sum}[v] && needed(r) {
				return broken(s, v, "row", r, sum, r*w, r*w+c, 1)
			}
			if above[c][v] > [2]int{h - b.cols[c], b.cols[c]}[v] && needed(h+c) {
				return broken(s, v, "column", c, b.cols[c], c, r*w+c, w)
			}
		}
	}
	return nil
}

func broken(s encode.Solution, value byte, line string, i, sum, first, last, step int) error {
	has := [2]string{"fewer", "more"}[value]
	v := &encode.Violation{Rule: fmt.Sprintf("%s %d needs %s and has %s", line, i+1, wording.Plural(sum, "submarine"), has)}
	for site := first; site <= last; site += step {
		if s[site] == value {
			v.Sites = append(v.Sites, site)
		}
	}
	return v
}

// Encode requires that in each row and column as many cells are true as its sum says.
func (b *Board) Encode(e *encode.Encoder) { b.encode(e, func(int) bool { return true }) }

func (b *Board) encode(e *encode.Encoder, needed func(line int) bool) {
	for i, sum := range slices.Concat(b.rows, b.cols) {
		if !needed(i) {
			continue
		}
		line := grid.Line(len(b.rows), len(b.cols), i)
		e.Exactly(sum, wording.Each(line, func(at int) encode.Lit { return e.Is(at, 1) })...)
	}
}

func (b *Board) Reduce() []encode.Reduction {
	return []encode.Reduction{encode.Native("margins", margins.Version, b.problem())}
}

func (b *Board) problem() *margins.Problem { return &margins.Problem{Rows: b.rows, Cols: b.cols} }

func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	cells := make([]byte, len(values))
	for i, v := range values {
		if cells[i] = margins.Open; v != clues.NotGiven {
			cells[i] = byte(v)
		}
	}
	return []encode.Reduction{encode.Native("margins", margins.Version, &margins.Fixed{Problem: *b.problem(), Cells: cells})}
}
