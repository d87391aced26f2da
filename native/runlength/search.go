package runlength

import (
	"context"
	"slices"

	"counterproof/native"
)

// nodeLimit limits the cost of probing at one node of the search. The unit is the cost of solving a
// line of one word.
const nodeLimit = 1 << 15

// Search yields the cells of every solution, 0 or 1, in row-major order. It returns an error if the
// runs or the known cells are malformed. If they merely contradict each other, there are no
// solutions and no error.
//
// st.Updates counts the settled cells, including the cells that probing settles temporarily.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func(cells []byte) bool) error {
	w, err := p.Walk(ctx, st)
	if err == nil {
		_, err = w.Run(0, yield)
	}
	return err
}

// A Walk is a search that can pause. It implements native.Walk.
type Walk struct {
	board    *board
	first    []State // by cell: which value to try first, or Unknown; may be nil
	base     int     // the length of the trail at the start
	branches []branch
	ok       bool // no contradiction is known
	done     bool
	solution []byte
}

type branch struct {
	mark  int   // the length of the trail before the choice
	other value // the value to try next; its state is Unknown if both values have been tried
}

// Walk starts the search that Search runs without a pause. It returns the same errors as Search.
func (p *Problem) Walk(ctx context.Context, st *native.Stats) (*Walk, error) {
	b, err := p.board(ctx, st)
	if err != nil {
		return nil, err
	}
	w := &Walk{board: b, ok: b.propagate(), solution: make([]byte, len(b.cells))}
	w.base, w.done = len(b.trail), !w.ok
	return w, b.err
}

// Run implements native.Walk. The unit of its work is the cost of solving a line of one word.
//
// In a trial, clause learning replaced probing. On random 25x25 and 30x30 boards, the search then
// needed 20 times as many nodes and 1 to 10 times as much time. It learned a clause from each dead
// end, explained forced cells by minimal sets of cells in their line, and used restarts and
// activities.
func (w *Walk) Run(patience int, yield func(cells []byte) bool) (done bool, err error) {
	b := w.board
	for since := b.solved; !w.done; {
		if patience > 0 && b.solved-since > patience {
			return false, nil
		}
		var best value
		if w.ok {
			b.st.Nodes++
			if w.ok = !b.st.Share.Skip(len(w.branches), false); w.ok {
				best, w.ok = b.probe(nodeLimit)
			}
		}
		if w.ok && best.cell >= 0 {
			w.choose(best)
			continue
		}
		stop := b.err != nil
		if w.ok {
			since = b.solved
			stop = !b.st.Share.Skip(len(w.branches), true) && !w.yield(yield)
		}
		w.back(stop)
	}
	return true, b.err
}

func (w *Walk) choose(best value) {
	if w.first != nil && w.first[best.cell] != Unknown {
		best.to = w.first[best.cell]
	}
	w.branches = append(w.branches, branch{len(w.board.trail), value{best.cell, Zero + One - best.to}})
	w.board.set(best.cell, best.to)
	w.ok = w.board.propagate()
}

func (w *Walk) yield(yield func(cells []byte) bool) bool {
	b := w.board
	for x, s := range b.cells {
		w.solution[x] = s - Zero
	}
	more := yield(w.solution)
	if b.err == nil {
		b.err = b.st.Poll(b.ctx, 0, 0)
	}
	return more && b.err == nil
}

// back goes to the last branch with a value that has not been tried. If there is none, or if the
// parameter stop is true, the search is over, and the board is as at its start.
func (w *Walk) back(stop bool) {
	b, k := w.board, len(w.branches)
	for k > 0 && w.branches[k-1].other.to == Unknown {
		k--
	}
	if w.branches = w.branches[:k]; stop || k == 0 {
		b.undo(w.base)
		w.done = true
		return
	}
	last := &w.branches[k-1]
	b.undo(last.mark)
	b.set(last.other.cell, last.other.to)
	last.other.to = Unknown
	w.ok = b.propagate()
}

// Rest implements native.Walk.
//
// As long as no branch has an untried value, its cells have their values in the whole rest. A later
// branch whose first value has been tried adds a list: the other value, or another choice before it.
func (w *Walk) Rest() (lists [][]native.Cell) {
	b := w.board
	if w.done {
		return [][]native.Cell{{}}
	}
	var choices []native.Cell // the negated choices so far, from the first branch with an untried value
	fixed := len(b.trail)
	for _, c := range w.branches {
		x := c.other.cell
		switch v := b.cells[x] - Zero; {
		case c.other.to != Unknown:
			if len(choices) == 0 {
				fixed = c.mark
			}
			choices = append(choices, native.Cell{At: x, Value: 1 - v})
		case len(choices) > 0:
			lists = append(lists, append(slices.Clone(choices), native.Cell{At: x, Value: v}))
			choices = append(choices, native.Cell{At: x, Value: 1 - v})
		}
	}
	for _, x := range b.trail[:fixed] {
		lists = append(lists, []native.Cell{{At: x, Value: b.cells[x] - Zero}})
	}
	return lists
}

