package nonogram

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
	"counterproof/native/deduce"
	"counterproof/native/runlength"
)

// only returns a filter that accepts the rules with the given names.
func only(names ...string) func(deduction.Rule) bool {
	return func(r deduction.Rule) bool { return slices.Contains(names, r.Name) }
}

// upTo returns a filter that accepts the rules up to a level.
func upTo(level int) func(deduction.Rule) bool {
	return func(r deduction.Rule) bool { return slices.Index(levels, r.Level) <= level }
}

// TestDeduction runs the deduction checks on random boards that need the rule "complete
// line" or the rule "probe", and on boards for a cross-check. The long form has more of all.
func TestDeduction(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	boards := []string{"2x4:2/1.1/1/1/1/1"}
	drawn := processtest.Cases(200, 700)
	if n, err := strconv.Atoi(os.Getenv("NONOGRAM_DEDUCTION")); err == nil {
		drawn = n // a long run
	}
	for _, rule := range []string{"complete line", "probe"} {
		n := 0
		for tries := 0; n < max(6, drawn/20) && tries < 100*drawn; tries++ {
			b := blotches(rng, 9, 8, 0.5, rng.IntN(3)).clues()
			if d := puzzletest.Deduce(t, b, deduction.Options{}); slices.ContainsFunc(d.Steps, func(s deduction.Step) bool { return s.Rule.Name == rule }) {
				boards = append(boards, b.String())
				n++
			}
		}
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Drawn: drawn, Orders: 2})
	if err != nil {
		t.Error(err)
	}
	for _, r := range mustParse(t, example).Rules() {
		if found.Steps[r.Name] == 0 {
			t.Errorf("no step of %s", r.Name)
		}
	}
	t.Logf("%+v", found)
}

// TestFinders checks what one application of each rule about lines determines, against results
// found by hand. A rule must not determine a cell that the rule "complete line" does not determine.
func TestFinders(t *testing.T) {
	for _, c := range []struct {
		name  string
		find  finder
		runs  []int
		cells string
		want  string // empty if the rule must see that the line cannot be filled
	}{
		{"overlap", overlap, []int{7}, "??????????", "???####???"},
		{"overlap", overlap, []int{3, 4}, "?????????", "?##??###?"},
		{"overlap", overlap, []int{3}, "??.????", "??.?##?"},        // not in the first two cells
		{"overlap", overlap, []int{2, 3}, "??#??.???", "??#??.###"}, // 2 at the first cell would touch the third
		{"overlap", overlap, []int{3}, "??????", "??????"},
		{"overlap", overlap, []int{4}, "??#??????", "??##?????"}, // from the first cell to the sixth
		{"overlap", overlap, []int{4}, "???#?#???", "???###???"},
		{"overlap", overlap, []int{2, 1}, "#????????", "##???????"}, // the first run covers the black cell
		{"overlap", overlap, []int{2, 1}, "?.??", ""},
		{"overlap", overlap, []int{2}, "#??#", ""},
		{"finish", finish, []int{2, 1}, "##?#?", "##.#."},
		{"finish", finish, nil, "???", "..."},
		{"finish", finish, []int{2, 1}, "#??#?", "#??#?"},
		{"finish", finish, []int{1}, "#?#", ""},
		{"edge", edge, []int{3}, "#?????", "###.??"},
		{"edge", edge, []int{4}, "?#?????", "?###???"},
		{"edge", edge, []int{2}, "??##???", "?.##.??"},
		{"edge", edge, []int{2, 2}, "???##???", "??.##.??"},
		{"edge", edge, []int{2, 3}, "???##????", "??.##????"},            // 2, or 3 behind it
		{"edge", edge, []int{2, 3}, ".#???????", ".##.?????"},            // 3 comes behind 2
		{"edge", edge, []int{1, 3}, "?.?#?.???.", "?.?#?.???."},          // 3 at the third cell, or 1
		{"edge", edge, []int{3, 2, 2}, "###.????##???", "###.???.##.??"}, // the first run is elsewhere
		{"edge", edge, []int{3, 3}, "???.#?.?????", ""},                  // two cells are too few
		{"gap", gap, []int{3}, "??.???", "...???"},
		{"gap", gap, []int{3, 3}, "???.??.?????", "???....?????"},
		{"gap", gap, []int{1, 3}, "??.??.???", "??.??.???"}, // 1 fits everywhere before
		{"gap", gap, []int{2}, "????????", "????????"},
		{"gap", gap, []int{1, 4, 1}, "#.?#????.#", "#.?#???..#"}, // 4 behind the black cell would touch it
		{"gap", gap, []int{1, 4, 1}, "#.????#?.#", "#..???#?.#"},
		{"complete line", complete, []int{2, 1}, "??#??#??", ".?#?.#.."}, // 2 and 1 must be over the two black cells
		{"complete line", complete, []int{1, 1}, "###", ""},
	} {
		cells := make([]runlength.State, len(c.cells))
		for i := range c.cells {
			cells[i] = runlength.State(strings.IndexByte("?.#", c.cells[i]))
		}
		got := []byte(c.cells)
		ok := c.find(c.runs, slices.Clone(cells), func(i int, to runlength.State, _ int) { got[i] = "?.#"[to] })
		if !ok {
			got = nil
		}
		if string(got) != c.want {
			t.Errorf("%s of %v on %s: %q, want %q", c.name, c.runs, c.cells, got, c.want)
		}
		// The rule "complete line" must determine at least as much.
		all := slices.Clone(cells)
		if fits := runlength.Solve(c.runs, all); fits {
			for i, v := range all {
				if got[i] != '?' && got[i] != "?.#"[v] {
					t.Errorf("%s of %v on %s settles cell %d", c.name, c.runs, c.cells, i+1)
				}
			}
		} else if c.want != "" {
			t.Errorf("%v does not fit into %s", c.runs, c.cells)
		}
	}
}

