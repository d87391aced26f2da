package puzzletest

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"time"

	"counterproof/encode"
	"counterproof/native"
)

// promptly is how long a method may take to return after it was cancelled, even on a busy machine.
// The boards are small, so a method that takes longer most likely ignores the context.
const promptly = 2 * time.Minute

// cancellation checks every method. If the context is cancelled before the search or inside yield,
// the method must return the context's error. If yield returns false, the method must stop and
// return nil. The checks inside yield need boards with at least two solutions, so that the search
// is not over yet. Methods that broke the law of agreement on the board are skipped.
func (t *trial) cancellation(b *board) {
	var names []string
	if b.brute {
		names = append(names, "brute")
	}
	t.guard("cancellation", b.Text, "Reduce", func() {
		for _, r := range b.in.Reduce() {
			names = append(names, "native/"+r.Method)
		}
	})
	for _, style := range t.puzzle.Styles {
		names = append(names, "sat/"+style, "sat/"+style+"/cubes")
	}
	for _, name := range names {
		t.guard("cancellation", b.Text, name, func() { t.cancel(b, name) })
	}
}

func (t *trial) cancel(b *board, name string) {
	m, err := resolve(t.puzzle, b.in, name)
	if err != nil || t.seen[[3]string{"agreement", b.Text, name}] {
		return
	}
	bad := func(format string, args ...any) { t.fail("cancellation", b.Text, name, format, args...) }
	over, cancel := context.WithCancel(context.Background())
	cancel()

	err = inTime(func() error {
		return m.Search(over, new(native.Stats), func(encode.Solution) bool { return true })
	})
	if !errors.Is(err, context.Canceled) {
		bad("with a cancelled context Search returned error %v, want %v", err, context.Canceled)
	}
	for _, count := range []struct {
		what string
		call func(context.Context, *native.Stats) (*big.Int, error)
	}{{"Count", m.Count}, {"Orbits", m.Orbits}} {
		if count.call == nil {
			continue
		}
		err := inTime(func() error {
			_, err := count.call(over, new(native.Stats))
			return err
		})
		if !errors.Is(err, context.Canceled) {
			bad("with a cancelled context %s returned error %v, want %v", count.what, err, context.Canceled)
		}
	}
	if b.count.Cmp(big.NewInt(2)) < 0 {
		return
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err = inTime(func() error {
		return m.Search(ctx, new(native.Stats), func(encode.Solution) bool {
			cancel()
			return true
		})
	})
	if !errors.Is(err, context.Canceled) {
		bad("cancelled at the first of %v solutions Search returned error %v, want %v", b.count, err, context.Canceled)
	}

	yields := 0
	err = inTime(func() error {
		return m.Search(context.Background(), new(native.Stats), func(encode.Solution) bool {
			yields++
			return false
		})
	})
	if err != nil || yields != 1 {
		bad("stopped by yield at the first solution Search yielded %d and returned error %v", yields, err)
	}
}

// interrupt checks the law of cancellation for the generator. The context is cancelled before the
// call of Generate, or during the first call of the function keep. Generate must then return the
// context's error, and must not call keep again.
func (t *trial) interrupt(size encode.Size) {
	for _, most := range []int{0, 1} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		if most == 0 {
			cancel()
		}
		asked := 0
		err := inTime(func() error {
			_, err := t.puzzle.Generate(ctx, rand.New(rand.NewPCG(1, 0)), size, func(encode.Instance) bool {
				asked++
				cancel()
				return false
			})
			return err
		})
		if most == 1 && asked == 0 {
			return // the law determinism reports that keep was not called
		}
		if !errors.Is(err, context.Canceled) || asked != most {
			t.fail("cancellation", "", "Generate", "of size %dx%d: asked keep %d times and returned error %v, want %d and %v",
				size.H, size.W, asked, err, most, context.Canceled)
		}
	}
}

// inTime calls f and returns its error. If f panics or takes longer than the constant promptly,
// inTime returns an error that says so.
func inTime(f func() error) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Errorf("panic: %v\n%s", r, where())
			}
		}()
		done <- f()
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(promptly):
		return fmt.Errorf("no error, because it has not returned in %v", promptly)
	}
}
