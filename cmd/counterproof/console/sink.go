package console

import "io"

// A Sink wraps a writer and remembers the first error of that writer. If the writer is a terminal,
// a Screen filters the text.
type Sink struct {
	w      io.Writer
	screen *Screen // writes to w if w is a terminal, otherwise nil
	Err    error   // the first error
}

// Write writes p and remembers an error.
func (s *Sink) Write(p []byte) (int, error) {
	w := s.w
	if s.screen != nil {
		w = s.screen
	}
	n, err := w.Write(p)
	s.fail(err)
	return n, err
}

// NewSink returns a sink that writes to w, which may be a terminal.
func NewSink(w io.Writer) *Sink {
	s := &Sink{w: w}
	if IsTerminal(w) {
		s.screen = &Screen{W: w}
	}
	return s
}

// Close writes the text that the screen has held back.
func (s *Sink) Close() {
	if s.screen != nil {
		s.fail(s.screen.Close())
	}
}

func (s *Sink) fail(err error) {
	if s.Err == nil {
		s.Err = err
	}
}
