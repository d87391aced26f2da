// Package matching finds matchings with the most edges in graphs with up to 64 vertices. It uses
// augmenting paths and shrinks odd cycles (Edmonds, "Paths, trees, and flowers", 1965). If there is
// no augmenting path, it returns a set of vertices that proves this (Tutte 1947, Berge 1958). If
// the vertices of this set are removed, the number of components with an odd number of vertices is
// larger than the size of the set.
//
// The package does not find matchings of least weight. The time to find one augmenting path is
// cubic in the number of vertices.
package matching

import (
	"math/bits"
	"slices"
)

// A Graph has one word for each vertex: the set of its neighbours, in which bit w stands for vertex
// w.
type Graph []uint64

// Maximum returns a matching with the most edges, as the mate of each vertex, or -1 if the vertex
// has no mate.
func (g Graph) Maximum() []int {
	mate := slices.Repeat([]int{-1}, len(g))
	for v := range g {
		if mate[v] < 0 {
			g.Augment(mate, v, 0)
		}
	}
	return mate
}

// Augment looks for an augmenting path from the vertex root that avoids the vertices in the set
// out. The vertex root and the vertices in the set out must not have mates. If there is a path,
// Augment adds one edge to the matching by changing mate along the path. If there is no path, it
// returns a barrier, which is a set of vertices. Without the vertices in out and in the barrier,
// the graph has more components of odd size than the barrier has vertices.
func (g Graph) Augment(mate []int, root int, out uint64) (barrier uint64, ok bool) {
	t := tree{g: g, mate: mate, root: root, base: make([]int, len(g)), parent: make([]int, len(g))}
	for v := range g {
		t.base[v], t.parent[v] = v, -1
	}
	t.outer = 1 << root
	t.queue = append(t.queue, root)
	for i := 0; i < len(t.queue); i++ {
		v := t.queue[i]
		for near := g[v] &^ out; near != 0; near &= near - 1 {
			to := bits.TrailingZeros64(near)
			switch {
			case t.base[v] == t.base[to] || mate[v] == to:
			case to == root || mate[to] >= 0 && t.parent[mate[to]] >= 0:
				t.shrink(v, to)
			case t.parent[to] < 0:
				t.parent[to] = v
				if mate[to] < 0 {
					t.swap(to)
					return 0, true
				}
				t.reach(mate[to])
			}
		}
	}
	for v, p := range t.parent {
		if p >= 0 && t.outer>>v&1 == 0 {
			barrier |= 1 << v
		}
	}
	return barrier, false
}

// A tree is the state of one call of Augment: the alternating paths from the root found so far. A
// vertex of the tree is outer if it is at an even distance from the root or in a shrunk cycle.
type tree struct {
	g      Graph
	mate   []int
	root   int
	base   []int // for each vertex: the base of the cycle into which it is shrunk
	parent []int // for each vertex at an odd distance: the vertex before it; -1: none
	outer  uint64
	queue  []int
}

func (t *tree) reach(v int) {
	if t.outer>>v&1 == 0 {
		t.outer |= 1 << v
		t.queue = append(t.queue, v)
	}
}

// shrink shrinks the odd cycle that the edge between the outer vertices v and w closes.
func (t *tree) shrink(v, w int) {
	base := t.meet(v, w)
	cycle := t.along(v, w, base) | t.along(w, v, base)
	for u := range t.g {
		if cycle>>t.base[u]&1 == 1 {
			t.base[u] = base
			t.reach(u)
		}
	}
}

// meet returns the last base (vertex or shrunk cycle) that the paths from the root to the outer
// vertices v and w have in common.
func (t *tree) meet(v, w int) int {
	v, w = t.base[v], t.base[w]
	seen := uint64(1) << v
	for t.mate[v] >= 0 {
		v = t.base[t.parent[t.mate[v]]]
		seen |= 1 << v
	}
	for seen>>w&1 == 0 {
		w = t.base[t.parent[t.mate[w]]]
	}
	return w
}

// along goes from the outer vertex v back to the base of a new cycle. It sets the parents of the
// vertices on the way, so that paths can also pass around the cycle in the other direction. It
// returns the set of the bases on the way.
func (t *tree) along(v, child, base int) (cycle uint64) {
	for t.base[v] != base {
		cycle |= 1<<t.base[v] | 1<<t.base[t.mate[v]]
		t.parent[v] = child
		child = t.mate[v]
		v = t.parent[child]
	}
	return cycle
}

func (t *tree) swap(v int) {
	for v >= 0 {
		before := t.parent[v]
		next := t.mate[before]
		t.mate[v], t.mate[before] = before, v
		v = next
	}
}
