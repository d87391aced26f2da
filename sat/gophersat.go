package sat

import (
	"context"
	"fmt"
	"math/big"
	"sync"
	"time"

	"github.com/crillab/gophersat/solver"

	"counterproof/sat/cnf"
)

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
