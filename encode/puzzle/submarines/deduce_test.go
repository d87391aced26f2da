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

// TestDeduction checks the laws of deduction.
func TestDeduction(t *testing.T) {
	boards := []string{
		"rows=6 cols=1,1,1,1,1,1",           // a row of six submarines in six cells
		"rows=3,3,1,1 cols=3,3,1,1",         // four solutions, and no line is full or empty
		"rows=4,0,1,1,3,1 cols=3,0,1,1,1,4", // some lines are empty
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
	t.Logf("%+v", *found)
}

// TestUnique checks that the rule solves boards with one solution: by a theorem of Ryser, their rows are
// nested, so that some line is full or empty.
func TestUnique(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 100 {
		in, err := generate(context.Background(), rng, encode.Size{H: 1 + rng.IntN(12), W: 1 + rng.IntN(12)}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		d := puzzletest.Deduce(t, in.(*Board), deduction.Options{})
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
	} {
		b := parsed(t, c.board)
		d := puzzletest.Deduce(t, b, deduction.Options{Use: func(r deduction.Rule) bool { return r.Name == c.rule }})
		if diff := puzzletest.DiffSteps(d, c.steps); diff != "" {
			t.Errorf("%s, %s:\n%s", c.board, c.rule, diff)
		}
	}
}
