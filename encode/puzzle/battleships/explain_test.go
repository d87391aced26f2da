package battleships

import (
	"context"
	"fmt"
	"maps"
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
	"counterproof/sat"
	"counterproof/sat/cnf"
)

func told(t *testing.T, b *Board) map[string]any {
	t.Helper()
	x, err := b.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return known(x)
}

func known(x *encode.Explanation) map[string]any {
	known := map[string]any{}
	for _, f := range x.Facts {
		known[f.Name] = f.Value
	}
	return known
}

// TestExplain checks the facts of small boards against the list of solutions that SAT
// finds.
func TestExplain(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	for range 60 {
		b := small(context.Background(), rng).(*Board)
		enc, err := encode.CNF(&Puzzle, b, Puzzle.Styles[0])
		if err != nil {
			t.Fatal(err)
		}
		var all []encode.Solution
		sat.Blocking{F: &enc.Formula}.Search(context.Background(), new(cnf.Stats), func(m cnf.Model) bool {
			all = append(all, enc.Decode(m))
			return true
		})
		want := map[string]any{"solutions": strconv.Itoa(len(all)), "unique": len(all) == 1}
		if len(all) > 0 {
			want["forced"] = shared(all, len(b.cols))
		}
		if diff := cmp.Diff(want, told(t, b)); diff != "" {
			t.Errorf("%v: %s", b, diff)
		}
	}
}

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

func TestExplainCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := mustParse(t, Puzzle.Example).Explain(ctx); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

const (
	sea  = draw.Colour(0xd4ebf7ff)
	deep = draw.Sky
)

// TestPicture checks the pictures of the hints, of a solution, and of what all solutions
// share.
func TestPicture(t *testing.T) {
	b := mustParse(t, "rows=0,2,?,1 cols=?,1,?,1 fleet=2,1 given=.w../..../..../...c")
	s := encode.Solution("\x00\x00\x00\x00\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01")
	x, err := b.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	shared, err := x.Picture()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		picture *draw.Picture
		title   string
		cells   string // one of .w~c#, and * for other parts
		parts   int    // number of paths
	}{
		{"puzzle", b.Picture(nil), "fleet 2 1", ".w.............c", 0},
		{"solution", b.Picture(&s), "fleet 2 1", "~w~~**~~~~~~~~~c", 2},
		{"explanation", shared, "fleet 2 1", "~w~~.#.~~~~~~~~c", 0},
	} {
		all, err := puzzletest.ReadBoards(c.picture)
		if err != nil || len(all) != 1 {
			t.Fatalf("%s: %d pictures, %v", c.name, len(all), err)
		}
		if !facttest.States(all[0].Title, c.title) {
			t.Errorf("%s: title %q, want %s", c.name, all[0].Title, c.title)
		}
		want := &puzzletest.Drawn{Right: []string{"0", "2", "?", "1"}, Bottom: []string{"?", "1", "?", "1"}}
		for _, letter := range c.cells {
			shown := puzzletest.Shown{Fill: draw.White}
			switch letter {
			case 'w':
				shown.Fill, shown.Texts = deep, []string{"~"}
			case '~':
				shown.Fill = sea
			case 'c':
				shown.Fill, shown.Disc = deep, true
			}
			want.Cells = append(want.Cells, shown)
		}
		if diff := cmp.Diff(want, all[0], cmpopts.IgnoreUnexported(puzzletest.Drawn{}), cmpopts.IgnoreFields(puzzletest.Drawn{}, "Title", "Chains")); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		any := 0
		for _, r := range puzzletest.Shapes[draw.Rect](c.picture) {
			if r.W == 16 {
				any++
			}
		}
		if any != strings.Count(c.cells, "#") {
			t.Errorf("%s: %d parts of ships that may be any", c.name, any)
		}
		if n := len(puzzletest.Shapes[draw.Path](c.picture)); n != c.parts {
			t.Errorf("%s: %d round ends, want %d", c.name, n, c.parts)
		}
	}
}

