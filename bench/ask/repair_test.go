package ask

import (
	"slices"
	"testing"

	"counterproof/bench/solve/repair"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// TestRepair asks for values that leave one solution, and counts the solutions of the repaired board.
func TestRepair(t *testing.T) {
	const board = "12..34.........."
	got := ask[repair.Report](t, "repair", and(about("sudoku", board), object{"seconds": 60}))
	if !got.Minimal || got.Size == 0 || got.AtLeast != got.Size || got.Targets != "all" {
		t.Errorf("%+v", got)
	}
	_, in := parsed(t, "sudoku", got.Board)
	if !encode.OneSolution(in) {
		t.Errorf("the board %s has not one solution", got.Board)
	}
	_, in = parsed(t, "sudoku", board)
	given, err := clues.ParseGiven(got.Given, in.Sites())
	if err != nil || len(given) != got.Size || !encode.OneSolution(clues.Restrict(in, given)) {
		t.Errorf("the values %s do not leave one solution: %v", got.Given, err)
	}
	// A 4x4 sudoku needs four clues.
	if few := ask[repair.Report](t, "repair", and(about("sudoku", "..1.4......3.2.."), object{"fewest": true})); few.Size != 4 || few.Given != "" {
		t.Errorf("fewest: %+v", few)
	}
	for _, fields := range []object{{"fewest": true}, {"limit": -1}, {"prove": -1}, {"method": "gophersat/countmodels"}, {"method": "nothing"}, {"seconds": -1}} {
		refused(t, "repair", and(about("sudoku", board), fields))
	}
}

// TestMarginals compares the counts of boards with what can be counted by hand, natively and, past the
// limit, without counts.
func TestMarginals(t *testing.T) {
	// Two of three cells are mines. The theory of the puzzle counts them.
	got := ask[Shared](t, "marginals", about("minesweeper", "mines=2 ???"))
	if got.Solutions != "3" || got.Backbone != "???" || len(got.Marginals) != 3 || !slices.Equal(got.Marginals[1], []string{"1", "2"}) {
		t.Errorf("%+v", got)
	}
	// A 4x4 sudoku has 288 solutions, each value in a quarter of them.
	got = ask[Shared](t, "marginals", about("sudoku", "................"))
	if got.Solutions != "288" || !slices.Equal(got.Marginals[5], []string{"72", "72", "72", "72"}) || len(got.Impossible[5]) != 0 {
		t.Errorf("%+v", got)
	}
	got = ask[Shared](t, "marginals", and(about("sudoku", "................"), object{"limit": 100, "given": "0=3"}))
	if got.Solutions != "72" || got.Backbone[0] != '3' || !slices.Equal(got.Impossible[1], []int{3}) {
		t.Errorf("%+v", got)
	}
	got = ask[Shared](t, "marginals", and(about("sudoku", "................"), object{"limit": 10, "given": "0=3"}))
	if got.Solutions != "72" || !slices.Equal(got.Marginals[0], []string{"0", "0", "0", "72"}) || !slices.Equal(got.Impossible[1], []int{3}) {
		t.Errorf("past the limit: %+v", got)
	}
	if got = ask[Shared](t, "marginals", about("sudoku", "11..............")); got.Solutions != "0" || got.Backbone != "" {
		t.Errorf("no solution: %+v", got)
	}
}

// TestGenerateFull checks what the question "generate" says about a board.
func TestGenerateFull(t *testing.T) {
	for _, name := range []string{"sudoku", "lightsout", "exactcover", "minesweeper"} {
		got := ask[Made](t, "generate", object{"puzzle": name, "seed": 7, "full": true})
		p, in := parsed(t, name, got.Instance)
		if got.Solution == nil || got.Count == "" {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		s, err := encode.ParseSolution(*got.Solution, in.Sites())
		if err != nil || in.Check(s) != nil {
			t.Errorf("%s: solution %s: %v", name, *got.Solution, err)
		}
		if _, techniques := deducible[p.Name]; techniques != (got.Moves != nil) {
			t.Errorf("%s: moves %v", name, got.Moves)
		}
		if clued, ok := in.(clues.HasClues); ok != (got.Clues != nil) || ok && clued.Clues() != *got.Clues {
			t.Errorf("%s: clues %v", name, got.Clues)
		}
		if short := ask[Made](t, "generate", object{"puzzle": name, "seed": 7}); short.Instance != got.Instance || short.Count != "" {
			t.Errorf("%s without full: %+v", name, short)
		}
	}
}
