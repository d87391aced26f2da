package console

import (
	"bytes"
	"io"
	"regexp"
	"unicode/utf8"

	"counterproof/encode"
)

// Messages writes text that may be somebody else's to stderr: names of files, contents of
// a ledger, the output of outside programs. Nothing in it acts on a terminal.
type Messages struct{ w io.Writer }

// NewMessages returns a writer of messages to w.
func NewMessages(w io.Writer) Messages { return Messages{w} }

// Write writes a whole message.
func (m Messages) Write(p []byte) (int, error) {
	_, err := io.WriteString(m.w, encode.Plain(string(p)))
	return len(p), err
}

// A Screen writes text to a terminal. Of what acts on the terminal it lets colours pass.
type Screen struct {
	W    io.Writer
	rest []byte // the beginning of a character or of a colour
}

// What draw writes to set a colour, and the beginning of that.
var (
	setting   = regexp.MustCompile(`^\x1b\[[0-9;]*m`)
	beginning = regexp.MustCompile(`^\x1b(\[[0-9;]{0,30})?$`)
)

// Write writes p, except for the beginning of a character or of a colour at its end.
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
		out.WriteString(encode.Plain(string(text[:size])))
		text = text[size:]
	}
	_, err := s.W.Write(out.Bytes())
	return len(p), err
}

// Close writes what Write has kept back.
func (s *Screen) Close() error {
	_, err := io.WriteString(s.W, encode.Plain(string(s.rest)))
	s.rest = nil
	return err
}
