package submarines

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native/margins"
)

func TestExplainUnsolvable(t *testing.T) {
	for _, c := range []struct{ text, solvable, sums string }{
		{"rows=3,2,0 cols=1,3,1", "3, 2",
			"C(1) = 3 <= 2 = R*(1) fails\nC(1..2) = 4 <= 4 = R*(1..2) holds\nC(1..3) = 5 <= 5 = R*(1..3) holds\n"},
		{"rows=3,1,0 cols=2,2,0", "2, 4, 3",
			"C(1) = 2 <= 2 = R*(1) holds\nC(1..2) = 4 <= 3 = R*(1..2) fails\nC(1..3) = 4 <= 4 = R*(1..3) holds\n"},
		{"rows=1,2 cols=2,2", "rows, 3, columns, 4",
			"C(1) = 2 <= 2 = R*(1) holds\nC(1..2) = 4 <= 3 = R*(1..2) fails\n"},
		{"rows=1,1 cols=1,0", "rows, 2, columns, 1",
			"C(1) = 1 <= 2 = R*(1) holds\nC(1..2) = 1 <= 2 = R*(1..2) holds\n"},
		{"rows=0,3 cols=1,2", "row 2, 3, 2 cells",
			"C(1) = 2 <= 1 = R*(1) fails\nC(1..2) = 3 <= 2 = R*(1..2) fails\n"},
		{"rows=2,1 cols=0,3", "column 2, 3, 2 cells",
			"C(1) = 3 <= 2 = R*(1) fails\nC(1..2) = 3 <= 3 = R*(1..2) holds\n"},
	} {
		in, err := parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		got := puzzletest.Facts(t, in.(*Board))
		if len(got) != 4 || got["solutions"].Value != "0" || got["solvable"].Value != false || !facttest.States(got["solvable"].Text, c.solvable) || got["partial_sums"].Text != c.sums {
			t.Errorf("%s: %+v\nwant %s\n%s", c.text, got, c.solvable, c.sums)
		}
	}
}

// TestExplainAmbiguous checks the facts of the board rows=2,2,1 cols=1,3,1. The note of 3 April
// 2006 prints its two solutions, so Explain must return these two and the chain between them.
func TestExplainAmbiguous(t *testing.T) {
	got := puzzletest.Facts(t, &Board{rows: []int{2, 2, 1}, cols: []int{1, 3, 1}})
	both := []string{"110011010", "011110010"}
	first, second := got["solution"].Value.(string), got["second_solution"].Value.(string)
	if first == second || !slices.Contains(both, first) || !slices.Contains(both, second) {
		t.Errorf("solutions %s and %s, want %v", first, second, both)
	}
	if want := "?1?/?1?/010"; got["forced"].Value != want {
		t.Errorf("forced %v, want %s", got["forced"].Value, want)
	}
	chain, err := json.Marshal(got["chain"].Value)
	if err != nil {
		t.Fatal(err)
	}
	// The chain begins at a cell of the first solution, goes down or up, then to the other column
	// and back.
	want := map[string][2]string{
		"110011010": {"[[0,0],[1,0],[1,2],[0,2]]", "(1,1) (2,1) (2,3) (1,3)"},
		"011110010": {"[[0,2],[1,2],[1,0],[0,0]]", "(1,3) (2,3) (2,1) (1,1)"},
	}[first]
	if string(chain) != want[0] || got["chain"].Text != want[1] {
		t.Errorf("chain %s, %q, want %v", chain, got["chain"].Text, want)
	}
}

// TestForced checks the fact forced of random boards against the list of all solutions. The facts
// solution and second_solution must be solutions, and there must be a chain exactly if the board
// has at least two solutions.
func TestForced(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	for range 300 {
		b := small(context.Background(), rng).(*Board)
		all := puzzletest.List(t, &Puzzle, b, "native", 10_000)
		got := puzzletest.Facts(t, b)
		if len(all) == 0 {
			continue
		}
		if want := shared(all, len(b.cols)); got["forced"].Value != want {
			t.Errorf("%v: forced is %v, want %s", b, got["forced"].Value, want)
		}
		if (got["second_solution"].Value != nil) != (len(all) > 1) || (got["chain"].Value != nil) != (len(all) > 1) {
			t.Errorf("%v: second solution %v, chain %v of %d", b, got["second_solution"].Value, got["chain"].Value, len(all))
		}
		for _, name := range []string{"solution", "second_solution"} {
			if text, ok := got[name].Value.(string); ok {
				s, err := encode.ParseSolution(text, b.Sites())
				if err != nil || b.Check(s) != nil {
					t.Errorf("%v: %s %s: %v, %v", b, name, text, err, b.Check(s))
				}
			}
		}
	}
}

// shared returns the values that all the listed solutions share, in the form of the fact forced.
func shared(all []encode.Solution, w int) string {
	var text []byte
	for i := range all[0] {
		if i > 0 && i%w == 0 {
			text = append(text, '/')
		}
		if slices.ContainsFunc(all, func(s encode.Solution) bool { return s[i] != all[0][i] }) {
			text = append(text, '?')
		} else {
			text = append(text, '0'+all[0][i])
		}
	}
	return string(text)
}

