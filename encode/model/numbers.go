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

// listed is the largest number of values of an integer that may have a literal for each value.
const listed = 1 << 10

// A form is the complete family of literals that a number has from the beginning.
type form int

const (
	direct form = iota
	order
	binary
)

// A number is an integer of the formula. From the beginning it has one of these families of literals. The
// others are made when a constraint needs them.
//
//   - is has one literal for each value. This is the direct encoding.
//   - least has one literal for each lower bound except the first. This is the order encoding (Tamura et al.,
//     Constraints 2009).
//   - digits has the binary digits. This is the log encoding (Iwama and Miyazaki, IFIP 1994; Walsh, CP 2000).
//
// A number with two values has one literal instead, for the greater value.
type number struct {
	set       flatzinc.Set
	values    []int       // of set, ascending, or nil if there are more than listed
	direct    bool        // whether is has a literal for each value
	is, least map[int]lit // by value: the number is the value; it is the value or more
	base      int
	digits    []lit // of the number minus base, the lowest first
}

func newNumber(set flatzinc.Set) *number {
	n := &number{set: set, is: map[int]lit{}, least: map[int]lit{}}
	n.base = min(n.lo(), 0)
	if set.Size() <= listed {
		n.values = slices.Collect(n.each)
	}
	return n
}

// each yields the values of a number, ascending.
func (n *number) each(yield func(v int) bool) {
	for _, r := range n.set {
		for v := r.Lo; v <= r.Hi; v++ {
			if !yield(v) {
				return
			}
		}
	}
}

func (n *number) lo() int { return n.set[0].Lo }
func (n *number) hi() int { return n.set[len(n.set)-1].Hi }

// next returns the first value that is v or more, or v if there is none.
func (n *number) next(v int) int {
	i := sort.Search(len(n.set), func(i int) bool { return n.set[i].Hi >= v })
	return max(v, n.set[min(i, len(n.set)-1)].Lo)
}

// has reports whether v is in the domain. Domains with many gaps are searched often.
func (n *number) has(v int) bool { return v <= n.hi() && n.next(v) == v }

// most returns the largest absolute value of the number.
func (n *number) most() int { return max(n.hi(), -n.lo()) }

// open makes the family of literals by the function fresh. The number has several values.
func (n *number) open(f form, fresh func() lit) (lits []lit) {
	more := func() lit {
		lits = append(lits, fresh())
		return lits[len(lits)-1]
	}
	switch {
	case len(n.values) == 2:
		l := more()
		n.direct, n.is[n.lo()], n.is[n.hi()], n.least[n.hi()] = true, -l, l, l
	case n.values == nil || f == binary:
		for range bits.Len(uint(n.hi() - n.base)) {
			n.digits = append(n.digits, more())
		}
	case f == direct:
		n.direct = true
		for _, v := range n.values {
			n.is[v] = more()
		}
	default:
		for _, v := range n.values[1:] {
			n.least[v] = more()
		}
	}
	return lits
}

// confine writes the clauses for the literals that open made.
func (w *writer) confine(n *number, lits []lit) {
	switch {
	case len(n.values) == 2:
	case n.direct:
		w.ExactlyOne(lits...)
	case n.digits == nil:
		for i, l := range lits[1:] {
			w.Add(-l, lits[i])
		}
	default:
		w.Compare(nil, lits, n.lo()-n.base, 1)
		w.Compare(nil, lits, n.hi()-n.base, -1)
		for i, r := range n.set[1:] {
			w.clause(-w.reaches(lits, n.set[i].Hi+1-n.base), w.reaches(lits, r.Lo-n.base))
		}
	}
}

// fresh makes a number with new variables.
func (w *writer) fresh(f form, set flatzinc.Set) *number {
	n := newNumber(set)
	if len(n.values) == 1 {
		n.direct, n.is[n.lo()] = true, w.yes
	} else {
		w.confine(n, n.open(f, w.Fresh))
	}
	return n
}

// binary returns the digits of a number with more than two values. Clauses tie new digits to the literals of the
// values, in both directions.
func (w *writer) binary(n *number) []lit {
	if n.digits != nil {
		return n.digits
	}
	var digits []lit
	for range bits.Len(uint(n.hi() - n.base)) {
		digits = append(digits, w.Fresh())
	}
	for _, v := range n.values {
		back := []lit{w.is(n, v)}
		for i, d := range digits {
			if (v-n.base)>>i&1 == 0 {
				d = -d
			}
			w.clause(-back[0], d)
			back = append(back, -d)
		}
		w.clause(back...)
	}
	n.digits = digits
	return digits
}

