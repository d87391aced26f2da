package drat

import (
	"slices"

	"counterproof/sat/cnf"
)

// A naive checker is the reference for Checker. It goes through all clauses until nothing changes.
type naive struct {
	vars    int
	clauses [][]cnf.Lit // sorted, without repeats
	fixed   map[cnf.Lit]bool
	refuted bool
}

func newNaive(f *cnf.Formula) *naive {
	n := &naive{vars: f.NumVars, fixed: map[cnf.Lit]bool{}}
	for _, clause := range f.Clauses {
		n.keep(clause)
	}
	return n
}

func normal(clause []cnf.Lit) []cnf.Lit {
	clause = slices.Clone(clause)
	slices.Sort(clause)
	return slices.Compact(clause)
}

func (n *naive) keep(clause []cnf.Lit) {
	n.clauses = append(n.clauses, normal(clause))
	n.refuted = n.refuted || len(clause) == 0
	n.fixed, _ = n.propagate(nil) // these literals stay true after deletions
}

func (n *naive) add(clause []cnf.Lit) bool {
	assume := make([]cnf.Lit, len(clause))
	for i, l := range clause {
		if l.Var() > n.vars {
			return false
		}
		assume[i] = -l
	}
	if !n.implies(assume) {
		return false
	}
	n.keep(clause)
	return true
}

func (n *naive) remove(clause []cnf.Lit) bool {
	i := slices.IndexFunc(n.clauses, func(c []cnf.Lit) bool { return slices.Equal(c, normal(clause)) })
	if i < 0 {
		return false
	}
	n.clauses = slices.Delete(n.clauses, i, i+1)
	return true
}

func (n *naive) implies(assume []cnf.Lit, lits ...cnf.Lit) bool {
	value, ok := n.propagate(assume)
	return !ok || len(lits) > 0 && !slices.ContainsFunc(lits, func(l cnf.Lit) bool { return !value[l] })
}

// propagate returns the literals that follow. On a conflict it returns false, and the literals
// then include both literals of a variable.
func (n *naive) propagate(assume []cnf.Lit) (value map[cnf.Lit]bool, ok bool) {
	value = map[cnf.Lit]bool{}
	for l := range n.fixed {
		value[l] = true
	}
	for _, l := range assume {
		value[l] = true
	}
	for l := range value {
		if value[-l] {
			return value, false
		}
	}
	for changed := true; changed; {
		changed = false
		for _, clause := range n.clauses {
			open, last := 0, cnf.Lit(0)
			for _, l := range clause {
				if !value[-l] {
					open++
					last = l
				}
			}
			switch {
			case open == 0:
				value[1], value[-1] = true, true
				return value, false
			case open == 1 && !value[last]:
				value[last] = true
				changed = true
			}
		}
	}
	return value, true
}