// TestExplainLarge checks a board whose solutions cannot be counted quickly. The fact solutions
// must have only a text, and all other facts must be complete.
func TestExplainLarge(t *testing.T) {
	side := strings.TrimSuffix(strings.Repeat("100,", 200), ",")
	in, err := parse("rows=" + side + " cols=" + side)
	if err != nil {
		t.Fatal(err)
	}
	got := puzzletest.Facts(t, in.(*Board))
	if f := got["solutions"]; f.Value != nil || f.Text == "" {
		t.Errorf("solutions: %+v", f)
	}
	if got["unique"].Value != false || got["second_solution"].Value == nil || strings.Trim(got["forced"].Value.(string), "?/") != "" {
		t.Errorf("unique %v, forced %v", got["unique"].Value, got["forced"].Value)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := in.(*Board).Explain(ctx); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestExplainPicture checks that the picture shows the board with its sums and, if there is one,
// the solution. For a board with several solutions, it must show two of them. The cells in which
// solutions differ must be yellow, and the chain must be drawn on the first of the two solutions.
func TestExplainPicture(t *testing.T) {
	for _, c := range []struct {
		text   string
		boards int
	}{
		{"rows=2,2,1 cols=1,3,1", 2},
		{"rows=1,3,2,5 cols=3,3,1,2,2", 2},
		{"rows=2,1,3 cols=1,2,3", 1},
		{"rows=3,2,0 cols=1,3,1", 1},
	} {
		in, err := parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		x, err := b.Explain(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		picture, err := x.Picture()
		if err != nil {
			t.Fatal(err)
		}
		all, err := puzzletest.ReadBoards(picture)
		if err != nil {
			t.Fatal(err)
		}
		known := puzzletest.Facts(t, b)
		solutions := []string{strings.Repeat("0", len(b.Sites()))}
		if s, ok := known["solution"].Value.(string); ok {
			solutions[0] = s
		}
		if s, ok := known["second_solution"].Value.(string); ok {
			solutions = append(solutions, s)
		}
		var want []*puzzletest.Drawn
		for _, s := range solutions {
			p := &puzzletest.Drawn{}
			for _, n := range b.rows {
				p.Right = append(p.Right, strconv.Itoa(n))
			}
			for _, n := range b.cols {
				p.Bottom = append(p.Bottom, strconv.Itoa(n))
			}
			forced, _ := known["forced"].Value.(string)
			forced = strings.ReplaceAll(forced, "/", "")
			for k := range s {
				shown := puzzletest.Shown{Fill: draw.White, Disc: s[k] == '1'}
				if forced != "" && forced[k] == '?' {
					shown.Fill = draw.Yellow
				}
				p.Cells = append(p.Cells, shown)
			}
			want = append(want, p)
		}
		if chain, ok := known["chain"].Value.([]margins.Cell); ok {
			var sites []int
			for _, at := range chain {
				sites = append(sites, at[0]*len(b.cols)+at[1])
			}
			want[0].Chains = [][]int{sites}
		}
		if len(all) != c.boards || all[0].Title == all[c.boards-1].Title != (c.boards == 1) {
			t.Errorf("%s: %d boards, want %d with different titles", c.text, len(all), c.boards)
		}
		if diff := cmp.Diff(want, all, cmpopts.IgnoreUnexported(puzzletest.Drawn{}), cmpopts.IgnoreFields(puzzletest.Drawn{}, "Title")); diff != "" {
			t.Errorf("%s: %s", c.text, diff)
		}
	}
}

// TestExplainSolutions checks the facts solution and second_solution: their text must be the
// drawing of their value.
func TestExplainSolutions(t *testing.T) {
	drawn := map[string]string{
		"110011010": "1 1 . | 2\n. 1 1 | 2\n. 1 . | 1\n------+\n1 3 1\n",
		"011110010": ". 1 1 | 2\n1 1 . | 2\n. 1 . | 1\n------+\n1 3 1\n",
		"011001111": ". 1 1 | 2\n. . 1 | 1\n1 1 1 | 3\n------+\n1 2 3\n",
	}
	for _, b := range []*Board{
		{rows: []int{2, 2, 1}, cols: []int{1, 3, 1}},
		{rows: []int{2, 1, 3}, cols: []int{1, 2, 3}},
	} {
		known := puzzletest.Facts(t, b)
		for _, name := range []string{"solution", "second_solution"} {
			f, ok := known[name]
			if !ok && name == "second_solution" && known["unique"].Value == true {
				continue
			}
			if want, ok := drawn[fmt.Sprint(f.Value)]; !ok || f.Text != want {
				t.Errorf("%v: %s %v is drawn\n%swant\n%s", b, name, f.Value, f.Text, want)
			}
		}
	}
}
