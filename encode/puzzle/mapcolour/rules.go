package mapcolour

import (
	"counterproof/encode"
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
