// Package csp lists and counts the solutions of constraint satisfaction problems over integers with finite
// domains. It searches with propagation: each constraint removes values that it excludes, until no constraint
// can remove more. Then the search splits the domain of a variable. The constraints are small structs, each
// with one filter. The engine is stated in Schulte and Stuckey, "Efficient constraint propagation engines",
// TOPLAS 2008: a queue in two levels, and events that say how a domain changed.
//
// Values and bounds are limited to -Most..Most, and the sum of a Linear constraint to 2^61. Larger ones are
// an error of Search and Count. Products and powers saturate at 2^62, which is outside of every domain.
//
// The package neither learns clauses nor restarts, and it does not run in parallel.
package csp

import (
	"context"
	"fmt"
	"math/big"

	"counterproof/native"
)

// Most bounds the absolute value of every integer in a domain.
const Most = 1 << 40

// A Range has the integers from Lo to Hi.
type Range struct{ Lo, Hi int }

// A Problem is a constraint satisfaction problem. Its answers are the values of the shown variables, in the
// order of Shown. It is a native.Solver and a native.Counter. Concurrent searches of one Problem are safe, if
// Failures is nil.
type Problem struct {
	// Domains has the values of each variable. The ranges ascend and neither overlap nor touch. A Boolean
	// variable has the domain 0..1.
	Domains     [][]Range
	Shown       []int // variables; a variable must not be repeated
	Constraints []Constraint
	Failures    *int64 // the searches add the number of dead ends, unless it is nil
}

// A Constraint is one of the structs *Linear, *Iff, *In, *Apply, *Extreme, *Element, *Table, *AllDifferent,
// *Clause and *Xor.
type Constraint interface {
	start(e *engine) propagator
}

// A propagator is a constraint in one search.
type propagator interface {
	// scope returns the variables of the constraint.
	scope() []int
	// wakes returns the changes of a variable after which the filter can do more.
	wakes() event
	// filter removes values without solutions, and returns false if the constraint cannot hold. If all
	// variables are fixed, it decides whether the constraint holds.
	filter(e *engine) bool
}

// A summarizer is a propagator that depends on its fixed variables only through few integers. It appends them
// to a key. The result done says that the constraint holds for all values in the current domains. The
// filter has to be at its fixpoint.
type summarizer interface {
	summary(e *engine, key []int) (_ []int, done bool)
}

// Search lists the assignments of the shown variables that can be extended to a solution, each once.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func(values []int) bool) error {
	e, ok, err := p.begin(ctx, st)
	if err != nil {
		return err
	}
	if ok {
		e.list(yield)
	}
	return e.end()
}

// Count returns the number of answers without listing them. See counter.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	e, ok, err := p.begin(ctx, st)
	if err != nil {
		return nil, err
	}
	total := new(big.Int)
	if ok {
		c := counter{engine: e, memo: map[string]*big.Int{}}
		total.Set(c.product(append(e.shown[:len(e.shown):len(e.shown)], e.hidden...)))
	}
	return total, e.end()
}

// Optimize yields answers in which the objective gets smaller and smaller or, if most is true, larger and
// larger, with its value. It starts the search again after each answer, with a tighter bound, but without what
// it has searched at the root. If it returns nil and yield did not stop it, the last answer is the best one.
func (p *Problem) Optimize(ctx context.Context, st *native.Stats, objective int, most bool, yield func(values []int, best int) bool) error {
	q := *p
	q.Shown = append(p.Shown[:len(p.Shown):len(p.Shown)], objective)
	e, ok, err := q.begin(ctx, st)
	if err != nil {
		return err
	}
	sign := 1
	if most {
		sign, e.downwards = -1, objective
	}
	for ok && e.err == nil {
		best := 0
		ok = false
		e.list(func(values []int) bool {
			best = values[len(p.Shown)]
			ok = yield(values[:len(p.Shown)], best)
			return false
		})
		ok = ok && e.atMost(objective, sign, sign*best-1) && e.propagate()
	}
	return e.end()
}

// begin returns an engine for the problem. The result ok says that root propagation found no contradiction.
func (p *Problem) begin(ctx context.Context, st *native.Stats) (e *engine, ok bool, err error) {
	e = &engine{ctx: ctx, st: st, failed: p.Failures, doms: make([]domain, len(p.Domains)), watchers: make([][]watcher, len(p.Domains)), isShown: make([]bool, len(p.Domains)), downwards: -1}
	empty := false
	for v, ranges := range p.Domains {
		if len(ranges) == 0 {
			empty = true
			continue
		}
		if lo, hi := ranges[0].Lo, ranges[len(ranges)-1].Hi; lo < -Most || hi > Most {
			return nil, false, fmt.Errorf("want values from -2^40 to 2^40, got %d..%d for variable %d: use a smaller domain", lo, hi, v)
		}
		if e.doms[v] = newDomain(ranges); !e.fixed(v) {
			e.open++
		}
	}
	if empty {
		return e, false, nil
	}
	for v, ranges := range p.Domains {
		if e.doms[v].words == nil && len(ranges) > 1 {
			e.add(&In{v, ranges})
		}
	}
	for _, c := range p.Constraints {
		e.add(c)
	}
	for _, v := range p.Shown {
		e.isShown[v] = true
		e.shown = append(e.shown, int32(v))
	}
	e.weight = make([]float64, len(p.Domains))
	for v := range p.Domains {
		for _, w := range e.watchers[v] {
			e.weight[v] += e.share(w.constraint)
		}
		if e.isShown[v] {
			continue
		}
		if e.hidden = append(e.hidden, int32(v)); len(e.watchers[v]) == 0 {
			e.fix(v, e.doms[v].lo)
		}
	}
	e.queued = make([]bool, len(e.propagators))
	for c := range e.propagators {
		e.enqueue(int32(c))
	}
	return e, e.err == nil && e.propagate(), nil
}
