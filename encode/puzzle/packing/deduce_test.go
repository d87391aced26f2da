package packing

import (
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/puzzletest"
)

// TestDeduction runs the deduction checks of puzzletest, among them a comparison with all solutions that
// SAT finds, on boards with equal and optional pieces, without a solution, and on drawn boards.
func TestDeduction(t *testing.T) {
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{
		Puzzle: &Puzzle,
		Boards: []string{".;x", "....;xx;xx", "....;xx;fixed:xx", "..;0-2*x;xx", "./././.;2*x/x;0-1*xx", "..../....;4*xx", ".../...;2*turn:xx/x", ".../.../...;xxx;0-2*xx;0-4*x", "../..;xxx;x", "#..#/..../#..#;2*xx;2*x/x", ".../...", ".../.../...;x.x/./x.x;.x/xxx/.x"},
		Drawn:  processtest.Cases(20, 500), Orders: 1,
	})
	if err != nil {
		t.Error(err)
	}
	t.Logf("%+v", *found)
	for _, r := range Puzzle.ExampleBoard().(*Packing).Rules() {
		if found.Steps[r.Name] == 0 {
			t.Errorf("no %s in %v", r.Name, found.Steps)
		}
	}
}
