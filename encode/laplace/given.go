package laplace

import (
	"context"
	"math/big"
	"sync"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/linear"
)

// ReduceGiven implements encode.TakesGiven. A given value becomes both bounds of its unknown.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	return b.reduce(sync.OnceValue(func() *linear.System {
		s := b.newSystem()
		for i, v := range values {
			if v != encode.NotGiven {
				s.Lo[i], s.Hi[i] = b.lo+v, b.lo+v
			}
		}
		return s
	}))
}

func (b *Board) reduce(system func() *linear.System) []encode.Reduction {
	return []encode.Reduction{{
		Method:  "linear",
		Version: linear.Version,
		Search: func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			s := make([]byte, len(b.clues))
			return system().Search(ctx, st, func(x []int) bool {
				for i, v := range x {
					s[i] = byte(v - b.lo)
				}
				return yield(encode.Solution(s))
			})
		},
		Count: func(ctx context.Context, st *native.Stats) (*big.Int, error) {
			return system().Count(ctx, st)
		},
	}}
}
