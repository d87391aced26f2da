package domain

import (
	"context"
	"math/bits"
)

const (
	// tieDegree is the largest number of neighbours of a variable for which next counts the
	// edges to add, in order to break ties.
	tieDegree = 32
	// widest is the largest number of neighbours that eliminate joins to one another. If there
	// are more, a count finishes only by luck, and joining the neighbours would take long.
	widest = 200
)

// order returns the position of each open variable in an order of elimination, and 0 for the other
// variables. Eliminating a variable adds edges so that all its neighbours become neighbours of one
// another; they form a separator. The next variable is always a variable with the fewest neighbours.
// Among these, it is a variable with the fewest edges to add, and among equals the first. As soon as
// all remaining variables have more neighbours than the constant widest, no edges are added any more.
func (e *engine) order(ctx context.Context) ([]int, error) {
	open := make([]int32, 0, e.n)
	for v, d := range e.dom {
		if d&(d-1) != 0 {
			open = append(open, int32(v))
		}
	}
	index := make([]int32, e.n) // of each open variable: its position in the list open
	for i, v := range open {
		index[v] = int32(i)
	}
	g := newGraph(len(open))
	for i, v := range open {
		e.near(v, func(w int32) {
			if w != v {
				g.join(i, int(index[w]))
			}
		})
	}
	positions, err := g.elimination(ctx)
	if err != nil {
		return nil, err
	}
	place := make([]int, e.n)
	for i, v := range open {
		place[v] = positions[i]
	}
	return place, nil
}

// A graph has one bit set of neighbours per vertex, and the state of an elimination of the vertices.
// For 4096 vertices, the sets take 2 MB.
type graph struct {
	n, words int
	near     []uint64 // the neighbours of each vertex, as a set of bits in several words per vertex
	degree   []int
	done     []bool
	fill     []int    // twice the number of edges missing among the neighbours; 0 for more than tieDegree neighbours
	changed  []uint64 // a buffer for eliminate: the vertices whose missing edges have to be counted again
}

// unknown is the value of graph.fill for a vertex whose missing edges have to be counted again.
const unknown = -1

func newGraph(n int) *graph {
	words := (n + 63) / 64
	return &graph{n: n, words: words, near: make([]uint64, n*words), degree: make([]int, n), done: make([]bool, n), fill: make([]int, n), changed: make([]uint64, words)}
}

func (g *graph) of(v int) []uint64 { return g.near[v*g.words : (v+1)*g.words] }

// join makes w a neighbour of v. The caller must also make v a neighbour of w.
func (g *graph) join(v, w int) { g.of(v)[w/64] |= 1 << (w % 64) }

// elimination returns the position of each vertex in the order that engine.order describes.
func (g *graph) elimination(ctx context.Context) ([]int, error) {
	for v := range g.n {
		g.degree[v] = count(g.of(v))
		g.fill[v] = unknown
	}
	place := make([]int, g.n)
	for k := range place {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fewest := g.fewest()
		if left := g.n - k; fewest == left-1 && fewest <= widest { // all remaining vertices are neighbours
			for v, done := range g.done {
				if !done {
					place[v] = k
					k++
				}
			}
			break
		}
		v := g.next(fewest)
		place[v] = k
		g.eliminate(v)
	}
	return place, nil
}

func count(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}

func (g *graph) fewest() int {
	fewest := g.n
	for v, d := range g.degree {
		if !g.done[v] {
			fewest = min(fewest, d)
		}
	}
	return fewest
}

// next returns the vertex to eliminate, which is one with the given number of neighbours. It counts
// missing edges only for vertices with this number of neighbours.
func (g *graph) next(fewest int) int {
	best := -1
	for v, d := range g.degree {
		if g.done[v] || d != fewest {
			continue
		}
		if g.fill[v] == unknown {
			g.fill[v] = 0
			if d <= tieDegree {
				g.fill[v] = g.missing(v)
			}
		}
		if best < 0 || g.fill[v] < g.fill[best] {
			best = v
		}
	}
	return best
}

// missing returns twice the number of pairs of neighbours of v that are not neighbours of each
// other.
func (g *graph) missing(v int) (missing int) {
	near := g.of(v)
	for k, left := range near {
		for ; left != 0; left &= left - 1 {
			w := 64*k + bits.TrailingZeros64(left)
			for i, x := range g.of(w) {
				missing += bits.OnesCount64(near[i] &^ x)
			}
			missing-- // do not count w itself, which is not its own neighbour
		}
	}
	return missing
}

// eliminate makes all neighbours of v neighbours of one another, unless there are more than the
// constant widest, and removes v.
func (g *graph) eliminate(v int) {
	g.done[v] = true
	if g.degree[v] > widest {
		return
	}
	clique := g.of(v)
	clear(g.changed)
	for k, left := range clique {
		for ; left != 0; left &= left - 1 {
			w := 64*k + bits.TrailingZeros64(left)
			near := g.of(w)
			for i, x := range clique {
				near[i] |= x
			}
			near[w/64] &^= 1 << (w % 64)
			near[v/64] &^= 1 << (v % 64)
			g.degree[w] = count(near)
			for i, x := range near {
				g.changed[i] |= x
			}
			g.changed[w/64] |= 1 << (w % 64)
		}
	}
	for k, left := range g.changed {
		for ; left != 0; left &= left - 1 {
			g.fill[64*k+bits.TrailingZeros64(left)] = unknown
		}
	}
}