// is returns the literal that is true exactly if the number is v.
func (w *writer) is(n *number, v int) lit {
	l, made := n.is[v]
	switch {
	case made:
		return l
	case !n.has(v):
		return -w.yes
	case n.digits == nil:
		l = -w.or(-w.least(n, v), w.least(n, v+1))
	default:
		var wrong []lit
		for i, d := range n.digits {
			if (v-n.base)>>i&1 == 1 {
				d = -d
			}
			wrong = append(wrong, d)
		}
		l = -w.or(wrong...)
	}
	n.is[v] = l
	return l
}

// fix requires that the number is v, unless one of the literals is true. It makes no literal for a value of a large
// domain, since such a literal takes a clause for each digit, too.
func (w *writer) fix(unless []lit, n *number, v int) {
	unless = slices.Clip(unless)
	if n.values != nil || !n.has(v) {
		w.clause(append(unless, w.is(n, v))...)
		return
	}
	for i, d := range n.digits {
		if (v-n.base)>>i&1 == 0 {
			d = -d
		}
		w.clause(append(unless, d)...)
	}
}

// least returns the literal that is true exactly if the number is v or more.
func (w *writer) least(n *number, v int) lit {
	switch {
	case v <= n.lo():
		return w.yes
	case v > n.hi():
		return -w.yes
	}
	v = n.next(v)
	if l, made := n.least[v]; made {
		return l
	}
	if n.direct && w.Style() != "log" {
		w.climb(n)
	} else {
		n.least[v] = w.reaches(w.binary(n), v-n.base)
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

// reaches returns a literal that is true exactly if a binary number is c or more. The literal 0 stands for a digit
// that is always 0.
func (w *writer) reaches(digits []lit, c int) lit {
	l := w.yes
	switch {
	case c <= 0:
		return l
	case bits.Len(uint(c)) > len(digits):
		return -l
	}
	for i, d := range digits {
		if d == 0 {
			d = -w.yes
		}
		if c>>i&1 == 1 {
			l = -w.or(-d, -l)
		} else {
			l = w.or(d, l)
		}
	}
	return l
}

// weights returns a number as a constant plus the weights of the literals that are true.
func (w *writer) weights(n *number) (list []constraint.Weighted, base int) {
	switch len(n.values) {
	case 1:
		return nil, n.lo()
	case 2:
		return []constraint.Weighted{{Weight: n.hi() - n.lo(), Lit: n.is[n.hi()]}}, n.lo()
	}
	for i, d := range w.binary(n) {
		list = append(list, constraint.Weighted{Weight: 1 << i, Lit: d})
	}
	return list, n.base
}

// clause adds a clause without constants and repeated literals, unless it is always true.
func (w *writer) clause(lits ...lit) {
	if lits, holds := w.plain(lits); !holds {
		w.Add(lits...)
	}
}

// plain returns the literals sorted, each once and without constants, and whether their disjunction is always
// true.
func (w *writer) plain(lits []lit) (rest []lit, holds bool) {
	rest = slices.DeleteFunc(slices.Clone(lits), func(l lit) bool { return l == -w.yes })
	slices.SortFunc(rest, func(a, b lit) int {
		if a.Var() != b.Var() {
			return a.Var() - b.Var()
		}
		return int(a) - int(b)
	})
	rest = slices.Compact(rest)
	for i, l := range rest {
		holds = holds || l == w.yes || i > 0 && l == -rest[i-1]
	}
	return rest, holds
}

// or returns a literal that is true exactly if one of the literals is true.
func (w *writer) or(lits ...lit) lit {
	lits, holds := w.plain(lits)
	switch {
	case holds:
		return w.yes
	case len(lits) == 0:
		return -w.yes
	case len(lits) == 1:
		return lits[0]
	}
	return w.Or(lits...)
}

// either requires that r is true exactly if one of the literals is true.
func (w *writer) either(r lit, lits ...lit) {
	for _, l := range lits {
		w.clause(r, -l)
	}
	w.clause(append(slices.Clone(lits), -r)...)
}
