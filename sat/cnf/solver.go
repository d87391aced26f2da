package cnf

import "context"

// A Solver lists the models of one formula, one for each solution: for each way to
// give values to the projected variables.
type Solver interface {
	// Search yields a model of each solution once and stops when yield returns
	// false. A model is only valid during the call of yield. The error is ctx.Err()
	// if the search was cut short; st then holds the work so far.
	Search(ctx context.Context, st *Stats, yield func(Model) bool) error
}

// Stats is the work of one search. A solver adds to the fields that it measures and
// leaves the others alone.
type Stats struct {
	Conflicts    int64   // of the solver, or of all runs of an outside program, or Unstated
	Decisions    int64   // as Conflicts
	Propagations int64   // of all runs of an outside program, or Unstated; no other solver counts them
	Cubes        int64   // cubes handed to the solver
	Closed       int64   // cubes closed by propagation alone
	Seconds      float64 // wall time inside the solver

	Runs         int64 // of an outside program
	ProgramBytes int64 // the most that one of those runs had resident, where known
}

// Unstated is the number of conflicts, decisions or propagations if a run of an
// outside program did not state it.
const Unstated = -1
