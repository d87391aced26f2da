package explain

import (
	"testing"

	"counterproof/encode/capability/clues"
)

// TestConflictString checks that the sentence is only about the conflict, and not about the rest of
// the board.
func TestConflictString(t *testing.T) {
	for _, c := range []struct {
		conflict Conflict
		want     string
	}{
		{Conflict{Names: []string{"the 8"}}, "the 8 cannot hold, even without the other clues"},
		{Conflict{Names: []string{"the 8"}, Given: make([]clues.Given, 1)}, "the 8 cannot hold, even without clues and other given values"},
		{Conflict{Names: []string{"a", "b", "c"}}, "a, b and c contradict each other, but not if any one of them is left out"},
	} {
		if got := c.conflict.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
