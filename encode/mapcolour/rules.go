package mapcolour

import (
	"context"
	"math/big"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/domain"
)

// Check implements encode.Instance. Of what is wrong it names what is known
// first, when regions are coloured in their order. Of a picture it looks at the
// cells, of a graph at the edges.
func (m *Map) Check(s encode.Solution) error {
	var found *encode.Violation
	last := len(s)
	for r, v := range m.given {
		if v != none && int(s[r]) != v {
			found, last = &encode.Violation{Rule: "a region has its given colour", Sites: []int{r}}, r
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

// Encode implements encode.Instance: a clause for each border and colour.
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

// Reduce implements encode.Instance: domains, and pairs that differ.
func (m *Map) Reduce() []encode.Reduction {
	p := m.problem(m.colours)
	r := encode.Reduction{
		Method:  "domain",
		Version: domain.Version,
		Search: func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			return p.Search(ctx, st, func(values []byte) bool { return yield(encode.Solution(values)) })
		},
		Count: p.Count,
	}
	if m.symmetric() {
		r.Orbits = m.partitions
	}
	return []encode.Reduction{r}
}

// problem is the map with k colours, at least those that are given.
func (m *Map) problem(k int) *domain.Problem {
	p := &domain.Problem{Domains: make([]uint64, len(m.given)), Different: make([][]int, len(m.edges))}
	for r := range p.Domains {
		p.Domains[r] = 1<<k - 1
		if v := m.given[r]; v != none {
			p.Domains[r] = 1 << v
		}
	}
	for i := range m.edges {
		p.Different[i] = m.edges[i][:]
	}
	return p
}

// maxPermuted is the number of colours up to which all permutations are listed:
// 5,039 of 7. Above, and where a colour is given, no symmetry is known.
const maxPermuted = 7

func (m *Map) symmetric() bool { return m.colours <= maxPermuted && m.Clues() == 0 }

// Symmetries implements encode.Symmetric: the permutations of the colours.
func (m *Map) Symmetries() []func(encode.Solution) encode.Solution {
	if !m.symmetric() {
		return nil
	}
	var all []func(encode.Solution) encode.Solution
	to := make([]byte, m.colours)
	var permute func(v int, used uint64)
	permute = func(v int, used uint64) {
		if v == m.colours {
			to := string(to)
			all = append(all, func(s encode.Solution) encode.Solution {
				image := []byte(s)
				for r, v := range image {
					image[r] = to[v]
				}
				return encode.Solution(image)
			})
			return
		}
		for x := range m.colours {
			if used>>x&1 == 0 {
				to[v] = byte(x)
				permute(v+1, used|1<<x)
			}
		}
	}
	permute(0, 0)
	return all[1:] // the first one is the identity
}

// partitions counts the colourings up to permutation of the colours, which are
// the partitions of the regions into at most k classes without neighbours. Of
// these a_j have exactly j classes, and each class has a colour of its own:
// P(G,i) = sum over j of C(i,j) j! a_j, so that by inclusion and exclusion
// j! a_j = sum over i of (-1)^(j-i) C(j,i) P(G,i).
func (m *Map) partitions(ctx context.Context, st *native.Stats) (*big.Int, error) {
	total := new(big.Int)
	p := make([]*big.Int, m.colours+1)
	for j := range p {
		var err error
		if p[j], err = m.problem(j).Count(ctx, st); err != nil {
			return nil, err
		}
		onto := new(big.Int) // colourings with all of j colours
		term := new(big.Int)
		for i := 0; i <= j; i++ {
			term.Mul(term.Binomial(int64(j), int64(i)), p[i])
			if (j-i)%2 == 1 {
				term.Neg(term)
			}
			onto.Add(onto, term)
		}
		total.Add(total, onto.Quo(onto, term.MulRange(1, int64(j))))
	}
	return total, nil
}
