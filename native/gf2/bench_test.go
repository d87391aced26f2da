package gf2

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"counterproof/native"
)

// one measures how long it takes to eliminate the system s and to compute one solution.
func one(b *testing.B, s System) {
	b.Helper()
	st := new(native.Stats)
	for b.Loop() {
		e, err := Eliminate(context.Background(), st, s.A, s.B)
		if err != nil {
			b.Fatal(err)
		}
		if x := e.Solution(); e.Solvable() != (x != nil) {
			b.Fatal("no solution")
		}
	}
	b.ReportMetric(float64(st.Updates)/float64(b.N), "updates/op")
}

// BenchmarkBoard solves n x n Lights Out boards with all lights on, which have n^2 unknowns.
func BenchmarkBoard(b *testing.B) {
	for _, n := range []int{25, 50, 100, 200} {
		all := NewVector(n * n)
		for i := range n * n {
			all.Set(i)
		}
		s := System{board(n, n), all}
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { one(b, s) })
	}
}

// BenchmarkDense solves systems A x = 0 with random n x n matrices A.
func BenchmarkDense(b *testing.B) {
	for _, n := range []int{1250, 2500, 5000, 10000} {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		a := NewMatrix(n, n)
		for i := range n {
			a.Set(i, 0)
			a.Set(i, n-1)
			for w := range a.rows[i].bits {
				a.rows[i].bits[w] = rng.Uint64()
			}
			if n%64 != 0 {
				a.rows[i].bits[n/64] &= 1<<(n%64) - 1
			}
		}
		s := System{A: a, B: NewVector(n)}
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { one(b, s) })
	}
}

// BenchmarkLightest finds a solution with the fewest presses for the 19x19 Lights Out board with
// all lights on. There are 2^16 solutions of 361 bits each.
func BenchmarkLightest(b *testing.B) {
	all := NewVector(361)
	for i := range 361 {
		all.Set(i)
	}
	e := mustEliminate(b, System{board(19, 19), all})
	for b.Loop() {
		if _, ok, err := e.Lightest(context.Background(), new(native.Stats)); !ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}
