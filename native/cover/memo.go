package cover

import (
	"context"
	"math/big"
	"math/bits"
	"sync"

	"counterproof/native"
)

// memoVersion is raised when answers or cost of the engine can change.
const memoVersion = 1

// memoBytes is how much a search may keep in its memo, in bytes. A full memo
// is still asked but takes nothing more: the answers stay right, the search
// only meets subproblems again. Dominoes on 16x16 take 0.08 GB, on 18x18 0.4.
const memoBytes = 1 << 29

// memo meets every subproblem once. It covers the items in item order, so what
// is left to do depends only on which item is next and on what is set of the
// bits that the options still to come can see; that is the key under which the
// number of answers is kept (Nishino, Yasuda, Minato, Nagata 2017, "Dancing
// with Decision Diagrams", with a static order, which makes the key short: of
// dominoes on n x n it is a window of n bits).
//
// Count adds the numbers up and never lists. Search lists, and keeps only which
// subproblems have no answer, so that every node that it enters a second time
// leads to one; the first answers come at once, without a count before them.
//
// Dominoes on n x n are 1693 subproblems at n = 8, 52,340 at 12, 1,333,765 at
// 16 and 6,448,884 at 18: 2.2 to 2.3 times as many, and as long, for each
// further row and column. 16 takes half a second.
//
// It does not split a subproblem into independent parts, and it takes the order
// of the items as it comes: boards should be given along their shorter side.
//
// Nodes are the subproblems worked out, Updates the options tried on the way.
type memo struct {
	p     *Problem
	limit int64 // bytes; 0 is memoBytes
	once  sync.Once
	plan  *plan
	err   error
}

// Count implements native.Counter.
func (e *memo) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	w, err := e.start(ctx, st)
	if err != nil {
		return nil, err
	}
	limbs := w.count(0, 0)
	if err := w.end(); err != nil {
		return nil, err
	}
	total := new(big.Int)
	for k := len(limbs) - 1; k >= 0; k-- {
		total.Lsh(total, 64)
		total.Or(total, new(big.Int).SetUint64(limbs[k]))
	}
	return total, nil
}

// Search implements native.Solver.
func (e *memo) Search(ctx context.Context, st *native.Stats, yield func([]int) bool) error {
	w, err := e.start(ctx, st)
	if err != nil {
		return err
	}
	w.yield = yield
	w.walk(0, 0)
	return w.end()
}

