package flatzinc

import (
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
)

type kind int

const (
	end kind = iota
	name
	number
	text
	sign
)

type position struct{ line, column int }

// A reader reads one token ahead. After the first error, all tokens are end.
type reader struct {
	text         string
	line, column int // of the text that is left

	kind  kind
	word  string // of the token
	value int    // of a number
	at    position

	err    error
	model  *Model
	named  map[string]entry
	solved bool
}

// An entry is what a name stands for.
type entry struct {
	arg   Arg
	types string // the letter of Signatures
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = encode.Errorf(r.at.line, r.at.column, format, args...)
	}
	r.kind, r.word, r.text = end, "", ""
}

func (r *reader) advance(n int) (word string) {
	word = r.text[:n]
	r.text = r.text[n:]
	r.column += n
	return word
}

func (r *reader) blanks() {
	for r.text != "" {
		switch c := r.text[0]; {
		case c == '\n':
			r.advance(1)
			r.line, r.column = r.line+1, 1
		case c == ' ' || c == '\t' || c == '\r':
			r.advance(1)
		case c == '%':
			line, _, _ := strings.Cut(r.text, "\n")
			r.advance(len(line))
		default:
			return
		}
	}
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// next reads the next token.
func (r *reader) next() {
	r.blanks()
	r.at = position{r.line, r.column}
	if r.text == "" {
		r.kind, r.word = end, ""
		return
	}
	switch c := r.text[0]; {
	case letter(c):
		r.kind, r.word = name, r.advance(r.span(func(c byte) bool { return letter(c) || digit(c) }, 0))
	case digit(c) || c == '-' && len(r.text) > 1 && digit(r.text[1]):
		r.number()
	case c == '"':
		n := 1
		for n < len(r.text) && r.text[n] != '"' && r.text[n] != '\n' {
			if n++; r.text[n-1] == '\\' {
				n = min(n+1, len(r.text))
			}
		}
		if n == len(r.text) || r.text[n] != '"' {
			r.fail(`want '"' at the end of the text`)
			return
		}
		r.kind, r.word = text, r.advance(n + 1)[1:n]
	default:
		n := 1
		if two := r.text[:min(2, len(r.text))]; two == ".." || two == "::" {
			n = 2
		}
		r.kind, r.word = sign, r.advance(n)
	}
}

func (r *reader) span(in func(byte) bool, from int) int {
	for from < len(r.text) && in(r.text[from]) {
		from++
	}
	return from
}

func (r *reader) number() {
	n := r.span(digit, 1)
	rest := r.text[n:]
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') || len(rest) > 1 && rest[0] == '.' && digit(rest[1]) {
		r.fail("want an integer, got a float: only models without floats can be counted")
		return
	}
	v, err := strconv.Atoi(r.text[:n])
	if err != nil || v > Most || v < -Most {
		r.fail("want an integer from -2^40 to 2^40, got %s", wording.Short(r.text[:n]))
		return
	}
	r.kind, r.word, r.value = number, r.advance(n), v
}

// take reads a sign or a name if it is the next token.
func (r *reader) take(word string) bool {
	if (r.kind != sign && r.kind != name) || r.word != word {
		return false
	}
	r.next()
	return true
}

func (r *reader) want(word string) {
	if !r.take(word) {
		r.fail("want %q, got %q", word, r.shown())
	}
}

func (r *reader) shown() string {
	if r.kind == end {
		return "the end of the text"
	}
	return wording.Short(r.word)
}

func (r *reader) name() string {
	word := r.word
	if r.kind != name {
		r.fail("want a name, got %q", r.shown())
		return ""
	}
	r.next()
	return word
}
