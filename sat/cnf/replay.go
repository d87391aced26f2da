package cnf

import (
	"errors"
	"fmt"
)

// A Replay follows the hints of proofs. Its value has for each variable the round in which the variable
// became true, or minus the round in which it became false.
type Replay struct {
	value []int
	round int
}

// Grow makes room for n variables.
func (r *Replay) Grow(n int) { r.value = append(r.value, make([]int, n+1-len(r.value))...) }

// Refute makes the literals, times the sign, true. For each hint in turn, all literals of its clause except one
// must be false, and Refute makes that one true. It returns nil if a clause has only false literals, or if
// two literals contradict each other. The error may come from the function clause.
func (r *Replay) Refute(sign Lit, lits []Lit, hints []int32, clause func(id int32) ([]Lit, error)) error {
	r.round++
	conflict := false
	set := func(l Lit) {
		conflict = conflict || r.truth(l) == -r.round
		r.value[l.Var()] = r.round
		if l < 0 {
			r.value[l.Var()] = -r.round
		}
	}
	for _, l := range lits {
		set(sign * l)
	}
	for _, id := range hints {
		lits, err := clause(id)
		if err != nil {
			return err
		}
		var open Lit
		for _, l := range lits {
			switch v := r.truth(l); {
			case conflict || v == -r.round || l == open:
			case v == r.round || open != 0:
				return fmt.Errorf("want a hint with all literals false, or all but one that is open, got clause %d", id)
			default:
				open = l
			}
		}
		if conflict = conflict || open == 0; !conflict {
			set(open)
		}
	}
	if !conflict {
		return errors.New("want hints that lead to a conflict, got none: the lemma is wrong, or hints are missing")
	}
	return nil
}

// truth returns the round for a true literal, minus the round for a false one, and else another number.
func (r *Replay) truth(l Lit) int {
	if l < 0 {
		return -r.value[-l]
	}
	return r.value[l]
}
