package sat

import (
	"context"
	"iter"
	"slices"

	"counterproof/sat/cnf"
)

// Blocking lists the projected models of F in one run of the solver: solve, read the model, add
// its blocking clause, repeat. The solver keeps its learned clauses.
//
// Measurements on a calendar day with 216 solutions:
//
//   - Restarting the solver for each model took 26 times as long.
//   - Fixing failed literals first made it 1.5 times as fast (59,000 conflicts instead of
//     80,000).
//   - Negating the options, so that the solver makes them true first, took 1.6 times as long.
//   - Other orders of variables and clauses changed the time by up to a fifth in either
//     direction.
//
// Memory grows by one clause for each solution.
type Blocking struct {
	F     *cnf.Formula
	Proof Proof     // receives the proof of completeness; nil: no proof
	Base  *Base     // F, prepared for Blocking; nil: Search prepares F
	Given []cnf.Lit // literals of projected variables, which are unit clauses in addition to F
	// More is called after each model. It returns further clauses over the projected variables, which
	// later models must satisfy. More is nil if there are none or a proof is wanted.
	More func() [][]cnf.Lit

	restart bool // start a new solver for each model, without a proof
}

// Search returns an error if ctx ends, if Proof fails, or if gophersat returns a model that breaks
// F.
func (b Blocking) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	base := b.Base
	if base == nil {
		base = Prepare(b.F, false)
	}
	defer base.t.undo(0)
	s, ok := newRun(ctx, base, b.Given, b.Proof, st, yield)
	s.restart, s.more = b.restart, b.More
	if ok && s.probe() {
		s.solve()
	}
	return s.err
}

// solve lists the models of the cube on the trail and closes the cube. It returns false if the
// whole search must stop.
func (s *run) solve() bool {
	clauses, vars := s.residual.reduce(s.t)
	e := newEngine(clauses, len(vars), s.st)
	if s.proof.to != Proof(silent{}) {
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
		added := [][]cnf.Lit{s.f.SortedBlocking(s.model)}
		if s.more != nil {
			added = append(added, s.more()...)
		}
		for _, clause := range added {
			if slices.ContainsFunc(clause, func(l cnf.Lit) bool { return s.t.value[toLit(l)] > 0 }) {
				continue
			}
			block := s.residual.block(s.t, clause)
			switch {
			case len(block) == 0: // the trail contradicts the clause without any decision, so the cube has no other solution
				return s.close()
			case s.restart:
				clauses = append(clauses, ints([][]cnf.Lit{block})...)
			default:
				e.add(block)
			}
		}
		if s.restart {
			e = newEngine(clauses, len(vars), s.st)
		}
	}
}

// close writes to the proof that the literals decided on the path lead to a contradiction.
func (s *run) close() bool {
	s.err = s.proof.close()
	return s.err == nil
}

func (s *run) emit() bool {
	for _, l := range s.t.lits {
		s.model[l.variable()-1] = l&1 == 0
	}
	restore(s.t.gone, s.model)
	if s.err = s.certifier.check(s.model, s.given); s.err != nil {
		return false
	}
	return s.yield(s.model)
}

// Restarting lists the projected models of F with a new solver for each model. Each solver
// starts from the formula and all earlier blocking clauses, without the learned clauses of its
// predecessor. In all other respects Restarting equals Blocking; it exists for comparison.
type Restarting struct{ F *cnf.Formula }

func (r Restarting) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	return Blocking{F: r.F, restart: true}.Search(ctx, st, yield)
}

// A Base is a formula that is prepared for several searches, one after the other. A search can add
// unit clauses, such as the clues of a board. On 500 minimal sudokus, which need hardly any
// conflicts, writing and preparing a formula for each took 25 times as long as the searches.
type Base struct {
	f         *cnf.Formula
	t         *trail // without literals between the searches
	residual  *residual
	certifier *certifier
	free      []lit
}

// Prepare returns the Base of f for Cubes or, if the parameter cubes is false, for Blocking. The
// formula must not change afterwards.
func Prepare(f *cnf.Formula, cubes bool) *Base {
	t := newTrail(f, cubes)
	return &Base{f: f, t: t, residual: newResidual(t), certifier: newCertifier(f), free: byFrequency(f)}
}

// Models yields the models of a formula, one for each solution under its projection, in any
// order. The caller may keep the models. If the search fails, for example with ctx.Err(),
// Models yields the error last.
func Models(ctx context.Context, f *cnf.Formula) iter.Seq2[cnf.Model, error] {
	return func(yield func(cnf.Model, error) bool) {
		stopped := false
		err := Cubes{F: f, Depth: -1}.Search(ctx, new(cnf.Stats), func(m cnf.Model) bool {
			stopped = !yield(slices.Clone(m), nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// Count returns the number of models of a formula under its projection. It lists them all.
func Count(ctx context.Context, f *cnf.Formula) (int64, error) {
	n := int64(0)
	err := Cubes{F: f, Depth: -1}.Search(ctx, new(cnf.Stats), func(cnf.Model) bool {
		n++
		return true
	})
	return n, err
}
