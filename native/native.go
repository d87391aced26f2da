// Package native is what the native algorithms share: the shape of a solver and
// the work it reports. Each algorithm family is a package below this one; none
// of them knows a puzzle or a SAT solver.
package native

import (
	"context"
	"errors"
	"math/big"
)

// A Solver lists the answers of one problem.
type Solver[A any] interface {
	// Search yields each answer once and stops when yield returns false.
	// An answer is only valid during the call of yield.
	// The error is nil when the search ended by itself or by yield, and
	// ctx.Err() or ErrLimit when it was cut short; st then holds the work so far.
	Search(ctx context.Context, st *Stats, yield func(A) bool) error
}

// A Counter counts the answers of one problem without listing them.
type Counter interface {
	Count(ctx context.Context, st *Stats) (*big.Int, error)
}

// Stats is the work of one search in machine-independent steps, the limit of this work, and who
// hears of it. A solver adds to the steps that it knows and leaves the others alone.
type Stats struct {
	Nodes   int64 // nodes of the search tree that were entered
	Updates int64 // elementary changes to the state, like Knuth's updates
	Limit   Limit
	// Progress gets the work so far, now and then and in the goroutine of the search. It may
	// be nil.
	Progress func(nodes, updates int64)
}

// A Limit bounds the work of a search without regard to time, so that the same
// search always ends at the same step. 0 means that there is no limit.
type Limit struct{ Nodes, Updates int64 }

// ErrLimit is the error of a search that took more steps than its limit.
var ErrLimit = errors.New("the limit of steps is reached")

// Poll reports the progress of the work: that in st and the given work, which the search has not
// added yet. It returns ctx.Err(), or ErrLimit if the work exceeds the limit. A solver calls it
// now and then, and so may take some steps more than the limit.
func (st *Stats) Poll(ctx context.Context, nodes, updates int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if st.Progress != nil {
		st.Progress(st.Nodes+nodes, st.Updates+updates)
	}
	if l := st.Limit; l.Nodes > 0 && st.Nodes+nodes > l.Nodes || l.Updates > 0 && st.Updates+updates > l.Updates {
		return ErrLimit
	}
	return nil
}
