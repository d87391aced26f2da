package console

import (
	"bytes"
	"context"
	"io"
)

// A Sink writes to a file and remembers its first error. After an interruption, the sink does not wait
// for the reader of a pipe.
type Sink struct {
	ctx  context.Context
	file io.Writer
	to   io.Writer // the file, or a writer to the file that changes the text
	Err  error     // the first error
}

// NewSink returns a sink for results. If the file is a terminal, a Screen changes the text.
func NewSink(ctx context.Context, file io.Writer) *Sink {
	s := &Sink{ctx: ctx, file: file, to: file}
	if IsTerminal(file) {
		s.to = &Screen{W: file}
	}
	return s
}

// NewMessages returns a sink for whole messages, which escapes control characters.
func NewMessages(ctx context.Context, file io.Writer) *Sink {
	return &Sink{ctx: ctx, file: file, to: escaper{file}}
}

// Write writes p and remembers an error.
func (s *Sink) Write(p []byte) (int, error) {
	if Interrupted(s.ctx, s.Err) {
		return 0, s.Err // an earlier Write may still be waiting
	}
	own := bytes.Clone(p)
	n, err := Await(s.ctx, func() (int, error) { return s.to.Write(own) })
	s.fail(err)
	return n, err
}

// Close writes the text that a Screen has held back.
func (s *Sink) Close() {
	if screen, ok := s.to.(*Screen); ok && !Interrupted(s.ctx, s.Err) {
		s.fail(screen.Close())
	}
}

func (s *Sink) fail(err error) {
	if s.Err == nil {
		s.Err = err
	}
}
