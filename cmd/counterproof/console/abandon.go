package console

import (
	"context"
	"io"
	"time"
)

// An Input is a reader that does not wait when the program is interrupted.
type Input struct {
	ctx context.Context
	r   io.Reader
}

// NewInput returns a reader of r that ends with ctx.
func NewInput(ctx context.Context, r io.Reader) *Input { return &Input{ctx, r} }

func (in *Input) Read(p []byte) (int, error) {
	own := make([]byte, len(p)) // a read that comes too late must not write into p
	type answer struct {
		n   int
		err error
	}
	read := make(chan answer, 1)
	go func() {
		n, err := in.r.Read(own)
		read <- answer{n, err}
	}()
	select {
	case a := <-read:
		return copy(p, own[:a.n]), a.err
	case <-in.ctx.Done():
		return 0, in.ctx.Err()
	}
}

// patience is how long an interrupted search may go on: gophersat looks at
// nothing before its next model.
const patience = 500 * time.Millisecond

// Abandon does a search, and gives it up where it does not end by itself soon
// after it was interrupted. What it writes to is not to be touched then.
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
