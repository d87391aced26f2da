package constraint

import (
	"slices"

	"counterproof/sat/cnf"
)

// AtMost requires that at most k of the literals are true. The literals must all be different.
func (w *Writer) AtMost(k int, lits ...Lit) { w.Between(0, k, lits...) }

// AtLeast requires that at least k of the literals are true. The literals must all be different.
func (w *Writer) AtLeast(k int, lits ...Lit) { w.Between(k, len(lits), lits...) }

// Exactly requires that exactly k of the literals are true. The literals must all be different.
func (w *Writer) Exactly(k int, lits ...Lit) { w.Between(k, k, lits...) }

// Between requires that at least lo and at most hi of the literals are true, in the encoding that
// the style names. The literals must all be different. If the bounds allow at most one true
// literal, or at most one false literal, Between writes an at-most-one constraint.
func (w *Writer) Between(lo, hi int, lits ...Lit) {
	w.begin()
	n := len(lits)
	lo, hi = max(lo, 0), min(hi, n)
	if lo > hi {
		w.Add()
		return
	}
	if !w.keepLinear && top(n-hi, n-lo, n) < top(lo, hi, n) { // count the false literals
		lo, hi, lits = n-hi, n-lo, cnf.Negated(lits)
	}
	switch {
	case lo == 0 && hi == n:
	case hi == 0:
		for _, l := range lits {
			w.Add(-l)
		}
	case lo == n:
		for _, l := range lits {
			w.Add(l)
		}
	case lo == 1 && hi == 1:
		w.ExactlyOne(lits...)
	case hi == 1:
		w.AtMostOne(lits...)
	case lo == 1 && hi == n:
		w.Add(slices.Clone(lits)...)
	default:
		w.count(w, lo, hi, lits)
	}
}

// top returns the largest t for which a constraint needs a literal for "at least t are true".
func top(lo, hi, n int) int {
	if hi == n {
		return lo
	}
	return hi + 1
}

// bound requires that at least lo and at most hi literals are true. In the slice sorted, literal j
// is true exactly if more than j of the literals of the constraint are true.
func (w *Writer) bound(lo, hi int, sorted []Lit) {
	if lo > 0 {
		w.Add(sorted[lo-1])
	}
	if hi < len(sorted) {
		w.Add(-sorted[hi])
	}
}

// counter writes a cardinality constraint as the sequential counter of Sinz (CP 2005). The clauses
// determine every auxiliary variable. It takes about t*n variables and 4*t*n clauses, where t is
// the result of the function top.
func counter(w *Writer, lo, hi int, lits []Lit) {
	rows := w.Counter(top(lo, hi, len(lits)), lits...)
	w.bound(lo, hi, rows[len(rows)-1])
}

// Counter makes literals that count the true ones among lits: rows[i][j] is true exactly if at
// least j+1 of the literals 0 to i are true. In row i, the index j is less than the parameter top
// and at most i. For larger j, the literal would always be false. The clauses determine all the new
// variables.
func (w *Writer) Counter(top int, lits ...Lit) (rows [][]Lit) {
	var before []Lit
	for i, l := range lits {
		now := make([]Lit, min(i+1, top))
		for j := range now {
			s := w.Fresh()
			now[j] = s
			// s <-> before[j] or (l and before[j-1]); before[-1] is true and
			// a before[j] beyond the slice is false.
			if j < len(before) {
				w.Add(-before[j], s)
				w.Add(-s, before[j], l)
			} else {
				w.Add(-s, l)
			}
			if j > 0 {
				w.Add(-l, -before[j-1], s)
				if j < len(before) {
					w.Add(-s, before[j], before[j-1])
				} else {
					w.Add(-s, before[j-1])
				}
			} else {
				w.Add(-l, s)
			}
		}
		rows = append(rows, now)
		before = now
	}
	return rows
}
