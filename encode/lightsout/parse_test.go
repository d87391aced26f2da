package lightsout

import (
	"strings"
	"testing"
)

// TestMessages: what the messages say of sizes and of rows without cells.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"4294967297x1:8,8", `line 1, column 1: want a side of 1 to 1024 cells, got "4294967297"`},
		{"1x18446744073709551616:8,8", `line 1, column 3: want a side of 1 to 1024 cells, got "18446744073709551616"`},
		{"184467440737095516161x1:8,8", `line 1, column 1: want a side of 1 to 1024 cells, got "18446744073709551616..."`},
		{strings.Repeat("9", 1000) + "x1:8,8", `line 1, column 1: want a side of 1 to 1024 cells, got "` + strings.Repeat("9", 20) + `..."`},
		{"/.", "line 1, column 1: want a first row of '#' (lit) and '.' (not lit), got no cells"},
		{"torus:/.", "line 1, column 7: want a first row of '#' (lit) and '.' (not lit), got no cells"},
		{"/", "line 1, column 1: want a first row of '#' (lit) and '.' (not lit), got no cells"},
		{"./", "line 1, column 3: want rows of 1 cells like the first, got 0"},
		{"", "line 1, column 1: want rows of '#' (lit) and '.' (not lit), got none"},
	} {
		if b, err := parse(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%.30q: got %v, %v, want %q", c.text, b, err, c.want)
		}
	}
}
