package console

import (
	"cmp"
	"context"
	"iter"

	"counterproof/bench/run/work"
)

// Each returns the sequence of the items, without errors.
func Each[T any](items []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
	}
}

// InOrder calls do for each item, with at most jobs calls at once, and passes the results to emit one by
// one in the order of the items. If jobs is 0, there is one call per core. The first error of items or emit
// ends the context of all calls.
func InOrder[T, R any](ctx context.Context, jobs int, items iter.Seq2[T, error], do func(context.Context, T) R, emit func(R) error) error {
	const window = 16 // items per call that may wait for an earlier one
	type pending struct {
		result chan R
		err    error
	}
	jobs = cmp.Or(jobs, work.Cores())
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	waiting, running := make(chan pending, window*jobs), make(chan struct{}, jobs)
	go func() {
		defer close(waiting)
		for item, err := range items {
			x := pending{make(chan R, 1), err}
			select {
			case waiting <- x:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
			running <- struct{}{}
			go func() {
				x.result <- do(ctx, item)
				<-running
			}()
		}
	}()
	for x := range waiting {
		if x.err != nil {
			return x.err
		}
		select {
		case r := <-x.result:
			if err := emit(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}
