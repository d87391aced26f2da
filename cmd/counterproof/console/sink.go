package console

import (
	"bytes"
	"context"
	"io"
)

// A Sink wraps a writer and remembers the first error of that writer. If the writer is a terminal,
// a Screen filters the text. After an interruption, the sink does not wait for the reader of a pipe.
type Sink struct {
	ctx    context.Context
	w      io.Writer
	screen *Screen // writes to w if w is a terminal, otherwise nil
	Err    error   // the first error
}

// Write writes p and remembers an error.
func (s *Sink) Write(p []byte) (int, error) {
	if Interrupted(s.ctx, s.Err) {
		return 0, s.Err // an earlier Write may still be waiting
	}
	w := s.w
	if s.screen != nil {
		w = s.screen
	}
	own := bytes.Clone(p)
	n, err := Await(s.ctx, func() (int, error) { return w.Write(own) })
	s.fail(err)
	return n, err
}

// NewSink returns a sink that writes to w, which may be a terminal.
func NewSink(ctx context.Context, w io.Writer) *Sink {
	s := &Sink{ctx: ctx, w: w}
	if IsTerminal(w) {
		s.screen = &Screen{W: w}
	}
	return s
}

// Close writes the text that the screen has held back.
func (s *Sink) Close() {
	if s.screen != nil && !Interrupted(s.ctx, s.Err) {
		s.fail(s.screen.Close())
	}
}

func (s *Sink) fail(err error) {
	if s.Err == nil {
		s.Err = err
	}
}
