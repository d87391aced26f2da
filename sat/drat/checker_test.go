package drat

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/sat/cnf"
)

// runs is the number of random formulas in TestFastIsNaive.
const runs = 2000

type draw struct {
	*rand.Rand
	vars int
}

func (d draw) clause(least, most int) []cnf.Lit {
	clause := make([]cnf.Lit, least+d.IntN(most-least+1))
	for i := range clause {
		clause[i] = cnf.Lit(1 + d.IntN(d.vars))
		if d.IntN(2) == 0 {
			clause[i] = -clause[i]
		}
	}
	return clause
}

func (d draw) formula() *cnf.Formula {
	f := &cnf.Formula{NumVars: d.vars}
	for range d.vars * (2 + d.IntN(3)) {
		least := 2
		if d.IntN(30) == 0 {
			least = 1
		}
		f.Add(d.clause(least, 3+d.IntN(2))...)
	}
	return f
}

// colliding returns a checker in whose hash table all clauses have the same key.
func colliding(f *cnf.Formula) *Checker {
	c := NewChecker(&cnf.Formula{NumVars: f.NumVars})
	for v := range f.NumVars {
		c.translate([]cnf.Lit{cnf.Lit(v + 1)}, 1)
	}
	clear(c.clauses.key)
	for _, clause := range f.Clauses {
		c.translate(clause, 1)
		c.keep()
	}
	return c
}

// TestFastIsNaive checks that the checker agrees with the naive checker on random clauses, in any
// order and with any deletions. The levels that the checker keeps from earlier lemmas must contain
// every consequence of their assumptions. Lemmas often begin with the same literals, as in proofs
// of cubes, and existing clauses are often deleted.
func TestFastIsNaive(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(runs) {
		d := draw{rand.New(rand.NewPCG(seed, 0)), 3 + int(seed%9)}
		f := d.formula()
		fast, slow := NewChecker(f), newNaive(f)
		if seed%2 == 0 {
			fast = colliding(f)
		}
		there := slices.Clone(f.Clauses)
		path := d.clause(0, 3)
		for range 30 {
			var what string
			var clause []cnf.Lit
			var got, want bool
			switch kind := d.IntN(20); {
			case kind < 10:
				clause = append(slices.Clone(path), d.clause(0, 3)...)
				err := fast.Add(clause)
				what, got, want = "add", err == nil, slow.add(clause)
				if no := new(NotRUPError); err != nil && !errors.As(err, &no) {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if got {
					there = append(there, clause)
				}
			case kind < 16:
				clause = d.clause(1, 3)
				if kind < 15 {
					clause = slices.Clone(there[d.IntN(len(there))])
				}
				d.Shuffle(len(clause), func(i, k int) { clause[i], clause[k] = clause[k], clause[i] })
				what, got, want = "delete", fast.Delete(clause), slow.remove(clause)
			case kind < 18:
				clause = append(negated(path), d.clause(0, 2)...)
				lits := d.clause(0, 2)
				what, got, want = "imply", fast.Implies(clause, lits...), slow.implies(clause, lits...)
			default:
				path = d.clause(0, 3)
			}
			if got != want || fast.refuted != slow.refuted {
				t.Fatalf("seed %d: %s %v: got %v, want %v; refuted: %v, want %v\n%v", seed, what, clause, got, want, fast.refuted, slow.refuted, f.Clauses)
			}
			if missed := missed(fast); missed != nil {
				t.Fatalf("seed %d: %s %v missed the consequence of %v\n%v", seed, what, clause, missed, f.Clauses)
			}
			seen[fmt.Sprint(what, got, fast.inconsistent)]++
		}
	}
	for _, what := range []string{"addtrue", "addfalse", "deletetrue", "deletefalse", "implytrue", "implyfalse"} {
		if n := seen[what+" false"]; n < runs/2 {
			t.Errorf("%s: %d times before the formula is refuted, want at least %d", what, n, runs/2)
		}
	}
}

func negated(clause []cnf.Lit) []cnf.Lit {
	out := make([]cnf.Lit, len(clause))
	for i, l := range clause {
		out[i] = -l
	}
	return out
}

// missed returns a clause whose consequence is missing from the kept levels. All literals of such a
// clause are false, or one literal is undecided and all others are false.
func missed(c *Checker) []lit {
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
	if c.inconsistent {
		return nil
	}
	for l, others := range c.clauses.binary {
		for _, other := range others {
			if lits := []lit{lit(l), other}; bad(lits) {
				return lits
			}
		}
	}
	for _, ws := range c.clauses.watched {
		for _, w := range ws {
			if lits := c.clauses.lits(w.at); bad(lits) {
				return lits
			}
		}
	}
	return nil
}

// TestRoom checks that a new clause is stored in the memory of a deleted one.
func TestRoom(t *testing.T) {
	c := NewChecker(&cnf.Formula{NumVars: 4, Clauses: [][]cnf.Lit{{1, 2}}})
	for i := range 100 {
		lemma := []cnf.Lit{1, 2, cnf.Lit(3 + i%2)}
		if c.Add(lemma) != nil || !c.Delete(lemma) {
			t.Fatalf("%v is rejected", lemma)
		}
	}
	if n := len(c.clauses.store); n > 10 {
		t.Errorf("the store keeps %d numbers for a clause of 3", n)
	}
}

func TestFull(t *testing.T) {
	c := NewChecker(&cnf.Formula{NumVars: 4, Clauses: [][]cnf.Lit{{1, 2}}})
	c.clauses.most = 12
	for i, want := range []error{nil, nil, ErrFull} {
		if err := c.Add([]cnf.Lit{1, 2, cnf.Lit(3 + i%2)}); err != want {
			t.Errorf("lemma %d: got %v, want %v", i+1, err, want)
		}
	}
}
