package model

import (
	"math/bits"
	"slices"
	"sort"

	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/encode/flatzinc"
)

type lit = encode.Lit

const (
	grouped = 256     // the most values of a site that is projected as one literal for each value
	listed  = 1 << 12 // the most values of a number that may have a literal for each value
)

// The literals of constants, which never enter the formula.
const (
	yes lit = 1 << 30
	no      = -yes
)

// A number is an integer of the formula. Its literals are made when a constraint needs them, except for one
// complete family:
//
//   - is: one literal for each value (direct encoding);
//   - least: one literal for each lower bound (order encoding; Tamura et al., Constraints 2009);
//   - digits: two's complement (log encoding; Iwama and Miyazaki, IFIP 1994; Walsh, CP 2000).
//
// A number with two values has one literal, which serves all three.
type number struct {
	set       flatzinc.Set
	values    []int       // of set, ascending, or nil if there are more than listed
	direct    bool        // whether is has a literal for each value
	is, least map[int]lit // by value: the number is the value; it is the value or more
	digits    []lit       // the lowest first; the last one is the sign if set has negative values
}

func newNumber(set flatzinc.Set) *number {
	n := &number{set: set, is: map[int]lit{}, least: map[int]lit{}}
	if set.Size() <= listed {
		for _, r := range set {
			for v := r.Lo; v <= r.Hi; v++ {
				n.values = append(n.values, v)
			}
		}
	}
	if len(n.values) == 1 {
		n.direct, n.is[n.lo()] = true, yes
	}
	return n
}

func (n *number) lo() int { return n.set[0].Lo }
func (n *number) hi() int { return n.set[len(n.set)-1].Hi }

// most returns the largest absolute value of the number.
func (n *number) most() int { return max(n.hi(), -n.lo()) }

// next returns the first value that is v or more. The greatest value must be v or more.
func (n *number) next(v int) int {
	i := sort.Search(len(n.set), func(i int) bool { return n.set[i].Hi >= v })
	return max(v, n.set[i].Lo)
}

// width returns the number of digits.
func (n *number) width() int {
	k := bits.Len(uint(max(n.hi(), -n.lo()-1, 0)))
	if n.lo() < 0 {
		k++
	}
	return k
}

// pair makes l the literal of the greater one of two values.
func (n *number) pair(l lit) {
	n.direct = true
	n.is[n.lo()], n.is[n.hi()], n.least[n.hi()] = -l, l, l
}

// give makes literals for all values by the function fresh.
func (n *number) give(fresh func() lit) (group []lit) {
	n.direct = true
	for _, v := range n.values {
		n.is[v] = fresh()
		group = append(group, n.is[v])
	}
	return group
}

// write makes digits by the function fresh.
func (n *number) write(fresh func() lit) []lit {
	for range n.width() {
		n.digits = append(n.digits, fresh())
	}
	return n.digits
}

// A form is the complete family of the literals of a number.
type form int

const (
	directly form = iota
	byOrder
	binary
)

// fresh makes a number with new variables.
func (w *writer) fresh(set flatzinc.Set, f form) *number {
	n := newNumber(set)
	if len(n.values) == 2 {
		n.pair(w.Fresh())
	} else if len(n.values) != 1 {
		w.complete(n, f)
	}
	return n
}

// complete makes the literals of the given family and writes the clauses of the domain. The number may have its
// projected literals already.
func (w *writer) complete(n *number, f form) {
	switch {
	case len(n.values) == 2:
	case n.direct:
		w.ExactlyOne(w.literals(n)...)
	case n.values == nil || f == binary:
		w.complement(n)
	case f == directly:
		w.ExactlyOne(n.give(w.Fresh)...)
	default:
		for i, v := range n.values[1:] {
			n.least[v] = w.Fresh()
			if i > 0 {
				w.clause(-n.least[v], n.least[n.values[i]])
			}
		}
	}
	if digits := n.digits; digits != nil && n.values != nil && f != binary {
		n.digits = nil // so that the literals of the values come from the other family
		w.channel(n, digits)
	}
}

// literals returns the literals of all values of a direct number.
func (w *writer) literals(n *number) (lits []lit) {
	for _, v := range n.values {
		lits = append(lits, w.is(n, v))
	}
	return lits
}

// complement makes the digits of a number and excludes all numbers outside of its domain.
func (w *writer) complement(n *number) {
	if n.digits == nil {
		n.write(w.Fresh)
	}
	digits, base := n.unsigned()
	w.Compare(nil, digits, n.lo()-base, 1)
	w.Compare(nil, digits, n.hi()-base, -1)
	for i, r := range n.set[1:] {
		w.clause(-w.reaches(digits, n.set[i].Hi+1-base), w.reaches(digits, r.Lo-base))
	}
}

// unsigned returns the digits of the number minus base, which is not negative.
func (n *number) unsigned() (digits []lit, base int) {
	if n.lo() >= 0 {
		return n.digits, 0
	}
	digits = slices.Clone(n.digits)
	digits[len(digits)-1] *= -1
	return digits, -1 << (len(digits) - 1)
}

// digitsOf returns the digits of a number, the lowest first.
func (w *writer) digitsOf(n *number) []lit {
	switch {
	case n.digits != nil || n.width() == 0:
	case len(n.values) <= 2:
		for i := range n.width() {
			l := [2]lit{no, yes}[n.lo()>>i&1]
			if (n.lo()^n.hi())>>i&1 == 1 {
				l = w.is(n, [2]int{n.lo(), n.hi()}[n.hi()>>i&1])
			}
			n.digits = append(n.digits, l)
		}
	default:
		digits := make([]lit, n.width())
		for i := range digits {
			digits[i] = w.Fresh()
		}
		w.channel(n, digits)
	}
	return n.digits
}