func TestDraw(t *testing.T) {
	b := mustParse(t, "rows=0,3,?,1,0 cols=1,1,1,2 fleet=3,2 given=.w../..../..../..../....")
	if got, want := b.Draw(nil), ". ~ . . | 0\n. . . . | 3\n. . . . | ?\n. . . . | 1\n. . . . | 0\n--------+\n1 1 1 2\nfleet 3 2\n"; got != want {
		t.Errorf("the clues are drawn as\n%swant\n%s", got, want)
	}
	s := encode.Solution("\x00\x00\x00\x00\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01")
	if got, want := b.Draw(&s), "~ ~ ~ ~ | 0\nl m r ~ | 3\n~ ~ ~ ~ | ?\n~ ~ ~ t | 1\n~ ~ ~ b | 0\n--------+\n1 1 1 2\nfleet 3 2\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	b = mustParse(t, "rows=10 cols=?,?,12 fleet=")
	s = "\x00\x00\x01"
	if got, want := b.Draw(&s), " ~  ~  c | 10\n---------+\n ?  ? 12\nno ships\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	b = mustParse(t, "rows=?,? cols=?,? fleet=2")
	s = "\x01\x01\x01\x00"
	if got, want := b.Draw(&s), "# r | ?\nb ~ | ?\n----+\n? ?\nfleet 2\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestExplainLarge checks that Explain finds a board ambiguous even if counting its
// solutions takes too long.
func TestExplainLarge(t *testing.T) {
	b := mustParse(t, "rows=?,?,?,?,?,? cols=?,?,?,?,?,? fleet=3,2,2,1,1,1")
	for nodes, want := range map[int64]string{1000: "2 or more", 1_500_000: "894296"} {
		x, err := b.explain(context.Background(), 1_000_000, nodes)
		if err != nil {
			t.Fatal(err)
		}
		known := known(x)
		if known["solutions"] != want || known["unique"] != false || strings.Trim(known["forced"].(string), "?/") != "" {
			t.Errorf("within %d nodes: %v, want %s solutions", nodes, known, want)
		}
	}
}

// TestExplainTooMuch checks that Explain adds every fact that took too long, with a text
// instead of a value.
func TestExplainTooMuch(t *testing.T) {
	for _, c := range []struct {
		text          string
		search, count int64
		facts         map[string]string // by fact: its Value, empty if it has only a Text
		boards        int
	}{
		// With every second sum and a fleet that fills the board, no solution is found.
		{"rows=?,1,?,2,?,11,?,7,?,6,?,4,?,3,?,5,?,2,?,5 cols=?,2,?,2,?,8,?,9,?,2,?,4,?,5,?,3,?,9,?,2 " +
			"fleet=7,6,6,5,5,5,4,4,4,4,3,3,3,3,3,2,2,2,2,2,2,1,1,1,1,1,1,1", 1000, 1000,
			map[string]string{"solutions": "", "forced": ""}, 1},
		// Two solutions are found at once, but not the cells that all solutions share.
		{"rows=" + strings.TrimSuffix(strings.Repeat("?,", 10), ",") + " cols=" + strings.TrimSuffix(strings.Repeat("?,", 10), ",") +
			" fleet=4,3,3,2,2,2,1,1,1,1", 500, 500,
			map[string]string{"solutions": "2 or more", "unique": "false", "forced": ""}, 2},
		// Each cell takes few nodes, but all cells together take many.
		{"rows=" + strings.TrimSuffix(strings.Repeat("?,", 64), ",") + " cols=" + strings.TrimSuffix(strings.Repeat("?,", 64), ",") +
			" fleet=" + strings.TrimSuffix(strings.Repeat("3,", 30)+strings.Repeat("2,", 30)+strings.Repeat("1,", 30), ","), 3000, 3000,
			map[string]string{"solutions": "2 or more", "unique": "false", "forced": ""}, 2},
	} {
		b := mustParse(t, c.text)
		x, err := b.explain(context.Background(), c.search, c.count)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, f := range x.Facts {
			if got[f.Name] = ""; f.Value != nil {
				got[f.Name] = fmt.Sprint(f.Value)
			} else if f.Text == "" {
				t.Errorf("%v: %s has neither a value nor a text", b, f.Name)
			}
		}
		if diff := cmp.Diff(c.facts, got); diff != "" {
			t.Errorf("%v: %s", b, diff)
		}
		picture, err := x.Picture()
		if err != nil {
			t.Fatal(err)
		}
		all, err := puzzletest.ReadBoards(picture)
		titles := map[string]bool{}
		for _, p := range all {
			titles[p.Title] = strings.HasSuffix(p.Title, b.fleetText())
		}
		if err != nil || len(all) != c.boards || len(titles) != c.boards || slices.Contains(slices.Collect(maps.Values(titles)), false) {
			t.Errorf("%v: %d boards with the titles %v, %v, want %d", b, len(all), titles, err, c.boards)
		}
	}
}

// TestExplainNone checks that Explain reports why sums and a fleet contradict each other.
func TestExplainNone(t *testing.T) {
	for text, want := range map[string]string{
		"rows=1,1 cols=?,? fleet=1":   "0, rows, 2, 1",
		"rows=1,? cols=1,0 fleet=1,1": "0, columns, 1, 2",
		"rows=3,? cols=?,? fleet=2,1": "0, row 1, 3, 2 cells",
		"rows=?,? cols=?,? fleet=3":   "0, 3 cells",
		"rows=?,? cols=?,? fleet=1,1": "",
	} {
		x, err := mustParse(t, text).Explain(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got := x.Facts[0]; got.Name != "solutions" || got.Value != "0" || (got.Text == "") != (want == "") || !facttest.States(got.Text, want) {
			t.Errorf("%s: %+v, want %q", text, got, want)
		}
	}
}
