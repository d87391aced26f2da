package cnf

import (
	"fmt"
	"io"

	"counterproof/encode/wording"
)

// A SyntaxError reports where and why a text does not follow the expected format.
type SyntaxError struct {
	Line, Column int // from 1; columns are bytes
	Err          error
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

func (e *SyntaxError) Unwrap() error { return e.Err }

// A scanner splits a text into lines and lines into words. It remembers where the last word
// began.
type scanner struct {
	*Text
	col int // column of the last word, or of the end of the line if there was no word
	buf []byte
}

func newScanner(r io.Reader) *scanner { return &scanner{Text: NewText(r), col: 1} }

// maxWord limits the length of a word. Longer words are cut off; no valid number is that long.
const maxWord = 32

// word returns the next word of this line, or an empty slice at the end of the line. The word
// is valid until the next call.
func (s *scanner) word() []byte { return s.wordUpTo(maxWord) }

// wordUpTo works like the method word, but cuts the word off at the given length.
func (s *scanner) wordUpTo(length int) []byte {
	s.buf = s.buf[:0]
	for {
		if len(s.buf) == 0 {
			s.col = s.Column
		}
		b, ok := s.Read()
		space := b == ' ' || b == '\t'
		if !ok || b == '\n' || space && len(s.buf) > 0 {
			if ok {
				s.Unread()
			}
			return s.buf
		}
		if !space && len(s.buf) < length {
			s.buf = append(s.buf, b)
		}
	}
}

func (s *scanner) nextLine() bool {
	for {
		s.col = s.Column
		if b, ok := s.Read(); !ok || b == '\n' {
			return ok
		}
	}
}

func (s *scanner) fail(format string, args ...any) error {
	return s.Errorf(s.Line, s.col, format, args...)
}

// lineEnd returns an error if another word follows in this line. For the error message, the
// parameter want describes what is allowed there.
func (s *scanner) lineEnd(want string) error {
	if word := s.word(); len(word) > 0 {
		return s.fail("want %s, got %s", want, quote(word))
	}
	return nil
}

// number parses a word as a decimal number whose absolute value is at most the given limit. It
// rejects a leading '+' and -0.
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
			return 0, s.fail("want %s, got %s, which is beyond the limit %d", want, wording.Short(string(word)), limit)
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
	return fmt.Sprintf("%q", wording.Short(string(word)))
}
