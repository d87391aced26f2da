package edgecolour

import (
	"context"
	"math/bits"
	"slices"

	"counterproof/native"
)

// search colours the edges of g with k colours, where k is the largest degree. It returns nil if
// there is no such colouring. It returns ErrLimit when it has examined more alternatives than the
// given limit. A limit of 0 means no limit. It returns ctx.Err() if the context is cancelled.
//
// At each node it makes the choice with the fewest alternatives, of two kinds of choices. The first
// kind is to choose a colour for an edge, among the colours that are free at both ends. The second
// kind is to choose an edge for a colour at a vertex of degree k, at which every colour must occur.
// If a colour is free at n vertices, at most n/2 more edges can get this colour. The search leaves
// a node if these bounds add up to less than the number of edges without a colour. The edges at one
// vertex of degree k are coloured first, because the k! ways to do this are equivalent.
//
// st.Nodes counts the nodes of the search, and st.Updates the alternatives examined.
func search(ctx context.Context, g *Graph, k int, limit int64, st *native.Stats) ([]int, error) {
	s := &searcher{Graph: g, k: k, ctx: ctx, limit: limit, open: len(g.Edges),
		colour: slices.Repeat([]int{none}, len(g.Edges)), free: make([]uint64, g.N), lacks: make([]uint64, k),
		near: make([]uint64, g.N), full: make([]bool, g.N), edge: make([][]int, g.N)}
	for v := range g.N {
		s.free[v] = 1<<k - 1
		s.edge[v] = make([]int, g.N)
		for c := range s.lacks {
			s.lacks[c] |= 1 << v
		}
	}
	for i, e := range g.Edges {
		u, v := e[0], e[1]
		s.near[u] |= 1 << v
		s.near[v] |= 1 << u
		s.edge[u][v], s.edge[v][u] = i, i
	}
	for v, near := range s.near {
		s.full[v] = bits.OnesCount64(near) == k
	}
	first := slices.Index(s.full, true)
	c := 0
	for i, e := range g.Edges {
		if e[0] == first || e[1] == first {
			s.toggle(i, c)
			c++
		}
	}
	found := s.walk()
	st.Nodes += s.nodes
	st.Updates += s.looks
	if s.err != nil || !found {
		return nil, s.err
	}
	return s.colour, nil
}

type searcher struct {
	*Graph
	k      int
	colour []int
	free   []uint64 // for each vertex: the colours that no edge at this vertex has
	lacks  []uint64 // for each colour: the vertices where it is free
	near   []uint64 // for each vertex: the far ends of its open edges
	full   []bool   // for each vertex: whether its degree is k
	edge   [][]int  // the edge between two vertices
	open   int      // number of edges without a colour

	nodes, looks, polled, limit int64
	ctx                         context.Context
	err                         error
}

// toggle gives edge i the colour c or, if it has this colour, takes it away.
func (s *searcher) toggle(i, c int) {
	u, v := s.Edges[i][0], s.Edges[i][1]
	s.free[u] ^= 1 << c
	s.free[v] ^= 1 << c
	s.lacks[c] ^= 1<<u | 1<<v
	s.near[u] ^= 1 << v
	s.near[v] ^= 1 << u
	if s.colour[i] == none {
		s.colour[i] = c
		s.open--
	} else {
		s.colour[i] = none
		s.open++
	}
}

// walk reports whether the edges without a colour can be coloured, given the colours of the others.
// If so, it leaves all edges coloured.
func (s *searcher) walk() bool {
	if s.open == 0 {
		return true
	}
	s.nodes++
	if s.poll() {
		return false
	}
	room := 0
	for _, at := range s.lacks {
		room += bits.OnesCount64(at) / 2
	}
	if room < s.open {
		return false
	}
	// A choice is either an edge, or a vertex with a colour. For an edge, ways is the set of the
	// possible colours. For a vertex with a colour, ways is the set of the far ends of the possible
	// edges.
	edge, vertex, colour, fewest, ways := none, none, none, 65, uint64(0)
	for i, c := range s.colour {
		if c != none {
			continue
		}
		both := s.free[s.Edges[i][0]] & s.free[s.Edges[i][1]]
		if n := bits.OnesCount64(both); n < fewest {
			edge, fewest, ways = i, n, both
		}
	}
	for v, full := range s.full {
		if !full {
			continue
		}
		for left := s.free[v]; left != 0; left &= left - 1 {
			c := bits.TrailingZeros64(left)
			ends := s.near[v] & s.lacks[c]
			if n := bits.OnesCount64(ends); n < fewest {
				vertex, colour, fewest, ways = v, c, n, ends
			}
		}
	}
	s.looks += int64(len(s.colour) + s.N*s.k)
	for ; ways != 0; ways &= ways - 1 {
		i, c := edge, bits.TrailingZeros64(ways)
		if vertex != none {
			i, c = s.edge[vertex][c], colour
		}
		s.toggle(i, c)
		if s.walk() {
			return true
		}
		s.toggle(i, c)
	}
	return false
}

// poll returns true if the search has reached its limit or its context is cancelled. It checks the
// context only after every million alternatives.
func (s *searcher) poll() bool {
	if s.limit > 0 && s.looks > s.limit && s.err == nil {
		s.err = ErrLimit
	}
	if s.looks-s.polled >= 1<<20 && s.err == nil {
		s.polled = s.looks
		s.err = s.ctx.Err()
	}
	return s.err != nil
}