// TestTexts checks the names in the sentences of steps, and the facts of the steps. Most boards
// have one row. The step of the rule "probe" was worked out by hand: if row 1, column 1 is filled, column 1
// is filled in rows 1 and 2. So column 2 is empty in these rows, and its two runs do not fit into rows
// 3 and 4.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		board, rule, text, facts string
	}{
		{"10x1:1/1/1/1/1/1/1////7", "overlap", "row 1, 1, 7, column 1, column 10, column 4, row 1, column 4", ""},
		{example, "overlap", "column 2, 1, 4, row 1, row 5, row 4, row 4, column 2", ""},
		{"5x1:1/1//1//2.1,AAaAb", "finish", "row 1, row 1, column 5", "0:0 1:0 3:0"},
		{"6x1:1/1/1////3,Af", "edge", "column 1, column 3, row 1, column 3", "0:0"},
		{"6x1:1/1/1////3,Af", "edge", "column 1, column 4, row 1, column 4", "0:0"},
		{"6x1:///1/1/1/3,cd", "gap", "column 2, row 1, column 2", "2:1"},
		{"8x1:/1/1///1///2.1,CCc", "complete line", "column 1, row 1, column 1", "2:0"},
		{"2x4:2/1.1/1/1/1/1", "probe", "row 1, column 1, row 1, empty cell 2, column 1, filled cell 2, row 2, empty cell 2, column 2, row 1, column 1", ""},
	} {
		b := mustParse(t, c.board)
		d := puzzletest.Deduce(t, b, deduction.Options{Use: only(c.rule)})
		var texts []string
		at := -1
		for i := range d.Steps {
			texts = append(texts, d.Text(i))
			if facttest.States(texts[i], c.text) {
				at = i
			}
		}
		if at < 0 {
			t.Errorf("%s, %s: want the facts %q in one of\n%s", c.board, c.rule, c.text, strings.Join(texts, "\n"))
			continue
		}
		var facts []string
		for _, f := range d.Facts(at) {
			facts = append(facts, strconv.Itoa(f.Site)+":"+strconv.Itoa(f.Value))
		}
		if got := strings.Join(facts, " "); got != c.facts {
			t.Errorf("%s, %s: facts %s, want %s", c.board, c.rule, got, c.facts)
		}
	}
}

// TestProbeByHand checks that probing solves a board on which no single line implies
// anything.
func TestProbeByHand(t *testing.T) {
	b := mustParse(t, "2x4:2/1.1/1/1/1/1")
	if d := puzzletest.Deduce(t, b, deduction.Options{Use: upTo(hard)}); len(d.Steps) > 0 {
		t.Errorf("without probing: %s", d.Text(0))
	}
	d := puzzletest.Deduce(t, b, deduction.Options{Use: only("probe")})
	if d.Solution == nil || *d.Solution != "\x00\x01\x01\x00\x01\x00\x00\x01" {
		t.Errorf("%v is left", d.State)
	}
}

