package sat

import (
	"context"
	"slices"

	"counterproof/sat/cnf"
)

// Blocking lists the projected models of F in one run of the solver: solve,
// read the model, add its blocking clause, repeat. The solver keeps what it
// learned; restarting it for each model took 26 times as long on a calendar day
// of 216 solutions. Failed literals are taken out first, which made that day 1.5
// times as fast (59,000 conflicts for 80,000). Making the options true first, by
// negating them for the solver, took 1.6 times as long; the order of variables
// and clauses changed a fifth either way.
//
// Memory grows with the number of solutions, by a clause each.
type Blocking struct {
	F     *cnf.Formula
	Proof Proof // where the proof of completeness goes; nil: none
}

// Search implements cnf.Solver. The error says so if gophersat returned a
// model that F does not have.
func (b Blocking) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	return b.search(ctx, st, yield, false)
}

// search is Search. If restart is true, each model takes a new solver.
func (b Blocking) search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool, restart bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, ok := newRun(ctx, b.F, b.Proof, false, st, yield)
	s.restart = restart
	if ok && s.probe() {
		s.solve()
	}
	return s.err
}

// solve lists the models of the cube on the trail and closes it; false: stop.
func (s *run) solve() bool {
	clauses, vars := s.residual.reduce(s.t)
	e := newEngine(clauses, len(vars), s.st)
	if s.proof != nil {
		e.learned = func(line string) error {
			if err := s.ctx.Err(); err != nil {
				return err
			}
			return s.proof.learn(line, vars)
		}
	}
	for {
		if s.err = s.ctx.Err(); s.err != nil {
			return false
		}
		small, ok, err := e.solve()
		if s.err = err; err != nil {
			return false
		}
		if !ok {
			return s.close()
		}
		for i, v := range vars {
			s.model[v-1] = small[i]
		}
		if !s.emit() {
			return false
		}
		block := s.residual.block(s.t, blocking(s.f, s.model))
		if len(block) == 0 { // one solution in this cube
			return s.close()
		}
		if s.restart {
			clauses = append(clauses, ints([][]cnf.Lit{block})...)
			e = newEngine(clauses, len(vars), s.st)
		} else {
			e.add(block)
		}
	}
}

// close ends the proof of the cube on the trail; false: with an error.
func (s *run) close() bool {
	s.err = s.proof.close()
	return s.err == nil
}

// emit completes the model by the trail, certifies it and yields it.
func (s *run) emit() bool {
	for _, l := range s.t.lits {
		s.model[l.variable()-1] = l&1 == 0
	}
	restore(s.t.gone, s.model)
	if s.err = s.certifier.check(s.model); s.err != nil {
		return false
	}
	return s.yield(s.model)
}

// blocking is the clause that forbids the solution of m, each literal once:
// appended to a running solver, a clause that repeats one would be watched
// twice by the same literal.
func blocking(f *cnf.Formula, m cnf.Model) []cnf.Lit {
	clause := f.Blocking(m)
	slices.Sort(clause)
	return slices.Compact(clause)
}
