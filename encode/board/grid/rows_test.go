package grid

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"counterproof/encode"
)

func TestRows(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		want   []encode.Span
	}{
		{"", 1, []encode.Span{{Text: "", Line: 1, Column: 1}}},
		{"abc", 7, []encode.Span{{Text: "abc", Line: 1, Column: 7}}},
		{"ab/c//def", 3, []encode.Span{{Text: "ab", Line: 1, Column: 3}, {Text: "c", Line: 1, Column: 6}, {Text: "", Line: 1, Column: 8}, {Text: "def", Line: 1, Column: 9}}},
	} {
		if diff := cmp.Diff(c.want, Rows(c.text, c.column)); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
	}
}

func TestSame(t *testing.T) {
	for _, c := range []struct {
		text         string
		width        int
		line, column int // 0 means no error
	}{
		{"", 0, 0, 0},
		{"ab", 2, 0, 0},
		{"ab/cd/ef", 2, 0, 0},
		{"ab/cde/f", 0, 1, 6}, // the e
		{"ab/c/def", 0, 1, 5}, // after the c
		{"ab/", 0, 1, 4},
		{"/a", 0, 1, 2},
	} {
		got, err := Same(Rows(c.text, 1))
		var at *encode.ParseError
		switch {
		case c.line == 0 && (err != nil || got != c.width):
			t.Errorf("%q: %d, %v, want %d", c.text, got, err, c.width)
		case c.line > 0 && (!errors.As(err, &at) || at.Line != c.line || at.Column != c.column):
			t.Errorf("%q: %v, want an error at line %d, column %d", c.text, err, c.line, c.column)
		}
	}
	rows := []encode.Span{{Text: "ab", Line: 2, Column: 1}, {Text: "cd", Line: 3, Column: 1}, {Text: "e", Line: 7, Column: 5}}
	var at *encode.ParseError
	if _, err := Same(rows); !errors.As(err, &at) || at.Line != 7 || at.Column != 6 {
		t.Errorf("rows of several lines: %v, want an error at line 7, column 6", err)
	}
}
