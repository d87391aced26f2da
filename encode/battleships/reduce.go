package battleships

import (
	"context"
	"math/big"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/bars"
)

// kinds are the hints in the words of native/bars.
var kinds = map[byte]bars.Kind{
	none: bars.Unknown, 'w': bars.Zero, 'c': bars.Single, 'm': bars.Middle,
	't': bars.Top, 'b': bars.Bottom, 'l': bars.Left, 'r': bars.Right,
}

// problem is the board with ships as bars.
func (b *Board) problem() *bars.Problem {
	p := &bars.Problem{H: len(b.rows), W: len(b.cols), Bars: b.fleet, Rows: b.rows, Cols: b.cols}
	for _, hint := range b.given {
		p.Cells = append(p.Cells, kinds[hint])
	}
	return p
}

// Reduce implements encode.Instance.
func (b *Board) Reduce() []encode.Reduction {
	p := b.problem()
	return []encode.Reduction{{
		Method:  "bars",
		Version: bars.Version,
		Search: func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			return p.Search(ctx, st, func(cells []byte) bool { return yield(encode.Solution(cells)) })
		},
		Count: func(ctx context.Context, st *native.Stats) (*big.Int, error) { return p.Count(ctx, st) },
	}}
}
