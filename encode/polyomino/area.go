package polyomino

import (
	"cmp"
	"math/big"
	"slices"
)

// areas is a set of areas: bit n is set if n cells can be covered.
type areas struct{ set *big.Int }

func (a areas) has(n int) bool { return n >= 0 && a.set.Bit(n) == 1 }

// bounds says how often class k is used: at least lo times and at most hi.
func (p *plan) bounds(k int) (lo, hi int) { return p.classes[k].lo, p.classes[k].hi }

// areas returns the areas up to that of the board that the classes have if
// each of them is used as often as bounds says. Without the board's own area
// there is no solution, which a search would not see before the end: the 66
// cells of a 6x11 board take no k pentominoes.
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

// implied reports of each class of several copies whether its bounds follow
// from the area, so that the formula can leave its counter out.
//
// Every cell is covered once, so the numbers n_k of the pieces that are used of
// each class, of a_k cells each, add up to the area of the board:
//
//	sum of n_k a_k = A.
//
// Take one class d. If the numbers of all other classes are within their bounds,
// their pieces have one of finitely many areas B together, and n_d = (A - B)/a_d.
// If this is within the bounds of d for every such B for which it is a whole
// number from 0, the bounds of d need not be said. For 32 dominoes on 64 cells
// there is no other class, so B = 0 and n_d = 32.
//
// A class whose bounds have been left out may have any number from 0 when the
// next class is looked at. So the bounds of the last class that was left out
// follow from those that are said, the bounds of the one before it from these
// and from those of the last one, and so on: all follow together.
//
// Which classes are left out depends on their order. The largest counters come
// first.
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