// TestLevels checks the levels of the boards in testdata. Boards of sgt-pattern must need no probe,
// because the solver of sgt-pattern works line by line. The boards of probedIDs must need probes.
// On boards of any kind, the rules must reach the same states as native/line. Without the rule
// "probe", the rules must reach the states after solving line by line. With the rule "probe", they
// must reach the states after probing.
func TestLevels(t *testing.T) {
	boards := map[*Board]string{}
	for _, id := range ids(t)[:40] {
		boards[mustParse(t, id)] = "hard"
	}
	for _, id := range probedIDs(t) {
		boards[mustParse(t, id)] = "extreme"
	}
	// On these boards, some cells are probed again.
	boards[mustParse(t, "6x6:1/1.1/1.2/1.1/3.1/1.2/3/1.1/1.2/1.1/1.1/2.1")] = ""
	boards[mustParse(t, "6x6:1.1/1.1/1.2/1/3.1/2.1/1.1/1.2/1.2/1.1/1.2/1.1")] = ""
	rng := rand.New(rand.NewPCG(4, 0))
	for range 300 {
		boards[small(context.Background(), rng).(*Board)] = ""
	}
	for b, level := range boards {
		d := puzzletest.Deduce(t, b, deduction.Options{})
		if level != "" && d.Solution == nil || level == "hard" && d.Level == "extreme" || level == "extreme" && d.Level != level {
			t.Errorf("%s: level %s, solved: %v, want %s", b, d.Level, d.Solution != nil, level)
		}
		lines, ok, err := b.problem().Lines(context.Background(), new(native.Stats))
		if err != nil {
			t.Fatal(err)
		}
		same(t, b, puzzletest.Deduce(t, b, deduction.Options{Use: upTo(hard)}), lines, ok)
		same(t, b, puzzletest.Deduce(t, b, deduction.Options{Use: only("complete line")}), lines, ok)
		probed, ok, err := b.problem().Probed(context.Background(), new(native.Stats))
		if err != nil {
			t.Fatal(err)
		}
		same(t, b, d, probed, ok)
	}
}

func same(t *testing.T, b *Board, d *deduction.Result, want []runlength.State, ok bool) {
	t.Helper()
	if !ok {
		if !d.Broken {
			t.Errorf("%s: not seen to have no solution", b)
		}
		return
	}
	for at, v := range want {
		if got := d.State[at]; got != [...]uint64{runlength.Unknown: 3, runlength.Zero: 1, runlength.One: 2}[v] {
			t.Errorf("%s: cell %d has %02b left, native/line says %d", b, at, got, v)
			return
		}
	}
}

// TestCancelled checks that the rule "probe" finds nothing after its context has ended.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := mustParse(t, "2x4:2/1.1/1/1/1/1")
	for _, c := range []context.Context{context.Background(), ctx} {
		found := 0
		r := newReasoner(c, b)
		r.findProbes(r.set().Start, nil, func(int, int, deduce.Pattern) { found++ })
		if (found > 0) != (c.Err() == nil) {
			t.Errorf("%d found, the context says %v", found, c.Err())
		}
	}
}

// TestStepPicture checks the marks in the picture of a step. The cell that becomes known must be
// blue. Every fact, and the runs of the line, must be yellow. The last picture must mark nothing.
func TestStepPicture(t *testing.T) {
	b := mustParse(t, probedIDs(t)[0])
	d := puzzletest.Deduce(t, b, deduction.Options{})
	for i := 0; i <= len(d.Steps); i += 20 {
		picture := d.Picture(i)
		marks, facts := 1, 0
		if i == len(d.Steps) {
			marks = 0
		} else {
			if facts = len(d.Facts(i)); d.Steps[i].Rule.Level != levels[extreme] {
				facts++ // the runs
			}
		}
		if got := puzzletest.Painted(picture, draw.Sky); got != marks {
			t.Errorf("step %d: %d cells on blue, want %d", i+1, got, marks)
		}
		if got := puzzletest.Painted(picture, draw.Yellow); got != facts {
			t.Errorf("step %d: %d yellow cells, want %d", i+1, got, facts)
		}
	}
}

// TestFewer checks on random states, possible or not, that a rule still finds its conclusions after
// further values have been removed. Each state gets a new reasoner, so that no conclusion comes
// from an earlier state.
func TestFewer(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 600 {
		b := small(context.Background(), rng).(*Board)
		err := puzzletest.Fewer(rng, func() *deduce.Problem {
			set := newReasoner(context.Background(), b).set()
			return &deduce.Problem{Start: set.Start, Rules: set.Rules}
		})
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
	}
}
