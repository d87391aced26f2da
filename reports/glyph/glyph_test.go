package glyph

import "testing"

// TestVisual checks the order of letters on paper. The lines were worked out by hand from UAX #9, for
// a paragraph from left to right. Numbers keep their digits, and brackets within Hebrew are mirrored.
// The parts around a number change places if the text around it is Hebrew.
func TestVisual(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""}, {"plain text, 12 of 15", "plain text, 12 of 15"}, {"Kästchen – 字", "Kästchen – 字"},
		{"אבג", "גבא"},
		{"אבג דה", "הד גבא"},
		{"abc אבג def", "abc גבא def"},
		{"אבג, n = 3", "גבא, n = 3"},
		{"אבג 123", "123 גבא"},
		{"אבג 123 abc", "123 גבא abc"},
		{"אבג 1,234 דה x", "הד 1,234 גבא x"},
		{"x: אב (ג) דה", "x: הד (ג) בא"},
		{"(אבג)", "(גבא)"},
		{"אבג 12 (דה)", "(הד) 12 גבא"},
		{"אבג (דה) x", "(הד) גבא x"},
		{"אבג (x)", "גבא (x)"},
		{"12 אבג", "12 גבא"},
		{"sat/אב/גד", "sat/דג/בא"},
		{"👩\u200d🚀 ❤\ufe0f", "👩🚀 ❤"},
	} {
		if got := Visual(c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
