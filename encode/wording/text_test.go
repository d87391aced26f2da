package wording

import (
	"strings"
	"testing"
)

func TestShort(t *testing.T) {
	twenty := strings.Repeat("é", 20)
	for text, want := range map[string]string{"": "", "abc": "abc", twenty: twenty, twenty + "y": twenty + "...",
		strings.Repeat("\xff", 21): strings.Repeat("\xff", 20) + "..."} {
		if got := Short(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"a \"b\" 'c' \\":        "a \"b\" 'c' \\",
		"two\nlines\tand a tab": "two\nlines\tand a tab",
		"\x1b[2J\r\x00\x7f":     `\x1b[2J\r\x00\x7f`,
		"\u0085\u009b31m":       `\u0085\u009b31m`,
		"a\u202eb\u2066c\u200f": `a\u202eb\u2066c\u200f`,
		"a\u2028b\u2029":        `a\u2028b\u2029`,
		"é\xffß\ufffd":          `é\xffß` + "\ufffd",
		"日本 ₂ 🂡":                "日本 ₂ 🂡",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := Plain(want); got != want {
			t.Errorf("%q again: %q", want, got)
		}
	}
}

func TestIf(t *testing.T) {
	if got := Either(false, 1, 2); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
	if got := If(true, "a") + If(false, "b") + Either(true, "c", "d") + Either(false, "e", "f"); got != "acf" {
		t.Errorf("got %q, want acf", got)
	}
}

// TestPlural checks that a noun has no s after the number 1, and an s after all other numbers.
func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 boards", 1: "1 board", 2: "2 boards", 21: "21 boards"} {
		if got := Plural(n, "board"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
