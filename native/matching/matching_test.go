package matching

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// most returns the number of edges of a largest matching among the vertices in the set left. It
// tests all matchings.
func most(g Graph, left uint64) int {
	if left == 0 {
		return 0
	}
	v := bits.TrailingZeros64(left)
	left &^= 1 << v
	best := most(g, left)
	for w := range g {
		if left&g[v]>>w&1 == 1 {
			best = max(best, 1+most(g, left&^(1<<w)))
		}
	}
	return best
}

// oddParts returns the number of components of odd size that the graph has if only the vertices in
// the set left are kept.
func oddParts(g Graph, left uint64) int {
	n := 0
	for left != 0 {
		part := left & -left
		for {
			more := part
			for v := range g {
				if part>>v&1 == 1 {
					more |= g[v] & left
				}
			}
			if more == part {
				break
			}
			part = more
		}
		n += bits.OnesCount64(part) % 2
		left &^= part
	}
	return n
}

// draw returns a random graph of n vertices.
func draw(rng *rand.Rand, n int) Graph {
	g := make(Graph, n)
	for v := range n {
		for w := range v {
			if rng.IntN(n) < 3 {
				g[v] |= 1 << w
				g[w] |= 1 << v
			}
		}
	}
	return g
}

// TestMaximum checks on random graphs that Maximum returns a matching with as many edges as brute
// force finds. It then removes random vertices and checks Augment. If the remaining vertices have
// no perfect matching, Augment must return a correct barrier.
func TestMaximum(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	perfect, barriers, wide := 0, 0, 0
	for range 3000 {
		g := draw(rng, 1+rng.IntN(11))
		mate := g.Maximum()
		size, all := 0, uint64(1)<<len(g)-1
		for v, w := range mate {
			if w >= 0 {
				size++
				if mate[w] != v || g[v]>>w&1 == 0 {
					t.Fatalf("%b: the mates %v", g, mate)
				}
			}
		}
		if size/2 != most(g, all) {
			t.Fatalf("%b: %d edges, want %d", g, size/2, most(g, all))
		}
		var out uint64
		for range rng.IntN(3) {
			v := rng.IntN(len(g))
			if out |= 1 << v; mate[v] >= 0 {
				mate[mate[v]] = -1
				mate[v] = -1
			}
		}
		left := all &^ out
		failed := false
		for v := range g {
			if left>>v&1 == 0 || mate[v] >= 0 {
				continue
			}
			barrier, ok := g.Augment(mate, v, out)
			if ok {
				continue
			}
			failed = true
			barriers++
			if barrier&^left != 0 || oddParts(g, left&^barrier) <= bits.OnesCount64(barrier) {
				t.Fatalf("%b without %b: barrier %b", g, out, barrier)
			}
			if barrier&(barrier-1) != 0 {
				wide++
			}
		}
		if want := 2*most(g, left) < bits.OnesCount64(left); failed != want {
			t.Fatalf("%b without %b: failed %v, want %v", g, out, failed, want)
		}
		if !failed {
			perfect++
		}
	}
	if perfect < 100 || barriers < 100 || wide < 10 {
		t.Errorf("%d perfect matchings, %d barriers, %d of two or more: want many", perfect, barriers, wide)
	}
}

// TestFlower checks that Augment enlarges a matching for which the only augmenting path goes around
// an odd cycle.
func TestFlower(t *testing.T) {
	g := make(Graph, 8)
	for _, e := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 2}, {3, 7}} {
		g[e[0]] |= 1 << e[1]
		g[e[1]] |= 1 << e[0]
	}
	mate := []int{-1, 2, 1, 4, 3, 6, 5, -1}
	if _, ok := g.Augment(mate, 0, 0); !ok || mate[0] != 1 || mate[7] != 3 {
		t.Errorf("%v, %v, want a perfect matching", ok, mate)
	}
}
