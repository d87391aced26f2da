package sat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"counterproof/bench/test/processtest"
	"counterproof/encode/constraint"
	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

// A script is a proof that records its lines.
type script struct {
	lines   []line
	fail    int // the line at which to fail, from 1; 0: never
	failure error
}

type line struct {
	deletion bool
	clause   []cnf.Lit
}

func (s *script) Add(clause []cnf.Lit) error    { return s.line(false, clause) }
func (s *script) Delete(clause []cnf.Lit) error { return s.line(true, clause) }

func (s *script) line(deletion bool, clause []cnf.Lit) error {
	s.lines = append(s.lines, line{deletion, slices.Clone(clause)})
	if len(s.lines) == s.fail {
		return s.failure
	}
	return nil
}

func (s *script) complete() bool {
	return slices.ContainsFunc(s.lines, func(l line) bool { return len(l.clause) == 0 })
}

// check checks the lines against a formula and reports whether they refute it.
func (s *script) check(f *cnf.Formula) (refuted bool, err error) {
	c := drat.NewChecker(f)
	for i, l := range s.lines {
		if len(l.clause) == 0 && i < len(s.lines)-1 {
			return false, errors.New("a line after the empty clause")
		}
		if l.deletion {
			if !c.Delete(l.clause) {
				return false, fmt.Errorf("there is no clause %v to delete", l.clause)
			}
		} else if err := c.Add(l.clause); err != nil {
			return false, err
		}
	}
	return s.complete(), nil
}

// withProof returns the method s, set to write its proof to p.
func withProof(s cnf.Solver, p Proof) cnf.Solver {
	switch s := s.(type) {
	case Blocking:
		s.Proof = p
		return s
	case Cubes:
		s.Proof = p
		return s
	}
	panic("a method without a proof")
}

// blocked returns f with the blocking clauses of the models that s yields.
func blocked(t fataler, f *cnf.Formula, s cnf.Solver) *cnf.Formula {
	t.Helper()
	all := &cnf.Formula{NumVars: f.NumVars, Clauses: slices.Clone(f.Clauses)}
	err := s.Search(context.Background(), &cnf.Stats{}, func(m cnf.Model) bool {
		all.Add(f.Blocking(m)...)
		return true
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return all
}

// everyProver returns the methods that write proofs.
func everyProver(f *cnf.Formula) map[string]cnf.Solver {
	ways := everyWay(f)
	delete(ways, "restarting")
	return ways
}

// TestProofAgainstTruthTables checks that each proof refutes the formula with all its blocking
// clauses, and that it is rejected if one of them is missing.
func TestProofAgainstTruthTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t)
		for name, s := range everyProver(f) {
			p := &script{}
			all := blocked(t, f, withProof(s, p))
			if ok, err := p.check(all); !ok || err != nil {
				t.Fatalf("%s: the proof %v is rejected: %v", name, p.lines, err)
			}
			if n := len(f.Clauses); n < len(all.Clauses) {
				i := rapid.IntRange(n, len(all.Clauses)-1).Draw(t, "without")
				all.Clauses = slices.Delete(all.Clauses, i, i+1)
				if ok, err := p.check(all); ok || err == nil {
					t.Fatalf("%s: the proof %v is accepted without a blocking clause", name, p.lines)
				}
			}
		}
	})
}

func TestProofCalendar(t *testing.T) {
	for _, style := range constraint.AtMostOneStyles {
		f := dayFormula(10, 6, style)
		p := &script{}
		all := blocked(t, f, Cubes{F: f, Depth: -1, Proof: p})
		if got := len(all.Clauses) - len(f.Clauses); got != 7 {
			t.Fatalf("%s: got %d solutions, want 7", style, got)
		}
		if ok, err := p.check(all); !ok || err != nil {
			t.Errorf("%s: the proof is rejected: %v", style, err)
		}
		all.Clauses = all.Clauses[:len(all.Clauses)-1]
		if ok, _ := p.check(all); ok {
			t.Errorf("%s: the proof is accepted without a blocking clause", style)
		}
	}
}

