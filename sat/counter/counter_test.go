package counter

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"counterproof/sat/cnf"
)

// truth counts by a truth table. It is independent of everything but the form of a clause.
func truth(f *cnf.Formula) int64 {
	type masks struct{ yes, no uint32 }
	var clauses []masks
	for _, c := range f.Clauses {
		var m masks
		for _, l := range c {
			if l > 0 {
				m.yes |= 1 << (l - 1)
			} else {
				m.no |= 1 << (-l - 1)
			}
		}
		clauses = append(clauses, m)
	}
	var shown uint32
	for _, l := range f.Vars() {
		shown |= 1 << (l - 1)
	}
	found := map[uint32]bool{}
models:
	for a := range uint32(1) << f.NumVars {
		for _, c := range clauses {
			if a&c.yes|^a&c.no == 0 {
				continue models
			}
		}
		found[a&shown] = true
	}
	return int64(len(found))
}

// random returns a formula of blocks with few clauses between them, so that components, some of them
// without models, arise during the search.
func random(rng *rand.Rand, most int) *cnf.Formula {
	f := &cnf.Formula{NumVars: 1 + rng.IntN(most)}
	width, block := 2+rng.IntN(3), 2+rng.IntN(f.NumVars)
	between, repeats := rng.IntN(3)*rng.IntN(20), rng.IntN(4)
	for range int((0.5 + 4*rng.Float64()) * float64(f.NumVars)) {
		first := rng.IntN(f.NumVars) / block * block
		var c []cnf.Lit
		for range max(1, width-rng.IntN(3)) {
			v := 1 + (first+rng.IntN(block))%f.NumVars
			if rng.IntN(100) < between {
				v = 1 + rng.IntN(f.NumVars)
			}
			c = append(c, cnf.Lit(v*(1-2*rng.IntN(2))))
		}
		if len(c) > 1 || rng.IntN(4) == 0 {
			f.Add(c...)
		}
		if repeats == 0 && rng.IntN(4) == 0 && len(c) > 0 {
			f.Add(append(c, c[0])...)
		}
	}
	share := rng.IntN(6)
	for v := range f.NumVars {
		if share > 2 || rng.IntN(4) <= share {
			f.Free = append(f.Free, cnf.Lit(v+1))
		}
	}
	return f
}

func count(t testing.TB, f *cnf.Formula) *big.Int {
	t.Helper()
	n, err := Counter{F: f}.Count(context.Background(), new(cnf.Stats))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRandom compares with truth tables.
func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		f := random(rng, 15)
		if got, want := count(t, f), truth(f); got.Cmp(big.NewInt(want)) != 0 {
			t.Fatalf("formula %d: %v, want %v: %+v", i, got, want, f)
		}
	}
}
