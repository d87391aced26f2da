package polyomino

import (
	"cmp"
	"math/big"
	"slices"
)

// areas is a set of areas: bit n is set if the pieces can cover n cells.
type areas struct{ set *big.Int }

func (a areas) has(n int) bool { return n >= 0 && a.set.Bit(n) == 1 }

// bounds returns how often class k may be used: at least lo times and at most hi times.
func (p *plan) bounds(k int) (lo, hi int) { return p.classes[k].lo, p.classes[k].hi }

// areas returns the total areas, up to the area of the board, that the classes can have if each is
// used as often as bounds allows. If the area of the board is not among them, there is no solution.
// A search would notice this only at its end: for example, no number of pentominoes covers the 66
// cells of a 6x11 board.
func (p *plan) areas(bounds func(k int) (lo, hi int)) areas {
	most := len(p.covering)
	within := new(big.Int).Lsh(big.NewInt(1), uint(most+1))
	within.Sub(within, big.NewInt(1))
	reached := big.NewInt(1)
	for k, c := range p.classes {
		area := len(c.shapes[0])
		lo, hi := bounds(k)
		next, shifted := new(big.Int), new(big.Int)
		for n := lo; n <= min(hi, most/area); n++ {
			next.Or(next, shifted.Lsh(reached, uint(n*area)))
		}
		reached = next.And(next, within)
	}
	return areas{reached}
}

// implied reports, for each class with several copies, whether its bounds follow from the area, so
// that the formula does not need its counter.
//
// Every cell is covered once. If n_k pieces of class k are used and each has a_k cells, their areas
// add up to the area A of the board:
//
//	sum of n_k a_k = A.
//
// Take one class d. If the numbers of all other classes are within their bounds, the total area B
// of their pieces has finitely many possible values, and n_d = (A - B)/a_d. If this value is within
// the bounds of d for every B for which it is a whole number of 0 or more, the formula need not
// state the bounds of d. For 32 dominoes on 64 cells there is no other class, so B = 0 and n_d =
// 32.
//
// Once the bounds of a class are left out, the check of the next class assumes any number from 0
// for it. So the bounds of the class left out last follow from the stated bounds. The bounds of the
// class left out before it follow from the stated bounds and the bounds of the last class, and so
// on. So all bounds follow.
//
// The order of the classes decides which classes are left out. implied begins with the largest
// counters.
func (p *plan) implied() []bool {
	laid := make([]int, len(p.classes))
	for _, pl := range p.placements {
		laid[pl.class]++
	}
	var order []int
	for k, c := range p.classes {
		if c.hi > 1 {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(laid[b]*p.classes[b].hi, laid[a]*p.classes[a].hi)
	})
	all := len(p.covering)
	implied := make([]bool, len(p.classes))
	for _, d := range order {
		others := p.areas(func(k int) (lo, hi int) {
			switch {
			case k == d:
				return 0, 0
			case implied[k]:
				return 0, all
			}
			return p.bounds(k)
		})
		c := p.classes[d]
		implied[d] = true
		for n := 0; n*len(c.shapes[0]) <= all; n++ {
			if (n < c.lo || n > c.hi) && others.has(all-n*len(c.shapes[0])) {
				implied[d] = false
			}
		}
	}
	return implied
}
