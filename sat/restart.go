package sat

import (
	"context"

	"counterproof/sat/cnf"
)

// Restarting lists the projected models of F with a new solver for each model, on
// the formula and the blocking clauses so far, which forgets what the one before
// has learned. It is Blocking in all else, and there to be compared with it.
type Restarting struct{ F *cnf.Formula }

// Search implements cnf.Solver. Its errors are those of Blocking.
func (r Restarting) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	return Blocking{F: r.F}.search(ctx, st, yield, true)
}
