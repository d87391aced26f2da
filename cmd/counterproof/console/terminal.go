package console

import (
	"bytes"
	"io"
	"regexp"
	"unicode/utf8"

	"counterproof/encode/wording"
)

// An escaper is a writer of whole messages. It escapes control characters, because messages may contain
// names of files, contents of a ledger or output of outside programs.
type escaper struct{ w io.Writer }

func (e escaper) Write(p []byte) (int, error) {
	_, err := io.WriteString(e.w, wording.Plain(string(p)))
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
