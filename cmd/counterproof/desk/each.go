package desk

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"counterproof/cmd/counterproof/console"
)

// each calls do for the numbers below n, as many at once as there are cores, and step after each
// one that is done. After an error it starts no more, and returns the error of the least number
// that has one. If ctx ends, it returns soon, even if do does not.
func each(ctx context.Context, n int, do func(ctx context.Context, i int) error, step func()) error {
	return console.Abandon(ctx, func() error {
		within, stop := context.WithCancel(ctx)
		defer stop()
		errs := make([]error, n)
		var next atomic.Int64
		var working sync.WaitGroup
		done := make(chan struct{}, n)
		for range min(runtime.NumCPU(), n) {
			working.Go(func() {
				for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
					if errs[i] = do(within, i); errs[i] != nil {
						next.Store(int64(n)) // smaller numbers are being done
					}
					done <- struct{}{}
				}
			})
		}
		go func() {
			working.Wait()
			close(done)
		}()
		for range done {
			if ctx.Err() == nil {
				step()
			}
		}
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		return nil
	})
}
