package console

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"unicode/utf8"

	"counterproof/encode/wording"
)

// Messages is a writer for stderr. It escapes control characters, because messages may contain
// names of files, contents of a ledger or output of outside programs.
// After an interruption, it does not wait for the reader of a pipe.
type Messages struct {
	ctx context.Context
	w   io.Writer
}

// NewMessages returns a Messages that writes to w.
func NewMessages(ctx context.Context, w io.Writer) Messages { return Messages{ctx, w} }

// Write writes p, which must be a whole message.
func (m Messages) Write(p []byte) (int, error) {
	text := wording.Plain(string(p))
	_, err := Await(m.ctx, func() (int, error) { return io.WriteString(m.w, text) })
	return len(p), err
}

// A Screen is a writer to a terminal. It lets a control sequence pass only if the sequence sets a
// colour.
type Screen struct {
	W    io.Writer
	rest []byte // an incomplete character or colour at the end of the last Write
}

// The sequences that set a colour, and the incomplete beginnings of such sequences.
var (
	setting   = regexp.MustCompile(`^\x1b\[[0-9;]*m`)
	beginning = regexp.MustCompile(`^\x1b(\[[0-9;]{0,30})?$`)
)

// Write writes p. If p ends in the middle of a character or of a colour sequence, Write holds the
// incomplete part back until the next Write or Close.
func (s *Screen) Write(p []byte) (int, error) {
	text := append(s.rest, p...)
	s.rest = nil
	var out bytes.Buffer
	for len(text) > 0 {
		if c := setting.Find(text); c != nil {
			out.Write(c)
			text = text[len(c):]
			continue
		}
		if !utf8.FullRune(text) || beginning.Match(text) {
			s.rest = bytes.Clone(text)
			break
		}
		_, size := utf8.DecodeRune(text)
		out.WriteString(wording.Plain(string(text[:size])))
		text = text[size:]
	}
	_, err := s.W.Write(out.Bytes())
	return len(p), err
}

// Close writes the bytes that Write has held back.
func (s *Screen) Close() error {
	_, err := io.WriteString(s.W, wording.Plain(string(s.rest)))
	s.rest = nil
	return err
}
