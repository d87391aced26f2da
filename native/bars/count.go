package bars

import (
	"context"
	"math/big"

	"counterproof/native"
)

const (
	countMemory = 512 << 20  // bytes of states, about
	countNodes  = 20_000_000 // of listing where the states are too many: a minute or so
)

// Count is the number of matrices. It lists them as long as that is short, which
// it is where most sums are known. Else it counts cell by cell over states (see
// transfer), or, where these take more than half a gigabyte, it lists further. If
// that is too long as well, the error is ErrLimit; the others are those of Search.
//
// The fleet 4 3 3 2 2 2 1 1 1 1 on an empty board of 10x10 takes 1.2 million nodes,
// which are states, and 1.8 million updates, moves between them.
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

// list counts what Search yields, up to a number of nodes.
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
