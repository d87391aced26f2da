package battleships

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/native"
	"counterproof/native/deduce"
)

// TestDeduction: the example, which is a published board, boards by hand for each
// rule and drawn ones.
func TestDeduction(t *testing.T) {
	t.Parallel()
	boards := []string{"rows=? cols=?,1,?,?,? fleet=3"} // the sum says where a ship cell is
	for _, c := range byHand {
		boards = append(boards, c.board)
	}
	drawn := 25
	if testing.Short() {
		drawn = 10
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Drawn: drawn, Orders: 1})
	if err != nil {
		t.Error(err)
	}
	for _, r := range mustParse(t, Puzzle.Example).Rules() {
		if found.Steps[r.Name] == 0 {
			t.Errorf("no step of %s", r.Name)
		}
	}
	t.Logf("%+v", *found)
}

// byHand are boards for each rule: all the steps that it has there by itself, in
// sorted order, and the facts of the first of them.
var byHand = []struct {
	board, rule string
	texts       []string
	facts       string
}{
	{"rows=?,?,? cols=?,?,? fleet=1 given=.../.c./...", "hint", []string{
		"row 2, column 2 is a ship of one cell, so row 1, column 2 is water",
		"row 2, column 2 is a ship of one cell, so row 2, column 1 is water",
		"row 2, column 2 is a ship of one cell, so row 2, column 3 is water",
		"row 2, column 2 is a ship of one cell, so row 3, column 2 is water",
	}, "[]"},
	{"rows=?,?,? cols=?,? fleet=2 given=../t./..", "hint", []string{
		"row 2, column 1 is the top end of a ship, so row 1, column 1 is water",
		"row 2, column 1 is the top end of a ship, so row 2, column 2 is water",
		"row 2, column 1 is the top end of a ship, so row 3, column 1 is a ship cell",
	}, "[]"},
	{"rows=?,? cols=?,?,? fleet=2 given=.../..r", "hint", []string{
		"row 2, column 3 is the right end of a ship, so row 1, column 3 is water",
		"row 2, column 3 is the right end of a ship, so row 2, column 2 is a ship cell",
	}, "[]"},
	{"rows=? cols=? fleet=2 given=t", "hint", []string{"row 1, column 1 is the top end of a ship, so row 1, column 1 is water"}, "[]"},
	{"rows=?,? cols=?,?,? fleet=3 given=.m./...", "hint", []string{
		"row 1, column 2 is the middle of a ship along the edge, so row 1, column 1 is a ship cell",
		"row 1, column 2 is the middle of a ship along the edge, so row 1, column 3 is a ship cell",
		"row 1, column 2 is the middle of a ship along the edge, so row 2, column 2 is water",
	}, "[]"},
	{"rows=?,?,? cols=?,?,? fleet=3 given=.w./.m./...", "hint", []string{
		"row 2, column 2 is the middle of a ship and has water at row 1, column 2, so row 2, column 1 is a ship cell",
		"row 2, column 2 is the middle of a ship and has water at row 1, column 2, so row 2, column 3 is a ship cell",
		"row 2, column 2 is the middle of a ship and has water at row 1, column 2, so row 3, column 2 is water",
	}, "[{1 1}]"},
	{"rows=?,?,? cols=?,?,? fleet=3 given=.../lm./...", "hint", []string{
		"row 2, column 1 is the left end of a ship, so row 1, column 1 is water",
		"row 2, column 1 is the left end of a ship, so row 3, column 1 is water",
		"row 2, column 2 is the middle of a ship and has a ship cell at row 2, column 1, so row 1, column 2 is water",
		"row 2, column 2 is the middle of a ship and has a ship cell at row 2, column 1, so row 2, column 3 is a ship cell",
		"row 2, column 2 is the middle of a ship and has a ship cell at row 2, column 1, so row 3, column 2 is water",
	}, "[]"},
	{"rows=?,? cols=?,? fleet=1 given=c./..", "touching", []string{
		"row 1, column 1 is a ship cell, which touches none at a corner, so row 2, column 2 is water",
	}, "[{0 0}]"},
	{"rows=1,? cols=?,?,? fleet=1,1 given=c../...", "full line", []string{
		"row 1 has its 1 ship cell, so row 1, column 2 is water",
		"row 1 has its 1 ship cell, so row 1, column 3 is water",
	}, "[{0 0}]"},
	{"rows=?,? cols=0 fleet=", "full line", []string{
		"column 1 has no ship cells, so row 1, column 1 is water",
		"column 1 has no ship cells, so row 2, column 1 is water",
	}, "[]"},
	{"rows=2 cols=?,?,? fleet=1,1 given=.w.", "short line", []string{
		"row 1 has no more cells left than it needs for its 2 ship cells, so row 1, column 1 is a ship cell",
		"row 1 has no more cells left than it needs for its 2 ship cells, so row 1, column 3 is a ship cell",
	}, "[{1 1}]"},
	{"rows=?,? cols=?,?,? fleet=2 given=lr./...", "too long", []string{
		"row 1, column 3 would be part of a ship of 3 cells or more and the longest has 2, so row 1, column 3 is water",
		// and then the ship is finished
		"row 2, column 1 would be part of a ship of 2 cells or more and all of these are found, so row 2, column 1 is water",
		"row 2, column 2 would be part of a ship of 2 cells or more and all of these are found, so row 2, column 2 is water",
		"all ships are found, so row 2, column 3 is water",
	}, "[{0 0} {1 0}]"},
	{"rows=? cols=?,?,? fleet=1 given=cw.", "too long", []string{"all ships are found, so row 1, column 3 is water"}, "[{0 0} {1 1}]"},
	{"rows=? cols=? fleet=", "too long", []string{"there are no ships, so row 1, column 1 is water"}, "[]"},
	{"rows=? cols=?,?,?,?,?,?,? fleet=3,2 given=lmrwlr.", "too long", []string{
		"row 1, column 7 would be part of a ship of 3 cells or more and all of these are found, so row 1, column 7 is water",
	}, "[{0 0} {1 0} {2 0} {3 1} {4 0} {5 0}]"},
	{"rows=? cols=?,?,?,? fleet=2 given=l...", "open end", []string{
		"the fleet has no ship of 1 cell and the ship at row 1, column 1 has no other way to go on, so row 1, column 2 is a ship cell",
	}, "[{0 0}]"},
	{"rows=? cols=?,?,?,?,? fleet=2,1 given=cwl..", "open end", []string{
		"no other ship of 1 cell is left to find and the ship at row 1, column 3 has no other way to go on, so row 1, column 4 is a ship cell",
	}, "[{0 0} {1 1} {2 0}]"},
	// A run of three or four is none of these ships.
	{"rows=4 cols=?,?,?,?,? fleet=2,2", "line ways", []string{
		"of all ways to have 4 ship cells in row 1, in ships that are left, all have one at row 1, column 1, so row 1, column 1 is a ship cell",
		"of all ways to have 4 ship cells in row 1, in ships that are left, all have one at row 1, column 2, so row 1, column 2 is a ship cell",
		"of all ways to have 4 ship cells in row 1, in ships that are left, all have one at row 1, column 4, so row 1, column 4 is a ship cell",
		"of all ways to have 4 ship cells in row 1, in ships that are left, all have one at row 1, column 5, so row 1, column 5 is a ship cell",
		"of all ways to have 4 ship cells in row 1, in ships that are left, none has one at row 1, column 3, so row 1, column 3 is water",
	}, "[]"},
	// The ship that crosses has no ship cell beside it.
	{"rows=?,2 cols=?,?,? fleet=2,1 given=.t./...", "line ways", []string{
		"of all ways to have 2 ship cells in row 2, in ships that are left, all have one at row 2, column 1, so row 2, column 1 is a ship cell",
		"of all ways to have 2 ship cells in row 2, in ships that are left, all have one at row 2, column 3, so row 2, column 3 is a ship cell",
		"of all ways to have 2 ship cells in row 2, in ships that are left, none has one at row 2, column 2, so row 2, column 2 is water",
	}, "[{1 0}]"},
	{"rows=? cols=?,?,?,?,? fleet=3 given=.w...", "no room", []string{
		"no ship that is left to find has room over row 1, column 1, so row 1, column 1 is water",
	}, "[{1 1}]"},
	// Across or down, a ship there passes a sum.
	{"rows=?,?,0 cols=?,?,? fleet=3", "no room", []string{
		"no ship that is left to find has room over row 3, column 1, so row 3, column 1 is water",
		"no ship that is left to find has room over row 3, column 2, so row 3, column 2 is water",
		"no ship that is left to find has room over row 3, column 3, so row 3, column 3 is water",
	}, "[]"},
	{"rows=? cols=?,?,?,?,? fleet=3 given=.m...", "ship part", []string{
		"every ship that has room over the ship cell at row 1, column 2 covers row 1, column 3, so row 1, column 3 is a ship cell",
	}, "[{1 0}]"},
	{"rows=? cols=?,?,?,?,?,? fleet=2,2 given=..wm..", "ship part", []string{
		"every ship that has room over the ship cell at row 1, column 4 covers row 1, column 5, so row 1, column 5 is a ship cell",
		"every ship that has room over the ship cell at row 1, column 4 is next to row 1, column 6, so row 1, column 6 is water",
	}, "[{2 1} {3 0}]"},
	{"rows=? cols=?,?,?,?,? fleet=3", "only places", []string{
		"1 ship of 3 cells can only be at (1,1)-(1,3), (1,2)-(1,4) and (1,3)-(1,5), each of which covers the cell, so row 1, column 3 is a ship cell",
	}, "[]"},
	{"rows=? cols=?,?,?,?,? fleet=2,2", "only places", []string{
		"2 ships of 2 cells can only be at (1,1)-(1,2), (1,2)-(1,3), (1,3)-(1,4) and (1,4)-(1,5), and each choice of them covers the cell, so row 1, column 1 is a ship cell",
		"2 ships of 2 cells can only be at (1,1)-(1,2), (1,2)-(1,3), (1,3)-(1,4) and (1,4)-(1,5), and each choice of them covers the cell, so row 1, column 2 is a ship cell",
		"2 ships of 2 cells can only be at (1,1)-(1,2), (1,2)-(1,3), (1,3)-(1,4) and (1,4)-(1,5), and each choice of them covers the cell, so row 1, column 4 is a ship cell",
		"2 ships of 2 cells can only be at (1,1)-(1,2), (1,2)-(1,3), (1,3)-(1,4) and (1,4)-(1,5), and each choice of them covers the cell, so row 1, column 5 is a ship cell",
		"2 ships of 2 cells can only be at (1,1)-(1,2), (1,2)-(1,3), (1,3)-(1,4) and (1,4)-(1,5), and each choice of them is next to the cell, so row 1, column 3 is water",
	}, "[]"},
	{"rows=?,? cols=? fleet=1,1", "only places", []string{
		"2 ships of 1 cell can only be at (1,1) and (2,1), which is not enough, so row 1, column 1 is a ship cell",
		"2 ships of 1 cell can only be at (1,1) and (2,1), which is not enough, so row 1, column 1 is water",
	}, "[]"},
	{"rows=? cols=? fleet=2", "only places", []string{
		"1 ship of 2 cells can be nowhere, so row 1, column 1 is water",
		"1 ship of 2 cells can be nowhere, so row 1, column 1 is a ship cell",
	}, "[]"},
	// Without its middle there are two cells on either side.
	{"rows=? cols=?,?,?,?,? fleet=3", "try cell", []string{
		"if row 1, column 3 were water, (1,3) could be neither, so row 1, column 3 is a ship cell",
	}, "[]"},
	{"rows=? cols=?,?,?,?,? fleet=3", "try ship", []string{
		"the ship of 3 cells can only be at (1,1)-(1,3), (1,2)-(1,4) and (1,3)-(1,5), and each of these comes to the same there, so row 1, column 3 is a ship cell",
	}, "[]"},
}

