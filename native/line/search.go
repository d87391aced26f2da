package line

import (
	"context"

	"counterproof/native"
)

// nodeLimit is what probing one node of the search may cost, in lines of one word.
const nodeLimit = 1 << 15

// Search implements native.Solver: the cells of every solution, 0 and 1,
// row-major. Bad runs and known cells are an error; those that no matrix has give
// no solution.
//
// Nodes counts the nodes of the search, Updates the cells settled, also those
// that probing settles for a moment.
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

// A branch is a choice of the search.
type branch struct {
	mark  int   // of the trail
	other value // to be tried next; Unknown: both were
}

// search goes through all solutions under what is settled, and leaves that as it
// was. first, where it is not Unknown, is the value of a cell to try first.
//
// Learning a clause from each dead end, from least sets of cells that explain a
// line, with restarts and activities instead of probing, took 20 times as many
// nodes and, on random boards of 25x25 and 30x30, from as long to ten times as
// long.
func (b *board) search(first []State, yield func(cells []byte) bool) {
	base := len(b.trail)
	solution := make([]byte, len(b.cells))
	var branches []branch
	for ok := true; ; {
		var best value
		if ok {
			b.st.Nodes++
			best, ok = b.probe(nodeLimit)
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
			stop = !yield(solution)
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

// Forced is the backbone: what all solutions share, Unknown where they differ.
// solvable is false where there is none, cells is then nil.
//
// For each cell of which only one value was seen in a solution, it looks for a
// solution with the other.
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
	// unseen are the values that no solution had so far, Unknown where there is none;
	// the search prefers them.
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
	for x := range b.cells {
		if b.err != nil || cells == nil {
			return nil, false, b.err
		}
		if b.cells[x] != Unknown || unseen[x] == Unknown {
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
