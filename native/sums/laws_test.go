package sums

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"counterproof/native"
)

// drawn returns a random problem of up to 24 variables, and the random numbers that made the
// problem. Brute force cannot check so many variables.
func drawn(t *rapid.T) (*Problem, *rand.Rand) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	return random(rng, 24, 20), rng
}

// TestRelabelled checks that permuting the variables and the sums changes neither the counts nor
// the size of the conflict.
func TestRelabelled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, rng := drawn(t)
		name, order := rng.Perm(p.N), rng.Perm(len(p.Sums))
		q := &Problem{N: p.N, Total: p.Total}
		for _, i := range order {
			s := Sum{Value: p.Sums[i].Value}
			for _, j := range rng.Perm(len(p.Sums[i].Vars)) {
				s.Vars = append(s.Vars, name[p.Sums[i].Vars[j]])
			}
			q.Sums = append(q.Sums, s)
		}
		a, b := solved(t, p), solved(t, q)
		if a.Count.Cmp(b.Count) != 0 || a.Open != b.Open || len(a.Components) != len(b.Components) {
			t.Fatalf("%+v and %+v: %s and %s solutions", p, q, a.Count, b.Count)
		}
		for v, x := range a.Ones {
			if x.Cmp(b.Ones[name[v]]) != 0 {
				t.Fatalf("%+v and %+v: variable %d is 1 in %s and %s", p, q, v, x, b.Ones[name[v]])
			}
		}
		if x, y := conflict(t, p), conflict(t, q); x != y {
			t.Fatalf("%+v and %+v: conflicts of %d and %d members", p, q, x, y)
		}
	})
}

// TestSplit checks that the number of solutions with a variable set to 0 and the number with it set
// to 1 add up to the number of all solutions.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, rng := drawn(t)
		if p.N == 0 {
			return
		}
		v := rng.IntN(p.N)
		a := solved(t, p)
		all := new(big.Int)
		for x := range 2 {
			q := *p
			q.Sums = append(slices.Clone(p.Sums), Sum{[]int{v}, x})
			b := solved(t, &q)
			all.Add(all, b.Count)
			if x == 1 && b.Count.Cmp(a.Ones[v]) != 0 {
				t.Fatalf("%+v: variable %d is 1 in %s solutions, but setting it to 1 leaves %s", p, v, a.Ones[v], b.Count)
			}
		}
		if all.Cmp(a.Count) != 0 {
			t.Fatalf("%+v: %s solutions, but split by variable %d %s", p, a.Count, v, all)
		}
	})
}

// TestTotals checks that the numbers of solutions for all totals add up to the number without a
// total. It also checks that two independent problems together have as many solutions as the
// product of their numbers of solutions.
func TestTotals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, rng := drawn(t)
		p.Total = -1
		whole := solved(t, p).Count
		all := new(big.Int)
		for k := range p.N + 1 {
			q := *p
			q.Total = k
			all.Add(all, solved(t, &q).Count)
		}
		if all.Cmp(whole) != 0 {
			t.Fatalf("%+v: %s solutions, but summed over all totals %s", p, whole, all)
		}
		q := random(rng, 10, 6)
		q.Total = -1
		both := &Problem{N: p.N + q.N, Sums: slices.Clone(p.Sums), Total: -1}
		for _, s := range q.Sums {
			moved := Sum{Value: s.Value}
			for _, v := range s.Vars {
				moved.Vars = append(moved.Vars, v+p.N)
			}
			both.Sums = append(both.Sums, moved)
		}
		if got, want := solved(t, both).Count, whole.Mul(whole, solved(t, q).Count); got.Cmp(want) != 0 {
			t.Fatalf("%+v and %+v: %s solutions together, want %s", p, q, got, want)
		}
	})
}

// solved returns the result of p.Analyse. The test fails if this call returns an error.
func solved(t *rapid.T, p *Problem) *Analysis {
	a, err := p.Analyse(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	return a
}

// conflict returns the size of the conflict that Conflict finds, or 0 if there is none. It checks
// that the conflict has no solution, and that removing any one sum leaves a set with a solution.
func conflict(t *rapid.T, p *Problem) int {
	sums, total, err := p.Conflict(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	if (sums == nil) != (solved(t, p).Count.Sign() > 0) {
		t.Fatalf("%+v: conflict %v", p, sums)
	}
	if sums == nil {
		return 0
	}
	for leave := -1; leave < len(sums); leave++ {
		q := &Problem{N: p.N, Total: -1}
		if total {
			q.Total = p.Total
		}
		for i, s := range sums {
			if i != leave {
				q.Sums = append(q.Sums, p.Sums[s])
			}
		}
		if (solved(t, q).Count.Sign() == 0) != (leave < 0) {
			t.Fatalf("%+v: conflict %v, total %v: wrong without member %d", p, sums, total, leave)
		}
	}
	if total {
		return len(sums) + 1
	}
	return len(sums)
}
