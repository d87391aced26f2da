package encode

import (
	"errors"
	"testing"
)

// TestSpan checks that the methods of Span that take a span apart return the right texts and the
// right positions.
func TestSpan(t *testing.T) {
	before, after, ok := OneLine("a=b").Cut("=")
	if !ok || before != (Span{"a", 1, 1}) || after != (Span{"b", 1, 3}) {
		t.Errorf("cut: %v, %v, %v", before, after, ok)
	}
	if before, after, ok := OneLine("ab").Cut("="); ok || before != (Span{"ab", 1, 1}) || after != (Span{"", 1, 3}) {
		t.Errorf("cut without a separator: %v, %v, %v", before, after, ok)
	}
	if got := OneLine("a,,b,c").Split(",", 3); len(got) != 3 || got[1] != (Span{"", 1, 3}) || got[2] != (Span{"b", 1, 4}) {
		t.Errorf("split: %v", got)
	}
	if got := OneLine(" \tab \r").Trim(); got != (Span{"ab", 1, 3}) {
		t.Errorf("trim: %v", got)
	}
	word, rest := OneLine(" a\n\n  bc\n").Word()
	if word != (Span{"a", 1, 2}) {
		t.Errorf("first word: %v", word)
	}
	if word, rest = rest.Word(); word != (Span{"bc", 3, 3}) {
		t.Errorf("second word: %v", word)
	}
	if word, _ = rest.Word(); word != (Span{"", 4, 1}) {
		t.Errorf("after the last word: %v", word)
	}
	at := new(ParseError)
	if err := OneLine("..x€").Only(".x", "a dot"); !errors.As(err, &at) || at.Column != 4 || at.Err.Error() != "want a dot, got '€'" {
		t.Errorf("only: %v", err)
	}
}

// TestNumber checks that Number with the limit 62 accepts exactly the texts of digits up to that
// limit.
func TestNumber(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "007": 7, "62": 62, "63": -1, "": -1, "-1": -1, "1x": -1, "99999999999999999999": -1} {
		n, ok := Number(text, 62)
		if ok != (want >= 0) || ok && n != want {
			t.Errorf("%q: %d, %v, want %d", text, n, ok, want)
		}
	}
}
