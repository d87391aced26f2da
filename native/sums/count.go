package sums

import (
	"context"
	"math/big"
	"slices"

	"counterproof/native"
)

// An Analysis holds exact counts of the solutions of a problem. Do not change the numbers in Ones,
// because several variables can share the same *big.Int.
type Analysis struct {
	Count      *big.Int   // solutions
	Ones       []*big.Int // by variable: solutions in which it is 1
	Open       int        // number of variables in no sum
	Components []Component
}

// Count returns the same errors as Analyse.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	a, err := p.analyse(ctx, st, false)
	if err != nil {
		return nil, err
	}
	return a.Count, nil
}

// Analyse counts the solutions. For each variable, it also counts the solutions in which the
// variable is 1. It returns ErrLimit if the count takes too much time or memory. It also returns an
// error if a variable is out of range or occurs twice in a sum.
//
// st.Nodes counts the states, which the package comment explains. st.Updates counts the arcs
// between states. An arc leads from a state before a group to the state after the group, for one
// possible number of ones in the group.
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
	all, of := p.components()
	n := &counting{p: p, m: &gauge{ctx: ctx, st: st}, ones: ones, open: unconstrained(of)}
	for i := range all {
		if err := n.component(&all[i], of); err != nil {
			return nil, err
		}
	}
	a := &Analysis{Count: new(big.Int), Open: len(n.open), Components: all}
	a.Ones = slices.Repeat([]*big.Int{new(big.Int)}, p.N)
	if !n.dead {
		n.finish(a)
	}
	return a, nil
}

func unconstrained(of [][]int) []int {
	var open []int
	for v, sums := range of {
		if len(sums) == 0 {
			open = append(open, v)
		}
	}
	return open
}

type counting struct {
	p    *Problem
	m    *gauge
	ones bool // whether to count also the marginals

	dead    bool  // whether some component has no patterns
	always  []int // the variables that are 1 in all solutions
	open    []int // the variables in no sum
	parts   []*part
	counted []*tallied // by part
}

// component counts the patterns of a component: the values of its variables that satisfy its sums,
// by their number of ones. It sets c.ByTotal and adds the parts of the component to n.
func (n *counting) component(c *Component, of [][]int) error {
	r, err := n.p.reduce(n.m.ctx, *c, of)
	if err != nil {
		return err
	}
	product := polynomial{len(r.ones), []*big.Int{big.NewInt(1)}}
	for _, q := range r.parts {
		t, err := q.count(n.m, n.ones)
		if err != nil {
			return err
		}
		if t == nil {
			r.dead = true
			break
		}
		product = product.times(t.all)
		n.parts = append(n.parts, q)
		n.counted = append(n.counted, t)
	}
	if r.dead {
		n.dead = true
		product.at = nil
	}
	n.always = append(n.always, r.ones...)
	c.ByTotal = make([]*big.Int, len(c.Vars)+1)
	for k := range c.ByTotal {
		if j := k - product.least; j >= 0 && j < len(product.at) {
			c.ByTotal[k] = product.at[j]
		} else {
			c.ByTotal[k] = new(big.Int)
		}
	}
	return nil
}

// finish multiplies the counts of all parts and sets a.Count. If n.ones is true, it also sets
// a.Ones: for each variable, the number of solutions in which this variable is 1.
func (n *counting) finish(a *Analysis) {
	tree := grow(n.counted)
	w := n.p.weights(tree, len(n.always), len(n.open))
	a.Count = tree.all.dot(w)
	if !n.ones || a.Count.Sign() == 0 {
		return
	}
	all := new(big.Int).Set(a.Count)
	for _, v := range n.always {
		a.Ones[v] = all
	}
	i := 0
	tree.spread(w, func(t *tallied, w []*big.Int) {
		for j, g := range n.parts[i].groups {
			x := t.given[j].dot(w)
			for _, v := range g.vars {
				a.Ones[v] = x
			}
		}
		i++
	})
	if len(n.open) > 0 {
		x := n.share(a)
		for _, v := range n.open {
			a.Ones[v] = x
		}
	}
}

// share returns in how many solutions a variable that is in no sum is 1. The number is the same for
// all such variables.
func (n *counting) share(a *Analysis) *big.Int {
	x := new(big.Int)
	if n.p.Total == -1 {
		return x.Rsh(a.Count, 1)
	}
	// Count all ones in all solutions, and subtract the ones of the other variables.
	x.Mul(a.Count, big.NewInt(int64(n.p.Total)))
	for _, y := range a.Ones {
		x.Sub(x, y)
	}
	return x.Quo(x, big.NewInt(int64(len(n.open))))
}

// count counts the patterns of a part: the values of its variables that satisfy its sums. It
// returns nil if there are no patterns. If ones is true, it also counts the patterns in which one
// chosen variable of a group is 1, for each group.
func (q *part) count(m *gauge, ones bool) (*tallied, error) {
	if len(q.groups) == 1 && len(q.sums) == 0 {
		g := &q.groups[0]
		n, k := int64(len(g.vars)), int64(g.lo)
		return &tallied{
			polynomial{g.lo, []*big.Int{new(big.Int).Binomial(n, k)}},
			[]polynomial{{g.lo, []*big.Int{new(big.Int).Binomial(n-1, k-1)}}},
		}, nil
	}
	l, err := q.build(m)
	if l == nil || err != nil {
		return nil, err
	}
	t, err := l.count(m, ones)
	m.used = 0
	return t, err
}

// weights returns numbers of ways to assign the variables that are in no sum: one number for each
// number of ones that all parts together (the node n) can have.
func (p *Problem) weights(n *node, ones, open int) []*big.Int {
	w := make([]*big.Int, len(n.all.at))
	for k := range w {
		w[k] = new(big.Int)
		if p.Total == -1 {
			w[k].Lsh(big.NewInt(1), uint(open))
			continue
		}
		rest := p.Total - ones - n.all.least - k
		switch {
		case rest < 0 || rest > open:
		case k > 0 && w[k-1].Sign() > 0:
			// Get C(open,rest) from C(open,rest+1).
			w[k].Mul(w[k-1], big.NewInt(int64(rest+1)))
			w[k].Quo(w[k], big.NewInt(int64(open-rest)))
		default:
			w[k].Binomial(int64(open), int64(rest))
		}
	}
	return w
}
