package mapcolour

import (
	"context"
	"math/big"
	"math/bits"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/domain"
)

// Check implements encode.Instance. If several rules are broken, Check reports the violation that
// shows first when the regions are coloured in order. For a map with a picture, it compares
// neighbouring cells. For a graph, it compares the ends of each edge.
func (m *Map) Check(s encode.Solution) error {
	var found *encode.Violation
	last := len(s)
	for r, v := range m.given {
		if v != none && int(s[r]) != v {
			found, last = &encode.Violation{Rule: "a region with a given colour keeps it", Sites: []int{r}}, r
			break
		}
	}
	touch := func(a, b int) {
		if a, b = min(a, b), max(a, b); a < b && b < last && s[a] == s[b] {
			found, last = &encode.Violation{Rule: "neighbours have different colours", Sites: []int{a, b}}, b
		}
	}
	if p := m.picture; p != nil {
		for i, region := range p.cell {
			if i%p.w > 0 {
				touch(region, p.cell[i-1])
			}
			if i >= p.w {
				touch(region, p.cell[i-p.w])
			}
		}
	} else {
		for _, e := range m.edges {
			touch(e[0], e[1])
		}
	}
	if found == nil {
		return nil
	}
	return found
}

func (m *Map) Encode(e *encode.Encoder) {
	for r, v := range m.given {
		if v >= 0 {
			e.Add(e.Is(r, v))
		}
	}
	for _, border := range m.edges {
		for v := range m.colours {
			e.Add(-e.Is(border[0], v), -e.Is(border[1], v))
		}
	}
}

// Reduce gives native/domain a set of colours for each region, and the pairs that must differ.
func (m *Map) Reduce() []encode.Reduction {
	r := encode.Native("domain", domain.Version, m.problem(m.all()))
	r.Orbits = m.orbits
	return []encode.Reduction{r}
}

func (m *Map) all() uint64 { return 1<<m.colours - 1 }

func (m *Map) problem(colours uint64) *domain.Problem {
	p := &domain.Problem{Domains: make([]uint64, len(m.given)), Different: make([][]int, len(m.edges))}
	for r := range p.Domains {
		p.Domains[r] = colours
		if v := m.given[r]; v != none {
			p.Domains[r] = 1 << v
		}
	}
	for i := range m.edges {
		p.Different[i] = m.edges[i][:]
	}
	return p
}

// free returns, as bits, the colours that no clue names. Every permutation of these colours maps
// solutions to solutions. A permutation that moves a colour named by a clue would change a region
// with that clue. So there are no other symmetries of the colours.
func (m *Map) free() uint64 {
	free := m.all()
	for _, v := range m.given {
		if v != none {
			free &^= 1 << v
		}
	}
	return free
}

// Canonical permutes the colours that no clue names. Symmetries of the graph do not count.
func (m *Map) Canonical() (func(encode.Solution) encode.Solution, error) {
	free := m.free()
	return func(s encode.Solution) encode.Solution {
		image := []byte(s)
		var to [maxColours]byte // by free colour seen so far: its image
		left := free            // free colours that no region has yet
		var seen uint64
		for r, v := range image {
			if free>>v&1 == 0 {
				continue
			}
			if seen>>v&1 == 0 {
				seen |= 1 << v
				to[v] = byte(bits.TrailingZeros64(left))
				left &= left - 1
			}
			image[r] = to[v]
		}
		return encode.Solution(image)
	}, nil
}

// orbits counts the colourings up to permutation of the free colours, which no clue names.
//
// Two colourings that differ only by such a permutation divide the regions into the same sets of
// equal colour. Some of these sets have a colour that a clue names. Let j be the number of the
// other sets, and a_j the number of divisions with j other sets. If j free colours are chosen and
// each must be used, there are j! ways to colour such a division. Let P(i) be the number of
// colourings that use only the named colours and i chosen free colours. Then
//
//	P(i) = sum over j of C(i,j) j! a_j,
//
// since any j of the i chosen colours can be in use. Binomial inversion gives
//
//	j! a_j = sum over i from 0 to j of (-1)^(j-i) C(j,i) P(i).
//
// The answer is the sum of a_j for j up to the number of free colours. A division has at most as
// many other sets as there are regions without a clue, so larger j add nothing. Without clues, P is
// the chromatic polynomial.
func (m *Map) orbits(ctx context.Context, st *native.Stats) (*big.Int, error) {
	free := m.free()
	most := min(bits.OnesCount64(free), len(m.given)-m.Clues())
	total := new(big.Int)
	p := make([]*big.Int, most+1)
	colours := m.all() &^ free
	for j := range p {
		var err error
		if p[j], err = m.problem(colours).Count(ctx, st); err != nil {
			return nil, err
		}
		onto := new(big.Int) // colourings that use all of j free colours
		term := new(big.Int)
		for i := 0; i <= j; i++ {
			term.Mul(term.Binomial(int64(j), int64(i)), p[i])
			if (j-i)%2 == 1 {
				term.Neg(term)
			}
			onto.Add(onto, term)
		}
		total.Add(total, onto.Quo(onto, term.MulRange(1, int64(j))))
		colours |= free & -free // allow one more colour
		free &= free - 1
	}
	return total, nil
}
