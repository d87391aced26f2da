package calendar

import (
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/puzzletest"
)

// TestDeduction runs the deduction checks of puzzletest on dates, which have several solutions.
func TestDeduction(t *testing.T) {
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{
		Puzzle: &Puzzle,

		Drawn: processtest.Cases(0, 100), Orders: 1,
	})
	if err != nil {
		t.Error(err)
	}
	t.Logf("%+v", *found)
}
