package polyomino

import (
	"cmp"
	"math/big"
	"slices"

	"counterproof/encode"
	"counterproof/encode/wording"
)

func (p *plan) bounds(k int) (lo, hi int) { return p.classes[k].lo, p.classes[k].hi }

// areas returns the possible total areas of the pieces, up to the area of the board, as bits. The
// number of used pieces of each class k must be within bounds(k). If the area of the board is not a possible
// total area, there is no solution. For example, no number of pentominoes covers the 66 cells of a
// 6x11 board. A search would notice this fact only at its end.
func (p *plan) areas(bounds func(k int) (lo, hi int)) *big.Int {
	return p.totals(len(p.covering), bounds, func(k int) map[int]bool { return map[int]bool{len(p.classes[k].shapes[0]): true} })
}

// totals returns the possible totals of the pieces, up to the parameter most. If n is a total, bit n
// of the result is set. Each piece of class k adds one of the numbers in adds(k) to the total. The
// number of used pieces of class k must be within bounds(k).
func (p *plan) totals(most int, bounds func(k int) (lo, hi int), adds func(k int) map[int]bool) *big.Int {
	within := new(big.Int).Lsh(big.NewInt(1), uint(most+1))
	within.Sub(within, big.NewInt(1))
	reached := big.NewInt(1)
	for k := range p.classes {
		lo, hi := bounds(k)
		steps, next, shifted := adds(k), new(big.Int), new(big.Int)
		for used := 0; used <= hi && reached.Sign() > 0; used++ {
			if used >= lo {
				next.Or(next, reached)
			}
			more := new(big.Int)
			for n := range steps {
				more.Or(more, shifted.Lsh(reached, uint(n)))
			}
			reached = more.And(more, within)
		}
		reached = next
	}
	return reached
}

// implied looks at each class of several equal pieces. It reports whether the bounds on the number
// of used pieces follow from the area A of the board, so that the formula need not count them.
//
// Take one class d, whose pieces have a cells each. If the numbers of all other classes are within
// their bounds, the total area B of their pieces has finitely many possible values, and (A - B)/a
// pieces of class d are used. The bounds of d follow if this number is within them for every B for
// which it is whole and not negative. For 32 dominoes on 64 cells, B = 0.
//
// If the bounds of a class are left out, the check of each later class allows any number of pieces
// of that class. Consider the class that was left out last: its bounds follow from the bounds that
// the formula states. Next, consider the class that was left out before it: its bounds follow from
// the bounds in the formula and the bounds of the last class. In this way, all bounds follow.
//
// The order in which the classes are checked decides which bounds are left out. The function
// implied begins with the class whose counter would be the largest. The number of empty cells needs no
// counter. See class.empty.
func (p *plan) implied() []bool {
	laid := make([]int, len(p.classes))
	for _, pl := range p.placements {
		laid[pl.class]++
	}
	order := encode.Where(p.classes, func(c class) bool { return c.hi > 1 && !c.empty() })
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(laid[b]*p.classes[b].hi, laid[a]*p.classes[a].hi)
	})
	all := len(p.covering)
	implied := wording.Each(p.classes, class.empty)
	for _, d := range order {
		others := p.areas(func(k int) (lo, hi int) {
			switch {
			case k == d:
				return 0, 0
			case implied[k] && !p.classes[k].empty():
				return 0, all
			}
			return p.bounds(k)
		})
		c := p.classes[d]
		implied[d] = true
		for n := 0; n*len(c.shapes[0]) <= all; n++ {
			if (n < c.lo || n > c.hi) && others.Bit(all-n*len(c.shapes[0])) == 1 {
				implied[d] = false
			}
		}
	}
	return implied
}
