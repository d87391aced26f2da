package desk

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"counterproof/cmd/counterproof/console"
)

// each calls the function do for each number below n, with as many parallel calls as there are
// cores. After each call it calls step. After an error it starts no further calls. If several calls
// fail, it returns the error of the smallest number. If ctx ends, each returns soon, even if some
// call of do does not.
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
