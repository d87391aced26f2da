package pentomino

import (
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/puzzletest"
)

// TestDeduction runs the deduction checks of puzzletest. The board 5x5:FILPV has several solutions.
func TestDeduction(t *testing.T) {
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{
		Puzzle: &Puzzle,
		Boards: []string{"3x5:PUV", "5x5:FILPV"},
		Drawn:  processtest.Cases(2, 300), Orders: 1,
	})
	if err != nil {
		t.Error(err)
	}
	t.Logf("%+v", *found)
}
