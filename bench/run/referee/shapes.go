package referee

import (
	"math/rand/v2"
	"slices"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

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

func signed(rng *rand.Rand, v int) cnf.Lit { return cnf.Lit(v * (1 - 2*rng.IntN(2))) }

// blocks returns k disjoint clauses of two variables: 3^k models.
func blocks(k int) Formula {
	f := formOf(2 * k)
	for v := 1; v < 2*k; v += 2 {
		f.Add(cnf.Lit(v), cnf.Lit(v+1))
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

// oneOf returns clauses that make exactly one of n variables true: n models.
func oneOf(n int) Formula {
	f := formOf(n, upTo(n))
	for v := 1; v <= n; v++ {
		for u := 1; u < v; u++ {
			f.Add(cnf.Lit(-u), cnf.Lit(-v))
		}
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
		f.Clauses = append(f.Clauses, [][]cnf.Lit{{-a, -b, -c}, {a, b, -c}, {a, -b, c}, {-a, b, c}}...)
		last = c
	}
	f.Add(last)
	return f
}

// pigeons returns clauses that put p pigeons into h holes, at most one in each: no model if p > h.
func pigeons(p, h int) Formula {
	f := formOf(p * h)
	at := func(pigeon, hole int) cnf.Lit { return cnf.Lit(pigeon*h + hole + 1) }
	for i := range p {
		c := make([]cnf.Lit, h)
		for hole := range h {
			c[hole] = at(i, hole)
			for j := range i {
				f.Add(-at(i, hole), -at(j, hole))
			}
		}
		f.Add(c...)
	}
	return f
}

// cycle returns the colourings of a cycle of n nodes in k colours: (k-1)^n + (-1)^n (k-1) models.
func cycle(n, k int) Formula {
	f := formOf(n * k)
	at := func(node, colour int) cnf.Lit { return cnf.Lit(node*k + colour + 1) }
	for i := range n {
		c := make([]cnf.Lit, k)
		for colour := range k {
			c[colour] = at(i, colour)
			f.Add(-at(i, colour), -at((i+1)%n, colour))
			for other := range colour {
				f.Add(-at(i, colour), -at(i, other))
			}
		}
		f.Add(c...)
	}
	return f
}

// beside returns the two formulas together, with disjoint variables: the product of their counts.
func beside(f, g Formula) Formula {
	shift := cnf.Lit(f.NumVars)
	g = g.mapped(func(v cnf.Lit) cnf.Lit { return v + shift })
	return formOf(f.NumVars+g.NumVars, slices.Concat(f.Clauses, g.Clauses)...)
}

// shuffled returns f with its clauses, and the literals in each, in another order.
func shuffled(rng *rand.Rand, f Formula) Formula {
	clauses := make([][]cnf.Lit, len(f.Clauses))
	for i, at := range rng.Perm(len(clauses)) {
		clauses[i] = slices.Clone(f.Clauses[at])
		rng.Shuffle(len(clauses[i]), func(a, b int) { c := clauses[i]; c[a], c[b] = c[b], c[a] })
	}
	return f.with(clauses)
}

// renamed returns f with its variables in another order, and some of them negated.
func renamed(rng *rand.Rand, f Formula) Formula {
	to := make([]cnf.Lit, f.NumVars+1)
	for i, v := range rng.Perm(f.NumVars) {
		to[i+1] = signed(rng, v+1)
	}
	return f.mapped(func(v cnf.Lit) cnf.Lit { return to[v] })
}

// mapped returns f with each variable replaced by a literal.
func (f Formula) mapped(to func(v cnf.Lit) cnf.Lit) Formula {
	f.Clauses = wording.Each(f.Clauses, func(c []cnf.Lit) []cnf.Lit {
		return wording.Each(c, func(l cnf.Lit) cnf.Lit {
			if l < 0 {
				return -to(-l)
			}
			return to(l)
		})
	})
	f.Free = wording.Each(f.Free, func(v cnf.Lit) cnf.Lit { return max(to(v), -to(v)) })
	slices.Sort(f.Free)
	return f
}

// subset returns some of the variables 1..n, drawn at random, ascending.
func subset(rng *rand.Rand, n, k int) []cnf.Lit {
	vars := make([]cnf.Lit, k)
	for i, v := range rng.Perm(n)[:k] {
		vars[i] = cnf.Lit(v + 1)
	}
	slices.Sort(vars)
	return vars
}
