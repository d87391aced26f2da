package bars

import (
	"context"

	"counterproof/native"
)

// listNodes is how far Forced and Count list before they do something else: on
// 10x10 a fifth of a second, and more than any of the boards of CSPLib takes. A
// node takes the longer the more cells there are.
func (p *Problem) listNodes() int64 { return 10_000_000 / int64(max(100, p.H*p.W)) }

// Forced returns what all matrices share, row-major: Zero, One or Unknown. If there is
// no matrix, cells is nil and solvable is false. The errors are those of Search.
//
// If there are too many to list, it looks for each cell that was the same so far for
// one matrix in which the cell differs; every matrix found rules out more cells. Only
// the context and the limit of st bound that.
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

// shared is what the matrices found so far have in common.
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

// verify asks for each cell that was the same so far for a matrix in which it differs.
// It adds to root what all matrices have; x is a buffer.
func (b *board) verify(ctx context.Context, st *native.Stats, root, x *state, m *shared) error {
	for i := range m.cells {
		r, one := i/b.w, uint64(1)<<(i%b.w)
		if m.cells[i] == Unknown || (root.one[r]|root.zero[r])&one != 0 {
			continue
		}
		if err := st.Poll(ctx, 0, 0); err != nil { // a search may be too short to look at them
			return err
		}
		set, other := b.zeros, b.ones // to what it was, to what it was not
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
			set(root, r, one) // all matrices have it, so there is no contradiction
			b.propagate(root)
		}
	}
	return nil
}