// TestProofDeletesLemmas checks that closing a cube deletes its lemmas, and that closing a node
// deletes the lemmas of its children. At the end only unit lemmas and the empty clause remain.
func TestProofDeletesLemmas(t *testing.T) {
	f := dayFormula(10, 6, "pairwise")
	p := &script{}
	blocked(t, f, withProof(Cubes{F: f, Depth: -1}, p))
	standing := map[string]int{}
	most := 0
	for _, l := range p.lines {
		key := fmt.Sprint(l.clause)
		if !l.deletion {
			standing[key]++
		} else if standing[key]--; standing[key] == 0 {
			delete(standing, key)
		}
		most = max(most, len(standing))
	}
	for key, n := range standing {
		if n < 0 || strings.Contains(key, " ") {
			t.Errorf("%d copies of the lemma %s remain at the end", n, key)
		}
	}
	if most > len(p.lines)/8 {
		t.Errorf("up to %d lemmas were kept at once, want at most an eighth of the %d lines", most, len(p.lines))
	}
}

// fifty returns a formula with so many models and lemmas that a test can stop the search in the
// middle.
func fifty() *cnf.Formula {
	f := &cnf.Formula{NumVars: 8, Clauses: [][]cnf.Lit{{1, 2}, {-1, 2, 3}, {-3, 4, 5}, {-2, -4, 6}, {1, -6, 7}, {-5, -7, -8}}}
	for v := cnf.Lit(1); v <= 8; v++ {
		f.Free = append(f.Free, v)
	}
	return f
}

// TestProofOfAStoppedSearch checks that a stopped search leaves valid lemmas and no empty
// clause.
func TestProofOfAStoppedSearch(t *testing.T) {
	f := fifty()
	models := len(truthTable(f))
	for name, s := range everyProver(f) {
		for _, stop := range []int{1, 2, models / 2, models - 1} {
			for _, cancelled := range []bool{false, true} {
				ctx, cancel := context.WithCancel(context.Background())
				p := &script{}
				all := &cnf.Formula{NumVars: f.NumVars, Clauses: slices.Clone(f.Clauses)}
				n := 0
				err := withProof(s, p).Search(ctx, &cnf.Stats{}, func(m cnf.Model) bool {
					all.Add(f.Blocking(m)...)
					if n++; n == stop && cancelled {
						cancel()
					}
					return n < stop || cancelled
				})
				cancel()
				if n != stop || cancelled != errors.Is(err, context.Canceled) || !cancelled && err != nil {
					t.Errorf("%s: stopped at %d models, got %d and %v", name, stop, n, err)
				}
				if ok, err := p.check(all); ok || err != nil || p.complete() {
					t.Errorf("%s: stopped at %d models: the proof %v: refutes %v, %v", name, stop, p.lines, ok, err)
				}
			}
		}
	}
}

// raceOfProofs skips the test if the race detector is on. Tests that stop gophersat in the middle
// of a proof call it. engine.listen closes the channel to which gophersat writes the proof. Then
// gophersat panics when it sends its next line. The race detector reports a race between such a
// send and the close.
func raceOfProofs(t *testing.T) {
	t.Helper()
	if processtest.Race {
		t.Skip("the race detector reports that the channel of the proof is closed to stop gophersat")
	}
}

// TestProofFails checks that an error of the proof ends the search at that line and is
// returned.
func TestProofFails(t *testing.T) {
	raceOfProofs(t)
	failure := errors.New("no space left")
	for _, f := range []*cnf.Formula{fifty(), formulaOf(pigeons(5), 20), {Clauses: [][]cnf.Lit{{}}}} {
		for name, s := range everyProver(f) {
			whole := &script{}
			blocked(t, f, withProof(s, whole))
			for at := 1; at <= len(whole.lines); at++ {
				p := &script{fail: at, failure: failure}
				err := withProof(s, p).Search(context.Background(), &cnf.Stats{}, func(cnf.Model) bool { return true })
				if !errors.Is(err, failure) || len(p.lines) != at {
					t.Errorf("%s: failing at line %d: got %v after %d lines", name, at, err, len(p.lines))
				}
			}
		}
	}
}

