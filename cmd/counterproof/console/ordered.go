package console

import (
	"context"
	"iter"
	"runtime"
)

// Ordered calls do for each item, on all cores, and passes the results to emit in the order of the items.
// It reads only a few items ahead. It ends with the first error of emit, or when ctx ends. Calls of do may
// then still run.
func Ordered[I, O any](ctx context.Context, items iter.Seq[I], do func(I) O, emit func(O) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cores := runtime.GOMAXPROCS(0)
	running, pending := make(chan struct{}, cores), make(chan chan O, 2*cores)
	go func() {
		defer close(pending)
		for item := range items {
			result := make(chan O, 1)
			select {
			case running <- struct{}{}:
			case <-ctx.Done():
				return
			}
			go func() {
				result <- do(item)
				<-running
			}()
			select {
			case pending <- result:
			case <-ctx.Done():
				return
			}
		}
	}()
	for result := range pending {
		select {
		case r := <-result:
			if err := emit(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}
