package drat

import (
	"errors"
	"testing"

	"counterproof/sat/cnf"

	"pgregory.net/rapid"
)

// TestFastIsNaive: on any clauses, in any order, with any deletions, the checker
// says what going through all clauses says. Lemmas are drawn that begin alike, as
// in proofs of cubes, and clauses that are there are often deleted.
func TestFastIsNaive(t *testing.T) {
	taken, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(1, 12).Draw(t, "vars")
		literal := rapid.Custom(func(t *rapid.T) cnf.Lit {
			l := cnf.Lit(rapid.IntRange(1, vars).Draw(t, "variable"))
			if rapid.Bool().Draw(t, "negated") {
				l = -l
			}
			return l
		})
		clause := rapid.SliceOfN(literal, 1, 4)
		f := &cnf.Formula{NumVars: vars}
		f.Clauses = rapid.SliceOfN(clause, 0, 40).Draw(t, "clauses")
		fast, slow := NewChecker(f), newNaive(f)
		there := append([][]cnf.Lit{}, f.Clauses...)
		path := rapid.SliceOfN(literal, 0, 3).Draw(t, "path")
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch kind := rapid.IntRange(0, 9).Draw(t, "kind"); {
			case kind < 5:
				lemma := append(append([]cnf.Lit{}, path...), rapid.SliceOfN(literal, 0, 3).Draw(t, "lemma")...)
				err := fast.Add(lemma)
				if want := slow.add(lemma); (err == nil) != want {
					t.Fatalf("%v, then %v: %v, want taken %v", f.Clauses, lemma, err, want)
				}
				var no *NotRUPError
				if err != nil && !errors.As(err, &no) {
					t.Fatalf("got the error %v", err)
				}
				if err == nil {
					there = append(there, lemma)
					taken++
				} else {
					refused++
				}
			case kind < 8:
				var gone []cnf.Lit
				if len(there) > 0 && kind < 7 {
					gone = rapid.Permutation(rapid.SampledFrom(there).Draw(t, "deleted")).Draw(t, "order")
				} else {
					gone = clause.Draw(t, "deleted")
				}
				err := fast.Delete(gone)
				if want := slow.remove(gone); (err == nil) != want {
					t.Fatalf("delete %v: %v, want done %v", gone, err, want)
				}
			case kind < 9:
				assume := append(negated(path), rapid.SliceOfN(literal, 0, 3).Draw(t, "assumed")...)
				lits := rapid.SliceOfN(literal, 0, 2).Draw(t, "implied")
				if got, want := fast.Implies(assume, lits...), slow.implies(assume, lits...); got != want {
					t.Fatalf("%v implies %v: %v, want %v", assume, lits, got, want)
				}
			default:
				path = rapid.SliceOfN(literal, 0, 3).Draw(t, "path")
			}
			if fast.Refuted() != slow.refuted {
				t.Fatalf("refuted: %v, want %v", fast.Refuted(), slow.refuted)
			}
			if err := settled(fast); err != "" {
				t.Fatal(err)
			}
		}
	})
	if taken < 100 || refused < 100 {
		t.Errorf("%d lemmas taken and %d refused, want 100 at least", taken, refused)
	}
}

func negated(clause []cnf.Lit) []cnf.Lit {
	out := make([]cnf.Lit, len(clause))
	for i, l := range clause {
		out[i] = -l
	}
	return out
}

// settled says what is wrong with the levels that stayed: a clause that is false,
// or that has one open literal left, is one that propagation has missed.
func settled(c *Checker) string {
	if c.inconsistent {
		return ""
	}
	bad := func(lits []lit) bool {
		open := 0
		for _, l := range lits {
			switch c.value[l] {
			case 1:
				return false
			case 0:
				open++
			}
		}
		return open < 2
	}
	for l, others := range c.clauses.binary {
		for _, other := range others {
			if bad([]lit{lit(l), other}) {
				return "a binary clause was missed"
			}
		}
	}
	for _, ws := range c.clauses.watched {
		for _, w := range ws {
			if bad(c.clauses.lits(w.at)) {
				return "a clause was missed"
			}
		}
	}
	return ""
}
