package sat

import (
	"context"

	"counterproof/sat/cnf"
)

// Restarting lists the projected models of F with a new solver for each model. Each solver
// starts from the formula and all earlier blocking clauses, without the learned clauses of its
// predecessor. In all other respects Restarting equals Blocking; it exists for comparison.
type Restarting struct{ F *cnf.Formula }

// Search returns the same errors as Blocking.Search.
func (r Restarting) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	return Blocking{F: r.F}.search(ctx, st, yield, true)
}