func (e *memo) start(ctx context.Context, st *native.Stats) (*walker, error) {
	e.once.Do(func() {
		if e.err = e.p.Validate(); e.err == nil {
			e.plan = newPlan(e.p)
		}
	})
	if e.err != nil {
		return nil, e.err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := &walker{plan: e.plan, progress: progress{ctx: ctx, st: st}, tables: make([]table, len(e.plan.steps)), budget: e.limit}
	if w.budget == 0 {
		w.budget = memoBytes
	}
	w.frame(0)
	return w, nil
}

// walker is the state of one search. Every depth has a frame of its own, so
// that going back is free.
type walker struct {
	*plan
	progress
	tables []table // one a step
	budget int64   // bytes that the tables and big may still take
	big    []uint64
	small  [1]uint64 // for limbs
	frames []frame
}

// pollStep is the number of nodes or options between two looks at the context.
const pollStep = 1 << 12

type frame struct {
	state []uint64
	key   []uint64
	sum   []uint64 // the answers so far: 64-bit limbs, the lowest first, none for 0
}

func (w *walker) frame(depth int) *frame {
	for len(w.frames) <= depth {
		w.frames = append(w.frames, frame{state: make([]uint64, w.words)})
	}
	return &w.frames[depth]
}

// next goes to the first step from s on where there is a choice, with the
// state of depth: -1 if an item that has passed does not hold enough.
func (w *walker) next(s, depth int) int {
	state := w.frames[depth].state
	for ; s < len(w.steps); s++ {
		switch step := &w.steps[s]; {
		case step.kind == choose && !hasBit(state, step.bit):
			return s
		case step.kind == perhaps && w.fits(step.options[0], state):
			return s
		case step.kind == enough && w.held(step.several, state) < step.lo:
			return -1
		}
	}
	return s
}

// enter copies the state of depth to the next one, with option o chosen unless
// it is -1. It returns false if the option does not fit.
func (w *walker) enter(depth, o int) bool {
	w.updates++
	if o >= 0 && !w.fits(o, w.frames[depth].state) {
		return false
	}
	below := w.frame(depth + 1)
	copy(below.state, w.frames[depth].state)
	if o >= 0 {
		w.apply(o, below.state)
	}
	return true
}

// key gathers what step s can see of the state of depth.
func (w *walker) key(s, depth int) []uint64 {
	f := &w.frames[depth]
	f.key = f.key[:0]
	for _, v := range w.steps[s].view {
		f.key = append(f.key, f.state[v.word]&v.mask)
	}
	return f.key
}

// count returns the number of answers from step s on, as limbs that are valid
// until the next call at the same depth.
func (w *walker) count(s, depth int) []uint64 {
	if s = w.next(s, depth); s < 0 || w.poll(w.nodes+w.updates, pollStep) {
		return nil
	}
	if s == len(w.steps) {
		return one
	}
	if v, ok := w.tables[s].get(w.key(s, depth)); ok {
		return w.limbs(v)
	}
	w.nodes++
	w.frames[depth].sum = w.frames[depth].sum[:0]
	step := &w.steps[s]
	for _, o := range step.options {
		if w.enter(depth, o) {
			w.add(depth, w.count(s+1, depth+1))
		}
	}
	if step.kind == perhaps && w.enter(depth, -1) {
		w.add(depth, w.count(s+1, depth+1))
	}
	sum := w.frames[depth].sum
	if !w.stopped && w.budget > 0 {
		w.budget -= w.tables[s].put(w.frames[depth].key, w.value(sum))
	}
	return sum
}

// walk lists the answers from step s on, and says whether there were any.
func (w *walker) walk(s, depth int) bool {
	if s = w.next(s, depth); s < 0 || w.poll(w.nodes+w.updates, pollStep) {
		return false
	}
	if s == len(w.steps) {
		w.answer()
		return true
	}
	if _, dead := w.tables[s].get(w.key(s, depth)); dead {
		return false
	}
	w.nodes++
	found := false
	step := &w.steps[s]
	for _, o := range step.options {
		if !w.stopped && w.enter(depth, o) {
			w.chosen = append(w.chosen, o)
			found = w.walk(s+1, depth+1) || found
			w.chosen = w.chosen[:len(w.chosen)-1]
		}
	}
	if step.kind == perhaps && !w.stopped && w.enter(depth, -1) {
		found = w.walk(s+1, depth+1) || found
	}
	if !found && !w.stopped && w.budget > 0 {
		w.budget -= w.tables[s].put(w.frames[depth].key, 0)
	}
	return found
}

var one = []uint64{1}

// add adds limbs to the sum of depth.
func (w *walker) add(depth int, limbs []uint64) {
	f := &w.frames[depth]
	for len(f.sum) < len(limbs) {
		f.sum = append(f.sum, 0)
	}
	carry := uint64(0)
	for k := range f.sum {
		x := uint64(0)
		if k < len(limbs) {
			x = limbs[k]
		} else if carry == 0 {
			return
		}
		f.sum[k], carry = bits.Add64(f.sum[k], x, carry)
	}
	if carry > 0 {
		f.sum = append(f.sum, carry)
	}
}

// A value in a table is a number below 2^63, or, with the top bit set, the
// place of its limbs in big: 16 bits for how many.
const placed = 1 << 63

func (w *walker) value(sum []uint64) uint64 {
	switch {
	case len(sum) == 0:
		return 0
	case len(sum) == 1 && sum[0] < placed:
		return sum[0]
	}
	w.budget -= 8 * int64(len(sum))
	w.big = append(w.big, sum...)
	return placed | uint64(len(w.big)-len(sum))<<16 | uint64(len(sum))
}

func (w *walker) limbs(v uint64) []uint64 {
	if v < placed {
		if v == 0 {
			return nil
		}
		w.small[0] = v
		return w.small[:]
	}
	at, n := v&^placed>>16, v&0xffff
	return w.big[at : at+n]
}
