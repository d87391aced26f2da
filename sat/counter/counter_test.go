package counter

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"counterproof/sat/cnf"
)

// Truth is for the tests outside of the package.
var Truth = truth

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

// TestSpecial counts formulas at the edge of what is allowed.
func TestSpecial(t *testing.T) {
	all := func(n int) cnf.Projection {
		var p cnf.Projection
		for v := range n {
			p.Free = append(p.Free, cnf.Lit(v+1))
		}
		return p
	}
	var pairs, chain [][]cnf.Lit
	for v := cnf.Lit(1); v < 40; v += 2 {
		pairs = append(pairs, []cnf.Lit{v, v + 1})
	}
	const long = 100_000
	for v := cnf.Lit(1); v < long; v++ {
		chain = append(chain, []cnf.Lit{-v, v + 1})
	}
	for name, c := range map[string]struct {
		f    cnf.Formula
		want string
	}{
		"no variables":                     {cnf.Formula{}, "1"},
		"no variables and an empty clause": {cnf.Formula{Clauses: [][]cnf.Lit{{}}}, "0"},
		"an empty clause":                  {cnf.Formula{NumVars: 3, Projection: all(3), Clauses: [][]cnf.Lit{{}}}, "0"},
		"no clauses":                       {cnf.Formula{NumVars: 70, Projection: all(70)}, "1180591620717411303424"},
		"no clauses, nothing projected":    {cnf.Formula{NumVars: 70}, "1"},
		"nothing projected, no model":      {cnf.Formula{NumVars: 1, Clauses: [][]cnf.Lit{{1}, {-1}}}, "0"},
		"a clause that is always true":     {cnf.Formula{NumVars: 2, Projection: all(2), Clauses: [][]cnf.Lit{{1, -1}}}, "4"},
		"a literal twice in a clause":      {cnf.Formula{NumVars: 2, Projection: all(2), Clauses: [][]cnf.Lit{{1, 1}, {2, 2, 1}}}, "2"},
		"twenty clauses of two variables":  {cnf.Formula{NumVars: 40, Projection: all(40), Clauses: pairs}, "3486784401"},
		"groups":                           {cnf.Formula{NumVars: 3, Projection: cnf.Projection{Groups: [][]cnf.Lit{{1, 2}}}, Clauses: [][]cnf.Lit{{1, 2}, {-1, -2}}}, "2"},
		"a long chain, one variable":       {cnf.Formula{NumVars: long, Projection: all(1), Clauses: chain}, "2"},
	} {
		if got := count(t, &c.f); got.String() != c.want {
			t.Errorf("%s: got %v, want %s", name, got, c.want)
		}
	}
}

// TestContext checks that a count ends soon after its context, without an answer. The formula says that a
// random graph of 300 vertices has a colouring.
func TestContext(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	f := &cnf.Formula{NumVars: 1200}
	for v := range cnf.Lit(f.NumVars) {
		f.Free = append(f.Free, v+1)
	}
	for v := cnf.Lit(1); v <= 1200; v += 4 {
		f.Add(v, v+1, v+2, v+3)
	}
	for range 1200 {
		a, b := cnf.Lit(4*rng.IntN(300)), cnf.Lit(4*rng.IntN(300))
		for c := cnf.Lit(1); c <= 4 && a != b; c++ {
			f.Add(-a-c, -b-c)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	soon, stop := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer stop()
	for _, ctx := range []context.Context{ended, soon} {
		var st cnf.Stats
		if n, err := (Counter{F: f}).Count(ctx, &st); n != nil || err == nil || err != ctx.Err() {
			t.Errorf("got %v and %v after %v", n, err, ctx.Err())
		}
	}
}

// FuzzCount compares with truth tables.
func FuzzCount(f *testing.F) {
	f.Add([]byte{5, 3, 1, 2, 0, 131, 4})
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) < 2 || len(text) > 200 {
			return
		}
		n := 1 + int(text[0]%12)
		formula := &cnf.Formula{NumVars: n}
		for v := range n {
			if text[1]>>(v%8)&1 == 0 {
				formula.Free = append(formula.Free, cnf.Lit(v+1))
			}
		}
		var clause []cnf.Lit
		for _, b := range text[2:] {
			if b%16 == 0 {
				formula.Add(clause...)
				clause = nil
				continue
			}
			l := cnf.Lit(1 + int(b)%n)
			if b >= 128 {
				l = -l
			}
			clause = append(clause, l)
		}
		if got, want := count(t, formula), truth(formula); got.Int64() != want {
			t.Errorf("got %v, want %d: %+v", got, want, formula)
		}
	})
}
