package sat

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"counterproof/sat/cnf"
)

// TestBaseAgainstTruthTables uses one Base for several searches, each with other given literals. Some
// of the searches stop early, so that the next one finds what they left behind. The proofs must
// refute the formula with the given literals as unit clauses.
func TestBaseAgainstTruthTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t)
		vars := f.Vars()
		blocking, cubes := Prepare(f, false), Prepare(f, true)
		for range 4 {
			var given []cnf.Lit
			for range rapid.IntRange(0, min(2, len(vars))).Draw(t, "how many") {
				l := rapid.SampledFrom(vars).Draw(t, "given")
				given = append(given, l*cnf.Lit(rapid.SampledFrom([]int{1, -1}).Draw(t, "sign")))
			}
			full := *f
			full.Clauses = slices.Clone(f.Clauses)
			for _, l := range given {
				full.Add(l)
			}
			want := truthTable(&full)
			stop := rapid.IntRange(0, 2).Draw(t, "stop")
			for _, s := range []cnf.Solver{Blocking{Base: blocking, Given: given}, Cubes{Base: cubes, Given: given, Depth: -1, later: handOver - 1}} {
				if got, _ := list(t, &full, s); !slices.Equal(got, want) {
					t.Fatalf("%v, given %v: got %v, want %v", f, given, got, want)
				}
				n := 0
				err := s.Search(context.Background(), &cnf.Stats{}, func(cnf.Model) bool { n++; return n < stop })
				if err != nil || n != min(max(stop, 1), len(want)) {
					t.Fatalf("%d models and %v, want to stop after %d", n, err, stop)
				}
				p := &script{}
				all := blocked(t, &full, withProof(s, p))
				if ok, err := p.check(all); !ok || err != nil {
					t.Fatalf("the proof %v is rejected: %v", p.lines, err)
				}
			}
		}
	})
}

// TestCertifierChecksGiven checks that a model that breaks only a given literal is refused.
func TestCertifierChecksGiven(t *testing.T) {
	c := newCertifier(&cnf.Formula{NumVars: 2, Clauses: [][]cnf.Lit{{1, 2}}})
	for given, ok := range map[cnf.Lit]bool{1: true, -1: false, 2: false, -2: true} {
		if err := c.check(cnf.Model{true, false}, []cnf.Lit{given}); (err == nil) != ok {
			t.Errorf("the model 1 -2 with %d given: %v", given, err)
		}
	}
}
