package sums

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"counterproof/native"
)

// An Analysis is what the solutions of a problem share, exactly.
type Analysis struct {
	Count      *big.Int
	Ones       []*big.Int // by variable: in how many solutions it is 1
	Open       int        // variables in no sum
	Components []Component
}

// A Component is a set of sums that are connected by their variables.
type Component struct {
	Vars    []int      // ascending
	Sums    []int      // ascending
	ByTotal []*big.Int // [k]: patterns of these variables with k ones, by their own sums alone
}

// A polynomial has the number of ways with k ones at k.
type polynomial []*big.Int

func zeros(n int) polynomial {
	z := make(polynomial, n)
	for i := range z {
		z[i] = new(big.Int)
	}
	return z
}

func multiply(a, b polynomial) polynomial {
	z := zeros(len(a) + len(b) - 1)
	t := new(big.Int)
	for i, x := range a {
		if x.Sign() == 0 {
			continue
		}
		for j, y := range b {
			if y.Sign() != 0 {
				z[i+j].Add(z[i+j], t.Mul(x, y))
			}
		}
	}
	return z
}

// binomial is (1+x)^n.
func binomial(n int) polynomial {
	z := make(polynomial, n+1)
	z[0] = big.NewInt(1)
	for k := 1; k <= n; k++ {
		z[k] = new(big.Int).Mul(z[k-1], big.NewInt(int64(n-k+1)))
		z[k].Quo(z[k], big.NewInt(int64(k)))
	}
	return z
}

// Count implements native.Counter.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	a, err := p.analyse(ctx, st, false)
	if err != nil {
		return nil, err
	}
	return a.Count, nil
}

// Analyse counts the solutions, and those in which a variable is 1.
func (p *Problem) Analyse(ctx context.Context, st *native.Stats) (*Analysis, error) {
	return p.analyse(ctx, st, true)
}

func (p *Problem) analyse(ctx context.Context, st *native.Stats, ones bool) (*Analysis, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all, groups, open := p.components()
	a := &Analysis{Open: len(open), Components: all, Ones: zeros(p.N), Count: new(big.Int)}
	given := make([]map[int]polynomial, len(all))
	for i := range all {
		var err error
		all[i].ByTotal, given[i], err = p.component(ctx, st, groups[i], all[i], ones)
		if err != nil {
			return nil, err
		}
	}
	var free polynomial
	if p.Total < 0 {
		free = polynomial{new(big.Int).Lsh(big.NewInt(1), uint(len(open)))}
	} else {
		free = binomial(len(open))
	}
	sum := func(q polynomial) *big.Int {
		z := new(big.Int)
		if p.Total < 0 {
			for _, x := range q {
				z.Add(z, x)
			}
		} else if p.Total < len(q) {
			z.Set(q[p.Total])
		}
		return z
	}
	product := free
	for _, c := range all {
		product = multiply(product, c.ByTotal)
	}
	a.Count = sum(product)
	if !ones {
		return a, nil
	}
	for i := range all {
		rest := free
		for j, c := range all {
			if j != i {
				rest = multiply(rest, c.ByTotal)
			}
		}
		for v, q := range given[i] {
			a.Ones[v] = sum(multiply(rest, q))
		}
	}
	for _, v := range open {
		if p.Total < 0 {
			a.Ones[v].Rsh(a.Count, 1)
			continue
		}
		rest := append(polynomial{new(big.Int)}, binomial(len(open)-1)...)
		for _, c := range all {
			rest = multiply(rest, c.ByTotal)
		}
		x := sum(rest)
		for _, u := range open {
			a.Ones[u].Set(x)
		}
		break
	}
	return a, nil
}

// component counts the patterns of one, and for each variable those where it is
// 1, if wanted.
func (p *Problem) component(ctx context.Context, st *native.Stats, groups []group, c Component, ones bool) (polynomial, map[int]polynomial, error) {
	// The groups in the order of the sums.
	type state struct {
		left []int
		ways polynomial
		back polynomial
		to   map[int]*state
	}
	slot := map[int]int{}
	rest := make([]int, len(c.Sums))
	start := &state{ways: polynomial{big.NewInt(1)}}
	for i, s := range c.Sums {
		slot[s] = i
		rest[i] = len(p.Sums[s].Vars)
		start.left = append(start.left, p.Sums[s].Value)
		if v := p.Sums[s].Value; v < 0 || v > rest[i] {
			return zeros(len(c.Vars) + 1), nil, nil
		}
	}
	layers := [][]*state{{start}}
	count := 0
	for _, g := range groups {
		for _, s := range g.sums {
			rest[slot[s]] -= len(g.vars)
		}
		b := binomial(len(g.vars))
		index := map[string]*state{}
		var next []*state
		for _, x := range layers[len(layers)-1] {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			x.to = map[int]*state{}
			for v := 0; v <= len(g.vars); v++ {
				left := slices.Clone(x.left)
				ok := true
				for _, s := range g.sums {
					i := slot[s]
					left[i] -= v
					ok = ok && left[i] >= 0 && left[i] <= rest[i]
				}
				if !ok {
					continue
				}
				st.Updates++
				key := fmt.Sprint(left)
				y := index[key]
				if y == nil {
					if count++; count > 1<<20 {
						return nil, nil, ErrLimit
					}
					y = &state{left: left, ways: polynomial{}}
					index[key] = y
					next = append(next, y)
				}
				x.to[v] = y
				y.ways = addShifted(y.ways, x.ways, v, b[v])
			}
			st.Nodes++
		}
		layers = append(layers, next)
	}
	last := layers[len(layers)-1]
	z := zeros(len(c.Vars) + 1)
	if len(last) == 0 {
		return z, nil, nil
	}
	for k, x := range last[0].ways {
		z[k] = x
	}
	if !ones {
		return z, nil, nil
	}
	given := map[int]polynomial{}
	last[0].back = polynomial{big.NewInt(1)}
	for i := len(groups) - 1; i >= 0; i-- {
		g := groups[i]
		m := len(g.vars)
		b := binomial(m)
		below := binomial(m - 1) // of the others where one is 1
		of := polynomial{}
		for _, x := range layers[i] {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			for v, y := range x.to {
				if len(y.back) == 0 {
					continue
				}
				x.back = addShifted(x.back, y.back, v, b[v])
				if v > 0 {
					of = addShifted(of, multiply(x.ways, y.back), v, below[v-1])
				}
			}
		}
		for _, v := range g.vars {
			given[v] = of
		}
	}
	for v, q := range given {
		if len(q) == 0 {
			given[v] = zeros(1)
		}
	}
	return z, given, nil
}

// addShifted is a + f x^v b.
func addShifted(a, b polynomial, v int, f *big.Int) polynomial {
	for len(a) < len(b)+v {
		a = append(a, new(big.Int))
	}
	t := new(big.Int)
	for i, x := range b {
		if x.Sign() != 0 {
			a[i+v].Add(a[i+v], t.Mul(x, f))
		}
	}
	return a
}
