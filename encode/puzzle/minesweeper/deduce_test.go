package minesweeper

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
	"counterproof/native/deduce"
)

// TestDeduction runs the deduction checks on stored games of sgt-mines, on random boards
// and games, and on boards made by hand that need the harder rules. Every rule must be
// used. The long form has more random boards.
func TestDeduction(t *testing.T) {
	all, _ := ids(t)
	boards := append(slices.Clone(all[:3]), all[10:12]...)
	boards = append(boards, all[20])
	for _, c := range byHand {
		boards = append(boards, c.board)
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Drawn: processtest.Cases(200, 800), Orders: 1})
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

// TestNothingLeft checks boards that are not games, so that no cells are opened. The rules must
// remove every value that does not occur in any solution. SAT finds these values.
func TestNothingLeft(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 0))
	var boards []string
	for len(boards) < 60 {
		if b := small(context.Background(), rng).(*Board); b.game == nil {
			boards = append(boards, b.String())
		}
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Orders: 1})
	if err != nil || found.Left > 0 || found.Solved < 10 || found.Steps["all ways"] == 0 {
		t.Errorf("%+v, %v", *found, err)
	}
}

// byHand lists boards for each rule. The field steps lists all steps of the rule if no other rule
// is used, in the form that puzzletest.DiffSteps expects. The field facts lists the facts of the
// first step.
var byHand = []struct {
	board, rule string
	steps       []string
	facts       string
}{
	{"?.?", "single number", []string{
		"0=1: 0, row 1, column 2, row 1, column 1",
		"1=1: 0, row 1, column 2, row 1, column 3",
	}, "[]"},
	{"*1?", "single number", []string{"0=1: 1, row 1, column 2, row 1, column 3"}, "[]"},
	{"?2?", "single number", []string{
		"0=0: 2, row 1, column 2, row 1, column 1",
		"1=0: 2, row 1, column 2, row 1, column 3",
	}, "[]"},
	// Step by step: the last number has only one cell, and then the first number has
	// its mine.
	{"?1?1.", "single number", []string{
		"0=1: 1, row 1, column 2, row 1, column 1",
		"1=0: 1, row 1, column 4, row 1, column 3",
	}, "[]"},
	{"?3?", "single number", []string{
		"0=0: 3, row 1, column 2, row 1, column 1",
		"0=1: 3, row 1, column 2, row 1, column 1",
	}, "[]"},
	// The first 1 is at the edge.
	{"????/11??", "pair of numbers", []string{
		"2=1: 1, row 2, column 1, row 2, column 2, row 1, column 3",
		"4=1: 1, row 2, column 1, row 2, column 2, row 2, column 3",
	}, "[]"},
	// The 3 lacks two mines, and the 2 lacks one. The two cells next to both numbers hold at least
	// one mine because of the 3, and at most one because of the 2.
	{"????/*32*", "pair of numbers", []string{
		"0=0: 2, row 2, column 3, 3, row 2, column 2, row 1, column 1",
		"3=1: 3, row 2, column 2, 2, row 2, column 3, row 1, column 4",
	}, "[]"},
	{"mines=1 *??", "mine count", []string{
		"0=1: 1, row 1, column 2",
		"1=1: 1, row 1, column 3",
	}, "[]"},
	{"mines=3 *??", "mine count", []string{
		"0=0: 3, row 1, column 2",
		"1=0: 3, row 1, column 3",
	}, "[]"},
	// A mine at row 2, column 1 would be next to the upper and the lower number. The number on the
	// right would then have no mine.
	{"?1?/??1/?1?", "few numbers", []string{
		"2=1: 1, row 1, column 2, row 2, column 3, row 3, column 2, row 2, column 1",
	}, "[]"},
	// Without a mine at row 4, column 1, the other three cells around the 3 are mines. Then the 2s
	// in rows 2 and 3 have all their mines, and the first 2 has only one cell left for two mines.
	{"?2?/2??/??2/?3?", "few numbers", []string{
		"6=0: 2, row 1, column 2, row 2, column 1, row 3, column 3, 3, row 4, column 2, row 4, column 1",
	}, "[]"},
	// A mine at row 1, column 5 would be next to two 1s, in rows 1 and 2. Then the right 2 has both
	// mines in the lowest row, next to the left 2. The mine of the first 1 would be the third mine
	// of the left 2.
	{"?1?1?/?22?1/?????", "connected numbers", []string{
		"2=1: 5, 1, row 1, column 4, row 1, column 5",
	}, "[]"},
	{"mines=1 ?1???", "all ways", []string{
		"2=1: 1, row 1, column 4",
		"3=1: 1, row 1, column 5",
	}, "[]"},
	{"mines=2 ?1??", "all ways", []string{
		"2=0: 2, row 1, column 4",
	}, "[]"},
}

