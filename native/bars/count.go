package bars

import (
	"context"
	"math/big"

	"counterproof/native"
)

// Count is the number of matrices.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	n := int64(0)
	err := p.Search(ctx, st, func([]byte) bool { n++; return true })
	if err != nil {
		return nil, err
	}
	return big.NewInt(n), nil
}