// channel ties digits to the literals of the values, in both directions.
func (w *writer) channel(n *number, digits []lit) {
	for _, v := range n.values {
		back := []lit{w.is(n, v)}
		for i, d := range digits {
			if v>>i&1 == 0 {
				d = -d
			}
			w.clause(-back[0], d)
			back = append(back, -d)
		}
		w.clause(back...)
	}
	n.digits = digits
}

// is returns the literal that is true exactly if the number is v.
func (w *writer) is(n *number, v int) lit {
	l, made := n.is[v]
	switch {
	case made:
		return l
	case !n.set.Contains(v):
		return no
	case n.digits != nil:
		var differ []lit
		for i, d := range n.digits {
			if v>>i&1 == 1 {
				d = -d
			}
			differ = append(differ, d)
		}
		l = -w.or(differ...)
	default:
		l = -w.or(-w.least(n, v), w.least(n, v+1))
	}
	n.is[v] = l
	return l
}

// least returns the literal that is true exactly if the number is v or more.
func (w *writer) least(n *number, v int) lit {
	switch {
	case v <= n.lo():
		return yes
	case v > n.hi():
		return no
	}
	v = n.next(v)
	if l, made := n.least[v]; made {
		return l
	}
	if n.direct && w.Style() != "log" {
		w.climb(n)
	} else {
		w.digitsOf(n)
		digits, base := n.unsigned()
		n.least[v] = w.reaches(digits, v-base)
	}
	return n.least[v]
}

// climb makes the literals of all lower bounds of a direct number.
func (w *writer) climb(n *number) {
	last := len(n.values) - 1
	n.least[n.values[1]], n.least[n.values[last]] = -n.is[n.values[0]], n.is[n.values[last]]
	for _, v := range n.values[2:last] {
		n.least[v] = w.Fresh()
	}
	for i, v := range n.values[1:last] {
		now, next := n.least[v], n.least[n.values[i+2]]
		w.clause(-n.is[v], now)
		w.clause(-n.is[v], -next)
		w.clause(-next, now)
	}
}

// reaches returns a literal that is true exactly if a binary number is c or more. The digit 0 stands for a digit
// that is always 0.
func (w *writer) reaches(digits []lit, c int) lit {
	l := yes
	switch {
	case c <= 0:
		return yes
	case bits.Len(uint(c)) > len(digits):
		return no
	}
	for i, d := range digits {
		if d == 0 {
			d = no
		}
		if c>>i&1 == 1 {
			l = -w.or(-d, -l)
		} else {
			l = w.or(d, l)
		}
	}
	return l
}

// ladder returns a multiple of a number in order encoding.
func (w *writer) ladder(t term) constraint.Ladder {
	k := len(t.of.values)
	x := constraint.Ladder{Values: make([]int, k), AtLeast: make([]lit, k)}
	for i, v := range t.of.values {
		switch {
		case t.weight > 0:
			x.Values[i] = t.weight * v
			if i > 0 {
				x.AtLeast[i] = w.least(t.of, v)
			}
		default:
			x.Values[k-1-i] = t.weight * v
			if i < k-1 {
				x.AtLeast[k-1-i] = -w.least(t.of, t.of.values[i+1])
			}
		}
	}
	return x
}

// weights returns a number as a constant plus the weights of the literals that are true.
func (w *writer) weights(n *number) (list []constraint.Weighted, base int) {
	switch len(n.values) {
	case 1:
		return nil, n.lo()
	case 2:
		return []constraint.Weighted{{Weight: n.hi() - n.lo(), Lit: n.is[n.hi()]}}, n.lo()
	}
	for i, d := range w.digitsOf(n) {
		list = append(list, constraint.Weighted{Weight: 1 << i, Lit: d})
	}
	if n.lo() < 0 {
		list[len(list)-1].Weight *= -1
	}
	return list, 0
}

// clause adds a clause without constants, repeated literals and tautologies.
func (w *writer) clause(lits ...lit) {
	if lits, holds := plain(lits); !holds {
		w.Add(lits...)
	}
}

// plain returns the literals without constants that are false, sorted and each once, and whether their
// disjunction is always true.
func plain(lits []lit) (rest []lit, holds bool) {
	rest = slices.DeleteFunc(slices.Clone(lits), func(l lit) bool { return l == no })
	slices.SortFunc(rest, func(a, b lit) int {
		if a.Var() != b.Var() {
			return a.Var() - b.Var()
		}
		return int(a) - int(b)
	})
	rest = slices.Compact(rest)
	for i, l := range rest {
		if l == yes || i > 0 && l == -rest[i-1] {
			return nil, true
		}
	}
	return rest, false
}

// or returns a literal that is true exactly if one of the literals is true.
func (w *writer) or(lits ...lit) lit {
	lits, holds := plain(lits)
	switch {
	case holds:
		return yes
	case len(lits) == 0:
		return no
	case len(lits) == 1:
		return lits[0]
	}
	return w.Or(lits...)
}

// same requires that two literals are equal.
func (w *writer) same(a, b lit) {
	w.clause(-a, b)
	w.clause(a, -b)
}

// distinct requires that at most one of the literals is true.
func (w *writer) distinct(lits []lit) {
	slices.Sort(lits)
	var open []lit
	certain := false
	for i, l := range lits {
		switch {
		case l == no:
		case l == yes && certain:
			w.Add()
		case l == yes:
			certain = true
		case i+1 < len(lits) && lits[i+1] == l:
			w.clause(-l)
		default:
			open = append(open, l)
		}
	}
	if !certain {
		w.AtMostOne(open...)
		return
	}
	for _, l := range open {
		w.clause(-l)
	}
}
