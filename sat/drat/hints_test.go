package drat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/sat/cnf"
)

// checkHints replays hints as LRAT defines them: each clause has one literal that is not false yet, which
// becomes true, and the last one has none. It returns whether there was a conflict, and the true literals.
func checkHints(t *testing.T, clauses map[int32][]cnf.Lit, assume []cnf.Lit, hints []int32) (conflict bool, value map[cnf.Lit]bool) {
	t.Helper()
	value = map[cnf.Lit]bool{}
	for _, l := range assume {
		conflict = conflict || value[-l]
		value[l] = true
	}
	for _, id := range hints {
		if conflict { // the formula and the assumptions have two conflicts
			break
		}
		var open []cnf.Lit
		for _, l := range clauses[id] {
			if !value[-l] && !slices.Contains(open, l) {
				open = append(open, l)
			}
		}
		switch {
		case len(open) == 0:
			conflict = true
		case len(open) == 1:
			value[open[0]] = true
		default:
			t.Fatalf("hints %v of %v: clause %d, %v, has the open literals %v", hints, assume, id, clauses[id], open)
		}
	}
	return conflict, value
}

// TestHints adds lemmas to random formulas and derives literals. It replays all hints.
func TestHints(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(vars, most int) (clause []cnf.Lit) {
		for range 1 + rng.IntN(most) {
			l := cnf.Lit(1 + rng.IntN(vars))
			if rng.IntN(2) == 0 {
				l = -l
			}
			clause = append(clause, l)
		}
		return clause
	}
	lemmas, conflicts, derived := 0, 0, 0
	for range 300 {
		f := &cnf.Formula{NumVars: 4 + rng.IntN(9)}
		clauses := map[int32][]cnf.Lit{}
		for range f.NumVars * (1 + rng.IntN(4)) {
			f.Add(draw(f.NumVars, 4)...)
			clauses[int32(len(f.Clauses))] = f.Clauses[len(f.Clauses)-1]
		}
		h := NewHinter(f)
		id := int32(len(f.Clauses))
		for range 30 {
			clause := draw(f.NumVars, 5)
			if slices.ContainsFunc(clause, func(l cnf.Lit) bool { return slices.Contains(clause, -l) }) {
				continue
			}
			assume := make([]cnf.Lit, len(clause))
			for i, l := range clause {
				assume[i] = -l
			}
			id++
			if hints, err := h.Add(clause, id); err == nil {
				lemmas++
				if conflict, _ := checkHints(t, clauses, assume, hints); !conflict {
					t.Fatalf("the hints %v of the lemma %v lead to no conflict", hints, clause)
				}
				clauses[id] = clause
			}
			wanted := draw(f.NumVars, 2)
			hints, conflict, err := h.Derive(assume, wanted)
			if err != nil {
				continue
			}
			got, value := checkHints(t, clauses, assume, hints)
			if got != conflict || !conflict && slices.ContainsFunc(wanted, func(l cnf.Lit) bool { return !value[l] }) {
				t.Fatalf("from %v to %v: the hints %v lead to a conflict: %v, want %v", assume, wanted, hints, got, conflict)
			}
			if conflict {
				conflicts++
			} else {
				derived++
			}
		}
	}
	if lemmas < 1000 || conflicts < 1000 || derived < 50 {
		t.Errorf("only %d lemmas, %d conflicts and %d derivations", lemmas, conflicts, derived)
	}
}
