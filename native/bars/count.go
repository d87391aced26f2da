package bars

import (
	"context"
	"math/big"

	"counterproof/native"
)

const (
	countMemory = 512 << 20  // limits the bytes of states, approximately
	countNodes  = 20_000_000 // limits listing if there are too many states; so many nodes take about a minute
)

// Count returns the number of matrices. It first lists them, which is fast if most sums are known.
// If listing takes too many nodes, Count goes through the board cell by cell and counts over states
// (see transfer). If the states take more than half a gigabyte, Count lists again with a higher
// limit of nodes. If listing also exceeds the higher limit, Count returns ErrLimit. The other
// errors are the same as for Search.
//
// In the count over states, st.Nodes counts states and st.Updates the moves between states. The
// bars 4 3 3 2 2 2 1 1 1 1 on a 10x10 board without further clues take 1.2 million nodes and 1.8
// million updates.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	n, err := p.list(ctx, st, p.listNodes())
	if err != ErrLimit {
		return n, err
	}
	n, err = newTransfer(ctx, st, p, countMemory).count()
	if err != ErrLimit {
		return n, err
	}
	return p.list(ctx, st, countNodes)
}

func (p *Problem) list(ctx context.Context, st *native.Stats, limit int64) (*big.Int, error) {
	b, x, err := p.root(ctx)
	if err != nil {
		return nil, err
	}
	n := int64(0)
	if b != nil {
		whole, err := b.search(ctx, st, x, limit, func([]byte) bool { n++; return true })
		if err != nil {
			return nil, err
		}
		if !whole {
			return nil, ErrLimit
		}
	}
	return big.NewInt(n), nil
}