func formulaOf(clauses [][]int, vars int) *cnf.Formula {
	f := &cnf.Formula{NumVars: vars}
	for _, c := range clauses {
		var lits []cnf.Lit
		for _, l := range c {
			lits = append(lits, cnf.Lit(l))
		}
		f.Add(lits...)
	}
	return f
}

// adds is a proof that calls a function for each lemma.
type adds func() error

func (a adds) Add([]cnf.Lit) error    { return a() }
func (a adds) Delete([]cnf.Lit) error { return nil }

// TestProofStopsGophersat checks that a proof can stop gophersat in the middle of a call that
// would take hours. No goroutine may be left behind, and the next search must be correct.
func TestProofStopsGophersat(t *testing.T) {
	raceOfProofs(t)
	f := formulaOf(pigeons(14), 14*13)
	before := runtime.NumGoroutine()
	failure := errors.New("no space left")
	for name, s := range map[string]cnf.Solver{"blocking": Blocking{F: f}, "cubes": Cubes{F: f, Depth: 1}} {
		n := 0
		st := cnf.Stats{}
		err := withProof(s, adds(func() error {
			if n++; n == 100 {
				return failure
			}
			return nil
		})).Search(context.Background(), &st, nil)
		if !errors.Is(err, failure) || st.Conflicts > 1000 {
			t.Errorf("%s: a proof that fails: got %v after %d conflicts", name, err, st.Conflicts)
		}
		ctx, cancel := context.WithCancel(context.Background())
		n = 0
		err = withProof(s, adds(func() error {
			if n++; n == 100 {
				cancel()
			}
			return nil
		})).Search(ctx, &cnf.Stats{}, nil)
		if !errors.Is(err, context.Canceled) || n != 100 {
			t.Errorf("%s: cancelled: got %v after %d lemmas", name, err, n)
		}
	}
	processtest.Until(t, fmt.Sprintf("there are %d goroutines again", before), func() bool { return runtime.NumGoroutine() <= before })
	g := fifty()
	if got, _ := list(t, g, Blocking{F: g}); !slices.Equal(got, truthTable(g)) {
		t.Errorf("the next search: got the models %v", got)
	}
}

// TestProofOfEliminatedChains checks chains of auxiliaries in which a literal implies its own
// negation. Cubes resolves the auxiliaries away one after the other and derives a unit literal.
// That literal must be a valid lemma, in whatever order the auxiliaries are numbered.
func TestProofOfEliminatedChains(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2026))
	for range 100 {
		const projected, vars = 3, 9
		f := &cnf.Formula{NumVars: vars}
		for v := cnf.Lit(1); v <= projected; v++ {
			f.Free = append(f.Free, v)
		}
		aux := rng.Perm(vars - projected)
		at := func(i int) cnf.Lit { return cnf.Lit(projected+1+aux[i]) * cnf.Lit(1-2*rng.IntN(2)) }
		for range 2 { // p implies a chain that ends in its negation
			last := cnf.Lit(1+rng.IntN(projected)) * cnf.Lit(1-2*rng.IntN(2))
			p := last
			for i := range len(aux) {
				if rng.IntN(3) > 0 {
					next := at(i)
					f.Add(-last, next)
					last = next
				}
			}
			f.Add(-last, -p)
		}
		for range 3 {
			f.Add(at(rng.IntN(len(aux))), cnf.Lit(1+rng.IntN(projected))*cnf.Lit(1-2*rng.IntN(2)))
		}
		rng.Shuffle(len(f.Clauses), func(i, j int) { f.Clauses[i], f.Clauses[j] = f.Clauses[j], f.Clauses[i] })
		want := len(truthTable(f))
		for name, s := range everyProver(f) {
			p := &script{}
			all := blocked(t, f, withProof(s, p))
			if got := len(all.Clauses) - len(f.Clauses); got != want {
				t.Fatalf("%s: %d models, want %d", name, got, want)
			}
			if ok, err := p.check(all); !ok || err != nil {
				t.Fatalf("%s of %v: the proof %v is rejected: %v", name, f.Clauses, p.lines, err)
			}
		}
	}
}
