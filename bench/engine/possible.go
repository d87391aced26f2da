package engine

import (
	"context"

	"counterproof/encode"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// Possible calls encode.Possible with the solver of the method sat.
func Possible(ctx context.Context, p *encode.Puzzle, in encode.Instance, within []uint64, st *cnf.Stats) ([]uint64, error) {
	return encode.Possible(ctx, p, in, within, st, func(f *cnf.Formula) cnf.Solver { return sat.Blocking{F: f} })
}