func TestRules(t *testing.T) {
	for _, c := range byHand {
		b := mustParse(t, c.board)
		i := slices.IndexFunc(b.Rules(), func(r deduction.Rule) bool { return r.Name == c.rule })
		if i < 0 {
			t.Fatalf("no rule %s", c.rule)
		}
		d := puzzletest.Deduce(t, b, deduction.Options{Use: func(r deduction.Rule) bool { return r.Name == c.rule }})
		if diff := puzzletest.DiffSteps(d, c.steps); diff != "" {
			t.Errorf("%s, %s:\n%s", c.board, c.rule, diff)
		}
		if got := fmt.Sprint(d.Facts(0)); len(d.Steps) > 0 && got != c.facts {
			t.Errorf("%s, %s: facts %s, want %s", c.board, c.rule, got, c.facts)
		}
		// No easier rule finds a step on this board.
		level := b.Rules()[i].Level
		easier := puzzletest.Deduce(t, b, deduction.Options{Use: func(r deduction.Rule) bool {
			return slices.Index(levels, r.Level) < slices.Index(levels, level) || level == "exact" && r.Name == "connected numbers" && c.rule != r.Name
		}})
		if len(easier.Steps) > 0 {
			t.Errorf("%s: %s", c.board, easier.Text(0))
		}
	}
}

// TestOpened checks that a cell of a game shows its number once the cell is proved safe. Later
// steps can use this number and must list the proof as a fact. On the same board without its mines,
// the rules must not open any cell.
func TestOpened(t *testing.T) {
	d := puzzletest.Deduce(t, mustParse(t, "6x1:0,0,u20"), deduction.Options{})
	if diff := puzzletest.DiffSteps(d, []string{
		"0=0: 1, row 1, column 2, row 1, column 3",
		"1=1: row 1, column 4, 1, 1, 1", // of 1 mine, row 1, shows 1
		"2=1: 1, row 1, column 4, row 1, column 5, 0",
		"3=1: 0, row 1, column 5, row 1, column 6, 0",
	}); diff != "" {
		t.Fatal(diff)
	}
	for i, want := range []string{"[]", "[{0 0}]", "[{1 1} {0 0}]", "[{2 1}]"} {
		if got := fmt.Sprint(d.Facts(i)); got != want {
			t.Errorf("step %d: facts %s, want %s", i+1, got, want)
		}
	}
	if d.Solution == nil || *d.Solution != "\x01\x00\x00\x00" {
		t.Errorf("%v of level %s", d.Solution, d.Level)
	}
	// The mine is in one of two cells; the cells to their right are safe, and their numbers say
	// nothing more.
	d = puzzletest.Deduce(t, mustParse(t, "4x2:0,0,u20"), deduction.Options{})
	if d.Solution != nil || d.Broken || !slices.Equal(d.State, []uint64{3, 1, 3, 1}) {
		t.Errorf("%v is left", d.State)
	}
	// The same board as a drawing opens no cells.
	d = puzzletest.Deduce(t, mustParse(t, "mines=1 .1????"), deduction.Options{})
	if d.Solution == nil || len(d.Steps) != 4 || facttest.States(d.Text(1), "1, 1, 1") {
		t.Errorf("%v is left", d.State)
	}
}

// TestGamesDeduced checks that the rules solve the games that sgt-mines makes. sgt-mines promises
// games that can be solved without guessing.
func TestGamesDeduced(t *testing.T) {
	all, _ := ids(t)
	if program, ok := processtest.Find(t, "sgt-mines"); ok {
		all = append(all, fresh(t, program)...)
	}
	level := map[string]int{}
	for _, id := range all {
		b := mustParse(t, id)
		d := puzzletest.Deduce(t, b, deduction.Options{})
		if d.Solution == nil || *d.Solution != *b.Hidden() {
			t.Errorf("%s is not solved: %d values left", id, d.Open())
		}
		level[d.Level]++
	}
	t.Log(level)
	if level["easy"] == 0 || level["normal"] == 0 || level["exact"] == 0 {
		t.Errorf("levels %v", level)
	}
}

