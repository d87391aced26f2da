package encode

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// A Span is a part of a text that is being parsed, with the line and column where it begins. Both
// count from 1.
type Span struct {
	Text         string
	Line, Column int
}

// OneLine returns the span of a text with one line.
func OneLine(text string) Span { return Span{text, 1, 1} }

// Errorf returns a *ParseError at the beginning of the span. See the function Errorf.
func (s Span) Errorf(format string, args ...any) error {
	return Errorf(s.Line, s.Column, format, args...)
}

// String quotes the span for a message.
func (s Span) String() string {
	if s.Text == "" {
		return "the end of the text"
	}
	return fmt.Sprintf("%q", Short(s.Text))
}

// From returns the span without its first n bytes, which contain no line break.
func (s Span) From(n int) Span { return Span{s.Text[n:], s.Line, s.Column + n} }

// Until returns the first n bytes of the span.
func (s Span) Until(n int) Span { return Span{s.Text[:n], s.Line, s.Column} }

// End returns the empty span at the end of a span with one line.
func (s Span) End() Span { return s.From(len(s.Text)) }

// Cut splits a span with one line at the first separator and returns the parts before and after it.
// If there is no separator, it returns the span, the empty span at its end and false.
func (s Span) Cut(separator string) (before, after Span, ok bool) {
	n := strings.Index(s.Text, separator)
	if n < 0 {
		return s, s.End(), false
	}
	return s.Until(n), s.From(n + len(separator)), true
}

// Split returns the parts of a span with one line between separators. It returns at most the given
// number of parts and drops the rest.
func (s Span) Split(separator string, most int) []Span {
	var parts []Span
	for more := true; more && len(parts) < most; {
		var part Span
		part, s, more = s.Cut(separator)
		parts = append(parts, part)
	}
	return parts
}

const blanks = " \t\r"

// Trim returns a span with one line without blanks at its beginning and its end.
func (s Span) Trim() Span {
	s = s.From(len(s.Text) - len(strings.TrimLeft(s.Text, blanks)))
	s.Text = strings.TrimRight(s.Text, blanks)
	return s
}

// Word returns the first word of the span and the text after it. The span may have several lines.
// If there is no word left, the word is empty and located at the end of the text.
func (s Span) Word() (word, rest Span) {
	for s.Text != "" && strings.IndexByte(blanks+"\n", s.Text[0]) >= 0 {
		newline := s.Text[0] == '\n'
		if s = s.From(1); newline {
			s.Line, s.Column = s.Line+1, 1
		}
	}
	n := strings.IndexAny(s.Text, blanks+"\n")
	if n < 0 {
		n = len(s.Text)
	}
	return s.Until(n), s.From(n)
}

// Words returns the words of the span, at most the given number of them.
func (s Span) Words(most int) []Span {
	var words []Span
	for word, rest := s.Word(); word.Text != "" && len(words) < most; word, rest = rest.Word() {
		words = append(words, word)
	}
	return words
}

// Only returns an error at the first character that is not one of chars. The argument want says in
// the error which characters are accepted.
func (s Span) Only(chars, want string) error {
	at := strings.IndexFunc(s.Text, func(r rune) bool { return !strings.ContainsRune(chars, r) })
	if at < 0 {
		return nil
	}
	return s.From(at).Errorf("want %s, got %q", want, s.From(at).First())
}

// First returns the first character of the span.
func (s Span) First() rune {
	r, _ := utf8.DecodeRuneInString(s.Text)
	return r
}

// TextLines yields the lines of a text, without the '\n'.
func TextLines(text string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		n := 0
		for line := range strings.SplitSeq(text, "\n") {
			n++
			if !yield(Span{line, n, 1}) {
				return
			}
		}
	}
}

// LeadingNumber reads the digits at the beginning of a text. It returns most+1 for a number above
// most.
func LeadingNumber(text string, most int) (n, digits int) {
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		n = min(10*n+int(text[digits]-'0'), most+1)
		digits++
	}
	return n, digits
}

// Number reads a number from 0 to most. The text must consist of digits.
func Number(text string, most int) (n int, ok bool) {
	n, digits := LeadingNumber(text, most)
	return n, digits > 0 && digits == len(text) && n <= most
}
