package generator_test

import (
	"slices"
	"strings"
	"testing"

	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// solves reports whether the rules that use accepts solve the board.
func solves(t *testing.T, in encode.Instance, use func(deduction.Rule) bool) bool {
	t.Helper()
	d, err := in.(deduction.Deducible).Deduce(t.Context(), new(native.Stats), deduction.Options{Use: use})
	if err != nil {
		t.Fatal(err)
	}
	return d.Solution != nil
}

// TestRule makes a board for a rule of each puzzle with rules. The rule with the easier ones, which the
// test lists, must solve the board, and the easier ones alone must not. On a board with one solution,
// from which clues are removed one by one, no further clue can be left out.
func TestRule(t *testing.T) {
	for _, c := range []struct{ puzzle, size, rule, easier string }{
		{"sudoku", "9x9", "pointing", "naked single,hidden single"},
		{"sudoku", "9x9", "hidden single", "naked single"},
		{"map", "10x8n12", "pair", "settled neighbour"},
		{"map", "10x8n12", "kempe chain", "settled neighbour,pair,forcing chain"},
		{"pairplace", "5x6", "naked single", "mate"},
		{"pairplace", "6x7", "parity", "mate,naked single,hidden single,naked pair,hidden pair"},
		{"sherlock", "4x3", "differ", "naked single,hidden single,same,same three"},
		{"battleships", "6x6", "open end", "hint,touching,full line,short line"},
		{"nonogram", "8x8", "edge", "overlap,finish"},
		{"minesweeper", "8x8n10", "pair of numbers", "single number"},
	} {
		p := catalog.Find(c.puzzle)
		size, err := encode.ParseSize(c.size)
		if err != nil {
			t.Fatal(err)
		}
		g, err := generator.Draw{Size: size, Seed: 2, Rule: c.rule}.For(p)
		if err != nil {
			t.Errorf("%s, %s: %v", c.puzzle, c.rule, err)
			continue
		}
		in, err := g.Board(t.Context(), 0)
		if err != nil {
			t.Errorf("%s, %s: %v", c.puzzle, c.rule, err)
			continue
		}
		easier := func(r deduction.Rule) bool { return slices.Contains(strings.Split(c.easier, ","), r.Name) }
		with := func(r deduction.Rule) bool { return r.Name == c.rule || easier(r) }
		if solves(t, in, easier) || !solves(t, in, with) {
			t.Errorf("%s, %s: %v is solved without the rule: %v, with the rule: %v", c.puzzle, c.rule, in, solves(t, in, easier), solves(t, in, with))
		}
		one, err := encode.Unique(t.Context(), in)
		if hidden, ok := in.(deduction.HasHiddenSolution); !one && (!ok || hidden.Hidden() == nil) || err != nil {
			t.Errorf("%s, %s: %v has one solution: %v, %v", c.puzzle, c.rule, in, one, err)
		}
		if board, ok := in.(clues.HasClues); ok && (c.puzzle == "sudoku" || c.puzzle == "map" || c.puzzle == "pairplace") {
			if i := clues.Spare(board, func(less encode.Instance) bool { return unique(t, less) && solves(t, less, with) }); i >= 0 {
				t.Errorf("%s, %s: %v: the rules solve it without clue %d, too", c.puzzle, c.rule, in, i)
			}
		}
	}
}

func unique(t *testing.T, in encode.Instance) bool {
	one, err := encode.Unique(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return one
}

// TestUnreasonable makes maps of the level that needs a search in Simon Tatham's Map. Each has one
// solution, and the rules of the game's other levels (TestGrader of mapcolour compares them with the
// game's) do not solve it.
func TestUnreasonable(t *testing.T) {
	p := catalog.Find("map")
	g, err := generator.Draw{Seed: 3, Difficulty: "unreasonable"}.For(p)
	if err != nil {
		t.Fatal(err)
	}
	boards, err := g.Boards(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range boards {
		if !unique(t, in) || solves(t, in, func(r deduction.Rule) bool { return slices.Contains([]string{"easy", "normal", "hard"}, r.Level) }) {
			t.Errorf("%v is not unreasonable", in)
		}
	}
	if got := generator.Levels(p); !slices.Equal(got, []string{"easy", "normal", "hard", "kempe", "unreasonable"}) {
		t.Errorf("levels %v", got)
	}
}
