package sums

import (
	"context"
	"math/bits"

	"counterproof/native"
)

// Search implements native.Solver: values[v] is the value of variable v. It walks through the
// layers of the parts, one part after the other. If the total is given, it first computes for each
// state how many ones can follow, so every branch leads to a solution. It returns the same errors
// as Analyse.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func(values []byte) bool) error {
	if err := p.check(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &walk{m: &gauge{ctx: ctx, st: st}, values: make([]byte, p.N), yield: yield, total: p.Total != -1}
	all, of := p.components()
	left := p.Total
	for _, c := range all {
		r, err := p.reduce(ctx, c, of)
		if err != nil {
			return err
		}
		if r.dead {
			return nil
		}
		for _, v := range r.ones {
			w.values[v] = 1
		}
		left -= len(r.ones)
		for _, q := range r.parts {
			l, err := q.build(w.m)
			if err != nil || l == nil {
				return err
			}
			left -= l.base
			w.parts = append(w.parts, l)
		}
	}
	w.open = unconstrained(of)
	if w.total {
		if left < 0 || left > p.N {
			return nil
		}
		if err := w.reach(left); err != nil || !w.can(0, 0, 0, left) {
			return err
		}
	}
	w.enter(0, 0, 0, left)
	return w.err
}

type walk struct {
	m      *gauge
	parts  []*layers
	open   []int // the variables in no sum
	total  bool  // whether a total is given
	values []byte
	yield  func([]byte) bool
	err    error

	// Only if a total is given: the numbers of free ones that are possible
	behind [][][]set // by part, layer and state: in the rest of the part
	rest   []set     // by part: in this part, all later parts and the open variables
}

// A set is a set of numbers. It contains k if bit k%64 of word k/64 is 1.
type set []uint64

func (a set) has(k int) bool { return k >= 0 && k>>6 < len(a) && a[k>>6]>>(k&63)&1 > 0 }

// join adds to the set a the numbers k+v for all k in b, except the numbers too large for the words
// of a.
func (a set) join(b set, v int) {
	words, shift := v>>6, v&63
	for i, x := range b {
		if i+words < len(a) {
			a[i+words] |= x << shift
		}
		if shift > 0 && i+words+1 < len(a) {
			a[i+words+1] |= x >> (64 - shift)
		}
	}
}

// reach computes w.behind and w.rest for up to n free ones.
func (w *walk) reach(n int) error {
	w.behind = make([][][]set, len(w.parts))
	w.rest = make([]set, len(w.parts)+1)
	for i := range w.rest {
		w.rest[i] = make(set, n>>6+1)
	}
	for k := 0; k <= min(n, len(w.open)); k++ {
		w.rest[len(w.parts)][k>>6] |= 1 << (k & 63)
	}
	for i := len(w.parts) - 1; i >= 0; i-- {
		l := w.parts[i]
		sets := make([][]set, len(l.layer))
		most := 0 // the most free ones behind the layer
		for j := len(l.order); j >= 0; j-- {
			if j < len(l.order) {
				g := &l.part.groups[l.order[j]]
				most += g.hi - g.lo
			}
			y := &l.layer[j]
			words := min(most, n)>>6 + 1
			if err := w.m.take(int64(len(y.lo) * (24 + 8*words))); err != nil {
				return err
			}
			flat := make(set, words*len(y.lo))
			sets[j] = make([]set, len(y.lo))
			for s := range y.lo {
				own := flat[s*words:][:words:words]
				sets[j][s] = own
				if j == len(l.order) {
					own[0] = 1
				}
				for v, t := range y.arcs(s) {
					own.join(sets[j+1][t], int(v))
				}
				if err := w.m.spend(10 * words * int(1+y.first[s+1]-y.first[s])); err != nil {
					return err
				}
			}
		}
		w.behind[i] = sets
		for k := 0; k <= min(most, n); k++ {
			if sets[0][0].has(k) {
				w.rest[i].join(w.rest[i+1], k)
			}
		}
	}
	return nil
}

// can reports whether a certain number of free ones, the parameter left, can follow the given
// state. They can be in the rest of its part, in later parts and among the variables in no sum.
func (w *walk) can(part, layer int, state int32, left int) bool {
	if part == len(w.parts) {
		return w.rest[part].has(left)
	}
	for i, x := range w.behind[part][layer][state] {
		for ; x > 0; x &= x - 1 {
			if w.rest[part+1].has(left - (i<<6 + bits.TrailingZeros64(x))) {
				return true
			}
		}
	}
	return false
}

// enter lists the solutions, of which there must be some, that continue from the given state. If a
// total is given, left says how many more free ones they have. It returns false if the search must
// stop.
func (w *walk) enter(part, layer int, state int32, left int) bool {
	if w.err = w.m.poll(256); w.err != nil {
		return false
	}
	w.m.st.Nodes++
	if part == len(w.parts) {
		return w.finish(0, left)
	}
	l := w.parts[part]
	if layer == len(l.order) {
		return w.enter(part+1, 0, 0, left)
	}
	g := &l.part.groups[l.order[layer]]
	for v, t := range l.layer[layer].arcs(int(state)) {
		after := left - int(v)
		if w.total && !w.can(part, layer+1, t, after) {
			continue
		}
		if !w.choose(g.vars, g.lo+int(v), func() bool { return w.enter(part, layer+1, t, after) }) {
			return false
		}
	}
	return true
}

// choose sets n of the given variables to 1 and the others to 0, in every possible way, and calls
// the function next each time. It stops and returns false as soon as next returns false.
func (w *walk) choose(vars []int, n int, next func() bool) bool {
	if n == 0 || n == len(vars) {
		for _, v := range vars {
			w.values[v] = byte(min(n, 1))
		}
		return next()
	}
	for x := range 2 {
		w.values[vars[0]] = byte(x)
		w.m.st.Updates++
		if !w.choose(vars[1:], n-x, next) {
			return false
		}
	}
	return true
}

// finish assigns values to the variables w.open[i:], which are in no sum, in every possible way and
// yields each solution. If a total is given, the parameter left says how many of these variables
// are 1. finish returns false if the search must stop.
func (w *walk) finish(i, left int) bool {
	done := func() bool {
		if w.err = w.m.st.Poll(w.m.ctx, 0, 0); w.err != nil { // poll each time, as yield may cancel the context
			return false
		}
		return w.yield(w.values)
	}
	if w.total {
		return w.choose(w.open, left, done)
	}
	if i == len(w.open) {
		return done()
	}
	for x := range 2 {
		w.values[w.open[i]] = byte(x)
		w.m.st.Updates++
		if !w.finish(i+1, left) {
			return false
		}
	}
	return true
}
