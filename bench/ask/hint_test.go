package ask

import (
	"math/bits"
	"testing"

	"counterproof/bench/solve/answer"
)

// boards returns a board for the tests of each puzzle. For puzzles with large examples, the board
// is smaller than the example.
func boards() map[string]string {
	all := map[string]string{}
	for _, p := range desk.Puzzles {
		all[p.Name] = p.Example
	}
	for name, text := range deducible {
		all[name] = text
	}
	return all
}

// TestOpenedCells flags too many cells around an opened cell of a game. The check uses the number
// in the opened cell, although the board itself does not show this number.
func TestOpenedCells(t *testing.T) {
	text := deducible["minesweeper"]
	_, in := parsed(t, "minesweeper", text)
	b := ask[Board](t, "board", about("minesweeper", text))
	site := map[int]int{}
	for i, cell := range b.Layout.Cell {
		site[cell] = i
	}
	hidden := *answer.Hidden(in)
	tried := 0
	for i, v := range []byte(hidden) {
		entries := make([]int, len(hidden))
		for j := range entries {
			entries[j] = -1
		}
		var near []int
		r, c := b.Layout.Cell[i]/b.Layout.W, b.Layout.Cell[i]%b.Layout.W
		for y := max(0, r-1); y <= min(b.Layout.H-1, r+1); y++ {
			for x := max(0, c-1); x <= min(b.Layout.W-1, c+1); x++ {
				if j, ok := site[y*b.Layout.W+x]; ok && j != i {
					near = append(near, j)
				}
			}
		}
		if v != 0 || len(near) < 8 {
			continue
		}
		for _, j := range near {
			entries[j] = 1
		}
		question := func() object { return and(about("minesweeper", text), object{"entries": entries}) }
		if before := ask[Checked](t, "check", question()); len(before.Sites) > 0 {
			continue // a number that the board shows from the beginning already contradicts the entries
		}
		tried++
		entries[i] = 0
		if after := ask[Checked](t, "check", question()); len(after.Sites) == 0 {
			t.Errorf("eight mines around site %d break no rule after opening it", i)
		}
	}
	if tried < 3 {
		t.Errorf("only %d cells tried", tried)
	}
}

// TestNotesRefused checks notes that do not fit the board, and notes at sites that take no notes.
func TestNotesRefused(t *testing.T) {
	question := and(about("sudoku", deducible["sudoku"]), object{"entries": filled(t, "sudoku", deducible["sudoku"], nil)})
	refused(t, "hint", and(question, object{"left": [][]int{{0}}}))
	left := make([][]int, 16)
	left[0] = []int{4}
	refused(t, "hint", and(question, object{"left": left}))
	noted, err := Hinting{Left: [][]int{{1}, nil, {}, {0}}}.noted([]int{2, 3, 64, 65})
	if err != nil || bits.OnesCount64(noted[0]) != 1 || noted[1] != 0 || noted[2] != 1<<64-1 || noted[3] != 0 {
		t.Errorf("%x, %v", noted, err)
	}
}

// TestEqualPieces lays two equal pieces in the order of their places and in the other order.
func TestEqualPieces(t *testing.T) {
	for _, entries := range [][]int{{0, 0, 0, 1, 2}, {0, 0, 0, 2, 1}} {
		if c := ask[Checked](t, "check", and(about("packing", ".../.#.;xxx;x;x"), object{"entries": entries})); !c.Solved {
			t.Errorf("%v: %+v", entries, c)
		}
	}
}
