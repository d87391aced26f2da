// Package edgecolour colours the edges of a simple graph with the fewest colours, so that edges which
// share a vertex have different colours.
//
// The smallest number of colours is D or D+1, where D is the largest degree of a vertex (Vizing
// 1964):
//
//   - D+1 colours always suffice, and fans and alternating paths find such a colouring (Misra and
//     Gries, Inf. Process. Lett. 41, 1992).
//   - D colours do not suffice if the graph has more edges than D matchings can hold.
//   - D colours suffice if the graph has D+1 vertices and this number is even: the rounds of a
//     round-robin tournament colour the complete graph.
//   - In the other cases, hill climbing tries D colours, as for one-factorizations (Dinitz and
//     Stinson, SIAM J. Alg. Disc. Meth. 8, 1987). If it fails, a search finds a colouring or proves
//     that there is none.
//
// Deciding between D and D+1 is NP-complete (Holyer, SIAM J. Comput. 10, 1981), so the work of the
// search is limited. For graphs of up to some dozens of vertices, the search rarely reaches this
// limit.
//
// The package supports no parallel edges, no loops and at most 64 vertices. It does not list or
// count all colourings.
package edgecolour

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"counterproof/native"
)

// MaxVertices is the largest number of vertices of a graph: the number of bits in a word.
const MaxVertices = 64

// A Graph has the vertices 0 to N-1. It must not change while a method runs.
type Graph struct {
	N     int
	Edges [][2]int
}

// ErrLimit is the error of Colour if the search for a colouring with D colours, D being the largest
// degree, reaches its limit.
var ErrLimit = errors.New("the search for a colouring with the fewest colours reached its limit")

// Validate returns an error if g is not a simple graph of up to MaxVertices vertices.
func (g *Graph) Validate() error {
	if g.N < 0 || g.N > MaxVertices {
		return fmt.Errorf("%d vertices, want 0 to %d", g.N, MaxVertices)
	}
	seen := make([]uint64, g.N)
	for i, e := range g.Edges {
		u, v := e[0], e[1]
		switch {
		case u < 0 || v < 0 || u >= g.N || v >= g.N:
			return fmt.Errorf("edge %d: want vertices from 0 to %d, got %d and %d", i, g.N-1, u, v)
		case u == v:
			return fmt.Errorf("edge %d is a loop; want two different vertices", i)
		case seen[u]>>v&1 != 0:
			return fmt.Errorf("edge %d repeats an earlier edge", i)
		}
		seen[u] |= 1 << v
		seen[v] |= 1 << u
	}
	return nil
}

// Degree returns the largest degree of a vertex of g.
func (g *Graph) Degree() int {
	most := 0
	degree := make([]int, g.N)
	for _, e := range g.Edges {
		for _, v := range e {
			degree[v]++
			most = max(most, degree[v])
		}
	}
	return most
}

// Colour colours the edges of g with the fewest colours. It returns the colour of each edge, from
// 0, and the number k of colours. Colours are numbered in the order of their first edges. The same
// graph always gets the same colours. Colour returns ErrLimit if the search examines more
// alternatives than the given limit; 0 means no limit. 10^8 alternatives take at most a second.
// Colour also returns ctx.Err() and the errors of Validate.
func Colour(ctx context.Context, g *Graph, limit int64, st *native.Stats) (colours []int, k int, err error) {
	if err := g.Validate(); err != nil {
		return nil, 0, err
	}
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	k = g.Degree()
	switch {
	case len(g.Edges) > k*(g.N/2):
	case k == g.N-1 && g.N%2 == 0:
		colours = round(g)
	default:
		colours = Climb(rand.New(rand.NewPCG(0, 0)), g, k, climbs*len(g.Edges), st)
		if colours == nil {
			colours, err = search(ctx, g, k, limit, st)
		}
		if err != nil {
			return nil, 0, err
		}
	}
	if colours == nil {
		k++
		colours = vizing(g, k)
	}
	return inOrder(colours), k, nil
}

// climbs is the number of steps per edge that Colour allows Climb before it starts the search.
// Complete graphs of up to 52 vertices took less than three steps per edge, and a cubic graph of 52
// vertices took thirteen.
const climbs = 1000

func inOrder(colours []int) []int {
	number := map[int]int{}
	for i, c := range colours {
		if _, ok := number[c]; !ok {
			number[c] = len(number)
		}
		colours[i] = number[c]
	}
	return colours
}

type painting struct {
	*Graph
	colour []int   // of each edge; none: not coloured
	at     [][]int // at[v][c] is the edge of colour c at vertex v, or none
}

const none = -1 // the value that slices.Index returns

func newPainting(g *Graph, k int) *painting {
	p := &painting{Graph: g, colour: slices.Repeat([]int{none}, len(g.Edges)), at: make([][]int, g.N)}
	for v := range p.at {
		p.at[v] = slices.Repeat([]int{none}, k)
	}
	return p
}

// paint gives edge i the colour c, which no other edge at its ends may have.
func (p *painting) paint(i, c int) {
	p.colour[i] = c
	p.at[p.Edges[i][0]][c] = i
	p.at[p.Edges[i][1]][c] = i
}

