package answer

import (
	"maps"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/catalog"
)

// moved deduces a board in moves.
func moved(t *testing.T, puzzle, text string) (encode.Deducible, *encode.Deduced) {
	t.Helper()
	in, err := catalog.Find(puzzle).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Deduce(t.Context(), in.(encode.Deducible), encode.Deducing{Moves: true}, Watcher{})
	if err != nil {
		t.Fatal(err)
	}
	return in.(encode.Deducible), d
}

// TestHint checks which move is the hint. On the first board, the cells 1, 2 and 3 of the first row
// are given, so after the four clues their row has one cell left.
func TestHint(t *testing.T) {
	in, d := moved(t, "sudoku", "123.............")
	i := Hint(in, d, "")
	if i < 0 || d.Moves[i].Given || !slices.Contains(d.Moves[i].Placed, encode.Placed{Site: 3, Value: 3}) {
		t.Errorf("the hint is move %d of %d", i, len(d.Moves))
	}
	for _, m := range d.Moves[:max(0, i)] {
		if !m.Given || m.Rule.Name != "single" {
			t.Errorf("%s comes before the hint", m.Rule.Name)
		}
	}
	if i := Hint(in, d, "extreme"); i >= 0 {
		t.Errorf("a hint of level extreme: %s", d.MoveText(i))
	}
	in, d = moved(t, "minesweeper", "mines=2 ????/1221/....")
	if i := Hint(in, d, ""); i != 0 || d.Moves[0].Rule.Level != "normal" {
		t.Errorf("the hint is move %d", i)
	}
	if i := Hint(in, d, "normal"); i != 0 {
		t.Errorf("the hint of level normal is move %d", i)
	}
}

// TestEffort checks the measures on a board with four moves, of which each places a site, and on a
// board with pairs of clues that place nothing.
func TestEffort(t *testing.T) {
	in, d := moved(t, "minesweeper", "mines=2 ????/1221/....")
	e := EffortOf(in, d)
	if e.Technique != "pair of numbers" || !slices.Equal(e.Levels, []string{"easy", "normal"}) || !maps.Equal(e.Moves, map[string]int{"easy": 3, "normal": 1}) || e.Waiting != 0 {
		t.Errorf("got %+v", e)
	}
	in, d = moved(t, "sudoku", "12..............")
	// Two clues settle no other cell.
	e = EffortOf(in, d)
	if e.Waiting != len(d.Moves) || e.Waiting < 2 {
		t.Errorf("got %+v of %d moves", e, len(d.Moves))
	}
	if e := EffortOf(in, &encode.Deduced{}); e.Technique != "" || e.Levels != nil || e.Waiting != 0 {
		t.Errorf("without moves: %+v", e)
	}
}
