package nonogram

import (
	"slices"

	"counterproof/encode"
)

// ReduceGiven implements encode.TakesGiven. The known values in the parameter become given cells.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	more := b.clone()
	for at, v := range values {
		switch cell := white + byte(v); {
		case v == encode.NotGiven:
		case more.given[at] != open && more.given[at] != cell:
			return encode.Unsolvable(b.Reduce())
		default:
			more.given[at] = cell
		}
	}
	return more.Reduce()
}

func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := b.clone()
	for _, at := range sites {
		more.given[at] = white + s[at]
	}
	more.give(more.given)
	return more
}

func (b *Board) clone() *Board {
	more := &Board{rows: b.rows, cols: b.cols, given: slices.Clone(b.given)}
	if more.given == nil {
		more.given = make([]byte, len(b.rows)*len(b.cols))
	}
	return more
}
