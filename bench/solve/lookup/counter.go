//go:build !js

package lookup

import (
	"context"
	"math/big"

	"counterproof/sat/cnf"
	"counterproof/sat/counter"
)

const counterVersion = counter.Version

// counterOf counts the projected models of a formula with our own counter.
func counterOf(f *cnf.Formula) func(context.Context, *Stats) (*big.Int, error) {
	return func(ctx context.Context, st *Stats) (*big.Int, error) {
		return counter.Counter{F: f}.Count(ctx, &st.SAT)
	}
}
