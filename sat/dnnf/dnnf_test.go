package dnnf_test

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"testing"

	"counterproof/sat/cnf"
	"counterproof/sat/counter"
	"counterproof/sat/cpog"
	"counterproof/sat/dnnf"
)

// drawFormula draws a formula, projected to some of its variables if the parameter says so.
func drawFormula(rng *rand.Rand, projected bool) *cnf.Formula {
	f := &cnf.Formula{NumVars: 1 + rng.IntN(9)}
	for range rng.IntN(3 * f.NumVars) {
		var clause []cnf.Lit
		for range 1 + rng.IntN(4) {
			l := cnf.Lit(1 + rng.IntN(f.NumVars))
			if rng.IntN(2) == 0 {
				l = -l
			}
			clause = append(clause, l)
		}
		f.Add(clause...)
	}
	for v := range f.NumVars {
		if !projected || rng.IntN(2) == 0 {
			f.Free = append(f.Free, cnf.Lit(v+1))
		}
	}
	return f
}

// models returns the projected models by a truth table: the true projected variables, as bits.
func models(f *cnf.Formula) map[int]bool {
	mask := maskOf(f)
	all := map[int]bool{}
table:
	for m := range 1 << f.NumVars {
	clauses:
		for _, clause := range f.Clauses {
			for _, l := range clause {
				if m>>(l.Var()-1)&1 == 1 == (l > 0) {
					continue clauses
				}
			}
			continue table
		}
		all[m&mask] = true
	}
	return all
}

// TestGraph compares graphs of random formulas with truth tables. The checker must accept the proof with the same count.
func TestGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	most := 0
	for i := range 2000 {
		f := drawFormula(rng, i%2 == 1)
		want := models(f)
		g, err := counter.Counter{F: f}.Graph(t.Context(), new(cnf.Stats))
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Count(); got.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("%v: the graph has %v models, want %d", f.Clauses, got, len(want))
		}
		most = max(most, len(want))
		var proof bytes.Buffer
		if err := dnnf.Prove(t.Context(), &proof, g, f); err != nil {
			t.Fatalf("%v: %v", f.Clauses, err)
		}
		result, err := cpog.Check(t.Context(), f, bytes.NewReader(proof.Bytes()))
		if err != nil || result.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("formula %d: %v projected to %v: checked %v, %v, want %d:\n%s", i, f.Clauses, f.Vars(), result, err, len(want), proof.Bytes())
		}
	}
	if most < 100 {
		t.Errorf("at most %d models", most)
	}
}
