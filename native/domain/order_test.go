package domain

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestOrder compares the order of elimination with a plain elimination on lists of neighbours. Some of
// the random graphs have vertices with more neighbours than the constants tieDegree and widest.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 2, 5, 20, 63, 64, 65, 130, 260}).Draw(t, "vertices")
		percent := rapid.SampledFrom([]int{0, 2, 10, 30, 90, 100}).Draw(t, "density")
		state := rapid.Uint64().Draw(t, "seed") | 1
		near := make([][]int32, n)
		g := newGraph(n)
		for v := range n {
			for w := range v {
				state ^= state << 13
				state ^= state >> 7
				state ^= state << 17
				if int(state>>33)%100 < percent {
					near[v], near[w] = append(near[v], int32(w)), append(near[w], int32(v))
					g.near[v].Add(w)
					g.near[w].Add(v)
				}
			}
		}
		for v := range near {
			slices.Sort(near[v])
		}
		want, err := plainElimination(t.Context(), near)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.elimination(t.Context())
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%d vertices, %d%% of the edges: order %v, %v, want %v", n, percent, got, err, want)
		}
	})
}

// plainElimination does the work of graph.elimination on lists of neighbours.
func plainElimination(ctx context.Context, near [][]int32) ([]int, error) {
	e := &eliminator{near: near, done: make([]bool, len(near)), fill: slices.Repeat([]int{unknown}, len(near)), mark: make([]int, len(near))}
	place := make([]int, len(near))
	k := 0
	for v := range near {
		if len(near[v]) == 0 { // to save time: next would return these variables first, but looks at all variables in each call
			e.done[v] = true
			place[v] = k
			k++
		}
	}
	for ; k < len(near); k++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := e.next()
		place[v] = k
		e.eliminate(v)
	}
	return place, nil
}

type eliminator struct {
	near  [][]int32 // the neighbours of each variable
	done  []bool    // the variables that are eliminated
	fill  []int     // twice the number of edges missing among the neighbours; 0 for more than tieDegree neighbours
	mark  []int     // a buffer for missing
	stamp int
}

func (e *eliminator) next() int {
	best := -1
	for v := range e.near {
		if e.done[v] || best >= 0 && len(e.near[v]) > len(e.near[best]) {
			continue
		}
		if e.fill[v] == unknown {
			e.fill[v] = 0
			if len(e.near[v]) <= tieDegree {
				e.fill[v] = e.missing(v)
			}
		}
		if best < 0 || len(e.near[v]) < len(e.near[best]) || e.fill[v] < e.fill[best] {
			best = v
		}
	}
	return best
}

func (e *eliminator) missing(v int) int {
	missing := 0
	for _, w := range e.near[v] {
		e.stamp++
		for _, x := range e.near[w] {
			e.mark[x] = e.stamp
		}
		for _, x := range e.near[v] {
			if x != w && e.mark[x] != e.stamp {
				missing++
			}
		}
	}
	return missing
}

func (e *eliminator) eliminate(v int) {
	e.done[v] = true
	clique := e.near[v]
	if len(clique) > widest {
		clique = nil
	}
	for _, w := range clique {
		joined := slices.Concat(e.near[w], clique)
		slices.Sort(joined)
		e.near[w] = slices.DeleteFunc(slices.Compact(joined), func(x int32) bool { return x == w || int(x) == v })
	}
	for _, w := range clique {
		e.fill[w] = unknown
		for _, x := range e.near[w] {
			e.fill[x] = unknown
		}
	}
}
