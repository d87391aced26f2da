package exactcover

import (
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/puzzletest"
)

// TestDeduction runs the deduction checks of puzzletest on problems with colours, multiplicities and
// repeated options, without a solution, and on drawn problems.
func TestDeduction(t *testing.T) {
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{
		Puzzle: &Puzzle,
		Boards: []string{
			"A B C | X ; A X:1 ; B C", "A B | X ; A X:1 ; B X:1 ; B X:2 ; A X ; B X", "A ; A ; A", "A B ; A",
			"i1 i2 i3 i4 i5 i6 | x y ; i5 x ; i3 ; i6 i4 ; i4 i3 ; i1 i3 i6 ; i5 i3 ; i1 i6 x ; i2 ; i5 i6 i1 ; i4 x y:1",
			"2|A B C ; A B ; A C ; A", "2|A B ; A B ; A ; A", "0:2|A B ; A B ; A ; A ; B", "2|A 1:2|B C ; A B ; A ; A C ; B ; C ; B",
		},
		Drawn: processtest.Cases(100, 1000), Orders: 1,
	})
	if err != nil {
		t.Error(err)
	}
	t.Logf("%+v", *found)
	for _, r := range Puzzle.ExampleBoard().(Problem).Rules() {
		if found.Steps[r.Name] == 0 {
			t.Errorf("no %s in %v", r.Name, found.Steps)
		}
	}
}
