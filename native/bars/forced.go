package bars

import (
	"context"

	"counterproof/native"
)

// listNodes is how far Forced and Count list before they do something else: on
// 10x10 a fifth of a second, and more than any of the boards of CSPLib takes. A
// node takes the longer the more cells there are.
func (p *Problem) listNodes() int64 { return 10_000_000 / int64(max(100, p.H*p.W)) }

// Forced is what all matrices share, row-major: Zero, One or Unknown. If there is
// none, cells is nil and solvable is false. The errors are those of Search.
//
// If there are too many to list, it asks of each cell that was the same so far for
// one matrix in which it is not; every one found rules out more cells. There is
// no bound to that but the context.
func (p *Problem) Forced(ctx context.Context, st *native.Stats) (cells []Kind, solvable bool, err error) {
	b, root, err := p.root(ctx)
	if b == nil || !b.propagate(root) {
		return nil, false, err
	}
	x := b.newState()
	open := 0 // cells that are not known to differ
	meet := func(other []byte) {
		if cells == nil {
			cells = make([]Kind, len(other))
			for i, one := range other {
				cells[i] = Zero + Kind(one)
			}
			open = len(cells)
		}
		for i, one := range other {
			if cells[i] != Unknown && cells[i] != Zero+Kind(one) {
				cells[i] = Unknown
				open--
			}
		}
	}
	x.copy(root)
	whole, err := b.search(ctx, st, x, p.listNodes(), func(other []byte) bool { meet(other); return open > 0 })
	if err == nil && cells == nil && !whole {
		x.copy(root)
		_, err = b.search(ctx, st, x, 0, func(other []byte) bool { meet(other); return false })
		whole = cells == nil
	}
	if err != nil {
		return nil, false, err
	}
	if whole {
		return cells, cells != nil, nil
	}
	for i := range cells {
		r, one := i/b.w, uint64(1)<<(i%b.w)
		if cells[i] == Unknown || (root.one[r]|root.zero[r])&one != 0 {
			continue
		}
		if err := ctx.Err(); err != nil { // a search may be too short to look at it
			return nil, false, err
		}
		set, other := b.zeros, b.ones // to what it was, to what it was not
		if cells[i] == One {
			set, other = other, set
		}
		x.copy(root)
		found := false
		if other(x, r, one) {
			if _, err := b.search(ctx, st, x, 0, func(all []byte) bool { meet(all); found = true; return false }); err != nil {
				return nil, false, err
			}
		}
		if !found {
			set(root, r, one) // all matrices have it, so there is no contradiction
			b.propagate(root)
		}
	}
	return cells, true, nil
}
