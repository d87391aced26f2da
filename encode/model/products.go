package model

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"counterproof/encode/constraint"
	"counterproof/encode/flatzinc"
	"counterproof/sat/cnf"
)

// function requires that z is f(x, y), by a clause for each pair of values. If f returns false, the pair has no
// result. If there are more than the given number of pairs, function writes nothing and returns false.
func (w *writer) function(most float64, x, y, z *number, f func(a, b int) (int, bool)) bool {
	pairs := float64(x.set.Size())
	if x != y {
		pairs *= float64(y.set.Size())
	}
	write := func(a, b int) {
		if v, some := f(a, b); some {
			w.fix([]lit{-w.is(x, a), -w.is(y, b)}, z, v)
		} else {
			w.clause(-w.is(x, a), -w.is(y, b))
		}
	}
	for a := range x.each {
		switch {
		case pairs > most:
			return false
		case x == y:
			write(a, a)
		default:
			y.each(func(b int) bool { write(a, b); return true })
		}
	}
	return true
}

// pairs returns how many pairs of values a table may have instead of a multiplier.
func (w *writer) pairs(x, y *number) float64 {
	if x.values == nil || y.values == nil {
		return 0
	}
	return limits[w.Style()].table
}

// times requires that z is x*y.
func (w *writer) times(x, y, z *number) {
	if len(y.values) == 1 {
		x, y = y, x
	}
	switch {
	case len(x.values) == 1:
		w.equal(nil, w.combine(term{x.lo(), y}, term{-1, z}))
	case !w.function(w.pairs(x, y), x, y, z, func(a, b int) (int, bool) { return a * b, true }):
		w.product(x, y, term{-1, z})
	}
}

// product requires that x*y plus the other terms is 0. It multiplies each digit of x with each digit of y, and adds
// all products by full adders.
func (w *writer) product(x, y *number, others ...term) {
	if far := float64(x.most()) * float64(y.most()); far >= 1<<56 {
		w.refuse("want products below 2^56")
	}
	w.combine(others...) // refuses large terms
	xs, a := w.weights(x)
	ys, b := w.weights(y)
	var list []constraint.Weighted
	for _, s := range append(xs, constraint.Weighted{Weight: a, Lit: w.yes}) {
		for _, t := range append(ys, constraint.Weighted{Weight: b, Lit: w.yes}) {
			list = append(list, constraint.Weighted{Weight: s.Weight * t.Weight, Lit: -w.or(-s.Lit, -t.Lit)})
		}
	}
	base := 0
	for _, t := range others {
		part, first := w.weights(t.of)
		base += t.weight * first
		for _, s := range part {
			list = append(list, constraint.Weighted{Weight: t.weight * s.Weight, Lit: s.Lit})
		}
	}
	number, least := w.Binary(list)
	if c := -base - least; c < 0 || bits.Len(uint(c)) > len(number) {
		w.Add()
	} else {
		w.Compare(nil, number, c, 1)
		w.Compare(nil, number, c, -1)
	}
}

// divide requires that z is x/y, rounded towards 0, or the remainder, which has the sign of x.
func (w *writer) divide(x, y, z *number) {
	quotient := w.at.Name == "int_div"
	if w.function(w.pairs(x, y), x, y, z, func(a, b int) (int, bool) {
		switch {
		case b == 0:
			return 0, false
		case quotient:
			return a / b, true
		}
		return a % b, true
	}) {
		return
	}
	far := x.most() / max(1, y.lo(), -y.hi()) // of the quotient
	if quotient {
		far = min(x.most(), max(y.most()-1, 0))
	}
	q, r := z, w.fresh(binary, flatzinc.Set{{Lo: -far, Hi: far}})
	if !quotient {
		q, r = r, q
	}
	w.product(q, y, term{1, r}, term{-1, x})
	up, right := w.least(x, 0), w.least(y, 1)
	w.clause(-up, w.least(r, 0))
	w.clause(up, -w.least(r, 1))
	sum, difference := w.combine(term{1, r}, term{1, y}), w.combine(term{1, r}, term{-1, y})
	w.linear([]lit{-up, -right}, math.MinInt, difference.c-1, difference) // r is nearer to 0 than y, which is not 0
	w.linear([]lit{-up, right}, math.MinInt, sum.c-1, sum)
	w.linear([]lit{up, -right}, sum.c+1, math.MaxInt, sum)
	w.linear([]lit{up, right}, difference.c+1, math.MaxInt, difference)
}

