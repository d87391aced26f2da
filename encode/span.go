package encode

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"counterproof/encode/wording"
)

// A Span is a part of a text that is being parsed, with the line and column where it begins. Both
// count from 1.
type Span struct {
	Text         string
	Line, Column int
}

// OneLine returns the span of a whole text that has only one line.
func OneLine(text string) Span { return Span{text, 1, 1} }

// Errorf returns a *ParseError at the beginning of the span. It formats the message in the same way
// as the function Errorf.
func (s Span) Errorf(format string, args ...any) error {
	return Errorf(s.Line, s.Column, format, args...)
}

// String quotes the span for a message, or says that the end of the text is reached.
func (s Span) String() string {
	if s.Text == "" {
		return "the end of the text"
	}
	return fmt.Sprintf("%q", wording.Short(s.Text))
}

// From returns the span without its first n bytes. These n bytes must not contain a line break.
func (s Span) From(n int) Span { return Span{s.Text[n:], s.Line, s.Column + n} }

// Until returns the first n bytes of the span.
func (s Span) Until(n int) Span { return Span{s.Text[:n], s.Line, s.Column} }

// End returns an empty span whose position is the end of s. The span s must not contain a line
// break.
func (s Span) End() Span { return s.From(len(s.Text)) }

// Cut splits a span without line breaks at the first separator. It returns the spans before and
// after the separator. If there is no separator, it returns the whole span, the empty span at its
// end and false.
func (s Span) Cut(separator string) (before, after Span, ok bool) {
	n := strings.Index(s.Text, separator)
	if n < 0 {
		return s, s.End(), false
	}
	return s.Until(n), s.From(n + len(separator)), true
}

// Split cuts a span without line breaks at every separator and returns the pieces. It returns at
// most the given number of pieces and drops the rest of the text.
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

// Trim removes the blanks at both ends of a span without line breaks.
func (s Span) Trim() Span {
	s = s.From(len(s.Text) - len(strings.TrimLeft(s.Text, blanks)))
	s.Text = strings.TrimRight(s.Text, blanks)
	return s
}

// Word returns the first word of the span and the text after that word. The span may have several
// lines. If the span contains no word, the result word is an empty span at the end of the text.
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

// Words returns the words of the span. It stops after the given number of words.
func (s Span) Words(most int) []Span {
	var words []Span
	for word, rest := s.Word(); word.Text != "" && len(words) < most; word, rest = rest.Word() {
		words = append(words, word)
	}
	return words
}

// Only checks that every character of the span occurs in the parameter chars. If not, it returns an
// error at the first other character. For the error message, the parameter want says which
// characters are accepted.
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

// TextLines yields the lines of a text as spans, without the '\n' at their ends.
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

// LeadingNumber reads the decimal number n at the beginning of a text. It returns n and the count
// of its digits. If n is above the parameter most, it returns most+1 instead of n.
func LeadingNumber(text string, most int) (n, digits int) {
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		n = min(10*n+int(text[digits]-'0'), most+1)
		digits++
	}
	return n, digits
}

// Number reads a decimal number from 0 to the value of the parameter most. It returns false if the
// text is empty, contains anything but digits, or is a larger number.
func Number(text string, most int) (n int, ok bool) {
	n, digits := LeadingNumber(text, most)
	return n, digits > 0 && digits == len(text) && n <= most
}

// A quoted is a string argument of Errorf. The string may come from an untrusted source, so the
// verb %q quotes only the beginning of the string.
type quoted string

func (q quoted) Format(s fmt.State, verb rune) {
	text := string(q)
	if verb == 'q' {
		text = wording.Short(text)
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), text)
}
