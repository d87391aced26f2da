package lightsout

import (
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
)

// TestMessages checks that the messages about impossible sizes and about rows without cells state
// the position and what is accepted.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"4294967297x1:8,8", `line 1, column 1, 1, 1024, "4294967297"`},
		{"1x18446744073709551616:8,8", `line 1, column 3, 1, 1024, "18446744073709551616"`},
		{"184467440737095516161x1:8,8", `line 1, column 1, 1, 1024, "18446744073709551616..."`},
		{strings.Repeat("9", 1000) + "x1:8,8", `line 1, column 1, 1, 1024, "` + strings.Repeat("9", 20) + `..."`},
		{"/.", "line 1, column 1, '#', '.'"},
		{"torus:/.", "line 1, column 7, '#', '.'"},
		{"/", "line 1, column 1, '#', '.'"},
		{"./", "line 1, column 3, 1, 0"},
		{"", "line 1, column 1, '#', '.'"},
	} {
		if b, err := parse(c.text); err == nil || !facttest.States(err.Error(), c.want) {
			t.Errorf("%.30q: got %v, %v, want %q", c.text, b, err, c.want)
		}
	}
}
