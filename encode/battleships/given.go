package battleships

import (
	"slices"

	"counterproof/encode"
	"counterproof/native/bars"
)

// ReduceGiven implements encode.TakesGiven. The given values become known cells of native/bars.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	p := b.problem()
	for i, v := range values {
		switch water := p.Cells[i] == bars.Zero; {
		case v == encode.NotGiven:
		case p.Cells[i] == bars.Unknown:
			p.Cells[i] = bars.Zero + bars.Kind(v) // Zero or One
		case water == (v == 1):
			return encode.Unsolvable(b.Reduce())
		}
	}
	return []encode.Reduction{encode.Native("bars", bars.Version, p)}
}

// WithValues implements encode.HasValueClues. The hint for a ship cell also shows which part of the
// ship the cell is.
func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := &Board{rows: b.rows, cols: b.cols, fleet: b.fleet, given: slices.Clone(b.given)}
	h, w := len(b.rows), len(b.cols)
	ship := func(r, c int) bool { return r >= 0 && r < h && c >= 0 && c < w && s[r*w+c] == 1 }
	for _, i := range sites {
		r, c := i/w, i%w
		up, down, left, right := ship(r-1, c), ship(r+1, c), ship(r, c-1), ship(r, c+1)
		switch {
		case !ship(r, c):
			more.given[i] = 'w'
		case up && down, left && right:
			more.given[i] = 'm'
		case down:
			more.given[i] = 't'
		case up:
			more.given[i] = 'b'
		case right:
			more.given[i] = 'l'
		case left:
			more.given[i] = 'r'
		default:
			more.given[i] = 'c'
		}
	}
	return more
}