func TestRules(t *testing.T) {
	for _, c := range byHand {
		b := mustParse(t, c.board)
		d := puzzletest.Deduce(t, b, encode.Deducing{Use: func(r encode.Rule) bool { return r.Name == c.rule }})
		var texts []string
		for i := range d.Steps {
			texts = append(texts, d.Text(i))
		}
		first := ""
		if len(texts) > 0 {
			first = texts[0]
		}
		slices.Sort(texts)
		want := slices.Sorted(slices.Values(c.texts))
		if !slices.Equal(texts, want) {
			t.Errorf("%s, %s:\n%s\nwant\n%s", c.board, c.rule, strings.Join(texts, "\n"), strings.Join(want, "\n"))
		} else if got := fmt.Sprint(d.Facts(0)); c.facts != "" && got != c.facts {
			t.Errorf("%s, %s: facts %s, want %s (%s)", c.board, c.rule, got, c.facts, first)
		}
	}
}

// TestPublishedSteps: what goes on the published boards with all their hints is not in
// their one solution, up to the level hard on all of them, and of some with all
// rules.
func TestPublishedSteps(t *testing.T) {
	o := readOracles(t)
	for k, name := range o.names() {
		p := o.Boards[name]
		b := p.after(len(p.Hints))
		var solution encode.Solution
		for _, r := range b.Reduce() {
			err := r.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
				solution = encode.Solution(bytes.Clone([]byte(s)))
				return false
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		d := puzzletest.Deduce(t, b, encode.Deducing{Use: func(r encode.Rule) bool { return r.Level != "probing" || k%25 == 0 }})
		for i, st := range d.Steps {
			if int(solution[st.Gone.Site]) == st.Gone.Value {
				t.Fatalf("board %s, step %d: %s", name, i+1, d.Text(i))
			}
		}
		if len(d.Steps) == 0 {
			t.Errorf("board %s: no step", name)
		}
		if d.Solution != nil && *d.Solution != solution {
			t.Errorf("board %s: another solution", name)
		}
	}
}

// TestStepPicture: a step's picture has one value struck out of two.
func TestStepPicture(t *testing.T) {
	for _, c := range append(byHand, byHand[0]) {
		d := puzzletest.Deduce(t, mustParse(t, c.board), encode.Deducing{})
		for i := 0; i <= len(d.Steps); i++ {
			picture := d.Picture(i)
			struck, want := puzzletest.Painted(picture, draw.Vermilion), 1
			if i == len(d.Steps) {
				want = 0
			}
			if struck != want {
				t.Errorf("%s, step %d: %d struck, want %d", c.board, i+1, struck, want)
			}
		}
	}
}

// TestDeduceCancelled: a long search for patterns ends with its context.
func TestDeduceCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := mustParse(t, "rows=? cols=?,?,?,?,? fleet=3")
	for _, c := range []context.Context{context.Background(), ctx} {
		set := newReasoner(c, b).set()
		for _, r := range set.Rules[len(set.Rules)-2:] {
			found := 0
			r.Find(set.Start, nil, func(int, int, deduce.Pattern) { found++ })
			if (found > 0) != (c.Err() == nil) {
				t.Errorf("%s: %d found, the context says %v", r.Name, found, c.Err())
			}
		}
	}
}

// BenchmarkDeduce deduces the published boards with all hints: how many are
// solved, by level, and milliseconds a board.
func BenchmarkDeduce(b *testing.B) {
	o := readOracles(b)
	solved := map[string]int{}
	for b.Loop() {
		clear(solved)
		for _, name := range o.names() {
			p := o.Boards[name]
			if d := puzzletest.Deduce(b, p.after(len(p.Hints)), encode.Deducing{}); d.Solution != nil {
				solved[d.Level]++
			}
		}
	}
	for _, level := range levels {
		b.ReportMetric(float64(solved[level]), "solved-"+level)
	}
	b.ReportMetric(1000*b.Elapsed().Seconds()/float64(b.N*len(o.Boards)), "ms/board")
}
