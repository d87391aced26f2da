package desk

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"counterproof/cmd/counterproof/console"
)

// each calls the function do for each number below n, with as many parallel calls as there are
// cores. After each call of do, there is a call of the function step. After an error, no further
// calls begin. If several calls fail, the result is the error of the call with the smallest
// number. If ctx ends, each returns soon, even if a call of do has not returned.
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
						next.Store(int64(n)) // the calls with smaller numbers have been started
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
