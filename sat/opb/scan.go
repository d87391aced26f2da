package opb

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"counterproof/sat/cnf"
)

// A scanner splits a text into words and remembers where the last word began. It skips lines
// that begin with *.
type scanner struct {
	r     *bufio.Reader
	line  int    // line of the last word, from 1
	col   int    // column of the last word
	row   int    // line of the next byte
	next  int    // column of the next byte
	first []byte // the first line, if it begins with *
	buf   []byte
	err   error // the first read error except io.EOF
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: bufio.NewReader(r), line: 1, col: 1, row: 1, next: 1}
}

// maxWord limits the length of a word, and maxHeader the length of the first line. Longer words and
// lines are cut off, but none of these is valid.
const (
	maxWord   = 64
	maxHeader = 1 << 10
)

// word returns the next word, or an empty slice at the end of the text. The word is valid until
// the next call. A semicolon, a relation or a sign also ends the word before it.
func (s *scanner) word() []byte {
	s.buf = s.buf[:0]
	for {
		b, ok := s.read()
		if len(s.buf) == 0 {
			s.line, s.col = s.row, s.next
		}
		switch {
		case !ok:
			return s.buf
		case b == '*' && s.next == 1:
			s.comment()
			continue
		case len(s.buf) > 0 && ends(s.buf, b):
			s.r.UnreadByte()
			return s.buf
		case b == '\n':
			s.row++
			s.next = 1
			continue
		}
		s.next++
		if !space(b) && len(s.buf) < maxWord {
			s.buf = append(s.buf, b)
		}
	}
}

// ends reports whether the byte b, which follows the given word, does not belong to this word.
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

func space(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// comment skips the rest of a line whose * was just read.
func (s *scanner) comment() {
	keep := s.row == 1
	for {
		b, ok := s.read()
		switch {
		case !ok:
			return
		case b == '\n':
			s.row++
			s.next = 1
			return
		}
		s.next++
		if keep && len(s.first) < maxHeader {
			s.first = append(s.first, b)
		}
	}
}

func (s *scanner) read() (b byte, ok bool) {
	b, err := s.r.ReadByte()
	if err != nil && !errors.Is(err, io.EOF) && s.err == nil {
		s.err = err
	}
	return b, err == nil
}

// fail returns an error at the last word, or the read error if reading failed.
func (s *scanner) fail(format string, args ...any) error {
	if s.err != nil {
		return s.err
	}
	return &cnf.SyntaxError{Line: s.line, Column: s.col, Err: fmt.Errorf(format, args...)}
}

func quote(word []byte) string {
	if len(word) == 0 {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", cnf.Short(string(word)))
}
