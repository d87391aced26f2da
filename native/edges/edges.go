// Package edges colours the edges of a simple graph with the fewest colours, so
// that edges which share a vertex differ.
//
// The fewest are D or D+1, where D is the largest degree (Vizing 1964):
//
//   - D+1 always suffice, and fans and alternating paths find them (Misra and
//     Gries, Inf. Process. Lett. 41, 1992);
//   - D do not suffice where the graph has more edges than D matchings can hold;
//   - D suffice where D+1 vertices are all that there are, an even number: their
//     complete graph is that of a round robin;
//   - else D are looked for by hill climbing, as for one-factorizations (Dinitz and
//     Stinson, SIAM J. Alg. Disc. Meth. 8, 1987), and then by a search that ends
//     with a colouring or with the proof that there is none.
//
// To tell D from D+1 is NP-complete (Holyer, SIAM J. Comput. 10, 1981), so the
// search has a limit. Graphs of up to some dozens of vertices rarely meet it.
//
// What it does not do: parallel edges and loops, more than 64 vertices, or all
// the colourings and their number.
package edges

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"counterproof/native"
)

// Version is raised when answers or cost can change.
const Version = 1

// MaxVertices is how many vertices a graph may have: the bits of a word.
const MaxVertices = 64

// A Graph has the vertices 0 to N-1. It must not change while a method runs.
type Graph struct {
	N     int
	Edges [][2]int
}

// ErrLimit says that the search for D colours was given up.
var ErrLimit = errors.New("too hard to colour with the fewest colours")

// Validate returns nil, or what keeps g from being a simple graph of up to
// MaxVertices vertices.
func (g *Graph) Validate() error {
	if g.N < 0 || g.N > MaxVertices {
		return fmt.Errorf("%d vertices, want 0 to %d", g.N, MaxVertices)
	}
	seen := make([]uint64, g.N)
	for i, e := range g.Edges {
		u, v := e[0], e[1]
		switch {
		case u < 0 || v < 0 || u >= g.N || v >= g.N:
			return fmt.Errorf("edge %d: a vertex that there is not", i)
		case u == v:
			return fmt.Errorf("edge %d: a loop", i)
		case seen[u]>>v&1 != 0:
			return fmt.Errorf("edge %d: stands twice", i)
		}
		seen[u] |= 1 << v
		seen[v] |= 1 << u
	}
	return nil
}

// Degree is the largest degree of g.
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

// Colour colours the edges of g with the fewest colours: colours[i] is that of
// edge i, from 0, numbered in the order of their first edges, and k how many
// there are. The same graph gives the same colours. limit is how many choices the
// search may look at before it gives up with ErrLimit, 0: as many as it takes;
// 10^8 are a second at most. The other errors are ctx.Err() and those of Validate.
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

// climbs is how many steps an edge Colour climbs before it searches. Complete
// graphs of up to 52 vertices took less than three, a cubic one of 52 thirteen.
const climbs = 1000

// inOrder numbers the colours in the order of their first edges.
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

// A painting is a graph with some edges coloured.
type painting struct {
	*Graph
	colour []int   // of each edge; none: not coloured
	at     [][]int // at[v][c] is the edge of colour c at vertex v, or none
}

const none = -1 // as slices.Index has it

func newPainting(g *Graph, k int) *painting {
	p := &painting{Graph: g, colour: slices.Repeat([]int{none}, len(g.Edges)), at: make([][]int, g.N)}
	for v := range p.at {
		p.at[v] = slices.Repeat([]int{none}, k)
	}
	return p
}

// paint gives edge i a colour that is free at both ends.
func (p *painting) paint(i, c int) {
	p.colour[i] = c
	p.at[p.Edges[i][0]][c] = i
	p.at[p.Edges[i][1]][c] = i
}

// wipe takes the colour of edge i away.
func (p *painting) wipe(i int) {
	c := p.colour[i]
	p.colour[i] = none
	p.at[p.Edges[i][0]][c] = none
	p.at[p.Edges[i][1]][c] = none
}

// across is the other end of edge i.
func (p *painting) across(i, v int) int { return p.Edges[i][0] + p.Edges[i][1] - v }

// free is the first colour that no edge at v has, or none.
func (p *painting) free(v int) int { return slices.Index(p.at[v], none) }

// round colours g, of an even number of vertices, with one colour less than
// vertices, as part of the complete graph: the rounds of a tournament by the
// circle method. Climbing alone failed on two of 3000 random graphs, both of them
// complete but for some edges.
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
