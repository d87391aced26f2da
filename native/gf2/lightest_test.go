package gf2

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"counterproof/native"
)

func TestLightestAgainstAllVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, columns := drawn(t)
		st := new(native.Stats)
		e, err := Eliminate(context.Background(), st, s.A, s.B)
		if err != nil {
			t.Fatal(err)
		}
		all := plainly(s, columns)
		x, ok, err := e.Lightest(context.Background(), st)
		if err != nil || !ok {
			t.Fatalf("ok %v, error %v", ok, err)
		}
		if len(all) == 0 {
			if x != nil {
				t.Fatalf("the solution %v of a system without one", x)
			}
			return
		}
		least := all[0].Weight()
		for _, y := range all {
			least = min(least, y.Weight())
		}
		if !slices.Equal(plainTimes(s.A, x), s.B) || x.Weight() != least {
			t.Fatalf("%v of weight %d, want a solution of weight %d", x, x.Weight(), least)
		}
		// Try both searches in each part of the kernel.
		var kernel []Vector
		for i := range e.Nullity() {
			kernel = append(kernel, e.Kernel(i))
		}
		byGray, bySyndrome, rest := 0, 0, e.Solution()
		for _, p := range e.parts(kernel) {
			start := NewVector(len(p.columns))
			for i, j := range p.columns {
				if rest.At(j) {
					rest.Flip(j)
					start.Set(i)
				}
			}
			a, err := p.byGray(context.Background(), st, start)
			if err != nil {
				t.Fatal(err)
			}
			b, err := p.bySyndrome(context.Background(), st, start)
			if err != nil {
				t.Fatal(err)
			}
			byGray += a.Weight()
			bySyndrome += b.Weight()
		}
		if byGray += rest.Weight(); byGray != least {
			t.Fatalf("by the Gray code %d, want %d", byGray, least)
		}
		if bySyndrome += rest.Weight(); bySyndrome != least {
			t.Fatalf("by syndromes %d, want %d", bySyndrome, least)
		}
	})
}

// TestLightestOfParts checks that Lightest finds a lightest solution in at most 1000 nodes although
// there are too many solutions to list. The kernel has many parts, or there are few syndromes.
func TestLightestOfParts(t *testing.T) {
	const n = 90
	blocks, ones, zero := NewMatrix(n, n), NewMatrix(n, n), NewMatrix(n, n)
	all := NewVector(n)
	for i := range n {
		all.Set(i)
		for j := range n {
			ones.Set(i, j)
			if i/3 == j/3 {
				blocks.Set(i, j)
			}
		}
	}
	for _, x := range []struct {
		name string
		a    *Matrix
		b    Vector
		want int
	}{
		{"the zero matrix", zero, nil, 0},
		{"blocks of three: one press a block", blocks, all, n / 3},
		{"every press flips everything", ones, all, 1},
		{"every press flips everything, nothing lit", ones, nil, 0},
	} {
		st := new(native.Stats)
		e := mustEliminate(t, System{x.a, x.b})
		v, ok, err := e.Lightest(context.Background(), st)
		if err != nil || !ok || v.Weight() != x.want {
			t.Errorf("%s: weight %d, ok %v, error %v; want weight %d", x.name, v.Weight(), ok, err, x.want)
		}
		if st.Nodes > 1000 {
			t.Errorf("%s took %d nodes: the parts are searched together", x.name, st.Nodes)
		}
	}
}

// TestLightestGivesUp checks that Lightest gives up on a random kernel of 60 vectors over 120
// columns, and on a kernel whose basis takes too much memory.
func TestLightestGivesUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := System{A: low(120, 60, rng), B: NewVector(120)}
	x, ok, err := mustEliminate(t, s).Lightest(context.Background(), new(native.Stats))
	if x != nil || ok || err != nil {
		t.Errorf("got %v, %v, %v; want it to give up", x, ok, err)
	}
	// A hundred thousand unknowns without an equation.
	x, ok, err = mustEliminate(t, System{A: NewMatrix(1, 100_000)}).Lightest(context.Background(), new(native.Stats))
	if x != nil || ok || err != nil {
		t.Errorf("got %v, %v, %v; want it to give up", x, ok, err)
	}
}

// TestLightestStops checks that Lightest returns the error of its context when the deadline passes,
// both while it tries 2^28 sums and while it searches over syndromes.
func TestLightestStops(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tall, wide := low(80, 52, rng), low(60, 22, rng)
	for _, a := range []*Matrix{tall, wide} {
		x := NewVector(a.Cols)
		for j := range a.Cols {
			if rng.IntN(2) == 0 {
				x.Set(j)
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		_, _, err := mustEliminate(t, System{a, plainTimes(a, x)}).Lightest(ctx, new(native.Stats))
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	}
}
