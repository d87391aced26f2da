package cover

import (
	"cmp"
	"context"
	"math/big"

	"counterproof/native"
)

// memoVersion is the version of memo. Increase it when a change can alter its answers or their
// cost.
const memoVersion = 1

// memoBytes limits the memory for the stored subproblems of one search, in bytes. When this memory
// is full, the search still looks up subproblems but stores no more. The answers stay right, but
// subproblems that were not stored are solved again. Dominoes on 16x16 take 0.08 GB, on 18x18 0.4
// GB.
const memoBytes = 1 << 29

// memo solves every subproblem only once. It covers the items in item order. So the rest of the
// search depends on only two things: the next item, and the bits set so far that later options can
// see. The next item and these bits form the key under which memo stores the number of answers
// (Nishino, Yasuda, Minato, Nagata 2017, "Dancing with Decision Diagrams"). The order of the items
// is fixed, which keeps the keys short: for dominoes on an n x n board, a key has n bits.
//
// Count adds up the stored numbers and never lists answers. Search lists answers, and stores only
// the subproblems without an answer. So every subproblem that Search enters again leads to an
// answer, and Search needs no count before it yields the first answers.
//
// Dominoes on an n x n board have 1693 subproblems at n = 8, 52,340 at 12, 1,333,765 at 16 and
// 6,448,884 at 18. When n grows by 1, the number of subproblems and the time grow by a factor of
// 2.2 to 2.3. The count for n = 16 takes half a second.
//
// memo does not split a subproblem into independent parts, and it keeps the given order of the
// items. So callers should list the cells of a board along its shorter side.
//
// Stats.Nodes counts the subproblems solved, and Stats.Updates the options tried in them.
type memo struct {
	p     *Problem
	limit int64 // bytes; 0 means memoBytes
	lazy[*plan]
}

func (e *memo) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	w, err := e.start(ctx, st)
	if err != nil {
		return nil, err
	}
	total := w.count(0, 0)
	if err := w.end(); err != nil {
		return nil, err
	}
	return total, nil
}

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
	plan, err := e.prepared(ctx, e.p, newPlan)
	if err != nil {
		return nil, err
	}
	w := &walker{plan: plan, progress: progress{ctx: ctx, st: st}, tables: make([]table, len(plan.steps)), budget: cmp.Or(e.limit, memoBytes)}
	w.frame(0)
	return w, nil
}

// walker is the state of one search or count of memo. Each recursion depth has its own frame, so
// that going back costs nothing.
type walker struct {
	*plan
	progress
	tables []table    // one for each step
	budget int64      // bytes that the fields tables and large may still take
	large  []big.Word // numbers that do not fit into a table
	small  big.Int    // returned by number for a number that fits into a table
	view   big.Int    // returned by number for another one
	frames []frame
}

// A table maps keys to values.
type table struct {
	native.Table
	values []uint64
}

func (t *table) get(key []uint64) (value uint64, ok bool) {
	i := t.Find(key)
	if i < 0 {
		return 0, false
	}
	return t.values[i], true
}

// put adds a key with its value. The key must not be in the table yet. It returns the number of
// bytes by which the table grew.
func (t *table) put(key []uint64, value uint64) int64 {
	before := t.Bytes()
	t.Add(key)
	t.values = append(t.values, value)
	return int64(t.Bytes() - before + 8)
}

// pollStep is the number of steps (nodes and updates together) between two checks of the context.
const pollStep = 1 << 12

type frame struct {
	state, key []uint64
	sum        big.Int // the number of answers so far
}

func (w *walker) frame(depth int) *frame {
	for len(w.frames) <= depth {
		w.frames = append(w.frames, frame{state: make([]uint64, w.words)})
	}
	return &w.frames[depth]
}

// next returns the first step from step s on that still has a choice in the state at the given
// depth. If there is no such step, it returns the number of steps. If an item before that step is
// held by too few chosen options, next returns -1.
func (w *walker) next(s, depth int) int {
	state := w.frames[depth].state
	for ; s < len(w.steps); s++ {
		switch step := &w.steps[s]; {
		case step.kind == choose && state[step.bit/64]>>(step.bit%64)&1 == 0, step.kind == perhaps && w.fits(step.options[0], state):
			return s
		case step.kind == enough && w.held(step.several, state) < step.lo:
			return -1
		}
	}
	return s
}

// enter copies the state at the given depth to the next depth and chooses option o in the copy; if
// o is -1, it only copies. It returns false if the state does not allow o.
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

// key returns the part of the state at the given depth on which the search from step s on depends
// (see step.view).
func (w *walker) key(s, depth int) []uint64 {
	f := &w.frames[depth]
	f.key = f.key[:0]
	for _, v := range w.steps[s].view {
		f.key = append(f.key, f.state[v.word]&v.mask)
	}
	return f.key
}

// count returns in how many ways the state at the given depth can be completed by the steps of the
// plan from step s on. The number is valid until the next call.
func (w *walker) count(s, depth int) *big.Int {
	if s = w.next(s, depth); s < 0 || w.poll(w.nodes+w.updates, pollStep) {
		return w.small.SetUint64(0)
	}
	if s == len(w.steps) {
		return w.small.SetUint64(1)
	}
	if v, ok := w.tables[s].get(w.key(s, depth)); ok {
		return w.number(v)
	}
	w.nodes++
	w.frames[depth].sum.SetUint64(0)
	step := &w.steps[s]
	for _, o := range step.options {
		if w.enter(depth, o) {
			w.add(depth, w.count(s+1, depth+1))
		}
	}
	if step.kind == perhaps && w.enter(depth, -1) {
		w.add(depth, w.count(s+1, depth+1))
	}
	sum := &w.frames[depth].sum
	if !w.stopped && w.budget > 0 {
		w.budget -= w.tables[s].put(w.frames[depth].key, w.value(sum))
	}
	return sum
}

// walk lists the answers that complete the state at the given depth by the steps of the plan from
// step s on. It reports whether there was an answer.
func (w *walker) walk(s, depth int) bool {
	if s = w.next(s, depth); s < 0 || w.poll(w.nodes+w.updates, pollStep) {
		return false
	}
	if s == len(w.steps) {
		w.answer(unshared)
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

func (w *walker) add(depth int, n *big.Int) {
	sum := &w.frames[depth].sum
	sum.Add(sum, n)
}

// placed is the bit that marks a table value as a reference to a number in walker.large. A number
// below 2^63 is its own table value. For a larger number, the value consists of the bit placed, the
// index of its first word and, in the lowest 16 bits, the number of words.
const placed = 1 << 63

// value returns the table value for a number.
func (w *walker) value(n *big.Int) uint64 {
	if n.BitLen() < 64 {
		return n.Uint64()
	}
	words := n.Bits()
	w.budget -= 8 * int64(len(words))
	w.large = append(w.large, words...)
	return placed | uint64(len(w.large)-len(words))<<16 | uint64(len(words))
}

// number returns the number that the table value v stands for.
func (w *walker) number(v uint64) *big.Int {
	if v < placed {
		return w.small.SetUint64(v)
	}
	at, n := v&^placed>>16, v&0xffff
	return w.view.SetBits(w.large[at : at+n])
}
