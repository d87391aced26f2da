// Package native is what the native algorithms share: the shape of a solver and
// the work it reports. Each algorithm family is a package below this one; none
// of them knows a puzzle or a SAT solver.
package native

import (
	"context"
	"math/big"
)

// A Solver lists the answers of one problem.
type Solver[A any] interface {
	// Search yields each answer once and stops when yield returns false.
	// An answer is only valid during the call of yield.
	// The error is nil when the search ended by itself or by yield, and
	// ctx.Err() when it was cut short; st then holds the work so far.
	Search(ctx context.Context, st *Stats, yield func(A) bool) error
}

// A Counter counts the answers of one problem without listing them.
type Counter interface {
	Count(ctx context.Context, st *Stats) (*big.Int, error)
}

// Stats is the work of one search in machine-independent steps. A solver adds
// to the fields that it knows and leaves the others alone.
type Stats struct {
	Nodes   int64 // nodes of the search tree that were entered
	Updates int64 // elementary changes to the state, like Knuth's updates

	Conflicts    int64   // of the SAT solver, or of all runs of an outside program, or Unstated
	Decisions    int64   // as Conflicts
	Propagations int64   // of all runs of an outside program, or Unstated; no other solver counts them
	Cubes        int64   // cubes handed to the SAT solver
	Closed       int64   // cubes closed by propagation alone
	SATSeconds   float64 // wall time inside the SAT solver

	Runs         int64 // of an outside program
	ProgramBytes int64 // the most that one of those runs had resident, where known
}

// Unstated is the number of conflicts, decisions or propagations where a run of an
// outside program did not say it.
const Unstated = -1
