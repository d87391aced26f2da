package opb

import (
	"fmt"
	"io"
	"regexp"
	"slices"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// A scanner splits a text into words and remembers where the last word began. It skips comments.
type scanner struct {
	*cnf.Text
	line    int  // line of the last word, from 1
	col     int  // column of the last word
	between bool // no constraint has begun, so * begins a comment after blanks too
	buf     []byte
	headers []comment // the comments that may be headers
}

// A comment is the text of a comment, with the position after its *.
type comment struct {
	text      []byte
	line, col int
}

func newScanner(r io.Reader) *scanner {
	return &scanner{Text: cnf.NewText(r), line: 1, col: 1}
}

// nearHeader matches the beginning of a number of the header, even if it is misspelled.
var nearHeader = regexp.MustCompile(`(?i)#\s*(vars?\b|variable|constr)|\bvariables?\s*=`)

// maxWord limits the length of a word, and maxHeader the length of the header. Longer words and
// comments are cut off, but none of these is valid.
const (
	maxWord   = 64
	maxHeader = 1 << 16
)

// word returns the next word, or an empty slice at the end of the text. The word is valid until
// the next call. A semicolon, a relation or a sign also ends the word before it.
func (s *scanner) word() []byte {
	s.buf = s.buf[:0]
	for {
		first := s.Column == 1
		if len(s.buf) == 0 {
			s.line, s.col = s.Line, s.Column
		}
		b, ok := s.Read()
		switch {
		case !ok:
			return s.buf
		case b == '*' && (first || s.between && len(s.buf) == 0):
			s.comment()
			continue
		case len(s.buf) > 0 && ends(s.buf, b):
			s.Unread()
			return s.buf
		case b != '\n' && !space(b) && len(s.buf) < maxWord:
			s.buf = append(s.buf, b)
		}
	}
}

func ends(word []byte, b byte) bool {
	switch b {
	case ';', '<', '>', '+', '-':
		return true
	case '=':
		return len(word) != 1 || word[0] != '<' && word[0] != '>'
	}
	last := word[len(word)-1]
	return space(b) || b == '\n' || last == ';' || last == '='
}

func space(b byte) bool { return b == ' ' || b == '\t' }

func (s *scanner) comment() {
	c := comment{line: s.Line, col: s.Column}
	for b, ok := s.Read(); ok && b != '\n'; b, ok = s.Read() {
		if len(s.buf) < maxHeader {
			s.buf = append(s.buf, b)
		}
	}
	if nearHeader.Match(s.buf) {
		c.text = slices.Clone(s.buf)
		s.headers = append(s.headers, c)
	}
	s.buf = s.buf[:0]
}

func (s *scanner) fail(format string, args ...any) error {
	return s.Errorf(s.line, s.col, format, args...)
}

func quote(word []byte) string {
	if len(word) == 0 {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", wording.Short(string(word)))
}
