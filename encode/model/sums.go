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

// A total is a sum of terms and the value c with which a constraint compares it. Each number occurs once. Its least
// and greatest values follow from the domains.
type total struct {
	terms       []term
	c           int
	least, most int
}

// ends returns the least and the greatest value.
func (t term) ends() (least, most int) {
	a, b := t.weight*t.of.lo(), t.weight*t.of.hi()
	return min(a, b), max(a, b)
}

// combine returns the total that is 0 exactly if the sum of the terms is.
func (w *writer) combine(terms ...term) (s total) {
	place := map[*number]int{}
	far := 0.0
	for _, t := range terms {
		far += math.Abs(float64(t.weight)) * float64(max(1, t.of.most()))
		i, known := place[t.of]
		switch {
		case far >= 1<<60:
			w.refuse("want sums below 2^60")
		case len(t.of.values) == 1:
			s.c -= t.weight * t.of.lo()
		case known:
			s.terms[i].weight += t.weight
		default:
			place[t.of] = len(s.terms)
			s.terms = append(s.terms, t)
		}
	}
	s.terms = slices.DeleteFunc(s.terms, func(t term) bool { return t.weight == 0 })
	s.least, s.most = reach(s.terms)
	return s
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

// compare writes a comparison of two numbers, or of a sum with a constant.
func (w *writer) compare(args [][]*number) {
	name, reified := strings.CutSuffix(w.at.Name, "_reif")
	r := w.yes
	if reified || name == "bool_xor" {
		r = w.is(args[len(args)-1][0], 1)
	}
	var terms []term
	if strings.Contains(name, "_lin_") {
		terms = []term{{-1, args[2][0]}}
		for i, n := range args[1] {
			terms = append(terms, term{args[0][i].lo(), n})
		}
	} else {
		terms = []term{{1, args[0][0]}, {-1, args[1][0]}}
	}
	s := w.combine(terms...)
	switch relation := name[strings.LastIndex(name, "_")+1:]; relation {
	case "lt", "le":
		if relation == "lt" {
			s.c--
		}
		if r == w.yes {
			w.linear(nil, s.least, s.c, s)
		} else {
			_, more := w.bounds(s.c+1, s.c, s)
			w.either(r, -more)
		}
	default:
		if relation != "eq" {
			r = -r
		}
		if r.Var() != w.yes.Var() && len(s.terms) != 2 {
			w.either(r, w.exactly(s))
			return
		}
		if r != -w.yes {
			w.equal([]lit{-r}, s)
		}
		if r != w.yes {
			w.differ([]lit{r}, s)
		}
	}
}

// linear requires that a sum is from lo to hi, unless one of the literals is true.
func (w *writer) linear(unless []lit, lo, hi int, s total) {
	lo, hi = max(lo, s.least), min(hi, s.most)
	unless, holds := w.plain(unless)
	switch {
	case holds || lo == s.least && hi == s.most:
	case lo > hi:
		w.clause(unless...)
	case len(s.terms) == 1:
		w.clause(append(slices.Clip(unless), w.reached(s.terms[0], lo))...)
		w.clause(append(slices.Clip(unless), -w.reached(s.terms[0], hi+1))...)
	case w.small(s):
		w.Ordered(unless, lo, hi, w.ladders(s))
	default:
		number, base := w.added(s)
		w.Compare(unless, number, lo-base, 1)
		w.Compare(unless, number, hi-base, -1)
	}
}

// bounds returns two literals: one that is true exactly if the sum is lo or more, and one that is true exactly
// if the sum is more than hi, where hi is at least lo-1.
func (w *writer) bounds(lo, hi int, s total) (reached, passed lit) {
	lo, hi = max(lo, s.least), min(hi, s.most)
	switch {
	case lo > s.most:
		return -w.yes, -w.yes
	case hi < s.least:
		return w.yes, w.yes
	case len(s.terms) == 0:
		return w.yes, -w.yes
	case len(s.terms) == 1:
		return w.reached(s.terms[0], lo), w.reached(s.terms[0], hi+1)
	case !w.small(s):
		number, base := w.added(s)
		return w.reaches(number, lo-base), w.reaches(number, hi+1-base)
	}
	sum := w.Partial(lo, hi, w.ladders(s))
	from := func(k int) lit {
		switch i, _ := slices.BinarySearch(sum.Values, k); i {
		case 0:
			return w.yes
		case len(sum.Values):
			return -w.yes
		default:
			return sum.AtLeast[i]
		}
	}
	return from(lo), from(hi + 1)
}

// ladders returns the terms in order encoding.
func (w *writer) ladders(s total) (list []constraint.Ladder) {
	for _, t := range s.terms {
		var x constraint.Ladder
		for _, v := range t.of.values {
			x.Values = append(x.Values, t.weight*v)
		}
		slices.Sort(x.Values)
		x.AtLeast = make([]lit, len(x.Values))
		for i, v := range x.Values[1:] {
			x.AtLeast[i+1] = w.reached(t, v)
		}
		list = append(list, x)
	}
	return list
}

// small reports whether the style adds the terms in order encoding. It estimates the pairs of values of the partial
// sums.
func (w *writer) small(s total) bool {
	values, span, work := 1.0, 1.0, 0.0
	for _, t := range s.terms {
		k := float64(len(t.of.values))
		if k == 0 {
			return false
		}
		least, most := t.ends()
		span += float64(most - least)
		work += values * k
		values = min(values*k, span)
	}
	return work < limits[w.Style()].sum
}

// added adds the terms as binary numbers. The sum is base plus the number.
func (w *writer) added(s total) (number []lit, base int) {
	var list []constraint.Weighted
	for _, t := range s.terms {
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
func (w *writer) exactly(s total) lit {
	if len(s.terms) == 1 {
		if t := s.terms[0]; s.c%t.weight == 0 {
			return w.is(t.of, s.c/t.weight)
		}
		return -w.yes
	}
	reached, passed := w.bounds(s.c, s.c, s)
	return -w.or(-reached, passed)
}

// digits returns for each digit of two numbers the pair of their digits, if the constraint "the sum is c" means that
// the numbers are equal, and if the style compares them as binary numbers.
func (w *writer) digits(s total) (list [][2]lit) {
	if len(s.terms) != 2 || s.c != 0 || s.terms[0].weight != -s.terms[1].weight {
		return nil
	}
	x, y := s.terms[0].of, s.terms[1].of
	if w.Style() != "log" && x.values != nil && y.values != nil || len(x.values) == 2 || len(y.values) == 2 || x.base != y.base {
		return nil
	}
	a, b := w.binary(x), w.binary(y)
	for i := range max(len(a), len(b)) {
		pair := [2]lit{-w.yes, -w.yes}
		if i < len(a) {
			pair[0] = a[i]
		}
		if i < len(b) {
			pair[1] = b[i]
		}
		list = append(list, pair)
	}
	return list
}

// equal requires that a sum is c, unless one of the literals is true.
func (w *writer) equal(unless []lit, s total) {
	unless = slices.Clip(unless)
	style := w.Style()
	pairs := w.digits(s)
	switch {
	case pairs != nil:
		for _, x := range pairs {
			w.clause(append(unless, x[0], -x[1])...)
			w.clause(append(unless, -x[0], x[1])...)
		}
	case len(s.terms) == 1 && s.c%s.terms[0].weight == 0:
		w.fix(unless, s.terms[0].of, s.c/s.terms[0].weight)
	case len(s.terms) == 2 && style != "order" && style != "log" && s.terms[0].of.direct && s.terms[1].of.direct:
		for i, t := range s.terms {
			for _, v := range t.of.values {
				w.clause(append(unless, -w.is(t.of, v), w.exactly(total{terms: s.terms[1-i : 2-i], c: s.c - t.weight*v}))...)
			}
		}
	default:
		w.linear(unless, s.c, s.c, s)
	}
}

// differ requires that a sum is not c, unless one of the literals is true.
func (w *writer) differ(unless []lit, s total) {
	unless = slices.Clip(unless)
	pairs := w.digits(s)
	switch {
	case pairs != nil:
		for _, x := range pairs {
			l := w.Fresh() // true exactly if the digits differ
			w.Xor(false, l, x[0], x[1])
			unless = append(unless, l)
		}
		w.clause(unless...)
	case len(s.terms) != 2 || w.Style() == "log" || s.terms[0].of.values == nil || s.terms[1].of.values == nil:
		w.clause(append(unless, -w.exactly(s))...)
	default:
		t := s.terms[0]
		for _, v := range t.of.values {
			w.clause(append(unless, -w.is(t.of, v), -w.exactly(total{terms: s.terms[1:], c: s.c - t.weight*v}))...)
		}
	}
}

// odd requires that the number of true literals is odd.
func (w *writer) odd(lits []lit) {
	odd := true
	count := map[int]int{} // of a variable
	var vars []lit
	for _, l := range lits {
		if l < 0 {
			l, odd = -l, !odd
		}
		if count[l.Var()]++; count[l.Var()] == 1 {
			vars = append(vars, l)
		}
	}
	w.Xor(odd, slices.DeleteFunc(vars, func(l lit) bool { return count[l.Var()]%2 == 0 })...)
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
// of the terms does. For binary numbers, no term is more than z, and one of them is at least z.
func (w *writer) greatest(z term, terms []term) {
	var values []int
	for _, t := range append(terms, z) {
		if t.of.values == nil || w.Style() == "log" {
			var equal []lit
			for _, t := range terms {
				s := w.combine(t, term{-z.weight, z.of})
				w.linear(nil, s.least, s.c, s)
				l, _ := w.bounds(s.c, s.c-1, s)
				equal = append(equal, l)
			}
			w.clause(equal...)
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
		w.either(w.reached(z, v), lits...)
	}
}

// within requires that r is true exactly if a number is in a set.
func (w *writer) within(r lit, n *number, set flatzinc.Set) {
	from := n.lo() // of the gap before the next range
	for _, s := range set {
		w.clause(-r, -w.least(n, from), w.least(n, s.Lo))
		w.clause(r, -w.least(n, s.Lo), w.least(n, s.Hi+1))
		from = s.Hi + 1
	}
	w.clause(-r, -w.least(n, from))
}
