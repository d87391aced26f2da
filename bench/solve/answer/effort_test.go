package answer

import (
	"maps"
	"slices"
	"testing"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
)

// moved reads a board of the puzzle, solves it with human techniques, and returns the instance and
// the moves.
func moved(t *testing.T, puzzle, text string) (deduction.Deducible, *deduction.Result) {
	t.Helper()
	in, err := catalog.Find(puzzle).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Deduce(t.Context(), in.(deduction.Deducible), deduction.Options{Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	return in.(deduction.Deducible), d
}

// TestEffort checks the measures on three boards. On the first board, each of four moves places
// a value. On the second board, two moves place no value.
func TestEffort(t *testing.T) {
	in, d := moved(t, "minesweeper", "mines=2 ????/1221/....")
	e := EffortOf(in, d)
	if e.Technique != "pair of numbers" || !slices.Equal(e.Levels, []string{"easy", "normal"}) || !maps.Equal(e.Moves, map[string]int{"easy": 3, "normal": 1}) || e.Waiting != 0 {
		t.Errorf("got %+v", e)
	}
	in, d = moved(t, "sudoku", "12..............")
	// Two moves only draw plain conclusions from the clues. The two other moves start from the fact
	// that the values 3 and 4 of the first row are in the second box. These moves settle no cell.
	e = EffortOf(in, d)
	if len(d.Moves) != 4 || e.Waiting != 2 || e.All != 2 || !maps.Equal(e.Moves, map[string]int{"normal": 2}) {
		t.Errorf("got %+v of %d moves", e, len(d.Moves))
	}
	// The four given pairs of this table settle its other cells.
	in, d = moved(t, "pairplace", "BA.ED./D..AFE")
	if e := EffortOf(in, d); len(d.Moves) != 4 || e.All != 0 || len(e.Moves) != 0 || e.Technique != "" || e.Waiting != 0 {
		t.Errorf("got %+v of %d moves", e, len(d.Moves))
	}
	if e := EffortOf(in, &deduction.Result{}); e.Technique != "" || e.Levels != nil || e.Waiting != 0 {
		t.Errorf("without moves: %+v", e)
	}
}
