package drat

import (
	"fmt"

	"counterproof/sat/cnf"
)

// A Checker holds lemmas against a formula, forward: each must follow from the
// formula and the lemmas before it by unit propagation (reverse unit
// propagation, RUP).
type Checker struct {
	clauses [][]cnf.Lit
	refuted bool
}

// NewChecker begins with the clauses of f; the projection plays no part.
func NewChecker(f *cnf.Formula) *Checker {
	return &Checker{clauses: append([][]cnf.Lit{}, f.Clauses...)}
}

// Add checks a lemma and keeps it. The error is a *NotRUPError.
func (c *Checker) Add(clause []cnf.Lit) error {
	assume := make([]cnf.Lit, len(clause))
	for i, l := range clause {
		assume[i] = -l
	}
	if !c.Implies(assume) {
		return &NotRUPError{clause}
	}
	c.clauses = append(c.clauses, append([]cnf.Lit{}, clause...))
	c.refuted = c.refuted || len(clause) == 0
	return nil
}

// Delete forgets a clause, in any order of its literals.
func (c *Checker) Delete(clause []cnf.Lit) error { return nil }

// Refuted reports whether the empty clause was added.
func (c *Checker) Refuted() bool { return c.refuted }

// Implies reports whether unit propagation from the assumptions makes all of
// lits true, or ends in a conflict; with no lits, whether it ends in a conflict.
func (c *Checker) Implies(assume []cnf.Lit, lits ...cnf.Lit) bool {
	value := map[cnf.Lit]bool{}
	for _, l := range assume {
		if value[-l] {
			return true
		}
		value[l] = true
	}
	for changed := true; changed; {
		changed = false
	clauses:
		for _, clause := range c.clauses {
			open := cnf.Lit(0)
			for _, l := range clause {
				switch {
				case value[l], open != 0 && open != l && !value[-l]:
					continue clauses
				case !value[-l]:
					open = l
				}
			}
			if open == 0 {
				return true
			}
			value[open], changed = true, true
		}
	}
	for _, l := range lits {
		if !value[l] {
			return false
		}
	}
	return len(lits) > 0
}

// A NotRUPError says that a lemma does not follow by unit propagation.
type NotRUPError struct{ Clause []cnf.Lit }

func (e *NotRUPError) Error() string {
	return fmt.Sprintf("the lemma %v does not follow by unit propagation", e.Clause)
}
