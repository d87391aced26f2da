package answer

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/catalog"
)

// moved reads a board of the puzzle, solves it with human techniques, and returns the instance and
// the moves.
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

// TestHint checks which move is the hint. The first board is a 4x4 sudoku whose first row begins
// with the clues 1, 2 and 3, so the hint must place the 4 in the last cell of this row.
func TestHint(t *testing.T) {
	in, d := moved(t, "sudoku", "123.............")
	i := Hint(in, d, "")
	if i < 0 || d.Moves[i].Given || !slices.Contains(d.Moves[i].Placed, encode.Placed{Site: 3, Value: 3}) {
		t.Errorf("the hint is move %d of %d", i, len(d.Moves))
	}
	for _, m := range d.Moves[:max(0, i)] {
		if !m.Given || m.Rule.Name != "naked single" {
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

// TestHintInAnyOrder checks that a hint never restates a clue, in any order of the moves. The
// given pairs of the table settle the other cells, so the table has no hint. On the sudoku, a hint
// must remove a value from a cell although no given cell of the same row, column or box has this
// value.
func TestHintInAnyOrder(t *testing.T) {
	hint := func(puzzle, text string, seed uint64) (*encode.Deduced, int) {
		in, err := catalog.Find(puzzle).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		o := encode.Deducing{Moves: true, AnyOrder: true, Rand: rand.New(rand.NewPCG(seed, 0))}
		d, err := Deduce(t.Context(), in.(encode.Deducible), o, Watcher{})
		if err != nil {
			t.Fatal(err)
		}
		return d, Hint(in.(encode.Deducible), d, "")
	}
	const board = "1..4......3..2.."
	for seed := range uint64(100) {
		if d, i := hint("pairplace", "BA.ED./D..AFE", seed); i >= 0 {
			t.Fatalf("seed %d: the hint is %s", seed, d.MoveText(i))
		}
		d, i := hint("sudoku", board, seed)
		if i < 0 {
			t.Fatalf("seed %d: no hint", seed)
		}
		seen := func(s encode.DeducedStep) bool {
			r, c := s.Gone.Site/4, s.Gone.Site%4
			for at := range 16 {
				y, x := at/4, at%4
				if (y == r || x == c || y/2 == r/2 && x/2 == c/2) && board[at] == '1'+byte(s.Gone.Value) {
					return true
				}
			}
			return false
		}
		if !slices.ContainsFunc(d.Moves[i].Steps, func(s encode.DeducedStep) bool { return !seen(s) }) {
			t.Fatalf("seed %d: the hint spreads clues: %s", seed, d.MoveText(i))
		}
		for _, m := range d.Moves {
			if n := len(m.Sites); strings.Contains(m.Rule.Name, "naked") && n != 1+slices.Index([]string{"naked single", "naked pair", "naked triple", "naked quadruple"}, m.Rule.Name) {
				t.Fatalf("seed %d: a %s of %d cells", seed, m.Rule.Name, n)
			} else if n > 1 && strings.Contains(m.Rule.Name, "naked") && slices.ContainsFunc(m.Sites, func(at int) bool { return board[at] != '.' }) {
				t.Fatalf("seed %d: a %s with a clue: %v", seed, m.Rule.Name, m.Sites)
			}
		}
	}
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
	if e := EffortOf(in, &encode.Deduced{}); e.Technique != "" || e.Levels != nil || e.Waiting != 0 {
		t.Errorf("without moves: %+v", e)
	}
}
