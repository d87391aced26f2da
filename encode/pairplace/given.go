package pairplace

import (
	"slices"

	"counterproof/encode"
)

// ReduceGiven implements encode.TakesGiven. The known values in the parameter become clues.
func (t *Table) ReduceGiven(values []int) []encode.Reduction {
	more := &Table{h: t.h, n: t.n, given: slices.Clone(t.given)}
	for i, v := range values {
		switch {
		case v == encode.NotGiven:
		case t.given[i] != blank && t.given[i] != v:
			return encode.Unsolvable(t.Reduce())
		default:
			more.given[i] = v
		}
	}
	return more.Reduce()
}

func (t *Table) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := &Table{h: t.h, n: t.n, given: slices.Clone(t.given)}
	for _, i := range sites {
		more.given[i] = int(s[i])
	}
	return more
}
