package wording

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MostQuoted is the largest number of characters of a text that Short returns.
const MostQuoted = 20

// Short returns the beginning of a text, so that a message can quote it. Long quotations of texts
// from untrusted sources could reveal a secret: for example, an experiment file can name any file
// as a file of instances.
func Short(text string) string {
	n := 0
	for i := range text {
		if n++; n > MostQuoted {
			return text[:i] + "..."
		}
	}
	return text
}

// Plural returns a number with its noun, which gets an s unless the number is 1: "1 board", "2
// boards".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// If returns the text if the condition holds, and otherwise an empty text.
func If(condition bool, text string) string { return Either(condition, text, "") }

// Either returns the first value if the condition holds, and otherwise the second one. Both values are
// computed in any case.
func Either[T any](condition bool, first, second T) T {
	if condition {
		return first
	}
	return second
}

// Unsafe reports whether a terminal would act on a character instead of printing it, or whether the
// character would change the direction of the text. Such characters are control characters, line
// separators and the controls of bidirectional text.
func Unsafe(r rune) bool {
	return (r < ' ' || r > '~') && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// Plain escapes bytes that are not valid UTF-8, and unsafe characters except line feeds and tabs.
// It writes them as in a Go string literal: "\x1b", "\u202e".
func Plain(text string) string {
	odd := func(r rune) bool { return r != '\n' && r != '\t' && Unsafe(r) || r == utf8.RuneError }
	if !strings.ContainsFunc(text, odd) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch part := text[:size]; {
		case odd(r) && (r != utf8.RuneError || size == 1):
			b.WriteString(strings.Trim(strconv.Quote(part), `"`))
		default:
			b.WriteString(part)
		}
		text = text[size:]
	}
	return b.String()
}

// Sentence returns a text as a sentence, with a capital letter and a full stop.
func Sentence(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:] + "."
}

// First returns the first sentence of a text.
func First(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".") + "."
}
