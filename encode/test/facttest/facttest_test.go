package facttest

import (
	"errors"
	"testing"
)

func TestMissing(t *testing.T) {
	const text = "mine.txt:3:7: row 2, column 13 has \"a, b\" and 'c'\n    at -4 of 1.5; want native/cover, sat or 5-6; mapcolour 2 2 2"
	for _, tt := range []struct{ facts, want string }{
		{"", ""},
		{"mine.txt:3:7", ""},
		{"sat, row 2, native/cover", ""},
		{`"a, b", 'c'`, ""},
		{"-4, 1.5, 5-6, 5, 6", ""},
		{"'c' at", ""},
		{"2, 2, 2, 2", ""},
		{"2, 2, 2, 2, 2", "2"},
		{"column 1", "column 1"},
		{"3, 13, 3", "3"},
		{"4", "4"},
		{"row 2, column 13, 'c'", ""},
		{"row 2, sat, column 13", ""},
		{"row 2, column 4", "row 2, column 4"},
		{"1, 5", "1"},
		{"map", "map"},
		{"colour", "colour"},
		{`"a"`, `"a"`},
		{"cover, brute, clasp", "brute, clasp"},
		{`"a, c", sat`, `"a, c"`},
	} {
		if got := Missing(text, tt.facts); got != tt.want {
			t.Errorf("Missing(%q): got %q, want %q", tt.facts, got, tt.want)
		}
		if got, want := States(text, tt.facts), tt.want == ""; got != want {
			t.Errorf("States(%q): got %v, want %v", tt.facts, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	const text = "most a (3)\nfewest b (2)\n"
	for _, tt := range []struct {
		text  string
		lists []string
		want  bool
	}{
		{text, []string{"a, 3", "b, 2"}, true}, {text, []string{"b, 2", "a, 3"}, false}, {text, []string{"a, 3"}, false},
		{text, []string{"a, 3", "b, 2", ""}, false}, {text[:len(text)-1], []string{"", "2"}, true}, {"", nil, true}, {"\n", nil, false},
	} {
		if got := Lines(tt.text, tt.lists...); got != tt.want {
			t.Errorf("Lines(%q, %q): got %v, want %v", tt.text, tt.lists, got, tt.want)
		}
	}
}

func TestMatches(t *testing.T) {
	err := errors.New("line 3: want a clause")
	for _, tt := range []struct {
		err   error
		facts string
		want  bool
	}{{nil, "", true}, {nil, "line 3", false}, {err, "", false}, {err, "line 3", true}, {err, "line 4", false}} {
		if got := Matches(tt.err, tt.facts); got != tt.want {
			t.Errorf("Matches(%v, %q): got %v, want %v", tt.err, tt.facts, got, tt.want)
		}
	}
}
