package polyomino

import (
	"math/rand/v2"
	"testing"
)

// uses calls f with every combination of numbers of pieces whose total area is the area of the
// board. There is one number for each class of equal pieces.
func uses(areas []int, board int, f func(n []int)) {
	n := make([]int, len(areas))
	var choose func(k, left int)
	choose = func(k, left int) {
		if k == len(areas) {
			if left == 0 {
				f(n)
			}
			return
		}
		for n[k] = 0; n[k]*areas[k] <= left; n[k]++ {
			choose(k+1, left-n[k]*areas[k])
		}
	}
	choose(0, board)
}

// TestImplied tries all numbers of pieces for random classes. Numbers that fill the board and obey
// the bounds that the formula states must also obey the bounds that implied leaves out. If the
// formula states a bound for several pieces, the bound must exclude at least one choice of numbers.
func TestImplied(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 14))
	some, all := 0, 0
	for range 3000 {
		board := 1 + rng.IntN(24)
		p := &plan{covering: make([][]int32, board)}
		var sizes []int
		for range 1 + rng.IntN(4) {
			c := class{shapes: [][]Cell{make([]Cell, 1+rng.IntN(5))}, hi: 1 + rng.IntN(8)}
			c.lo = rng.IntN(c.hi + 1)
			if rng.IntN(2) == 0 {
				c.lo = c.hi
			}
			p.classes = append(p.classes, c)
			sizes = append(sizes, len(c.shapes[0]))
		}
		implied := p.implied()
		keeps := func(n []int, k int) bool { return n[k] >= p.classes[k].lo && n[k] <= p.classes[k].hi }
		needed := make([]bool, len(implied)) // whether some numbers break these bounds but no other stated bounds
		uses(sizes, board, func(n []int) {
			broken, last := 0, -1
			for k := range n {
				if !implied[k] && !keeps(n, k) {
					broken, last = broken+1, k
				}
			}
			if broken == 1 {
				needed[last] = true
			}
			for k := range n {
				if broken == 0 && !keeps(n, k) {
					t.Errorf("%d cells, pieces of %v cells, classes %+v: left out %v, but the numbers %v are not within them", board, sizes, p.classes, implied, n)
				}
			}
		})
		for k, c := range p.classes {
			switch {
			case implied[k] && c.hi == 1:
				t.Errorf("class %d of a single piece is left out", k)
			case implied[k]:
				some++
			case c.hi > 1 && !needed[k]:
				t.Errorf("%d cells, pieces of %v cells, classes %+v: left out %v, and class %d could be", board, sizes, p.classes, implied, k)
			}
			all++
		}
	}
	if some < all/20 || some > all*19/20 {
		t.Errorf("of %d classes %d are left out", all, some)
	}
}

// TestAreas checks the possible total areas of one or two pieces of 2 cells together with at most
// one piece of 5 cells.
func TestAreas(t *testing.T) {
	p := &plan{covering: make([][]int32, 8), classes: []class{
		{shapes: [][]Cell{make([]Cell, 2)}, lo: 1, hi: 2}, {shapes: [][]Cell{make([]Cell, 5)}, hi: 1},
	}}
	areas := p.areas(p.bounds)
	for n := range 12 {
		if got, want := areas.Bit(n) == 1, n == 2 || n == 4 || n == 7; got != want {
			t.Errorf("area %d: %v", n, got)
		}
	}
}
