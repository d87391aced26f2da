package mapcolour

import (
	"math/bits"

	"counterproof/native/deduce"
)

// A grader repeats the part of Simon Tatham's Map that rates the difficulty of a map. It uses the
// versions and the order of the rules in the game. It tries a rule only when the easier rules find
// nothing, and starts again with the first rule after any progress. The code of the grader does not
// use the package native/deduce.
type grader struct {
	*Map
	near   [][]int
	left   []uint64 // by region: its candidates
	placed []bool
}

func newGrader(m *Map) *grader {
	g := &grader{Map: m, near: m.neighbours(), left: make([]uint64, len(m.given)), placed: make([]bool, len(m.given))}
	for i := range g.left {
		g.left[i] = 1<<m.colours - 1
	}
	for i, v := range m.given {
		if v != none {
			g.place(i, v)
		}
	}
	return g
}

func (g *grader) place(i, v int) {
	g.left[i], g.placed[i] = 1<<v, true
	for _, at := range g.near[i] {
		g.left[at] &^= 1 << v
	}
}

// grade applies the rules up to the level and returns the final state. The result hardest is the
// index of the hardest rule that made progress, or -1 if no rule made progress.
func (g *grader) grade(level int) (state deduce.State, hardest int) {
	rules := []func() bool{g.easy, g.normal, g.hard}[:level+1]
	hardest = -1
again:
	for k, rule := range rules {
		if rule() {
			hardest = max(hardest, k)
			goto again
		}
	}
	return g.left, hardest
}

func (g *grader) easy() bool {
	done := false
	for i, left := range g.left {
		if left = g.left[i]; !g.placed[i] && bits.OnesCount64(left) == 1 {
			g.place(i, bits.TrailingZeros64(left))
			done = true
		}
	}
	return done
}

func (g *grader) normal() bool {
	done := false
	for _, e := range g.edges {
		a, b := e[0], e[1]
		if g.placed[a] || g.placed[b] || g.left[a] != g.left[b] || bits.OnesCount64(g.left[a]) != 2 {
			continue
		}
		two := g.left[a]
		for at := range g.left {
			if g.touches(a, at) && g.touches(b, at) && g.left[at]&two != 0 {
				g.left[at] &^= two
				done = true
			}
		}
	}
	return done
}

func (g *grader) touches(a, b int) bool {
	for _, at := range g.near[a] {
		if at == b {
			return true
		}
	}
	return false
}

func (g *grader) hard() bool {
	done := false
	for i := range g.left {
		for c := range g.colours {
			if !g.placed[i] && bits.OnesCount64(g.left[i]) == 2 && g.left[i]>>c&1 == 1 {
				literalChain(g.near, g.left, i, c, func(at int) bool { return !g.placed[at] }, func(at int) {
					if g.touches(at, i) && g.left[at]>>c&1 == 1 {
						g.left[at] &^= 1 << c
						done = true
					}
				})
			}
		}
	}
	return done
}

// literalChain follows what is forced if region i does not have colour c. It only visits regions
// that have two colours left and for which the function open returns true. It visits each region at
// most once. It calls the function found for every neighbour of a region that is forced to have
// colour c.
func literalChain(near [][]int, left []uint64, i, c int, open func(at int) bool, found func(at int)) {
	forced := map[int]uint64{i: left[i] &^ (1 << c)}
	queue := []int{i}
	for len(queue) > 0 {
		j := queue[0]
		queue = queue[1:]
		for _, at := range near[j] {
			if _, seen := forced[at]; !seen && open(at) && bits.OnesCount64(left[at]) == 2 && left[at]&forced[j] != 0 {
				forced[at] = left[at] &^ forced[j]
				queue = append(queue, at)
			}
			if forced[j] == 1<<c {
				found(at)
			}
		}
	}
}