func fresh(t *testing.T, program string) (ids []string) {
	t.Helper()
	for _, params := range []string{"9x9n10", "16x16n40", "30x16n99"} {
		out, err := exec.Command(program, "--generate", "5", params).Output()
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, strings.Fields(string(out))...)
	}
	return ids
}

// TestGameSteps checks each step of a game with SAT. The value that the step removes must be
// impossible on the board before the step. If the game is not solved, each value that is left at
// the end must be possible.
func TestGameSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	solved, stuck := 0, 0
	for solved < 10 || stuck < 5 {
		g := hide(rng, 6, 6, 3+rng.IntN(6))
		if g.first = rng.IntN(36); g.mine[g.first] {
			continue
		}
		b := g.board()
		d := puzzletest.Deduce(t, b, deduction.Options{})
		now := *b
		now.game, now.cells = nil, slices.Clone(b.cells)
		cell := newReasoner(context.Background(), new(native.Stats), b).cell
		for i, st := range d.Steps {
			at := cell[st.Gone.Site]
			if possible(t, &now, at, st.Gone.Value) {
				t.Fatalf("%v, step %d: %s", b, i+1, d.Text(i))
			}
			now.cells[at] = flagged
			if st.Gone.Value == mine {
				now.cells[at] = g.number(at)
			}
		}
		if d.Solution != nil {
			solved++
			continue
		}
		if stuck++; stuck > 5 {
			continue
		}
		for j, left := range d.State {
			for v := range deduce.Each(left) {
				if left == 3 && !possible(t, &now, cell[j], v) {
					t.Errorf("%v ends, and row %d, column %d is not %d", b, cell[j]/b.w+1, cell[j]%b.w+1, v)
				}
			}
		}
	}
}

// TestStepPicture checks that the picture of a step shows the cell that becomes known in blue, the
// numbers that the step uses in yellow, and the total. The last picture must not have these
// colours.
func TestStepPicture(t *testing.T) {
	all, _ := ids(t)
	boards := []string{all[0]}
	for _, c := range byHand {
		boards = append(boards, c.board)
	}
	for _, text := range boards {
		b := mustParse(t, text)
		d := puzzletest.Deduce(t, b, deduction.Options{})
		for i := 0; i <= len(d.Steps); i++ {
			picture := d.Picture(i)
			if total := b.title(); total != "" && !strings.Contains(puzzletest.Shapes[draw.Text](picture)[0].Text, total) {
				t.Errorf("%s, step %d: the picture lacks %q", text, i+1, total)
			}
			blue, yellow := puzzletest.Painted(picture, draw.Sky), puzzletest.Painted(picture, draw.Yellow)
			if i == len(d.Steps) {
				if blue > 0 || yellow > 0 {
					t.Errorf("%s: the last picture has %d blue, %d yellow", text, blue, yellow)
				}
				continue
			}
			if named := strings.Count(d.Text(i), "the ") > 0; blue != 1 || yellow == 0 && named && strings.Contains(d.Text(i), " at row") {
				t.Errorf("%s, step %d: %d blue, %d yellow: %s", text, i+1, blue, yellow, d.Text(i))
			}
		}
	}
}

// TestDeduceCancelled checks that the rule "connected numbers" finds nothing after its
// context has ended.
func TestDeduceCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := mustParse(t, "?1?1?/?22?1/?????")
	for _, c := range []context.Context{context.Background(), ctx} {
		r := newReasoner(c, new(native.Stats), b)
		set := r.set()
		found := 0
		set.Rules[4].Find(set.Start, nil, func(int, int, deduce.Pattern) { found++ })
		if (found > 0) != (c.Err() == nil) {
			t.Errorf("%d found, the context says %v", found, c.Err())
		}
	}
}

// BenchmarkDeduce solves the stored games by deduction. It reports games per second.
func BenchmarkDeduce(b *testing.B) {
	all, _ := ids(b)
	for b.Loop() {
		for _, id := range all {
			if d := puzzletest.Deduce(b, mustParse(b, id), deduction.Options{}); d.Solution == nil {
				b.Error(id)
			}
		}
	}
	b.ReportMetric(float64(len(all)*b.N)/b.Elapsed().Seconds(), "games/s")
}
