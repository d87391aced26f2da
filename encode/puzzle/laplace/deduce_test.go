package laplace

import (
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/puzzletest"
)

// TestDeduction checks the laws of deduction. The boards are the examples of the note of 3 April 2006,
// boards without a solution, and one whose clue sees no cell.
func TestDeduction(t *testing.T) {
	boards := []string{"diff 0..9 -1,3,-2,-7/1,-3,1,-8/7,4,7,-3", "sum 0..9 10", "diff -3..3 1", "diff -3..3 0", "sum 5..5 10,11", "sum 0..3 6,6/6,7", "sum 0..2 2,4,3/2,4,3", "sum 0..63 63,63"}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Drawn: processtest.Cases(150, 600), Orders: 1})
	if err != nil {
		t.Error(err)
	}
	for _, r := range newBoard(sum, 0, 1, 1, 1).Rules() {
		if found.Steps[r.Name] == 0 {
			t.Errorf("no step of %s", r.Name)
		}
	}
	if found.Solved < found.Unique*9/10 {
		t.Errorf("%+v: want nearly all boards with one solution solved", *found)
	}
	t.Logf("%+v", *found)
}
