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
}
