package ask

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/puzzletest"
)

// TestGuess checks which puzzles read a text, the boards of a file, and the position of a mistake.
func TestGuess(t *testing.T) {
	for puzzle, text := range boards() {
		g := ask[Guess](t, "guess", object{"text": "\ufeff\n  " + text + "\r\n"})
		if len(g.Readings)+len(g.Problems) != len(desk.Puzzles) {
			t.Errorf("%s: %d readings and %d problems of %d puzzles", puzzle, len(g.Readings), len(g.Problems), len(desk.Puzzles))
		}
		g.Readings = slices.DeleteFunc(g.Readings, func(r Reading) bool {
			return r.Puzzle != puzzle && !(slices.Contains(puzzletest.First, puzzle) && slices.Contains(puzzletest.First, r.Puzzle))
		})
		want := puzzle
		if puzzle == "pentomino" {
			want = "lightsout" // a drawing of cells is a board of both puzzles
		}
		if len(g.Readings) == 0 || g.Readings[0].Puzzle != want || g.Readings[0].Number != 1 {
			t.Errorf("%s: %q is read as %+v", puzzle, text, g.Readings)
		}
	}
	g := ask[Guess](t, "guess", object{"text": "10-06\n\n2026-01-25\n", "puzzle": "calendar"})
	if len(g.Readings) != 1 || !slices.Equal(g.Readings[0].Boards, []string{"10-06", "01-25"}) {
		t.Errorf("two dates are read as %+v", g)
	}
	g = ask[Guess](t, "guess", object{"text": "rows=2,1,3 cols=1,2,3\n  rows=2,1,x cols=1,2,3\n", "puzzle": "submarines"})
	if len(g.Readings) != 0 || g.Problems[0].Puzzle != "submarines" || g.Problems[0].Line != 2 || g.Problems[0].Column != 12 {
		t.Errorf("a mistake in the last board gives %+v, want submarines, line 2, column 12", g.Problems)
	}
	g = ask[Guess](t, "guess", object{"text": "sum 0..9 10,17,15,10/15,x,31,23/11,16,20,15"})
	if g.Problems[0].Puzzle != "laplace" || g.Problems[0].Column != 25 {
		t.Errorf("a mistake in the clues gives %+v, want laplace, column 25", g.Problems[0])
	}
	for _, p := range ask[Guess](t, "guess", object{"text": " \n"}).Problems {
		if p.Text == "" || !p.Misuse {
			t.Errorf("an empty text gives %+v", p)
		}
	}
}

// TestFormula checks that every format of every puzzle is written, and that unknown formats are
// refused.
func TestFormula(t *testing.T) {
	starts := map[string]string{"dimacs": "c ", "icnf": "c ", "opb": "* "}
	for puzzle, text := range boards() {
		all := ask[Written](t, "formula", about(puzzle, text))
		if all.Text != "" || len(all.Styles) == 0 || !slices.Contains(all.Formats, "dimacs") {
			t.Errorf("%s: %+v", puzzle, all)
		}
		for _, format := range all.Formats {
			if format == "icnf" {
				continue // finding cubes takes seconds
			}
			w := ask[Written](t, "formula", and(about(puzzle, text), object{"format": format}))
			if w.Text == "" || !strings.HasPrefix(w.Text, starts[format]) {
				t.Errorf("%s as %s is %.40q", puzzle, format, w.Text)
			}
		}
	}
	refused(t, "formula", and(about("calendar", "10-06"), object{"format": "gif"}))
	refused(t, "formula", and(about("calendar", "10-06"), object{"format": "dimacs", "style": "gothic"}))
}

// TestCompare checks that answers are compared as crosscheck compares them.
func TestCompare(t *testing.T) {
	native := ask[result.Record](t, "count", and(about("calendar", "10-06"), object{"sets": true}))
	c := ask[Compared](t, "compare", object{"records": []result.Record{native, native}})
	if c.Disagree || len(c.Problems) != 1 { // a comparison needs two methods
		t.Errorf("an answer and itself: %+v", c)
	}
	other := native
	other.Method, other.Count, other.Digest = "gophersat/countmodels", "8", ""
	c = ask[Compared](t, "compare", object{"records": []result.Record{native, other}})
	if want := []string{"native/bitset says 7, gophersat/countmodels says 8"}; !c.Disagree || !slices.Equal(c.Problems, want) {
		t.Errorf("answers that differ: %+v", c)
	}
	other.Instance = "10-07"
	refused(t, "compare", object{"records": []result.Record{native, other}})
	refused(t, "compare", object{"records": []result.Record{}})
}

// TestPath checks that moves in another order end in the same state.
func TestPath(t *testing.T) {
	for puzzle, text := range deducible {
		want := ask[Deduced](t, "deduce", and(about(puzzle, text), object{"picture": -1}))
		objects, err := answered(t.Context(), "path", and(about(puzzle, text), object{"choose": []int{1, 0}, "rest": true}))
		if err != nil {
			t.Fatal(err)
		}
		var last Placed
		if err := json.Unmarshal(objects[len(objects)-1], &last); err != nil {
			t.Fatal(err)
		}
		if last.State != want.State || last.Verdict != want.Verdict || len(objects) < 3 {
			t.Errorf("%s: %d moves end as %s, want %s in the same state", puzzle, len(objects)-1, last.Verdict, want.Verdict)
		}
	}
	refused(t, "path", and(about("sudoku", deducible["sudoku"]), object{"choose": []int{9999}}))
}

// TestFacts checks that each move of a deduction relies only on what earlier moves removed.
func TestFacts(t *testing.T) {
	for puzzle, text := range deducible {
		gone := map[[2]int]bool{}
		rely := 0
		m := ask[Deduced](t, "deduce", and(about(puzzle, text), object{"picture": -1}))
		for i, h := range m.Moves {
			for _, f := range h.Facts {
				if gone[f] {
					rely++
				}
			}
			for _, other := range m.Moves[i:] {
				for _, r := range other.Removed {
					if slices.Contains(h.Facts, r) {
						t.Errorf("%s: move %d relies on %v, which is removed later", puzzle, i, r)
					}
				}
			}
			for _, r := range h.Removed {
				gone[r] = true
			}
		}
		if len(m.Moves) > 5 && rely == 0 {
			t.Errorf("%s: no move relies on another", puzzle)
		}
	}
}
