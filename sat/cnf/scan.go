package cnf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// A SyntaxError says where a text is not in the format asked for and why.
type SyntaxError struct {
	Line, Column int // from 1; columns are bytes
	Err          error
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

func (e *SyntaxError) Unwrap() error { return e.Err }

// A scanner cuts a text into lines and those into words, and knows where the
// last word began.
type scanner struct {
	r    *bufio.Reader
	line int // of the next byte, from 1
	next int // its column
	col  int // of the last word, or of the line's end where there was none
	buf  []byte
	err  error // of reading; io.EOF is none
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: bufio.NewReader(r), line: 1, next: 1, col: 1}
}

// maxWord is where a word is cut off: no number that we take is as long.
const maxWord = 32

// word returns the next word of this line, valid until the next call; empty: the
// line ends.
func (s *scanner) word() []byte { return s.wordUpTo(maxWord) }

// wordUpTo is word, cut off at another length.
func (s *scanner) wordUpTo(length int) []byte {
	s.buf = s.buf[:0]
	for {
		b, ok := s.read()
		space := b == ' ' || b == '\t' || b == '\r'
		if len(s.buf) == 0 {
			s.col = s.next
		}
		if !ok || b == '\n' || space && len(s.buf) > 0 {
			if ok {
				s.r.UnreadByte()
			}
			return s.buf
		}
		s.next++
		if !space && len(s.buf) < length {
			s.buf = append(s.buf, b)
		}
	}
}

// nextLine passes over the rest of this line; false: there is no other.
func (s *scanner) nextLine() bool {
	for {
		b, ok := s.read()
		switch {
		case !ok:
			s.col = s.next
			return false
		case b == '\n':
			s.line++
			s.next = 1
			return true
		}
		s.next++
	}
}

func (s *scanner) read() (b byte, ok bool) {
	b, err := s.r.ReadByte()
	if err != nil && !errors.Is(err, io.EOF) && s.err == nil {
		s.err = err
	}
	return b, err == nil
}

// fail is an error at the last word, unless reading itself failed.
func (s *scanner) fail(format string, args ...any) error {
	if s.err != nil {
		return s.err
	}
	return &SyntaxError{s.line, s.col, fmt.Errorf(format, args...)}
}

// lineEnd returns an error if another word follows in this line, where want should be.
func (s *scanner) lineEnd(want string) error {
	if word := s.word(); len(word) > 0 {
		return s.fail("want %s, got %s", want, quote(word))
	}
	return nil
}

// number reads a word as a decimal within -limit..limit, without leading '+'
// and without -0.
func (s *scanner) number(word []byte, want string, limit int) (int, error) {
	digits, sign := word, 1
	if len(digits) > 0 && digits[0] == '-' {
		digits, sign = digits[1:], -1
	}
	n := 0
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, s.fail("want %s, got %s", want, quote(word))
		}
		if n = 10*n + int(d-'0'); n > limit {
			return 0, s.fail("want %s, got %s, beyond %d", want, Short(string(word)), limit)
		}
	}
	if len(digits) == 0 || n == 0 && sign < 0 {
		return 0, s.fail("want %s, got %s", want, quote(word))
	}
	return sign * n, nil
}

func quote[text []byte | string](word text) string {
	if len(word) == 0 {
		return "the end of the line"
	}
	return fmt.Sprintf("%q", Short(string(word)))
}

// MostQuoted is how many characters of a text that somebody else has written a message
// quotes: the file that was named by mistake may be a secret.
const MostQuoted = 20

// Short returns the beginning of a text, for a message.
func Short(text string) string {
	n := 0
	for i := range text {
		if n++; n > MostQuoted {
			return text[:i] + "..."
		}
	}
	return text
}
