package ask

import (
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/test/facttest"
)

// boards returns a board for the tests of each puzzle. For puzzles with large examples, the board
// is smaller than the example.
func boards() map[string]string {
	all := map[string]string{}
	for _, p := range desk.Puzzles {
		all[p.Name] = p.Example
	}
	for name, text := range deducible {
		all[name] = text
	}
	return all
}

// play follows hints until a hint says nothing new. It returns the entries and the
// hints.
func play(t *testing.T, puzzle, text string, most int) (entries []int, hints []Hint) {
	t.Helper()
	_, in := parsed(t, puzzle, text)
	sites := in.Sites()
	entries = make([]int, len(sites))
	left := make([][]int, len(sites))
	for i, n := range sites {
		entries[i] = -1
		left[i] = encode.Left(n, nil)
	}
	for range most {
		h := ask[Hint](t, "hint", and(about(puzzle, text), object{"entries": entries, "left": left}))
		if h.Wrong {
			t.Fatalf("%s: after right entries the hint says %q", puzzle, h.Text)
		}
		news := 0
		for _, x := range h.Removed {
			n := len(left[x[0]])
			if left[x[0]] = without(left[x[0]], x[1]); len(left[x[0]]) < n {
				news++
			}
		}
		for _, x := range h.Placed {
			if entries[x[0]] != x[1] {
				news++
			}
			entries[x[0]] = x[1]
		}
		if news == 0 {
			if done := ask[Checked](t, "check", and(about(puzzle, text), object{"entries": entries})); !done.Complete {
				t.Fatalf("%s: %q says nothing new", puzzle, h.Text)
			}
			break
		}
		hints = append(hints, h)
		for i, values := range left { // a player fills in what is left
			if entries[i] < 0 && len(values) == 1 {
				entries[i] = values[0]
			}
		}
	}
	return entries, hints
}

func without(values []int, gone int) (kept []int) {
	kept = []int{}
	for _, v := range values {
		if v != gone {
			kept = append(kept, v)
		}
	}
	return kept
}

// TestHintsSolve plays a board of each puzzle only by hints. Each hint must say something new, and
// the last hint must complete a solution.
func TestHintsSolve(t *testing.T) {
	for name, text := range boards() {
		t.Run(name, func(t *testing.T) {
			entries, hints := play(t, name, text, 600)
			c := ask[Checked](t, "check", and(about(name, text), object{"entries": entries}))
			if !c.Complete || !c.Solved || len(c.Sites) > 0 {
				t.Fatalf("after %d hints: %+v, %v", len(hints), c, entries)
			}
			if !ask[Correct](t, "correct", and(about(name, text), object{"entries": entries})).Correct {
				t.Error("a solution is not correct")
			}
			_, deduces := deducible[name]
			for _, h := range hints {
				h.SVG = ""
				if h.Searched == (h.Rule != "") || !deduces && !h.Searched || h.Text == "" || strings.Contains(h.Text, "%!") || len(h.Sites) == 0 {
					t.Errorf("%+v", h)
				}
				if h.Searched && deduces && name != "sherlock" { // techniques solve the other boards
					t.Errorf("a search although a technique goes on: %q", h.Text)
				}
			}
		})
	}
}

// TestWrongEntries enters a wrong value at one site of a board with one solution. The hint must
// name wrong entries before it says anything else.
func TestWrongEntries(t *testing.T) {
	for name, text := range boards() {
		t.Run(name, func(t *testing.T) {
			_, in := parsed(t, name, text)
			if _, ok := in.(encode.HasPieces); ok {
				return // see TestWrongPiece
			}
			right, _ := play(t, name, text, 600)
			rng := rand.New(rand.NewPCG(4, 4))
			for range 4 {
				entries := append([]int(nil), right...)
				wrong := rng.IntN(len(entries))
				entries[wrong] = (entries[wrong] + 1) % in.Sites()[wrong]
				for range len(entries) / 2 {
					if i := rng.IntN(len(entries)); i != wrong {
						entries[i] = -1
					}
				}
				question := and(about(name, text), object{"entries": entries})
				h := ask[Hint](t, "hint", question)
				named := false
				for _, i := range h.Sites {
					named = named || i == wrong
				}
				if !h.Wrong || !named || !strings.Contains(h.Text, encode.SiteName(in, wrong)) {
					t.Errorf("%v with site %d wrong: %+v", entries, wrong, h)
				}
				if ask[Correct](t, "correct", question).Correct {
					t.Errorf("%v is correct although site %d is wrong", entries, wrong)
				}
			}
		})
	}
}

