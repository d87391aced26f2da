package encode

import "slices"

// AtMost says that at most k of the literals, which are all different, are
// true.
func (e *Encoder) AtMost(k int, lits ...Lit) { e.Between(0, k, lits...) }

// AtLeast says that at least k of the literals, which are all different, are
// true.
func (e *Encoder) AtLeast(k int, lits ...Lit) { e.Between(k, len(lits), lits...) }

// Exactly says that k of the literals, which are all different, are true.
func (e *Encoder) Exactly(k int, lits ...Lit) { e.Between(k, k, lits...) }

// Between says that at least lo and at most hi of the literals, which are all
// different, are true, in the encoding that the style names. Where at most one
// literal is true or at most one false, that is an at-most-one constraint.
func (e *Encoder) Between(lo, hi int, lits ...Lit) {
	e.begin()
	n := len(lits)
	lo, hi = max(lo, 0), min(hi, n)
	if lo > hi {
		e.Add()
		return
	}
	if !e.linear && top(n-hi, n-lo, n) < top(lo, hi, n) { // count the false ones
		no := make([]Lit, n)
		for i, l := range lits {
			no[i] = -l
		}
		lo, hi, lits = n-hi, n-lo, no
	}
	switch {
	case lo == 0 && hi == n:
	case hi == 0:
		for _, l := range lits {
			e.Add(-l)
		}
	case lo == n:
		for _, l := range lits {
			e.Add(l)
		}
	case lo == 1 && hi == 1:
		e.ExactlyOne(lits...)
	case hi == 1:
		e.AtMostOne(lits...)
	case lo == 1 && hi == n:
		e.Add(slices.Clone(lits)...)
	default:
		e.count(e, lo, hi, lits)
	}
}

// top is the highest count that the bounds ask for by name.
func top(lo, hi, n int) int {
	if hi == n {
		return lo
	}
	return hi + 1
}

// bound says that the sorted literals, of which as many are true as are
// counted, begin with lo true ones and not with more than hi.
func (e *Encoder) bound(lo, hi int, sorted []Lit) {
	if lo > 0 {
		e.Add(sorted[lo-1])
	}
	if hi < len(sorted) {
		e.Add(-sorted[hi])
	}
}

// counter is the sequential counter of Sinz (CP 2005), with variables defined
// in both directions: about top*n variables and 4*top*n clauses.
func counter(e *Encoder, lo, hi int, lits []Lit) {
	rows := e.Counter(top(lo, hi, len(lits)), lits...)
	e.bound(lo, hi, rows[len(rows)-1])
}

// Counter defines, in both directions, literals that count: rows[i][j] holds
// exactly if at least j+1 of the literals 0..i do, for j below top and up to i.
func (e *Encoder) Counter(top int, lits ...Lit) (rows [][]Lit) {
	var before []Lit
	for i, l := range lits {
		now := make([]Lit, min(i+1, top))
		for j := range now {
			s := e.Fresh()
			now[j] = s
			// s <-> before[j] or (l and before[j-1]); before[-1] is true and
			// a before[j] beyond the slice is false.
			if j < len(before) {
				e.Add(-before[j], s)
				e.Add(-s, before[j], l)
			} else {
				e.Add(-s, l)
			}
			if j > 0 {
				e.Add(-l, -before[j-1], s)
				if j < len(before) {
					e.Add(-s, before[j], before[j-1])
				} else {
					e.Add(-s, before[j-1])
				}
			} else {
				e.Add(-l, s)
			}
		}
		rows = append(rows, now)
		before = now
	}
	return rows
}
