package model

import (
	"math"
	"slices"
	"strings"

	"counterproof/encode/constraint"
	"counterproof/encode/flatzinc"
)

// A term is a multiple of a number.
type term struct {
	weight int
	of     *number
}

// ends returns the least and the greatest value.
func (t term) ends() (least, most int) {
	a, b := t.weight*t.of.lo(), t.weight*t.of.hi()
	return min(a, b), max(a, b)
}

// reach returns the range of a sum.
func reach(terms []term) (least, most int) {
	for _, t := range terms {
		a, b := t.ends()
		least, most = least+a, most+b
	}
	return least, most
}

// reached returns the literal that is true exactly if the term is k or more.
func (w *writer) reached(t term, k int) lit {
	if t.weight > 0 {
		return w.least(t.of, -floor(-k, t.weight))
	}
	return -w.least(t.of, floor(k, t.weight)+1)
}

// floor divides and rounds down.
func floor(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// combine returns a sum with each number once and without constants, and the sum of the constants.
func (w *writer) combine(terms []term) (list []term, rest int) {
	place := map[*number]int{}
	far := 0.0
	for _, t := range terms {
		far += math.Abs(float64(t.weight)) * float64(max(1, t.of.most()))
		if far >= 1<<60 {
			w.refuse("want sums below 2^60")
		}
		if len(t.of.values) == 1 {
			rest += t.weight * t.of.lo()
			continue
		}
		i, known := place[t.of]
		if !known {
			i = len(list)
			place[t.of] = i
			list = append(list, term{of: t.of})
		}
		list[i].weight += t.weight
	}
	return slices.DeleteFunc(list, func(t term) bool { return t.weight == 0 }), rest
}

// total requires that the sum of the arguments, each with a sign, is 0.
func (w *writer) total(signs ...int) {
	var terms []term
	for i, a := range w.at.Args {
		terms = append(terms, term{signs[i], w.number(a.Elems[0])})
	}
	terms, rest := w.combine(terms)
	w.equal(nil, terms, -rest)
}

// compare writes a comparison of two numbers, or of a sum with a constant.
func (w *writer) compare(name string) {
	a := w.at.Args
	name, reified := strings.CutSuffix(name, "_reif")
	var terms []term
	c := 0
	if strings.Contains(name, "_lin_") {
		for i, o := range a[1].Elems {
			terms = append(terms, term{a[0].Elems[i].Value, w.number(o)})
		}
		terms = append(terms, term{-1, w.number(a[2].Elems[0])})
	} else {
		terms = []term{{1, w.number(a[0].Elems[0])}, {-1, w.number(a[1].Elems[0])}}
	}
	terms, rest := w.combine(terms)
	c -= rest
	r := yes
	if reified {
		r = w.truths(a[len(a)-1].Elems)[0]
	}
	switch relation := name[strings.LastIndex(name, "_")+1:]; relation {
	case "eq", "ne":
		if relation == "ne" {
			r = -r
		}
		switch {
		case r == yes || r == no || len(terms) == 2:
			w.equal([]lit{-r}, terms, c)
			w.differ([]lit{r}, terms, c)
		default:
			w.same(r, w.exactly(terms, c))
		}
	case "lt", "le":
		if relation == "lt" {
			c--
		}
		if r == yes {
			w.linear(nil, math.MinInt, c, terms)
			return
		}
		_, more := w.bounds(c+1, c, terms)
		w.same(r, -more)
	}
}

// linear requires that a sum is from lo to hi, unless one of the literals is true. The terms come from combine.
func (w *writer) linear(unless []lit, lo, hi int, terms []term) {
	unless, holds := plain(unless)
	least, most := reach(terms)
	switch {
	case holds || lo <= least && most <= hi:
		return
	case lo > hi || lo > most || hi < least:
		w.clause(unless...)
		return
	}
	lo, hi = max(lo, least), min(hi, most)
	switch {
	case len(terms) == 1:
		w.clause(append(unless, w.reached(terms[0], lo))...)
		w.clause(append(unless, -w.reached(terms[0], hi+1))...)
	case w.small(lo, hi, terms):
		w.Ordered(unless, lo, hi, w.ladders(terms))
	default:
		number, base := w.added(terms)
		if lo > least {
			w.Compare(unless, number, lo-base, 1)
		}
		if hi < most {
			w.Compare(unless, number, hi-base, -1)
		}
	}
}

// bounds returns two literals: one that is true exactly if the sum is lo or more, and one that is true exactly
// if the sum is more than hi, where hi is at least lo-1.
func (w *writer) bounds(lo, hi int, terms []term) (reached, passed lit) {
	least, most := reach(terms)
	lo, hi = min(max(lo, least), most+1), max(min(hi, most), least-1)
	switch {
	case lo > most:
		return no, no
	case hi < least:
		return yes, yes
	case lo == least && hi == most:
		return yes, no
	case len(terms) == 1:
		return w.reached(terms[0], lo), w.reached(terms[0], hi+1)
	case !w.small(lo, hi, terms):
		number, base := w.added(terms)
		return w.reaches(number, lo-base), w.reaches(number, hi+1-base)
	}
	sum := w.Partial(lo, hi, w.ladders(terms))
	from := func(k int) lit {
		switch i, _ := slices.BinarySearch(sum.Values, k); i {
		case 0:
			return yes
		case len(sum.Values):
			return no
		default:
			return sum.AtLeast[i]
		}
	}
	return from(lo), from(hi + 1)
}

func (w *writer) ladders(terms []term) (list []constraint.Ladder) {
	for _, t := range terms {
		list = append(list, w.ladder(t))
	}
	return list
}

// small reports whether the style adds the terms in order encoding.
func (w *writer) small(lo, hi int, terms []term) bool {
	if len(terms) == 2 && len(terms[0].of.values) == 2 && len(terms[1].of.values) == 2 {
		return true
	}
	for _, t := range terms {
		if t.of.values == nil {
			return false
		}
	}
	half := len(terms) / 2
	leastA, mostA := reach(terms[:half])
	leastB, mostB := reach(terms[half:])
	_, a := pairs(lo-mostB, hi-leastB, terms[:half])
	_, b := pairs(lo-mostA, hi-leastA, terms[half:])
	return a+b < effort[w.Style()].sum
}

// pairs estimates how many values a partial sum has in order encoding, and how many pairs of values it takes to
// write it.
func pairs(lo, hi int, terms []term) (values, work float64) {
	if len(terms) == 1 {
		return float64(len(terms[0].of.values)), 0
	}
	half := len(terms) / 2
	leastA, mostA := reach(terms[:half])
	leastB, mostB := reach(terms[half:])
	x, a := pairs(lo-mostB, hi-leastB, terms[:half])
	y, b := pairs(lo-mostA, hi-leastA, terms[half:])
	span := min(hi, mostA+mostB) - max(lo, leastA+leastB) + 3
	return min(x*y, float64(max(span, 1))), a + b + x*y
}

// added adds the terms as binary numbers. The sum is base plus the number.
func (w *writer) added(terms []term) (number []lit, base int) {
	var list []constraint.Weighted
	for _, t := range terms {
		part, first := w.weights(t.of)
		base += t.weight * first
		for _, x := range part {
			list = append(list, constraint.Weighted{Weight: t.weight * x.Weight, Lit: x.Lit})
		}
	}
	number, least := w.Binary(list)
	return number, base + least
}

// exactly returns a literal that is true exactly if a sum is c.
func (w *writer) exactly(terms []term, c int) lit {
	if len(terms) == 1 {
		if t := terms[0]; c%t.weight == 0 {
			return w.is(t.of, c/t.weight)
		}
		return no
	}
	reached, passed := w.bounds(c, c, terms)
	return -w.or(-reached, passed)
}

// opposite returns the digits of two numbers of the same length if the constraint "the sum is c" means that the
// numbers are equal, and if the style compares them as binary numbers.
func (w *writer) opposite(terms []term, c int) (a, b []lit) {
	if len(terms) != 2 || c != 0 || terms[0].weight != -terms[1].weight {
		return nil, nil
	}
	x, y := terms[0].of, terms[1].of
	if w.Style() != "log" && x.values != nil && y.values != nil {
		return nil, nil
	}
	a, b = slices.Clone(w.digitsOf(x)), slices.Clone(w.digitsOf(y))
	extend := func(n *number, digits []lit, to int) []lit {
		sign := no
		if n.lo() < 0 {
			sign = digits[len(digits)-1]
		}
		for len(digits) < to {
			digits = append(digits, sign)
		}
		return digits
	}
	k := max(len(a), len(b)) + 1
	return extend(x, a, k), extend(y, b, k)
}

// equal requires that a sum is c, unless one of the literals is true.
func (w *writer) equal(unless []lit, terms []term, c int) {
	unless, holds := plain(unless)
	if holds {
		return
	}
	if a, b := w.opposite(terms, c); a != nil {
		for i := range a {
			w.clause(append(unless, a[i], -b[i])...)
			w.clause(append(unless, -a[i], b[i])...)
		}
		return
	}
	switch {
	case len(terms) == 1:
		w.clause(append(unless, w.exactly(terms, c))...)
	case len(terms) == 2 && w.Style() != "order" && w.Style() != "log" && terms[0].of.direct && terms[1].of.direct:
		for i, t := range terms {
			for _, v := range t.of.values {
				w.clause(append(unless, -w.is(t.of, v), w.exactly(terms[1-i:2-i], c-t.weight*v))...)
			}
		}
	default:
		w.linear(unless, c, c, terms)
	}
}

// differ requires that a sum is not c, unless one of the literals is true.
func (w *writer) differ(unless []lit, terms []term, c int) {
	unless, holds := plain(unless)
	if holds {
		return
	}
	if a, b := w.opposite(terms, c); a != nil {
		for i := range a {
			unless = append(unless, w.parity(a[i], b[i]))
		}
		w.clause(unless...)
		return
	}
	if len(terms) != 2 || w.Style() == "log" || terms[0].of.values == nil || terms[1].of.values == nil {
		w.clause(append(unless, -w.exactly(terms, c))...)
		return
	}
	t := terms[0]
	for _, v := range t.of.values {
		if other := w.exactly(terms[1:], c-t.weight*v); other != no {
			w.clause(append(unless, -w.is(t.of, v), -other)...)
		}
	}
}

// parity returns a literal that is true exactly if two literals differ.
func (w *writer) parity(a, b lit) lit {
	switch {
	case a == yes || a == no:
		a, b = b, a
		fallthrough
	case b == yes || b == no:
		return map[lit]lit{yes: -a, no: a}[b]
	case a == b:
		return no
	case a == -b:
		return yes
	}
	l := w.Fresh()
	w.Xor(false, l, a, b)
	return l
}

// odd requires that the number of true literals is odd.
func (w *writer) odd(lits []lit) {
	odd := true
	count := map[lit]int{} // of the variables
	var vars []lit
	for _, l := range lits {
		if l < 0 {
			l, odd = -l, !odd
		}
		if count[l]++; count[l] == 1 && l != yes {
			vars = append(vars, l)
		}
	}
	if count[yes]%2 == 1 {
		odd = !odd
	}
	w.Xor(odd, slices.DeleteFunc(vars, func(l lit) bool { return count[l]%2 == 0 })...)
}

// either requires that r is true exactly if one of the literals is true.
func (w *writer) either(r lit, lits []lit) {
	for _, l := range lits {
		w.clause(r, -l)
	}
	w.clause(append(slices.Clone(lits), -r)...)
}

// maximum requires that z is the maximum or, in constraints with that name, the minimum of the numbers.
func (w *writer) maximum(z *number, list ...*number) {
	sign := 1
	if strings.Contains(w.at.Name, "min") {
		sign = -1
	}
	var terms []term
	for _, n := range list {
		terms = append(terms, term{sign, n})
	}
	w.greatest(term{sign, z}, terms)
}

// greatest requires that z is the greatest one of the terms. In order encoding, z reaches a bound exactly if one
// of the terms does. Otherwise no term is more than z, and one of them is at least z.
func (w *writer) greatest(z term, terms []term) {
	all := append([]term{z}, terms...)
	var values []int
	for _, t := range all {
		if t.of.values == nil || w.Style() == "log" {
			w.someGreatest(z, terms)
			return
		}
		for _, v := range t.of.values {
			values = append(values, t.weight*v)
		}
	}
	slices.Sort(values)
	for _, v := range slices.Compact(values) {
		var lits []lit
		for _, t := range terms {
			lits = append(lits, w.reached(t, v))
		}
		w.either(w.reached(z, v), lits)
	}
}

func (w *writer) someGreatest(z term, terms []term) {
	var reached []lit
	for _, t := range terms {
		difference, rest := w.combine([]term{t, {-z.weight, z.of}})
		w.linear(nil, math.MinInt, -rest, difference)
		l, _ := w.bounds(-rest, -rest-1, difference)
		reached = append(reached, l)
	}
	w.clause(reached...)
}

// within requires that r is true exactly if a number is in a set.
func (w *writer) within(r lit, n *number, set flatzinc.Set) {
	if n.direct {
		for _, v := range n.values {
			if set.Contains(v) {
				w.clause(r, -w.is(n, v))
			} else {
				w.clause(-r, -w.is(n, v))
			}
		}
		return
	}
	from := math.MinInt // of the gap before the next range
	for _, s := range set {
		w.clause(-r, -w.least(n, from), w.least(n, s.Lo))
		w.clause(r, -w.least(n, s.Lo), w.least(n, s.Hi+1))
		from = s.Hi + 1
	}
	w.clause(-r, -w.least(n, from))
}