// TestWrongPiece lays a piece in a wrong place, and checks that equal pieces may be laid in any
// order.
func TestWrongPiece(t *testing.T) {
	const text = ".../.#.;xxx;x;x" // the sites are the row of three and two cells below
	hint := func(entries ...int) Hint {
		return ask[Hint](t, "hint", and(about("packing", text), object{"entries": entries}))
	}
	if h := hint(1, -1, 2, -1, -1); !h.Wrong || len(h.Sites) != 1 {
		t.Errorf("a single cell in a corner of the row: %+v", h)
	}
	if h := hint(-1, -1, -1, 2, -1); h.Wrong || !h.Forced {
		t.Errorf("the second of two equal pieces comes first: %+v", h)
	}
	if c := ask[Checked](t, "check", and(about("packing", text), object{"entries": []int{0, 0, 0, 2, 1}})); !c.Solved {
		t.Errorf("equal pieces in another order: %+v", c)
	}
	if h := hint(0, 0, -1, -1, -1); h.Wrong || len(h.Sites) != 2 {
		t.Errorf("an incomplete piece: %+v", h)
	}
}

// TestOpenedCells flags too many cells around an opened cell of a game. The check uses the number
// in the opened cell, although the board itself does not show this number.
func TestOpenedCells(t *testing.T) {
	text := deducible["minesweeper"]
	_, in := parsed(t, "minesweeper", text)
	b := ask[Board](t, "board", about("minesweeper", text))
	site := map[int]int{}
	for i, cell := range b.Layout.Cell {
		site[cell] = i
	}
	hidden := *hiddenOf(in)
	tried := 0
	for i, v := range []byte(hidden) {
		entries := make([]int, len(hidden))
		for j := range entries {
			entries[j] = -1
		}
		var near []int
		r, c := b.Layout.Cell[i]/b.Layout.W, b.Layout.Cell[i]%b.Layout.W
		for y := max(0, r-1); y <= min(b.Layout.H-1, r+1); y++ {
			for x := max(0, c-1); x <= min(b.Layout.W-1, c+1); x++ {
				if j, ok := site[y*b.Layout.W+x]; ok && j != i {
					near = append(near, j)
				}
			}
		}
		if v != 0 || len(near) < 8 {
			continue
		}
		for _, j := range near {
			entries[j] = 1
		}
		question := func() object { return and(about("minesweeper", text), object{"entries": entries}) }
		if before := ask[Checked](t, "check", question()); len(before.Sites) > 0 {
			continue // a number that the board shows from the beginning already contradicts the entries
		}
		tried++
		entries[i] = 0
		if after := ask[Checked](t, "check", question()); len(after.Sites) == 0 {
			t.Errorf("eight mines around site %d break no rule after opening it", i)
		}
	}
	if tried < 3 {
		t.Errorf("only %d cells tried", tried)
	}
}

// TestLimitedHint checks that a hint says so if its searches end without a result.
func TestLimitedHint(t *testing.T) {
	old := effort
	defer func() { effort = old }()
	effort.Nodes, effort.Updates = 1, 1
	for _, c := range []struct{ puzzle, board string }{{"pentomino", "6x10"}, {"submarines", "rows=5,5,5,5,5,5,5,5,5,5 cols=5,5,5,5,5,5,5,5,5,5"}} {
		h := ask[Hint](t, "hint", and(about(c.puzzle, c.board), object{"entries": filled(t, c.puzzle, c.board, nil)}))
		if h.Wrong || h.Forced || !h.Searched || h.Text == "" || !h.Limited && len(h.Placed) == 0 {
			t.Errorf("%s: %+v", c.puzzle, h)
		}
	}
}

// TestAssumingHint follows the hints on a map with one solution that no easier technique solves. A
// hint by a Kempe chain assumes that there is one solution, so it must say so. On a map with five
// solutions, no hint may use such a chain.
func TestAssumingHint(t *testing.T) {
	board := about("map", "12x8n25:accbbbcbcbccacaacafbaibadbacaacdfhcaababacadgcaecafacdaeceaaabdbb,213a0103a1a10d1121b10")
	entries := ask[Board](t, "board", board).Fixed
	left := make([][]int, len(entries))
	for i := range left {
		left[i] = encode.Left(4, nil)
	}
	for steps := 0; ; steps++ {
		h := ask[Hint](t, "hint", and(board, object{"entries": entries, "left": left}))
		if h.Rule == "kempe chain" {
			if !facttest.States(h.Text, "one solution") || !strings.Contains(h.SVG, "one solution") {
				t.Errorf("%q and its picture do not say that they assume one solution", h.Text)
			}
			break
		}
		if h.Rule == "" || steps > 100 {
			t.Fatalf("step %d: %+v, want a Kempe chain", steps, h)
		}
		for _, x := range h.Removed {
			left[x[0]] = without(left[x[0]], x[1])
		}
		for _, x := range h.Placed {
			entries[x[0]] = x[1]
		}
	}
	several := about("map", "regions=5 colours=4 edges=0-3,1-3,2-4,3-4 given=0:2,1:3,2:0")
	if h := ask[Hint](t, "hint", and(several, object{"entries": []int{-1, -1, -1, -1, -1}})); h.Rule != "" {
		t.Errorf("with five solutions: %q, %q", h.Rule, h.Text)
	}
}
