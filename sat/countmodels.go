package sat

import (
	"context"
	"math/big"

	"counterproof/sat/cnf"
)

// CountModels counts with gophersat's own model counter, which is wrong: it returns 343 for the 216
// solutions of 25 January and 55 for the 52 models of a formula of three clauses. CountModels is a
// method under test. Do not rely on its counts.
//
// CountModels ignores the projection and counts all models. Its counts are only comparable for
// formulas whose projected variables determine all other variables.
type CountModels struct{ F *cnf.Formula }

// Count returns gophersat's count of the models. It returns an error if gophersat panics, as it
// does on a formula without clauses. Count cannot be interrupted: it checks ctx only before and
// after the call.
func (c CountModels) Count(ctx context.Context, st *cnf.Stats) (*big.Int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n, err := newEngine(ints(c.F.Clauses), c.F.NumVars, st).countModels()
	if err != nil {
		return nil, err
	}
	return big.NewInt(int64(n)), ctx.Err()
}

func ints(clauses [][]cnf.Lit) [][]int {
	out := make([][]int, len(clauses))
	for i, c := range clauses {
		out[i] = make([]int, len(c))
		for j, l := range c {
			out[i][j] = int(l)
		}
	}
	return out
}
