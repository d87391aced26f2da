package console

import "io"

// A Sink remembers the first error of a writer and lets terminals be found.
type Sink struct {
	w      io.Writer
	screen *Screen // writes to w, if that is a terminal
	Err    error
}

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

// Close writes what the screen has kept back.
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
