package counter

import "slices"

// These bound the work of define: the conflicts for one variable, and how many literals are assigned for
// all of them.
const (
	mostConflicts = 100
	mostAssigned  = 1 << 25
)

// define projects to more variables: those whose value the projected ones determine. This does not change the
// count, but leaves more choices for good decisions. A Minesweeper board of 16x16 cells takes 0.5 s
// instead of more than a minute.
//
// A variable is determined if no two models agree on the projected variables and differ in this one (Padoa
// 1900; Lagniez, Lonca and Marquis 2016). For this, a second formula joins the clauses and a copy of
// them that has its own variables except the projected ones.
func (s *search) define(clauses [][]lit) {
	n := len(s.projected)
	both := slices.Clone(clauses)
	for _, c := range clauses {
		other := slices.Clone(c)
		for i, l := range c {
			if !s.projected[l.index()] {
				other[i] += lit(2 * n)
			}
		}
		if !slices.Equal(c, other) {
			both = append(both, other)
		}
	}
	twin := newSearch(2*n, both)
	twin.ctx = s.ctx
	if twin.propagate() != nil {
		return
	}
	candidates := make([]bool, n)
	for v := range n {
		candidates[v] = !s.projected[v] && s.value[2*v] == 0
	}
	for v, assigned := 0, 0; v < n && assigned < mostAssigned && !twin.pause(); v++ {
		if !candidates[v] {
			continue
		}
		yes, other := lit(2*v), lit(2*(v+n))
		if twin.agree(yes, other, &assigned) {
			s.projected[v] = true
			twin.equate(yes, other)
			continue
		}
		for u := range n {
			candidates[u] = candidates[u] && twin.phase[u] == twin.phase[u+n]
		}
	}
	s.err = twin.err
}

// agree reports whether it is proved that b is true if a is true. If not, the phases are
// a model with a and without b, or the search was given up.
func (s *search) agree(a, b lit, assigned *int) bool {
	defer s.undo(0)
	for _, l := range []lit{a, b.not()} {
		if s.value[l] == 0 {
			s.decide(l, 0)
		}
		if s.value[l] < 0 || s.propagate() != nil {
			return true
		}
	}
	s.limit = s.conflicts + mostConflicts
	proved := s.refute(component{endVars: int32(len(s.vars))}) != nil
	*assigned += len(s.vars)
	return proved
}

// equate adds the clauses that make two literals equal.
func (s *search) equate(a, b lit) {
	for _, l := range []lit{a, b, a.not(), b.not()} {
		other := l ^ a ^ b
		s.pairs[l] = append(s.pairs[l], other)
		if s.value[l] > 0 && s.value[other] == 0 {
			s.assign(other, 0)
		}
	}
	s.propagate()
}
