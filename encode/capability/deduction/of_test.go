package deduction_test

import (
	"testing"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzle/laplace"
)

// TestOf checks that a board has techniques exactly if a state can hold the values of each site.
func TestOf(t *testing.T) {
	for text, want := range map[string]bool{"sum 0..63 7": true, "sum 0..64 7": false, "sum -1..62 7": true, "sum 0..255 7": false} {
		in, err := laplace.Puzzle.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := deduction.Of(in); ok != want || (deduction.Levels(in) != nil) != want {
			t.Errorf("%s has techniques: %v, want %v", text, ok, want)
		}
	}
}
