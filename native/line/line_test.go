package line

import (
	"context"
	"testing"

	"counterproof/native"
)

// TestProb012 is the 5x5 example of CSPLib's problem 12, with 3 solutions.
func TestProb012(t *testing.T) {
	runs := [][]int{{3}, {1, 1}, {1, 1}, {1, 1}, {3}}
	n := 0
	err := (&Problem{Rows: runs, Cols: runs}).Search(context.Background(), new(native.Stats), func([]byte) bool {
		n++
		return true
	})
	if n != 3 || err != nil {
		t.Error(n, err)
	}
}
