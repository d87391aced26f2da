package encode

// AtMost says that at most k of the literals, which are all different, are
// true.
func (e *Encoder) AtMost(k int, lits ...Lit) { e.Between(0, k, lits...) }

// AtLeast says that at least k of the literals, which are all different, are
// true.
func (e *Encoder) AtLeast(k int, lits ...Lit) { e.Between(k, len(lits), lits...) }

// Exactly says that k of the literals, which are all different, are true.
func (e *Encoder) Exactly(k int, lits ...Lit) { e.Between(k, k, lits...) }

// Between says that at least lo and at most hi of the literals, which are all
// different, are true, by a sequential counter (Sinz, CP 2005) whose variables are defined in both directions: s[j] after literal i
// holds exactly if at least j+1 of the literals 0..i do. So every model of the
// literals has one extension, and the number of models is kept.
func (e *Encoder) Between(lo, hi int, lits ...Lit) {
	e.begin()
	n := len(lits)
	lo, hi = max(lo, 0), min(hi, n)
	switch {
	case lo > hi:
		e.Add()
		return
	case lo == 0 && hi == n:
		return
	case lo == 0 && hi == 0:
		for _, l := range lits {
			e.Add(-l)
		}
		return
	case lo == n:
		for _, l := range lits {
			e.Add(l)
		}
		return
	case hi == 1 && lo == 1:
		e.ExactlyOne(lits...)
		return
	case hi == 1:
		e.AtMostOne(lits...)
		return
	case lo == 1 && hi == n:
		e.Add(append([]Lit(nil), lits...)...)
		return
	}
	top := min(hi+1, n) // counts above this one need no name
	if hi == n {
		top = lo
	}
	rows := e.Counter(top, lits...)
	last := rows[n-1]
	if lo > 0 {
		e.Add(last[lo-1])
	}
	if hi < n {
		e.Add(-last[hi])
	}
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
