package runlength

import (
	"context"

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
	b, err := p.board(ctx, st)
	if err != nil {
		return err
	}
	if b.propagate() {
		b.search(nil, yield)
	}
	return b.err
}

type branch struct {
	mark  int   // the length of the trail before the choice
	other value // the value to try next; its state is Unknown if both values have been tried
}

// search lists all solutions that agree with the settled cells, and leaves the board unchanged. If
// the parameter first is not nil, it says for each cell which value to try first, or is Unknown.
//
// In a trial, clause learning replaced probing. On random 25x25 and 30x30 boards, the search then
// needed 20 times as many nodes and 1 to 10 times as much time. It learned a clause from each dead
// end, explained forced cells by minimal sets of cells in their line, and used restarts and
// activities.
func (b *board) search(first []State, yield func(cells []byte) bool) {
	base := len(b.trail)
	solution := make([]byte, len(b.cells))
	var branches []branch
	for ok := true; ; {
		var best value
		if ok {
			b.st.Nodes++
			if ok = !b.st.Share.Skip(len(branches), false); ok {
				best, ok = b.probe(nodeLimit)
			}
		}
		if ok && best.cell >= 0 {
			if first != nil && first[best.cell] != Unknown {
				best.to = first[best.cell]
			}
			branches = append(branches, branch{len(b.trail), value{best.cell, Zero + One - best.to}})
			b.set(best.cell, best.to)
			ok = b.propagate()
			continue
		}
		stop := b.err != nil
		if ok {
			for x, s := range b.cells {
				solution[x] = s - Zero
			}
			stop = !b.st.Share.Skip(len(branches), true) && !yield(solution)
			if b.err == nil {
				b.err = b.st.Poll(b.ctx, 0, 0)
			}
			stop = stop || b.err != nil
		}
		for len(branches) > 0 && branches[len(branches)-1].other.to == Unknown {
			branches = branches[:len(branches)-1]
		}
		if stop || len(branches) == 0 {
			b.undo(base)
			return
		}
		last := &branches[len(branches)-1]
		b.undo(last.mark)
		b.set(last.other.cell, last.other.to)
		last.other.to = Unknown
		ok = b.propagate()
	}
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
