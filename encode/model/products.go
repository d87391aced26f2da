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

// tabled reports whether the style writes a function of two numbers as a table.
func (w *writer) tabled(x, y *number) bool {
	return x.values != nil && y.values != nil && float64(len(x.values))*float64(len(y.values)) <= effort[w.Style()].table
}

// function requires that z is f(x, y), by a clause for each pair of values. If f returns false, the pair has no
// result.
func (w *writer) function(x, y, z *number, f func(a, b int) (int, bool)) {
	for _, a := range x.values {
		for _, b := range y.values {
			if x == y && a != b {
				continue
			}
			result := no
			if v, some := f(a, b); some {
				result = w.is(z, v)
			}
			w.clause(-w.is(x, a), -w.is(y, b), result)
		}
	}
}

func (w *writer) times(x, y, z *number) {
	if len(y.values) == 1 {
		x, y = y, x
	}
	switch {
	case len(x.values) == 1:
		terms, rest := w.combine([]term{{x.lo(), y}, {-1, z}})
		w.equal(nil, terms, -rest)
	case w.tabled(x, y):
		w.function(x, y, z, func(a, b int) (int, bool) { return a * b, true })
	default:
		w.product(x, y, term{-1, z})
	}
}

// product requires that x*y plus the other terms is 0. It adds the products of the digits by full adders, as
// multipliers on chips do.
func (w *writer) product(x, y *number, others ...term) {
	if far := float64(x.most()) * float64(y.most()); far >= 1<<58 {
		w.refuse("want products below 2^58")
	}
	_, base := w.combine(others) // checks that nothing overflows
	base = 0
	weight := map[lit]int{}
	var order []lit
	add := func(v int, l lit) {
		if l < 0 {
			base, v, l = base+v, -v, -l
		}
		switch {
		case l == yes:
			base, v = base+v, 0
		case weight[l] == 0 && !slices.Contains(order, l):
			order = append(order, l)
		}
		weight[l] += v
	}
	xs, a := w.weights(x)
	ys, b := w.weights(y)
	for _, s := range append(xs, constraint.Weighted{Weight: a, Lit: yes}) {
		for _, t := range append(ys, constraint.Weighted{Weight: b, Lit: yes}) {
			if s.Weight != 0 && t.Weight != 0 {
				add(s.Weight*t.Weight, -w.or(-s.Lit, -t.Lit))
			}
		}
	}
	for _, t := range others {
		list, c := w.weights(t.of)
		base += t.weight * c
		for _, s := range list {
			add(t.weight*s.Weight, s.Lit)
		}
	}
	var list []constraint.Weighted
	for _, l := range order {
		if weight[l] != 0 && l != yes {
			list = append(list, constraint.Weighted{Weight: weight[l], Lit: l})
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

// quotient requires that z is x/y, rounded towards 0.
func (w *writer) quotient(x, y, z *number) {
	if w.tabled(x, y) {
		w.function(x, y, z, func(a, b int) (int, bool) {
			if b == 0 {
				return 0, false
			}
			return a / b, true
		})
		return
	}
	most := min(x.most(), max(y.most()-1, 0))
	w.divide(x, y, z, w.fresh(flatzinc.Set{{Lo: -most, Hi: most}}, binary))
}

// remainder requires that z is the remainder of x/y, which has the sign of x.
func (w *writer) remainder(x, y, z *number) {
	if w.tabled(x, y) {
		w.function(x, y, z, func(a, b int) (int, bool) {
			if b == 0 {
				return 0, false
			}
			return a % b, true
		})
		return
	}
	w.divide(x, y, w.fresh(flatzinc.Set{{Lo: -x.most(), Hi: x.most()}}, binary), z)
}

// divide requires that x is q*y + r, where r has the sign of x or is 0, and is nearer to 0 than y.
func (w *writer) divide(x, y, q, r *number) {
	w.clause(-w.is(y, 0))
	w.product(q, y, term{1, r}, term{-1, x})
	up, right := w.least(x, 0), w.least(y, 1)
	w.clause(-up, w.least(r, 0))
	w.clause(up, -w.least(r, 1))
	sum, a := w.combine([]term{{1, r}, {1, y}})
	difference, b := w.combine([]term{{1, r}, {-1, y}})
	w.linear([]lit{-up, -right}, math.MinInt, -1-b, difference)
	w.linear([]lit{-up, right}, math.MinInt, -1-a, sum)
	w.linear([]lit{up, -right}, 1-a, math.MaxInt, sum)
	w.linear([]lit{up, right}, 1-b, math.MaxInt, difference)
}

// power requires that z is x to the power of y. For a negative y, it is 1 divided by the power, rounded towards 0.
func (w *writer) power(x, y, z *number) {
	switch {
	case y.lo() == 2 && y.hi() == 2:
		w.times(x, x, z)
	case x.values != nil && y.values != nil && len(x.values)*len(y.values) <= 1<<20:
		w.function(x, y, z, power)
	default:
		w.refuse("the table of the function gets too large")
	}
}

// power returns false if there is no result, or if it is beyond flatzinc.Most.
func power(a, b int) (result int, some bool) {
	switch {
	case a == 0 && b < 0:
		return 0, false
	case b < 0 && a*a > 1:
		return 0, true
	case a == 1 || b == 0:
		return 1, true
	case a == -1:
		return 1 - 2*(b&1), true
	case a == 0:
		return 0, true
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
	for k, x := range list {
		chosen := w.is(i, k+1)
		if chosen == no {
			continue
		}
		terms, rest := w.combine([]term{{1, z}, {-1, x}})
		w.equal([]lit{-chosen}, terms, -rest)
		for _, v := range x.values {
			holders[v] = append(holders[v], chosen)
		}
	}
	if z.direct && !slices.ContainsFunc(list, func(x *number) bool { return x.values == nil }) {
		for _, v := range z.values {
			w.clause(append(holders[v], -w.is(z, v))...)
		}
	}
}

// table requires that the numbers are a row of the table. In a table of pairs, each value implies one of the values
// beside it, as in the support encoding of Gent (ECAI 2002). A wider table has a literal for each row (Bacchus,
// CP 2007). Distinct rows exclude each other, so the numbers determine these literals.
func (w *writer) table(list []*number, cells []flatzinc.Operand) {
	k := len(list)
	supports := make([]map[int][]lit, k)
	for i := range supports {
		supports[i] = map[int][]lit{}
	}
	paired := k == 2 && list[0].values != nil && list[1].values != nil
	var rows []lit
	seen := map[string]bool{}
	for ; len(cells) > 0 && k > 0; cells = cells[k:] {
		text := fmt.Sprint(cells[:k])
		var is []lit
		for i, n := range list {
			is = append(is, w.is(n, cells[i].Value))
		}
		if seen[text] || slices.Contains(is, no) {
			continue
		}
		seen[text] = true
		row := is[0]
		if k > 1 && !paired {
			row = -w.or(cnf.Negated(is)...)
		}
		rows = append(rows, row)
		for i, o := range cells[:k] {
			l := row
			if paired {
				l = is[1-i]
			}
			supports[i][o.Value] = append(supports[i][o.Value], l)
		}
	}
	if !paired {
		w.clause(rows...)
	}
	for i, n := range list {
		for _, v := range n.values {
			w.clause(append(supports[i][v], -w.is(n, v))...)
		}
	}
}

// different requires that the numbers are all different. If there are as many values as numbers, each value has
// a number.
func (w *writer) different(list []*number) {
	if w.Style() == "log" || slices.ContainsFunc(list, func(n *number) bool { return n.values == nil }) {
		for i, x := range list {
			for _, y := range list[i+1:] {
				terms, rest := w.combine([]term{{1, x}, {-1, y}})
				w.differ(nil, terms, -rest)
			}
		}
		return
	}
	holders := map[int][]lit{}
	var values []int
	for _, n := range list {
		for _, v := range n.values {
			if holders[v] == nil {
				values = append(values, v)
			}
			holders[v] = append(holders[v], w.is(n, v))
		}
	}
	slices.Sort(values)
	for _, v := range values {
		w.distinct(slices.Clone(holders[v]))
		if len(values) == len(list) {
			w.clause(holders[v]...)
		}
	}
}
