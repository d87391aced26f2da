package console

import (
	"context"
	"time"

	"counterproof/bench/system/atomicfile"
)

// Await calls a function that may wait for the other end of a pipe, and returns its results. If ctx
// ends first, Await returns ctx.Err(), and the call continues in the background.
func Await[T any](ctx context.Context, call func() (T, error)) (T, error) {
	var value, none T
	err := Abandon(ctx, func() (err error) {
		value, err = call()
		return err
	})
	if err != nil {
		return none, err // call may still be writing value
	}
	return value, nil
}

// WriteFile writes a whole file, as atomicfile.Write does. The file may be a pipe that nobody reads.
func WriteFile(ctx context.Context, name string, data []byte) error {
	return Abandon(ctx, func() error { return atomicfile.Write(name, data) })
}

// patience limits how long Abandon waits for an interrupted search to end. The search may take much
// longer, because gophersat notices an interruption only when it has found its next model.
const patience = 500 * time.Millisecond

// Abandon runs a search. After an interruption, it waits only a short time for the search to end. So
// after an error, the caller must not use any variable that the search may still be writing.
func Abandon(ctx context.Context, search func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- search() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		if err == nil {
			return nil
		}
	case <-time.After(patience):
	}
	return ctx.Err()
}
