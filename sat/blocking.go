package sat

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"sync"
	"time"

	"github.com/crillab/gophersat/solver"

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

// A residual is the part of a formula that propagation leaves open: the clauses without a true
// literal, stripped of their false literals, over the open variables renumbered from 1. It
// reuses its slices for the next cube.
type residual struct {
	number []int32 // by variable-1: number in the residual; 0: not in the residual
	gone   []bool  // by variable-1: eliminated
	vars   []int   // by number-1: the variable
	seen   []int   // by row: the last cube that copied it
	cube   int     // counts the calls of reduce
	lits   []int   // literals of all clauses
	ends   []int   // by clause: where its literals end in lits
	out    [][]int // the clauses, slices of lits
}

func newResidual(t *trail) *residual {
	r := &residual{number: make([]int32, len(t.counted)), seen: make([]int, t.clauses), gone: make([]bool, len(t.counted))}
	for _, e := range t.gone {
		r.gone[e.variable-1] = true
	}
	return r
}

// reduce returns the open clauses, renumbered, and the open variables in their new order. Both are
// valid until the next call.
//
// reduce finds the open clauses by going through the open variables, because copying all clauses at
// every node took 18 times as long as solving.
func (r *residual) reduce(t *trail) (clauses [][]int, vars []int) {
	r.cube++
	for _, v := range r.vars {
		r.number[v-1] = 0
	}
	r.vars = r.vars[:0]
	for v := range t.counted {
		if t.value[2*v] == 0 && !r.gone[v] {
			r.vars = append(r.vars, v+1)
			r.number[v] = int32(len(r.vars))
		}
	}
	r.lits, r.ends = r.lits[:0], r.ends[:0]
	for _, v := range r.vars {
		for l := lit(2*v - 2); l <= lit(2*v-1); l++ {
			for _, m := range t.implied[l] {
				if m > l && t.value[m] == 0 {
					r.lits = append(r.lits, r.renumber(l.not()), r.renumber(m))
					r.ends = append(r.ends, len(r.lits))
				}
			}
			for _, row := range t.in[l] {
				if int(row) < t.clauses && t.sat[row] == 0 && r.seen[row] != r.cube {
					r.seen[row] = r.cube
					for _, m := range t.rows[row] {
						if t.value[m] == 0 {
							r.lits = append(r.lits, r.renumber(m))
						}
					}
					r.ends = append(r.ends, len(r.lits))
				}
			}
		}
	}
	r.out = r.out[:0]
	start := 0
	for _, end := range r.ends {
		r.out = append(r.out, r.lits[start:end])
		start = end
	}
	return r.out, r.vars
}

func (r *residual) renumber(l lit) int {
	n := int(r.number[l>>1])
	if l&1 != 0 {
		return -n
	}
	return n
}

// block converts a clause of the formula to the new numbers of the variables, and drops its
// literals that are false on the trail.
func (r *residual) block(t *trail, clause []cnf.Lit) []cnf.Lit {
	var out []cnf.Lit
	for _, l := range clause {
		if m := toLit(l); t.value[m] == 0 {
			out = append(out, cnf.Lit(r.renumber(m)))
		}
	}
	return out
}

// gophersat is a lock that is held during every call into gophersat. Its solvers share one
// package-level buffer, the literals of learnClause. If two goroutines called gophersat at the same
// time, they would learn clauses mixed from the two formulas. learnClause copies the contents of
// the buffer before it returns, so solvers may alternate call by call. The lock is not held while
// the caller handles a model, so the caller can start another search.
var gophersat sync.Mutex

// An engine is one gophersat solver and the record of its work.
type engine struct {
	s         *solver.Solver
	st        *cnf.Stats
	conflicts int // conflicts of s that are already in st
	decisions int // decisions of s that are already in st

	// learned receives the lines of the proof, in another goroutine, while solve runs. If the
	// function learned returns an error, solve ends with that error. If learned is nil, gophersat
	// writes no proof.
	learned func(line string) error
}

// newEngine starts a solver on clauses over the variables 1..vars. gophersat keeps none of the
// slices. The list of clauses may be empty. A clause may be empty, a unit or a tautology, and may
// repeat literals.
func newEngine(clauses [][]int, vars int, st *cnf.Stats) *engine {
	e := &engine{st: st}
	e.call(func() { e.s = solver.New(solver.ParseSliceNb(clauses, vars)) })
	return e
}

// call runs f while it holds the lock, and adds the time of f and the work of the solver to the
// statistics.
func (e *engine) call(f func()) {
	gophersat.Lock()
	defer gophersat.Unlock()
	start := time.Now()
	f()
	e.st.Seconds += time.Since(start).Seconds()
	e.st.Conflicts += int64(e.s.Stats.NbConflicts - e.conflicts)
	e.st.Decisions += int64(e.s.Stats.NbDecisions - e.decisions)
	e.conflicts, e.decisions = e.s.Stats.NbConflicts, e.s.Stats.NbDecisions
}

// solve looks for the next model, and returns false if there is none. The model has a value for every
// variable, even for those in no clause. The error comes from e.learned, to which the proof goes.
func (e *engine) solve() (model []bool, ok bool, err error) {
	search := func() {
		if ok = e.s.Solve() == solver.Sat; ok {
			model = e.s.Model()
		}
	}
	e.call(func() {
		if e.learned == nil {
			search()
		} else {
			err = e.listen(search)
		}
	})
	return model, ok, err
}

// listen calls the function search and passes each line of the proof that gophersat then writes to
// the function e.learned. If this function returns an error, gophersat must stop, but has no way to
// do so. So listen closes the channel of the lines: gophersat panics when it sends the next one,
// and listen recovers. The solver cannot be used after that.
func (e *engine) listen(search func()) (err error) {
	lines := make(chan string, 256)
	stop := sync.OnceFunc(func() { close(lines) })
	heard := make(chan error, 1)
	go func() {
		var err error
		for line := range lines {
			if err = e.learned(line); err != nil {
				break
			}
		}
		stop()
		heard <- err
	}()
	defer func() {
		r := recover()
		stop()
		if err = <-heard; err == nil && r != nil {
			panic(r)
		}
	}()
	e.s.Certified, e.s.CertChan = true, lines
	search()
	return nil
}

// add appends a clause without restarting, so the solver keeps its learned clauses. The literals
// must be of different variables. gophersat reorders the slice that it gets, so add passes a copy.
func (e *engine) add(clause []cnf.Lit) {
	lits := make([]solver.Lit, len(clause))
	for i, l := range clause {
		lits[i] = solver.IntToLit(int32(l))
	}
	e.call(func() { e.s.AppendClause(solver.NewClause(lits)) })
}

// countModels calls gophersat's own counter and turns a panic into an error.
func (e *engine) countModels() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("gophersat: CountModels panics: %v", r)
		}
	}()
	e.call(func() { n = e.s.CountModels() })
	return n, nil
}

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
