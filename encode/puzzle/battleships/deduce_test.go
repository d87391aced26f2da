package battleships

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/native"
	"counterproof/native/deduce"
)

// TestDeduction runs the deduction checks on the example (a published board) with one more hint, on
// boards made by hand for each rule, and on generated boards. Every rule must be used. The long form
// has more generated boards, and the example with its own hint only.
func TestDeduction(t *testing.T) {
	t.Parallel()
	boards := []string{"rows=? cols=?,1,?,?,? fleet=3"}                          // the sum shows where a ship cell is
	boards = append(boards, "rows=1,?,? cols=?,?,2 fleet=2,1 given=s../.../...") // a known ship cell
	for _, c := range byHand {
		boards = append(boards, c.board)
	}
	p := Puzzle
	if !processtest.IsLong() { // with one more hint, the example needs far fewer trials
		p.Example = strings.Replace(p.Example, "given=........../..........", "given=........../....c.....", 1)
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &p, Boards: boards, Drawn: processtest.Cases(10, 25), Orders: 1})
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

// byHand lists boards for each rule. The field steps lists all steps of the rule if no other rule
// is used, in the form that puzzletest.DiffSteps expects. The field facts lists the facts of the
// first step.
var byHand = []struct {
	board, rule string
	steps       []string
	facts       string
}{
	{"rows=?,?,? cols=?,?,? fleet=1 given=.../.c./...", "hint", []string{
		"1=1: row 2, column 2, row 1, column 2",
		"3=1: row 2, column 2, row 2, column 1",
		"5=1: row 2, column 2, row 2, column 3",
		"7=1: row 2, column 2, row 3, column 2",
	}, "[]"},
	{"rows=?,?,? cols=?,? fleet=2 given=../t./..", "hint", []string{
		"0=1: row 2, column 1, row 1, column 1",
		"3=1: row 2, column 1, row 2, column 2",
		"4=0: row 2, column 1, row 3, column 1",
	}, "[]"},
	{"rows=?,? cols=?,?,? fleet=2 given=.../..r", "hint", []string{
		"2=1: row 2, column 3, row 1, column 3",
		"4=0: row 2, column 3, row 2, column 2",
	}, "[]"},
	{"rows=1,? cols=?,? fleet=2 given=s./..", "full line", []string{"1=1: row 1, 1, row 1, column 2"}, "[{0 0}]"},
	{"rows=? cols=? fleet=2 given=t", "hint", []string{"0=1: row 1, column 1"}, "[]"},
	{"rows=?,? cols=?,?,? fleet=3 given=.m./...", "hint", []string{
		"0=0: row 1, column 2, row 1, column 1",
		"2=0: row 1, column 2, row 1, column 3",
		"4=1: row 1, column 2, row 2, column 2",
	}, "[]"},
	{"rows=?,?,? cols=?,?,? fleet=3 given=.w./.m./...", "hint", []string{
		"3=0: row 2, column 2, row 1, column 2, row 2, column 1",
		"5=0: row 2, column 2, row 1, column 2, row 2, column 3",
		"7=1: row 2, column 2, row 1, column 2, row 3, column 2",
	}, "[{1 1}]"},
	{"rows=?,?,? cols=?,?,? fleet=3 given=.../lm./...", "hint", []string{
		"0=1: row 2, column 1, row 1, column 1",
		"6=1: row 2, column 1, row 3, column 1",
		"1=1: row 2, column 2, row 2, column 1, row 1, column 2",
		"5=0: row 2, column 2, row 2, column 1, row 2, column 3",
		"7=1: row 2, column 2, row 2, column 1, row 3, column 2",
	}, "[]"},
	{"rows=?,? cols=?,? fleet=1 given=c./..", "touching", []string{
		"3=1: row 1, column 1, row 2, column 2",
	}, "[{0 0}]"},
	{"rows=1,? cols=?,?,? fleet=1,1 given=c../...", "full line", []string{
		"1=1: row 1, 1, row 1, column 2",
		"2=1: row 1, 1, row 1, column 3",
	}, "[{0 0}]"},
	{"rows=?,? cols=0 fleet=", "full line", []string{
		"0=1: column 1, row 1, column 1",
		"1=1: column 1, row 2, column 1",
	}, "[]"},
	{"rows=2 cols=?,?,? fleet=1,1 given=.w.", "short line", []string{
		"0=0: row 1, 2, row 1, column 1",
		"2=0: row 1, 2, row 1, column 3",
	}, "[{1 1}]"},
	{"rows=?,? cols=?,?,? fleet=2 given=lr./...", "too long", []string{
		"2=1: row 1, column 3, 3, 2",
		// the ship is finished now
		"3=1: row 2, column 1, 2",
		"4=1: row 2, column 2, 2",
		"5=1: row 2, column 3",
	}, "[{0 0} {1 0}]"},
	{"rows=? cols=?,?,? fleet=1 given=cw.", "too long", []string{"2=1: row 1, column 3"}, "[{0 0} {1 1}]"},
	{"rows=? cols=? fleet=", "too long", []string{"0=1: row 1, column 1"}, "[]"},
	{"rows=? cols=?,?,?,?,?,?,? fleet=3,2 given=lmrwlr.", "too long", []string{
		"6=1: row 1, column 7, 3",
	}, "[{0 0} {1 0} {2 0} {3 1} {4 0} {5 0}]"},
	{"rows=? cols=?,?,?,? fleet=2 given=l...", "open end", []string{
		"1=0: 1, row 1, column 1, row 1, column 2",
	}, "[{0 0}]"},
	{"rows=? cols=?,?,?,?,? fleet=2,1 given=cwl..", "open end", []string{
		"3=0: 1, row 1, column 3, row 1, column 4",
	}, "[{0 0} {1 1} {2 0}]"},
	// A run of three or four cells is not one of these ships.
	{"rows=4 cols=?,?,?,?,? fleet=2,2", "line ways", []string{
		"0=0: 4, row 1, row 1, column 1",
		"1=0: 4, row 1, row 1, column 2",
		"3=0: 4, row 1, row 1, column 4",
		"4=0: 4, row 1, row 1, column 5",
		"2=1: 4, row 1, row 1, column 3",
	}, "[]"},
	// If a ship crosses row 2, the cells next to it in this row are water.
	{"rows=?,2 cols=?,?,? fleet=2,1 given=.t./...", "line ways", []string{
		"3=0: 2, row 2, row 2, column 1",
		"5=0: 2, row 2, row 2, column 3",
		"4=1: 2, row 2, row 2, column 2",
	}, "[{1 0}]"},
	{"rows=? cols=?,?,?,?,? fleet=3 given=.w...", "no room", []string{
		"0=1: row 1, column 1",
	}, "[{1 1}]"},
	// Across or down, a ship there would exceed a sum.
	{"rows=?,?,0 cols=?,?,? fleet=3", "no room", []string{
		"6=1: row 3, column 1",
		"7=1: row 3, column 2",
		"8=1: row 3, column 3",
	}, "[]"},
	{"rows=? cols=?,?,?,?,? fleet=3 given=.m...", "ship part", []string{
		"2=0: row 1, column 2, row 1, column 3",
	}, "[{1 0}]"},
	{"rows=? cols=?,?,?,?,?,? fleet=2,2 given=..wm..", "ship part", []string{
		"4=0: row 1, column 4, row 1, column 5",
		"5=1: row 1, column 4, row 1, column 6",
	}, "[{2 1} {3 0}]"},
	{"rows=? cols=?,?,?,?,? fleet=3", "only places", []string{
		"2=0: 1, 3, columns 1 to 3 of row 1, columns 2 to 4 of row 1, columns 3 to 5 of row 1, row 1, column 3",
	}, "[]"},
	{"rows=? cols=?,?,?,?,? fleet=2,2", "only places", []string{
		"0=0: 2, columns 1 and 2 of row 1, columns 2 and 3 of row 1, columns 3 and 4 of row 1, columns 4 and 5 of row 1, row 1, column 1",
		"1=0: 2, columns 1 and 2 of row 1, columns 2 and 3 of row 1, columns 3 and 4 of row 1, columns 4 and 5 of row 1, row 1, column 2",
		"3=0: 2, columns 1 and 2 of row 1, columns 2 and 3 of row 1, columns 3 and 4 of row 1, columns 4 and 5 of row 1, row 1, column 4",
		"4=0: 2, columns 1 and 2 of row 1, columns 2 and 3 of row 1, columns 3 and 4 of row 1, columns 4 and 5 of row 1, row 1, column 5",
		"2=1: 2, columns 1 and 2 of row 1, columns 2 and 3 of row 1, columns 3 and 4 of row 1, columns 4 and 5 of row 1, row 1, column 3",
	}, "[]"},
	{"rows=?,? cols=? fleet=1,1", "only places", []string{
		"0=0: 2, 1, column 1 of rows 1 and 2, row 1, column 1",
		"0=1: 2, 1, column 1 of rows 1 and 2, row 1, column 1",
	}, "[]"},
	{"rows=? cols=? fleet=2", "only places", []string{
		"0=1: 1, 2, row 1, column 1",
		"0=0: 1, 2, row 1, column 1",
	}, "[]"},
	// Without the middle cell, there are only two cells on either side.
	{"rows=? cols=?,?,?,?,? fleet=3", "try cell", []string{
		"2=0: row 1, column 3, row 1, column 3",
	}, "[]"},
	{"rows=? cols=?,?,?,?,? fleet=3", "try ship", []string{
		"2=0: 3, columns 1 to 3 of row 1, columns 2 to 4 of row 1, columns 3 to 5 of row 1, row 1, column 3",
	}, "[]"},
}

