package publish

import (
	"context"

	"counterproof/bench/solve/generator"
	"counterproof/cmd/counterproof/console"
)

// each works like generator.Each, and calls the function step after each call of do. If ctx ends,
// each returns soon, even if a call of do has not returned.
func each(ctx context.Context, n int, do func(ctx context.Context, i int) error, step func()) error {
	return console.Abandon(ctx, func() error {
		within, stop := context.WithCancel(ctx)
		defer stop()
		done, ended := make(chan struct{}, n), make(chan error, 1)
		go func() {
			defer close(done)
			ended <- generator.Each(n, func(i int) error {
				defer func() { done <- struct{}{} }()
				return do(within, i)
			})
		}()
		for range done {
			if ctx.Err() == nil {
				step()
			}
		}
		return <-ended
	})
}
