// Package sums counts and lists the assignments of 0/1 variables for which the sums of some sets of
// variables are known. The total of all variables may be known too. Minesweeper without its board
// is this problem. Deciding whether a solution exists is NP-complete (Kaye, Mathematical
// Intelligencer 22, 2000). The more widely the sums overlap, the longer a count takes.
//
// Variables with the same sums form a group, of which only the number of ones matters. Sums that
// share variables are in the same component. Bounds from single sums and from pairs of sums fix the
// number of ones in some groups. The package removes these groups, and the rest of a component
// falls into connected parts. It counts each part group by group, in an order in which few sums are
// open at a time. A sum is open between two groups if only some of its groups come before. A state
// between two groups consists of the remaining value of each open sum. For each state, the package
// counts the ways to reach it with 0, 1, 2, ... ones. One pass forward and one pass backward give
// the marginals of all groups (bucket elimination: Dechter, Artificial Intelligence 113, 1999). The
// counts of the parts are multiplied as polynomials in the number of ones. Variables in no sum
// contribute binomials.
//
// The package always counts along one sequence of groups, never along a tree, and never branches on
// a variable. If it finds no order with few enough states, it returns ErrLimit.
package sums

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"counterproof/native"
)

// Version is the version of the algorithms. Increase it when a change can alter the answers or the
// work.
const Version = 1

// ErrLimit is the error for a problem whose solutions cannot be counted or listed within 256 MiB
// and about two seconds, or whose smallest conflict takes more than a million steps to find.
var ErrLimit = errors.New("the sums overlap too widely: more work or memory than the limit")

// A Sum states that the variables Vars add up to Value.
type Sum struct {
	Vars  []int // all different
	Value int
}

// A Problem has variables 0..N-1. Any Value and any Total is allowed; with an impossible Value or
// Total, the problem has no solution.
type Problem struct {
	N     int
	Sums  []Sum
	Total int // of all variables; -1 if unknown
}

const maxVariables = 1 << 20

func (p *Problem) check() error {
	if p.N < 0 || p.N > maxVariables {
		return fmt.Errorf("%d variables, want 0 to %d", p.N, maxVariables)
	}
	last := make([]int, p.N) // by variable: its last sum so far, counted from 1
	for i, s := range p.Sums {
		for _, v := range s.Vars {
			if v < 0 || v >= p.N {
				return fmt.Errorf("sum %d has variable %d, want 0 to %d", i, v, p.N-1)
			}
			if last[v] == i+1 {
				return fmt.Errorf("sum %d has variable %d twice", i, v)
			}
			last[v] = i + 1
		}
	}
	return nil
}

// A Component is a set of sums that are connected by shared variables, with these variables.
type Component struct {
	Vars    []int      // ascending
	Sums    []int      // ascending
	ByTotal []*big.Int // [k]: patterns (values of these variables) with k ones that satisfy these sums
}

func (p *Problem) sumsOf() [][]int {
	count := make([]int, p.N)
	all := 0
	for _, s := range p.Sums {
		all += len(s.Vars)
		for _, v := range s.Vars {
			count[v]++
		}
	}
	of := make([][]int, p.N)
	flat := make([]int, all) // one allocation for all variables
	for v, n := range count {
		of[v], flat = flat[:0:n], flat[n:]
	}
	for i, s := range p.Sums {
		for _, v := range s.Vars {
			of[v] = append(of[v], i)
		}
	}
	return of
}

// components returns the components of p, in the order of their first sums. The second result
// lists, for each variable, the sums that contain it, as indices in the list Sums of their
// component.
func (p *Problem) components() (all []Component, of [][]int) {
	of = p.sumsOf()
	place := slices.Repeat([]int{-1}, len(p.Sums)) // by sum: -1 if it is in no component yet
	taken := make([]bool, p.N)
	for i := range p.Sums {
		if place[i] >= 0 {
			continue
		}
		place[i] = 0
		c := Component{Sums: []int{i}}
		for j := 0; j < len(c.Sums); j++ {
			for _, v := range p.Sums[c.Sums[j]].Vars {
				if taken[v] {
					continue
				}
				taken[v] = true
				c.Vars = append(c.Vars, v)
				for _, s := range of[v] {
					if place[s] < 0 {
						place[s] = 0
						c.Sums = append(c.Sums, s)
					}
				}
			}
		}
		slices.Sort(c.Sums)
		slices.Sort(c.Vars)
		for j, s := range c.Sums {
			place[s] = j
		}
		all = append(all, c)
	}
	for _, sums := range of {
		for j, s := range sums {
			sums[j] = place[s]
		}
	}
	return all, of
}

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
