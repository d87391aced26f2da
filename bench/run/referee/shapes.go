package referee

import (
	"math/rand/v2"

	"counterproof/sat/cnf"
)

// A shape draws formulas of at least one variable.
type shape struct {
	kind string
	draw func(*rand.Rand) Formula
}

// shapes are the formulas of at most nine variables.
var shapes = []shape{
	{"uniform", func(rng *rand.Rand) Formula {
		// Half of the large formulas with clauses of k literals are satisfiable at threshold[k] clauses
		// for each variable.
		threshold := []float64{2: 1, 3: 4.27, 4: 9.93}
		k := 2 + rng.IntN(3)
		n := k + rng.IntN(10-k)
		return uniform(rng, n, int(threshold[k]*float64(n)*(0.3+rng.Float64())), k)
	}},
	{"clauses of several lengths", func(rng *rand.Rand) Formula {
		n := 1 + rng.IntN(9)
		f := formOf(n)
		for range rng.IntN(3 * n) {
			f = f.and(uniform(rng, n, 1, 1+rng.IntN(5)).Clauses...)
		}
		return f
	}},
	{"parity", func(rng *rand.Rand) Formula {
		n := 2 + rng.IntN(4)
		return parity(n).project(upTo(n)...)
	}},
	{"colours of a cycle", func(rng *rand.Rand) Formula { return cycle(3+rng.IntN(2)*rng.IntN(2), 1+rng.IntN(2)) }},
	{"implications", func(rng *rand.Rand) Formula { return chain(1 + rng.IntN(9)) }},
}

// uniform returns m clauses of k literals of different variables, drawn uniformly. The clauses of a
// formula with fewer than k variables have all of them.
func uniform(rng *rand.Rand, n, m, k int) Formula {
	f := formOf(n)
	for range m {
		c := make([]cnf.Lit, min(n, k))
		for i, v := range rng.Perm(n)[:len(c)] {
			c[i] = signed(rng, v+1)
		}
		f.Add(c...)
	}
	return f
}

// chain returns the implications from each of n variables to the next: n+1 models.
func chain(n int) Formula {
	f := formOf(n)
	for v := 1; v < n; v++ {
		f.Add(cnf.Lit(-v), cnf.Lit(v+1))
	}
	return f
}

// parity returns clauses that make the number of true variables among the first n odd. It adds
// variables for the parities of the beginnings: 2^(n-1) models, which the first n variables determine.
func parity(n int) Formula {
	f := formOf(2*n - 1)
	last := cnf.Lit(1)
	for i := 2; i <= n; i++ {
		a, b, c := last, cnf.Lit(i), cnf.Lit(n+i-1) // c = a xor b
		f = f.and([]cnf.Lit{-a, -b, -c}, []cnf.Lit{a, b, -c}, []cnf.Lit{a, -b, c}, []cnf.Lit{-a, b, c})
		last = c
	}
	return f.and([]cnf.Lit{last})
}

// cycle returns the colourings of a cycle of n nodes in k colours: (k-1)^n + (-1)^n (k-1) models.
func cycle(n, k int) Formula {
	f := formOf(n * k)
	at := func(node, colour int) cnf.Lit { return cnf.Lit(node*k + colour + 1) }
	for i := range n {
		f.Add(upTo(n * k)[i*k : (i+1)*k]...)
		for colour := range k {
			f.Add(-at(i, colour), -at((i+1)%n, colour))
			for other := range colour {
				f.Add(-at(i, colour), -at(i, other))
			}
		}
	}
	return f
}
