package sat

import (
	"context"
	"math/big"

	"counterproof/sat/cnf"
)

// CountModels asks gophersat's own model counter, which counts wrong: 343 for
// the 216 solutions of 25 January, 55 for the 52 models of three clauses. It is
// a method under test, there to be caught, and no answer.
//
// It counts all models and knows no projection, so it can only be compared on a
// formula whose other variables are decided by the projected ones.
type CountModels struct{ F *cnf.Formula }

// Count counts the models. If gophersat panics, as it does on a formula without
// clauses, it returns an error. It cannot be interrupted: it looks at ctx before and
// after.
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

// ints converts clauses to what gophersat takes.
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