// power requires that z is x to the power of y. For a negative y, it is 1 divided by the power, rounded towards 0.
func (w *writer) power(x, y, z *number) {
	if y.lo() == 2 && y.hi() == 2 {
		w.times(x, x, z)
	} else if !w.function(1<<20, x, y, z, power) {
		w.refuse("the table of the function gets too large")
	}
}

// power returns false if there is no result, or if it is beyond flatzinc.Most.
func power(a, b int) (result int, some bool) {
	if b < 0 && a != 1 && a != -1 {
		return 0, a != 0
	}
	if a >= -1 && a <= 1 { // only the parity of b matters, and whether b is 0
		b = min(max(b, -b), 2-b&1)
	}
	result = 1
	for range b {
		if result *= a; result > flatzinc.Most || result < -flatzinc.Most {
			return 0, false
		}
	}
	return result, true
}

// element requires that z is the element of a list with the index i, from 1.
func (w *writer) element(i *number, list []*number, z *number) {
	w.clause(w.least(i, 1))
	w.clause(-w.least(i, len(list)+1))
	holders := map[int][]lit{} // by value: the indices with elements that may have the value
	known := z.direct
	for k, x := range list {
		if chosen := w.is(i, k+1); chosen != -w.yes {
			w.equal([]lit{-chosen}, w.combine(term{1, z}, term{-1, x}))
			known = known && x.values != nil
			for _, v := range x.values {
				holders[v] = append(holders[v], chosen)
			}
		}
	}
	if known {
		for _, v := range z.values {
			w.clause(append(holders[v], -w.is(z, v))...)
		}
	}
}

// table requires that the numbers are a row of the table. Each row has a literal, and each value implies one of the
// rows that support it (Gent, ECAI 2002; Bacchus, CP 2007).
func (w *writer) table(list []*number, cells []flatzinc.Operand) {
	supports := make([]map[int][]lit, len(list))
	for i := range supports {
		supports[i] = map[int][]lit{}
	}
	var rows []lit
	seen := map[string]bool{}
	for k := len(list); len(cells) > 0; cells = cells[k:] {
		text := fmt.Sprint(cells[:k])
		var is []lit
		for i, n := range list {
			is = append(is, w.is(n, cells[i].Value))
		}
		if seen[text] || slices.Contains(is, -w.yes) {
			continue
		}
		seen[text] = true
		row := -w.or(cnf.Negated(is)...)
		rows = append(rows, row)
		for i, o := range cells[:k] {
			supports[i][o.Value] = append(supports[i][o.Value], row)
		}
	}
	w.clause(rows...)
	for i, n := range list {
		for _, v := range n.values {
			w.clause(append(supports[i][v], -w.is(n, v))...)
		}
	}
}

// different requires that the numbers are all different. If there are as many values as numbers, each value has
// a number.
func (w *writer) different(list []*number) {
	wide := w.Style() == "log" || slices.ContainsFunc(list, func(n *number) bool { return n.values == nil })
	holders := map[int][]lit{}
	var values []int
	seen := map[*number]bool{}
	for i, n := range list {
		if seen[n] {
			w.Add()
			return
		}
		seen[n] = true
		if wide {
			for _, m := range list[:i] {
				w.differ(nil, w.combine(term{1, n}, term{-1, m}))
			}
			continue
		}
		for _, v := range n.values {
			if holders[v] == nil {
				values = append(values, v)
			}
			holders[v] = append(holders[v], w.is(n, v))
		}
	}
	slices.Sort(values)
	for _, v := range values {
		w.AtMostOne(holders[v]...)
		if len(values) == len(list) {
			w.clause(holders[v]...)
		}
	}
}
