package bars

import (
	"context"

	"counterproof/native"
)

// listNodes returns the number of search nodes after which Forced and Count stop listing and use
// another method. On a 10x10 board, these nodes take a fifth of a second. No board of CSPLib
// reaches the limit. Larger boards get fewer nodes, because each node takes longer.
func (p *Problem) listNodes() int64 { return 10_000_000 / int64(max(100, p.H*p.W)) }

// Forced returns the value of each cell, in row-major order: Zero or One if it is the same in all
// matrices, else Unknown. If there is no matrix, the result cells is nil and the result solvable is
// false. Forced returns the same errors as Search.
//
// If there are too many matrices to list, Forced looks at the cells that were the same in all
// matrices found so far. For each of these cells, it searches for a matrix in which the cell
// differs. Such a matrix can also differ in other cells, which then need no search. Only the
// context and the limit of st bound the time of these searches.
func (p *Problem) Forced(ctx context.Context, st *native.Stats) (cells []Kind, solvable bool, err error) {
	b, root, err := p.root(ctx)
	if b == nil || !b.propagate(root) {
		return nil, false, err
	}
	x := b.newState()
	var m shared
	x.copy(root)
	whole, err := b.search(ctx, st, x, p.listNodes(), func(other []byte) bool { m.meet(other); return m.same > 0 })
	if err == nil && m.cells == nil && !whole {
		x.copy(root)
		_, err = b.search(ctx, st, x, 0, func(other []byte) bool { m.meet(other); return false })
		whole = m.cells == nil
	}
	if err == nil && !whole {
		err = b.verify(ctx, st, root, x, &m)
	}
	if err != nil {
		return nil, false, err
	}
	return m.cells, m.cells != nil, nil
}

// shared holds one entry per cell. The entry is the value of the cell if this value is the same in
// all matrices found so far, else Unknown.
type shared struct {
	cells []Kind
	same  int // the number of cells that are the same in all
}

func (m *shared) meet(other []byte) {
	if m.cells == nil {
		m.cells = make([]Kind, len(other))
		for i, one := range other {
			m.cells[i] = Zero + Kind(one)
		}
		m.same = len(m.cells)
	}
	for i, one := range other {
		if m.cells[i] != Unknown && m.cells[i] != Zero+Kind(one) {
			m.cells[i] = Unknown
			m.same--
		}
	}
}

// verify looks at each cell that is the same in all matrices found so far. It searches for a matrix
// in which the cell differs, and adds this matrix to m. If there is no such matrix, verify sets the
// cell in the state root. It uses x as a buffer.
func (b *board) verify(ctx context.Context, st *native.Stats, root, x *state, m *shared) error {
	for i := range m.cells {
		r, one := i/b.w, uint64(1)<<(i%b.w)
		if m.cells[i] == Unknown || (root.one[r]|root.zero[r])&one != 0 {
			continue
		}
		if err := st.Poll(ctx, 0, 0); err != nil { // a short search ends without a poll of its own
			return err
		}
		set, other := b.zeros, b.ones // set the cell to its value so far, and to the other value
		if m.cells[i] == One {
			set, other = other, set
		}
		x.copy(root)
		found := false
		if other(x, r, one) {
			if _, err := b.search(ctx, st, x, 0, func(all []byte) bool { m.meet(all); found = true; return false }); err != nil {
				return err
			}
		}
		if !found {
			set(root, r, one) // all matrices agree, so there is no contradiction
			b.propagate(root)
		}
	}
	return nil
}
