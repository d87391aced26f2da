package sat

import (
	"context"
	"slices"

	"counterproof/sat/cnf"
)

// Restarting lists the projected models of F with a new solver for each model, on
// the formula and the blocking clauses so far, which forgets what the one before
// has learned. It is Blocking in all else, and there to be compared with it.
type Restarting struct{ F *cnf.Formula }

// Search implements cnf.Solver. Its errors are those of Blocking.
func (r Restarting) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, ok := newRun(ctx, r.F, nil, false, st, yield)
	if !ok || !s.probe() {
		return s.err
	}
	clauses, vars := s.residual.reduce(s.t)
	clauses = slices.Clone(clauses)
	for ctx.Err() == nil {
		model, ok, err := newEngine(clauses, len(vars), st).solve()
		if err != nil || !ok {
			return err
		}
		for i, v := range vars {
			s.model[v-1] = model[i]
		}
		if !s.emit() {
			return s.err
		}
		block := s.residual.block(s.t, blocking(s.f, s.model))
		if len(block) == 0 {
			return nil
		}
		clause := make([]int, len(block))
		for i, l := range block {
			clause[i] = int(l)
		}
		clauses = append(clauses, clause)
	}
	return ctx.Err()
}
