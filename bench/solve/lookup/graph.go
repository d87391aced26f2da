//go:build !js

package lookup

import (
	"context"
	"errors"
	"math/big"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
	"counterproof/sat/dnnf"
)

// A Compiled is the solution graph of an instance: all its solutions, folded into a graph of the
// projected variables of a formula.
type Compiled struct {
	*dnnf.Graph
	Encoding *encode.Encoding
	sites    []int
}

// Compile returns the solution graph of an instance for the formula in its first style. The error is a
// *counter.LargeError, an error of encode.CNF, or ctx.Err().
func Compile(ctx context.Context, p *encode.Puzzle, in encode.Instance) (*Compiled, error) {
	enc, err := encode.CNF(p, in, p.Styles[0])
	if err != nil {
		return nil, err
	}
	g, err := counter.Counter{F: &enc.Formula}.Graph(ctx, new(cnf.Stats))
	if err != nil {
		return nil, err
	}
	return &Compiled{g, enc, in.Sites()}, nil
}

// Graph returns the solution graph for the formula of the prover, whose method must be sat/count.
func (p *Prover) Graph(ctx context.Context, st *cnf.Stats) (*dnnf.Graph, error) {
	return counter.Counter{F: &p.Encoding.Formula}.Graph(ctx, st)
}

// Sampling returns a method whose search yields the given number of solutions. Each of them is drawn
// from all solutions with the same probability, also those that were drawn before.
func Sampling(p *encode.Puzzle, in encode.Instance, n int, seed uint64) *Method {
	search := func(ctx context.Context, _ *Stats, yield func(encode.Solution) bool) error {
		g, err := Compile(ctx, p, in)
		if err != nil || !g.Live(g.Root) {
			return err
		}
		sampler := dnnf.NewSampler(g.Graph, seed)
		for range n {
			if ctx.Err() != nil || !yield(g.Encoding.Decode(sampler.Draw())) {
				break
			}
		}
		return ctx.Err()
	}
	return &Method{Name: method.Name{Family: method.SAT, Variant: method.Count}, Style: p.Styles[0], Search: search}
}

// Marginals counts the solutions by site and value with the solution graph. The errors are the errors of
// Compile and ErrUnnamed.
func Marginals(ctx context.Context, p *encode.Puzzle, in encode.Instance) ([][]*big.Int, error) {
	c, err := Compile(ctx, p, in)
	if err != nil {
		return nil, err
	}
	return c.Marginals()
}

// ErrUnnamed is the error of Marginals if a projected variable stands for no value of a site.
var ErrUnnamed = errors.New("the variables of the formula do not determine the values of the sites one by one")

// Marginals returns the number of solutions by site and value, or ErrUnnamed.
func (c *Compiled) Marginals() ([][]*big.Int, error) {
	total, numbers := c.Count(), c.Graph.Marginals()
	out := make([][]*big.Int, len(c.sites))
	for i, n := range c.sites {
		for range n {
			out[i] = append(out[i], new(big.Int))
		}
	}
	for _, g := range c.Encoding.Gives {
		out[g.Site][g.Value].Add(out[g.Site][g.Value], &numbers[g.Var])
	}
	for i, list := range out {
		sum := new(big.Int)
		for _, n := range list {
			sum.Add(sum, n)
		}
		if left := new(big.Int).Sub(total, sum); len(list) == 2 && list[0].Sign() == 0 {
			out[i][0] = left
		} else if left.Sign() != 0 {
			return nil, ErrUnnamed
		}
	}
	return out, nil
}
