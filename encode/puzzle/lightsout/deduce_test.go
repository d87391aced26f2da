package lightsout

import (
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/puzzletest"
)

// TestDeduction checks the laws of deduction. The rule about many lights must find every value that is
// in no solution, so nothing may be left.
func TestDeduction(t *testing.T) {
	boards := []string{"#", "##", "#.", "torus:#.#", "#.../...#/..#.", "#####/#####/#####/#####/#####", "..#../...../...../...../.....", "1x1:0,8", "3x1:c18,c", "##.#.#/#.##../.#.#.#/..##.#/#.#.#./.##..#"}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Drawn: processtest.Cases(200, 1000), Orders: 2})
	if err != nil {
		t.Error(err)
	}
	for _, r := range darkBoard(1, 1, false, nil).Rules() {
		if found.Steps[r.Name] == 0 {
			t.Errorf("no step of %s", r.Name)
		}
	}
	if found.Left > 0 || found.Solved != found.Unique {
		t.Errorf("%+v: want no value left, and all boards with one solution solved", *found)
	}
	t.Logf("%+v", *found)
}
