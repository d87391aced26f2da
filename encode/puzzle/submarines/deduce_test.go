package submarines

import (
	"context"
	"math/rand/v2"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
	"counterproof/native/deduce"
)

var parsed = puzzletest.Parser[*Board](&Puzzle)

// TestDeduction checks the laws of deduction. On these boards, the rules find every value that is in no
// solution.
func TestDeduction(t *testing.T) {
	boards := []string{
		"rows=6 cols=1,1,1,1,1,1",           // a row of six submarines in six cells
		"rows=3,3,1,1 cols=3,3,1,1",         // needs two lines
		"rows=4,0,1,1,3,1 cols=3,0,1,1,1,4", // the same
		"rows=0,1,1 cols=1,1,0",             // the note of 3 April 2006, two solutions
		"rows=3,2,0 cols=1,3,1",             // the same, no solution
		"rows=2,2,2 cols=2,2,1",             // unequal totals
		"rows=2,2,1 cols=2,2,2",             // unequal totals
		"rows=2,1,1,3,2 cols=1,2,1,1,3,1",   // the same note, 656 solutions
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Drawn: processtest.Cases(200, 1000), Orders: 2})
	if err != nil {
		t.Error(err)
	}
	for _, r := range new(Board).Rules() {
		if found.Steps[r.Name] == 0 {
			t.Errorf("no step of %s", r.Name)
		}
	}
	if found.Left > 0 {
		t.Errorf("%d values are left that no solution has", found.Left)
	}
	t.Logf("%+v", *found)
}

// TestOneLine checks that the first rule alone solves boards with one solution: by a theorem of
// Ryser, their rows are nested, so that some line is full or empty.
func TestOneLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 100 {
		in, err := generate(context.Background(), rng, encode.Size{H: 1 + rng.IntN(12), W: 1 + rng.IntN(12)}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		d := puzzletest.Deduce(t, in.(*Board), deduction.Options{Use: func(r deduction.Rule) bool { return r.Name == "one line" }})
		if d.Solution == nil {
			t.Errorf("%v is not solved", in)
		}
	}
}

// TestFewer checks in random states that each rule also finds a deduction after values were removed.
func TestFewer(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for range 3000 {
		b := small(context.Background(), rng).(*Board)
		err := puzzletest.Fewer(rng, func() *deduce.Problem {
			set := b.reasoner().set()
			return &deduce.Problem{Start: set.Start, Rules: set.Rules}
		})
		if err != nil {
			t.Fatalf("%v: %v", b, err)
		}
	}
}

// TestRules checks the steps of each rule on boards made by hand.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		board, rule string
		steps       []string
	}{
		{"rows=2,0 cols=1,1", "one line", []string{
			"0=0: 2, row 1, column 1, submarine", "1=0: 2, row 1, column 2, submarine",
			"2=1: 0, row 2, column 1, water", "3=1: 0, row 2, column 2, water",
		}},
		// Two rows of three need six submarines. The first two columns hold two of them each, and the
		// other columns one each, so that the others rows have none in the last two columns.
		{"rows=3,3,1,1 cols=3,3,1,1", "two lines", []string{
			"0=0: row 1, column 1, submarine", "1=0: row 1, column 2, submarine", "4=0: row 2, column 1, submarine", "5=0: row 2, column 2, submarine",
			"10=1: row 3, column 3, water", "11=1: row 3, column 4, water", "14=1: row 4, column 3, water", "15=1: row 4, column 4, water",
		}},
	} {
		b := parsed(t, c.board)
		d := puzzletest.Deduce(t, b, deduction.Options{Use: func(r deduction.Rule) bool { return r.Name == c.rule }})
		if diff := puzzletest.DiffSteps(d, c.steps); diff != "" {
			t.Errorf("%s, %s:\n%s", c.board, c.rule, diff)
		}
	}
}