func (p *painting) wipe(i int) {
	c := p.colour[i]
	p.colour[i] = none
	p.at[p.Edges[i][0]][c] = none
	p.at[p.Edges[i][1]][c] = none
}

func (p *painting) across(i, v int) int { return p.Edges[i][0] + p.Edges[i][1] - v }

func (p *painting) free(v int) int { return slices.Index(p.at[v], none) }

// round colours g with one colour fewer than g has vertices. The number of vertices must be even.
// round uses the rounds of a tournament by the circle method, which colour the complete graph.
// Before Colour used round, Climb failed on two of 3000 random graphs. Both were complete graphs
// without a few edges.
func round(g *Graph) []int {
	last := g.N - 1
	colours := make([]int, len(g.Edges))
	for i, e := range g.Edges {
		u, v := e[0], e[1]
		switch last {
		case u:
			u = v
		case v:
			v = u
		}
		colours[i] = (u + v) % last
	}
	return colours
}

// Climb colours the edges of g with k colours, at random but not uniformly, and returns the colour
// of each edge. It returns nil if it does not succeed in the given number of steps, or if k is less
// than the degree of g. The graph must be valid.
//
// A step takes a random edge without a colour and gives it a colour that is free at one of its
// ends: no other edge there has this colour. If possible, the colour is free at both ends. If
// another edge at the other end has the same colour, that edge loses it. So the number of coloured
// edges never falls.
//
// Dinitz and Stinson also use steps that change the colour of an edge to a colour that is free at
// both of its ends. Climb omits them, because it colours complete graphs just as quickly without
// them.
//
// st.Updates counts the steps.
func Climb(rng *rand.Rand, g *Graph, k, steps int, st *native.Stats) []int {
	p := newPainting(g, k)
	open := make([]int, len(g.Edges)) // the edges without a colour
	for i := range open {
		open[i] = i
	}
	free := make([]int, 0, k)
	for n := 0; len(open) > 0; n++ {
		if n == steps {
			return nil
		}
		st.Updates++
		at := rng.IntN(len(open))
		i := open[at]
		x := rng.IntN(2)
		u, v := g.Edges[i][x], g.Edges[i][1-x]
		free = free[:0]
		both := 0 // number of colours that are free at both ends; they come first
		for c, e := range p.at[u] {
			if e != none {
				continue
			}
			free = append(free, c)
			if p.at[v][c] == none {
				free[both], free[len(free)-1] = free[len(free)-1], free[both]
				both++
			}
		}
		if len(free) == 0 { // k is less than the degree
			return nil
		}
		if both > 0 {
			p.paint(i, free[rng.IntN(both)])
			open[at] = open[len(open)-1]
			open = open[:len(open)-1]
			continue
		}
		c := free[rng.IntN(len(free))]
		loser := p.at[v][c]
		p.wipe(loser)
		p.paint(i, c)
		open[at] = loser
	}
	return p.colour
}

// vizing colours the edges of g with k colours, where k must be larger than the largest degree. It
// uses the algorithm of Misra and Gries, which takes O(vertices * edges) steps.
func vizing(g *Graph, k int) []int {
	p := newPainting(g, k)
	near := make([][]int, g.N) // the edges at each vertex
	for i, e := range g.Edges {
		near[e[0]] = append(near[e[0]], i)
		near[e[1]] = append(near[e[1]], i)
	}
	for i, e := range g.Edges {
		u := e[0]
		fan := p.fan(u, i, near[u])
		last := p.across(fan[len(fan)-1], u)
		d := p.free(last)
		p.invert(u, p.free(u), d)
		// Now no edge at u has the colour d. Some beginning of the fan is still a fan, and no edge
		// at the far end of its last edge has the colour d.
		j := 0
		for p.at[p.across(fan[j], u)][d] != none {
			j++
		}
		for x := range j {
			c := p.colour[fan[x+1]]
			p.wipe(fan[x+1])
			p.paint(fan[x], c)
		}
		p.paint(fan[j], d)
	}
	return p.colour
}

// fan returns a fan at u that cannot be extended: a list of edges at u that begins with edge i,
// which has no colour. The colour of every later edge does not occur at the far end of the previous
// edge in the list. The argument near lists the edges at u.
func (p *painting) fan(u, i int, near []int) []int {
	fan := []int{i}
	in := map[int]bool{i: true}
	for {
		end := p.across(fan[len(fan)-1], u)
		next := none
		for _, x := range near {
			if !in[x] && p.colour[x] != none && p.at[end][p.colour[x]] == none {
				next = x
				break
			}
		}
		if next == none {
			return fan
		}
		in[next] = true
		fan = append(fan, next)
	}
}

// invert swaps the colours c and d on the path that starts at u and whose edges alternately have
// the colours d and c. No edge at u may have the colour c.
func (p *painting) invert(u, c, d int) {
	var path []int
	for v, x := u, d; p.at[v][x] != none; x = c + d - x {
		path = append(path, p.at[v][x])
		v = p.across(p.at[v][x], v)
	}
	old := make([]int, len(path))
	for n, i := range path {
		old[n] = p.colour[i]
		p.wipe(i)
	}
	for n, i := range path {
		p.paint(i, c+d-old[n])
	}
}

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
