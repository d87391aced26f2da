package bench

import (
	"context"
	"iter"
	"time"

	"counterproof/encode"
)

// Shrinkable instances know smaller ones.
type Shrinkable interface {
	// Shrunk yields instances that are smaller by one step, such as without
	// one clue, one piece or one row: the largest steps first. No chain of
	// steps goes on for ever.
	Shrunk() iter.Seq[encode.Instance]
}

// The bounds of one Shrink: instances tried, and time.
const (
	shrinkTries = 2000
	shrinkTime  = time.Minute
	shrinkBatch = 16 // by one pool
)

// Shrink looks for a smaller instance on which the methods of c, which should
// be the two that disagree, are wrong too (Comparison.Wrong). It goes down
// greedily, to the first smaller instance that fails, until none does or a bound
// is reached, and returns the last comparison that failed; small is false if
// there is none smaller than b. The ledger is left alone. The error is that of
// the pool.
func (c Crosscheck) Shrink(ctx context.Context, b Board) (last Comparison, small bool, err error) {
	c.Ledger = nil
	bounded, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	for tries := shrinkTries; ; small = true {
		next, comparison, err := c.step(bounded, b, &tries)
		if err != nil && ctx.Err() == nil && bounded.Err() != nil {
			err = nil // the time is up
		}
		if next == nil || err != nil {
			return last, small, err
		}
		b.Instance, last = next, comparison
	}
}

// step finds the first instance one step smaller than b that fails; nil if
// there is none.
func (c Crosscheck) step(ctx context.Context, b Board, tries *int) (found encode.Instance, last Comparison, err error) {
	at, ok := b.Instance.(Shrinkable)
	if !ok {
		return nil, last, nil
	}
	next, stop := iter.Pull(at.Shrunk())
	defer stop()
	for found == nil && err == nil {
		var batch []Board
		for *tries > 0 && len(batch) < shrinkBatch {
			in, ok := next()
			if !ok {
				break
			}
			*tries--
			smaller := Board{b.Puzzle, in}
			if _, _, err := c.jobs(smaller); err == nil { // a method may not know it
				batch = append(batch, smaller)
			}
		}
		if len(batch) == 0 {
			break
		}
		i := 0
		err = c.Run(ctx, batch, func(comparison Comparison) error {
			if found == nil && comparison.Wrong() {
				found, last = batch[i].Instance, comparison
			}
			i++
			return nil
		})
	}
	return found, last, err
}
