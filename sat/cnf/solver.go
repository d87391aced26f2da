package cnf

import "context"

// A Solver lists the models of one formula, one for each solution. A solution is one assignment
// to the projected variables.
type Solver interface {
	// Search yields one model for each solution and stops when yield returns false. A model is
	// only valid during the call of yield. If ctx ends the search early, the error is ctx.Err(),
	// and st holds the work done so far.
	Search(ctx context.Context, st *Stats, yield func(Model) bool) error
}

// Stats records the work of one search. A solver adds to the fields that it measures and leaves
// the other fields unchanged.
type Stats struct {
	Conflicts    int64   // in the solver, or in all runs of an outside program; may be Unstated
	Decisions    int64   // counted like Conflicts
	Propagations int64   // in all runs of an outside program, or Unstated; no other solver counts them
	Cubes        int64   // cubes passed to the solver
	Closed       int64   // cubes closed by propagation without the solver
	Seconds      float64 // wall time inside the solver

	Runs         int64 // runs of an outside program
	ProgramBytes int64 // largest resident memory of one run of an outside program, if known
}

// Unstated is the value of Conflicts, Decisions or Propagations if a run of an outside program
// did not report the number.
const Unstated = -1
