package sat

import (
	"fmt"
	"sync"
	"time"

	"github.com/crillab/gophersat/solver"

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
	st        *cnf.Stats
	conflicts int // of s, already in st
	decisions int

	// learned takes the lines of the proof, in another goroutine, while solve
	// runs; its error ends solve. nil: no proof.
	learned func(line string) error
}

// newEngine starts a solver on clauses over the variables 1..vars. gophersat
// keeps none of the slices. There may be no clause, an empty one, unit clauses,
// repeated literals and literals with their negation.
func newEngine(clauses [][]int, vars int, st *cnf.Stats) *engine {
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
	e.st.Seconds += time.Since(start).Seconds()
	e.st.Conflicts += int64(e.s.Stats.NbConflicts - e.conflicts)
	e.st.Decisions += int64(e.s.Stats.NbDecisions - e.decisions)
	e.conflicts, e.decisions = e.s.Stats.NbConflicts, e.s.Stats.NbDecisions
}

// solve looks for the next model: one value for each of the variables, those in
// no clause included, or false when there is none.
//
// The error is that of learned.
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

// listen hands the lines of the proof that search writes to e.learned. Where that
// returns an error the channel is closed: gophersat, which cannot be told to
// stop, panics at the next clause that it learns. The solver is of no use then.
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
