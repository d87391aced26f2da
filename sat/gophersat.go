package sat

import (
	"fmt"
	"sync"
	"time"

	"github.com/crillab/gophersat/solver"

	"counterproof/native"
	"counterproof/sat/cnf"
)

// gophersat is held in every call into gophersat. Its solvers share one
// package-level buffer, learnClause's literals: two goroutines in it at once
// learn clauses made of both formulas. The buffer is scratch, its contents are
// copied before learnClause returns, so solvers may take turns call by call, and
// nothing is held while a model is with the caller, who may start a search of
// his own.
var gophersat sync.Mutex

// An engine is one gophersat solver and the record of its work.
type engine struct {
	s         *solver.Solver
	st        *native.Stats
	conflicts int // of s, already in st
	decisions int
}

// newEngine starts a solver on clauses over the variables 1..vars. gophersat
// keeps none of the slices. There may be no clause, an empty one, unit clauses,
// repeated literals and literals with their negation.
func newEngine(clauses [][]int, vars int, st *native.Stats) *engine {
	e := &engine{st: st}
	e.call(func() { e.s = solver.New(solver.ParseSliceNb(clauses, vars)) })
	return e
}

// call runs f inside the lock and on the clock, and books what the solver did.
func (e *engine) call(f func()) {
	gophersat.Lock()
	defer gophersat.Unlock()
	start := time.Now()
	f()
	e.st.SATSeconds += time.Since(start).Seconds()
	e.st.Conflicts += int64(e.s.Stats.NbConflicts - e.conflicts)
	e.st.Decisions += int64(e.s.Stats.NbDecisions - e.decisions)
	e.conflicts, e.decisions = e.s.Stats.NbConflicts, e.s.Stats.NbDecisions
}

// solve looks for the next model: one value for each of the variables, those in
// no clause included, or false when there is none.
func (e *engine) solve() (model []bool, ok bool) {
	e.call(func() {
		if ok = e.s.Solve() == solver.Sat; ok {
			model = e.s.Model()
		}
	})
	return model, ok
}

// add appends a clause without restarting: what was learned so far is kept. The
// literals must be of different variables; gophersat reorders what it gets, so
// it gets a copy.
func (e *engine) add(clause []cnf.Lit) {
	lits := make([]solver.Lit, len(clause))
	for i, l := range clause {
		lits[i] = solver.IntToLit(int32(l))
	}
	e.call(func() { e.s.AppendClause(solver.NewClause(lits)) })
}

// countModels asks gophersat's own counter, and turns its panic into an error.
func (e *engine) countModels() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("gophersat: CountModels panics: %v", r)
		}
	}()
	e.call(func() { n = e.s.CountModels() })
	return n, nil
}
