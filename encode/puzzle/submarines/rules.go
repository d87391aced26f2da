package submarines

import (
	"fmt"
	"slices"

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
	h, w := len(b.rows), len(b.cols)
	sums := slices.Concat(b.rows, b.cols)
	left := make([][2]int, h+w) // by line and value: the number of cells that may still have this value
	for i, sum := range sums {
		n := w
		if i >= h {
			n = h
		}
		switch {
		case slices.Contains(b.gone, i):
			left[i] = [2]int{n, n}
		case sum > n:
			return &encode.Violation{Rule: grid.LineName(h, i) + " needs " + wording.Plural(sum, "submarine") + " but has " + wording.Plural(n, "cell")}
		default:
			left[i] = [2]int{n - sum, sum}
		}
	}
	for at, v := range []byte(s) {
		for _, i := range [2]int{at / w, h + at%w} {
			if left[i][v]--; left[i][v] < 0 {
				has := [2]string{"fewer", "more"}[v]
				other := func(site int) bool { return site > at || s[site] != v }
				return &encode.Violation{
					Rule:  fmt.Sprintf("%s needs %s and has %s", grid.LineName(h, i), wording.Plural(sums[i], "submarine"), has),
					Sites: slices.DeleteFunc(grid.Line(h, w, i), other),
				}
			}
		}
	}
	return nil
}

// Encode requires that in each row and column as many cells are true as its sum says.
func (b *Board) Encode(e *encode.Encoder) {
	for i, sum := range slices.Concat(b.rows, b.cols) {
		if slices.Contains(b.gone, i) {
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
