package sums

import (
	"context"
	"math/big"

	"counterproof/native"
)

// An Analysis is what the solutions of a problem share, exactly. Variables share
// their numbers in Ones, which are not to be changed.
type Analysis struct {
	Count      *big.Int
	Ones       []*big.Int // by variable: in how many solutions it is 1
	Open       int        // variables in no sum
	Components []Component
}

// Count implements native.Counter. The errors are those of Analyse.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	a, err := p.analyse(ctx, st, false)
	if err != nil {
		return nil, err
	}
	return a.Count, nil
}

// Analyse counts the solutions, and those in which a variable is 1. The error is
// ErrLimit if the states take too much memory, and says so if a variable is out of
// range or twice in a sum.
//
// Nodes counts the states, Updates the arcs between them.
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
	m := &gauge{ctx: ctx, st: st}
	all, of := p.components()
	a := &Analysis{Count: new(big.Int), Ones: make([]*big.Int, p.N), Components: all}
	none := new(big.Int)
	for v := range a.Ones {
		a.Ones[v] = none
	}
	dead := false
	var one, open []int
	var parts []*part
	var counted []*tallied
	for i := range all {
		c := &all[i]
		r, err := p.reduce(ctx, *c, of)
		if err != nil {
			return nil, err
		}
		product := polynomial{len(r.ones), []*big.Int{big.NewInt(1)}}
		if r.dead {
			product.at[0].SetInt64(0)
		}
		for _, q := range r.parts {
			t, err := q.count(m, ones)
			if err != nil {
				return nil, err
			}
			if t == nil {
				r.dead = true
				product.at = nil
				break
			}
			product = product.times(t.all)
			parts = append(parts, q)
			counted = append(counted, t)
		}
		dead = dead || r.dead
		one = append(one, r.ones...)
		c.ByTotal = make([]*big.Int, len(c.Vars)+1)
		for k := range c.ByTotal {
			if j := k - product.least; j >= 0 && j < len(product.at) {
				c.ByTotal[k] = product.at[j]
			} else {
				c.ByTotal[k] = new(big.Int)
			}
		}
	}
	for v, sums := range of {
		if len(sums) == 0 {
			open = append(open, v)
		}
	}
	a.Open = len(open)
	if dead {
		return a, nil
	}
	tree := grow(counted)
	w := p.weights(tree, len(one), len(open))
	a.Count = tree.all.dot(w)
	if !ones || a.Count.Sign() == 0 {
		return a, nil
	}
	always := new(big.Int).Set(a.Count)
	for _, v := range one {
		a.Ones[v] = always
	}
	i := 0
	tree.spread(w, func(t *tallied, w []*big.Int) {
		for j, g := range parts[i].groups {
			x := t.given[j].dot(w)
			for _, v := range g.vars {
				a.Ones[v] = x
			}
		}
		i++
	})
	if len(open) > 0 {
		// A variable in no sum is 1 as often as any other of them.
		x := new(big.Int)
		if p.Total == -1 {
			x.Rsh(a.Count, 1)
		} else {
			// Of all ones in all solutions, those that are left.
			x.Mul(a.Count, big.NewInt(int64(p.Total)))
			for _, y := range a.Ones {
				x.Sub(x, y)
			}
			x.Quo(x, big.NewInt(int64(len(open))))
		}
		for _, v := range open {
			a.Ones[v] = x
		}
	}
	return a, nil
}

// count counts a part; nil if it has no patterns.
func (q *part) count(m *gauge, ones bool) (*tallied, error) {
	if len(q.groups) == 1 && len(q.sums) == 0 {
		g := &q.groups[0]
		n, k := int64(len(g.vars)), int64(g.lo)
		return &tallied{
			polynomial{g.lo, []*big.Int{new(big.Int).Binomial(n, k)}},
			[]polynomial{{g.lo, []*big.Int{new(big.Int).Binomial(n-1, k-1)}}},
		}, nil
	}
	order, err := q.arrange(m)
	if err != nil {
		return nil, err
	}
	l, err := q.build(order, m)
	if l == nil || err != nil {
		return nil, err
	}
	t, err := l.count(m, ones)
	m.used = 0
	return t, err
}

// weights are, for each number of ones that the parts can have, the ways of the
// open variables to go with it.
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
			// C(open,rest) from C(open,rest+1)
			w[k].Mul(w[k-1], big.NewInt(int64(rest+1)))
			w[k].Quo(w[k], big.NewInt(int64(open-rest)))
		default:
			w[k].Binomial(int64(open), int64(rest))
		}
	}
	return w
}

// A node is a product of parts, halved down to single ones.
type node struct {
	all         polynomial
	leaf        *tallied
	left, right *node
}

func grow(parts []*tallied) *node {
	switch len(parts) {
	case 0:
		return &node{all: polynomial{0, []*big.Int{big.NewInt(1)}}}
	case 1:
		return &node{all: parts[0].all, leaf: parts[0]}
	}
	n := &node{left: grow(parts[:len(parts)/2]), right: grow(parts[len(parts)/2:])}
	n.all = n.left.all.times(n.right.all)
	return n
}

// spread calls visit with each part and its weights: w[k] are the ways of all
// else if the part has least+k ones.
func (n *node) spread(w []*big.Int, visit func(*tallied, []*big.Int)) {
	if n.leaf != nil {
		visit(n.leaf, w)
	}
	if n.left != nil {
		n.left.spread(n.right.all.against(w, len(n.left.all.at)), visit)
		n.right.spread(n.left.all.against(w, len(n.right.all.at)), visit)
	}
}

func (a polynomial) times(b polynomial) polynomial {
	z := polynomial{a.least + b.least, make([]*big.Int, len(a.at)+len(b.at)-1)}
	for k := range z.at {
		z.at[k] = new(big.Int)
	}
	t := new(big.Int)
	for i, x := range a.at {
		for j, y := range b.at {
			z.at[i+j].Add(z.at[i+j], t.Mul(x, y))
		}
	}
	return z
}

// against is the weights of a factor with n numbers whose product with a has
// weights w.
func (a polynomial) against(w []*big.Int, n int) []*big.Int {
	z := make([]*big.Int, n)
	t := new(big.Int)
	for k := range z {
		z[k] = new(big.Int)
		for i, x := range a.at {
			z[k].Add(z[k], t.Mul(x, w[k+i]))
		}
	}
	return z
}

func (a polynomial) dot(w []*big.Int) *big.Int {
	z, t := new(big.Int), new(big.Int)
	for k, x := range a.at {
		if x.Sign() > 0 {
			z.Add(z, t.Mul(x, w[k]))
		}
	}
	return z
}
