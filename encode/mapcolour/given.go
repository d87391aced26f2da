package mapcolour

import (
	"slices"

	"counterproof/encode"
)

// ReduceGiven implements encode.TakesGiven. The known values in the parameter become given colours.
func (m *Map) ReduceGiven(values []int) []encode.Reduction {
	more := *m
	more.given = slices.Clone(m.given)
	for r, v := range values {
		switch {
		case v == encode.NotGiven:
		case m.given[r] != none && m.given[r] != v:
			return encode.Unsolvable(m.Reduce())
		default:
			more.given[r] = v
		}
	}
	return more.Reduce()
}

func (m *Map) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := *m
	more.given = slices.Clone(m.given)
	for _, r := range sites {
		more.given[r] = int(s[r])
	}
	return &more
}
