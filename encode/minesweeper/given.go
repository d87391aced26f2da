package minesweeper

import (
	"slices"

	"counterproof/encode"
	"counterproof/native/sums"
)

// ReduceGiven implements encode.TakesGiven. Each given value becomes a sum of one cell.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	p, _ := b.problem()
	for i, v := range values {
		if v != encode.NotGiven {
			p.Sums = append(p.Sums, sums.Sum{Vars: []int{i}, Value: v})
		}
	}
	return []encode.Reduction{encode.Native("sums", sums.Version, p)}
}

// WithValues implements encode.HasValueClues. A mine becomes a known mine. Any other cell is opened
// and shows the number of mines around it. The number is more information than the value.
func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := &Board{h: b.h, w: b.w, cells: slices.Clone(b.cells), mines: b.mines}
	site := b.siteOf()
	chosen := make([]bool, len(s))
	for _, i := range sites {
		chosen[i] = true
	}
	mine := func(r, c int) bool {
		i := r*b.w + c
		return b.cells[i] == flagged || b.cells[i] == covered && s[site[i]] == 1
	}
	for i := range b.cells {
		if b.cells[i] != covered || !chosen[site[i]] {
			continue
		}
		if more.cells[i] = flagged; s[site[i]] == 1 {
			continue
		}
		more.cells[i] = 0
		r, c := i/b.w, i%b.w
		for y := max(r-1, 0); y <= min(r+1, b.h-1); y++ {
			for x := max(c-1, 0); x <= min(c+1, b.w-1); x++ {
				if mine(y, x) {
					more.cells[i]++
				}
			}
		}
	}
	return more
}
