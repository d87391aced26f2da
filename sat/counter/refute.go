package counter

import (
	"cmp"
	"slices"
)

// refute looks for a model of a component without projected variables, by decisions and learned clauses
// only. It returns nil if there is a model or s.limit is reached, and otherwise a clause that is
// false before the first decision.
func (s *search) refute(part component) []lit {
	base := s.depth()
	s.ends = append(s.ends, int32(len(s.lits))) // a level without a decision, for what is learned
	defer s.undo(base)
	vars := s.vars[part.vars:part.endVars]
	for next, patience, left := 0, 100, 0; s.err == nil; left-- {
		if left <= 0 {
			s.undo(base + 1)
			next, patience, left = 0, patience+patience/4, patience
			slices.SortFunc(vars, func(a, b int32) int {
				return cmp.Or(cmp.Compare(s.activity[b], s.activity[a]), int(a-b))
			})
		}
		broken := s.propagate()
		for broken == nil {
			for next < len(vars) && s.value[2*vars[next]] != 0 {
				next++
			}
			if next == len(vars) {
				return nil
			}
			s.decide(lit(2*vars[next])+s.phase[vars[next]], 0)
			broken = s.propagate()
		}
		next = 0
		level := s.latest(broken)
		if level <= base {
			return s.keep(broken)
		}
		s.undo(level)
		if !s.analyse(broken, level == base+1) {
			return s.keep(s.out)
		}
		if s.limit > 0 && s.conflicts > s.limit {
			return nil
		}
		r := s.learn()
		l, to := s.out[0], base+1
		if len(s.out) > 1 {
			to = max(to, int(s.level[s.out[1].index()]))
		}
		s.undo(to)
		s.assign(l, r)
		if len(s.learned) > s.most {
			s.reduce()
		}
		s.pause()
	}
	return nil
}