func TestRules(t *testing.T) {
	for _, c := range byHand {
		b := mustParse(t, c.board)
		d := puzzletest.Deduce(t, b, deduction.Options{Use: func(r deduction.Rule) bool { return r.Name == c.rule }})
		if diff := puzzletest.DiffSteps(d, c.steps); diff != "" {
			t.Errorf("%s, %s:\n%s", c.board, c.rule, diff)
		} else if got := fmt.Sprint(d.Facts(0)); c.facts != "" && got != c.facts {
			t.Errorf("%s, %s: facts %s, want %s (%s)", c.board, c.rule, got, c.facts, d.Text(0))
		}
	}
}

// TestPublishedSteps checks that no step on the published boards with all hints removes a
// value of the only solution. It uses the rules up to level hard on all boards, and the
// level probing on every 25th board.
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
		d := puzzletest.Deduce(t, b, deduction.Options{Use: func(r deduction.Rule) bool { return r.Level != "probing" || k%25 == 0 }})
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

// TestStepPicture checks that the picture of each step has exactly one yellow cell, and that the
// last picture has no yellow cell. If the pattern of the step is a line, the sum of this line is
// yellow, too.
func TestStepPicture(t *testing.T) {
	for _, c := range append(byHand, byHand[0]) {
		d := puzzletest.Deduce(t, mustParse(t, c.board), deduction.Options{})
		for i := 0; i <= len(d.Steps); i++ {
			picture := d.Picture(i)
			yellow, want := puzzletest.Painted(picture, draw.Yellow), 1
			switch {
			case i == len(d.Steps):
				want = 0
			case slices.Contains([]string{"full line", "short line", "line ways"}, d.Steps[i].Rule.Name):
				want = 2
			}
			if yellow != want {
				t.Errorf("%s, step %d, %s: %d yellow, want %d", c.board, i+1, d.Text(i), yellow, want)
			}
		}
	}
}

// TestDeduceCancelled checks that the rules of level probing find nothing after their
// context has ended.
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

// BenchmarkDeduce solves the published boards with all hints by deduction. It reports how
// many boards need each level, and the milliseconds per board.
func BenchmarkDeduce(b *testing.B) {
	o := readOracles(b)
	solved := map[string]int{}
	for b.Loop() {
		clear(solved)
		for _, name := range o.names() {
			p := o.Boards[name]
			if d := puzzletest.Deduce(b, p.after(len(p.Hints)), deduction.Options{}); d.Solution != nil {
				solved[d.Level]++
			}
		}
	}
	for _, level := range levels {
		b.ReportMetric(float64(solved[level]), "solved-"+level)
	}
	b.ReportMetric(1000*b.Elapsed().Seconds()/float64(b.N*len(o.Boards)), "ms/board")
}