// Forced returns the backbone: for each cell, its value if all solutions agree on it, else Unknown.
// If there is no solution, the result solvable is false and the result cells is nil.
//
// For each cell that has had the same value in all solutions found so far, Forced searches for a
// solution with the other value.
func (p *Problem) Forced(ctx context.Context, st *native.Stats) (cells []State, solvable bool, err error) {
	b, err := p.board(ctx, st)
	if err != nil {
		return nil, false, err
	}
	if b.propagate() {
		_, solvable = b.probe(nodeLimit)
	}
	if !solvable {
		return nil, false, b.err
	}
	// For each cell, the slice unseen holds the value that the cell has in no solution so far, or
	// Unknown if the solutions so far have both values. The search tries these values first.
	var unseen []State
	seen := func(s []byte) bool {
		if cells == nil {
			cells = make([]State, len(s))
			unseen = make([]State, len(s))
			for x, v := range s {
				cells[x], unseen[x] = Zero+v, One-v
			}
		}
		for x, v := range s {
			if unseen[x] == Zero+v {
				cells[x], unseen[x] = Unknown, Unknown
			}
		}
		return false
	}
	b.search(nil, seen)
	for x := range cells { // none if there is no solution
		if b.err != nil || b.cells[x] != Unknown || unseen[x] == Unknown {
			continue
		}
		mark := len(b.trail)
		b.set(x, unseen[x])
		if b.propagate() {
			b.search(unseen, seen)
		}
		b.undo(mark)
		if b.err == nil && unseen[x] != Unknown {
			b.set(x, cells[x])
			b.propagate()
		}
	}
	if b.err != nil || cells == nil {
		return nil, false, b.err
	}
	return cells, true, nil
}

// search lists all solutions that agree with the settled cells, and leaves the board unchanged. If
// the parameter first is not nil, it says for each cell which value to try first, or is Unknown.
func (b *board) search(first []State, yield func(cells []byte) bool) {
	w := Walk{board: b, first: first, base: len(b.trail), ok: true, solution: make([]byte, len(b.cells))}
	_, _ = w.Run(0, yield) // the error is b.err
}

type value struct {
	cell int
	to   State
}

// probe tries both values of every open cell, starting with the cells that have the most settled
// neighbours. If one value leads to a contradiction, probe settles the cell to the other value. If
// the two values lead to the same value of another cell, probe settles that cell. It repeats this
// until nothing changes. If the given limit is not 0, probe also stops when solving lines has cost
// more than the limit. In this case it also does not start another round once it has an open cell
// to branch on.
//
// The result best is a cell to branch on, with the value to try first. For each cell, probe counts
// how many cells each of its two values settles. It chooses the cell whose smaller count is
// largest. Among equal cells, it chooses the cell whose larger count is largest. The value to try
// first is the value that settles more cells. If no cell is open, best.cell is -1. If there is a
// contradiction, or b.err is set, ok is false.
//
// In trials with the search, some alternatives were no better: ranking by the product of the two
// counts, and trying the other value first. Ranking by the larger count took longer. Probing only
// cells next to settled cells took twice as long, and so did repeating the rounds at each node
// until nothing changes. Probing only the 60 or 150 cells with the best counts of an earlier round
// took up to ten times as long.
func (b *board) probe(limit int) (best value, ok bool) {
	if b.solved > memoFrom && b.sides[0].memo == nil {
		for i := range b.sides {
			b.sides[i].memo = newMemo(b.sides[i].words)
		}
	}
	end := b.solved + limit
	for len(b.trail) < len(b.cells) {
		changed := false
		best = value{-1, Unknown}
		top := [2]int{-1, -1}
		for _, x := range b.order() {
			if b.cells[x] != Unknown {
				continue
			}
			size, news, ok := b.try(x)
			if !ok {
				return best, false
			}
			changed = changed || news
			if b.cells[x] != Unknown {
				continue
			}
			to := One
			if size[0] > size[1] {
				to = Zero
			}
			if slices.Sort(size[:]); slices.Compare(size[:], top[:]) > 0 {
				best, top = value{x, to}, size
			}
			if limit > 0 && b.solved > end {
				break
			}
		}
		if !changed || limit > 0 && best.cell >= 0 && b.cells[best.cell] == Unknown {
			return best, true
		}
	}
	return value{-1, Unknown}, true
}

// try propagates each value of the open cell x in turn, and then settles the cells whose values
// follow from the outcomes. If neither value leads to a contradiction, the result size holds, for
// each value, the number of cells that this value settles. The result news reports whether try
// settled a cell. If both values lead to a contradiction, or if b.err is set, ok is false.
func (b *board) try(x int) (size [2]int, news, ok bool) {
	b.stamp++
	b.common = b.common[:0]
	mark := len(b.trail)
	for v := range 2 {
		b.set(x, Zero+State(v))
		fits := b.propagate()
		size[v] = len(b.trail) - mark
		if fits {
			for _, y := range b.trail[mark:] {
				seen := b.stamp<<2 | uint64(b.cells[y])
				if v == 0 {
					b.seen[y] = seen
				} else if b.seen[y] == seen {
					b.common = append(b.common, value{y, b.cells[y]})
				}
			}
		}
		b.undo(mark)
		if b.err != nil {
			return size, false, false
		}
		if !fits {
			b.set(x, One-State(v))
			return size, true, b.propagate()
		}
	}
	for _, c := range b.common {
		b.set(c.cell, c.to)
	}
	return size, len(b.common) > 0, b.propagate()
}

// order returns the open cells, sorted by number of settled neighbours: cells with the most come
// first. The outside of the board counts as settled.
func (b *board) order() []int {
	var by [5][]int
	for x, s := range b.cells {
		if s != Unknown {
			continue
		}
		r, c, n := x/b.w, x%b.w, 0
		for _, at := range [4][2]int{{r - 1, c}, {r + 1, c}, {r, c - 1}, {r, c + 1}} {
			i, j := at[0], at[1]
			if i < 0 || i == b.h || j < 0 || j == b.w || b.cells[i*b.w+j] != Unknown {
				n++
			}
		}
		by[4-n] = append(by[4-n], x)
	}
	return slices.Concat(by[:]...)
}
