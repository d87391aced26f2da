package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/ask"
	"counterproof/bench/solve/generator"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/play"
	"counterproof/encode/catalog"
)

// pageHint returns the hint of a page. A site without an entry has the entry -1.
func pageHint(t *testing.T, p *encode.Puzzle, board string, entries []int) (h ask.Hint) {
	t.Helper()
	question, err := json.Marshal(map[string]any{"puzzle": p.Name, "instance": board, "entries": entries})
	if err != nil {
		t.Fatal(err)
	}
	desk := &ask.Desk{Puzzles: catalog.All()}
	if err := desk.Ask(t.Context(), "hint", question, func(object any) error {
		h = object.(ask.Hint)
		return nil
	}); err != nil {
		t.Fatalf("%s %s: %v", p.Name, board, err)
	}
	return h
}

// checkSameHint compares the hint of a page with the text and the JSON that deduce --next prints.
func checkSameHint(t *testing.T, p *encode.Puzzle, board string, h ask.Hint) {
	t.Helper()
	print := func(flags ...string) string {
		var out, problems bytes.Buffer
		args := slices.Concat([]string{"counterproof", "deduce", "--next"}, flags, []string{p.Name, board})
		if code := run(args, strings.NewReader(""), &out, &problems); code != 0 {
			t.Fatalf("%v: exit status %d, %s", args, code, &problems)
		}
		return out.String()
	}
	line, _, _ := strings.Cut(print(), "\n")
	want := []string{"hint: " + h.Text, "conflict: " + h.Text}
	if h.Rule != "" {
		want = []string{h.Level + "  " + h.Text}
	}
	if !slices.ContainsFunc(want, func(text string) bool { return strings.HasSuffix(line, text) }) {
		t.Errorf("%s %s: deduce --next prints %q, and the page says %q", p.Name, board, line, want)
	}
	var got struct {
		Placed, Removed [][2]int
		Conflict        []string
	}
	if err := json.NewDecoder(strings.NewReader(print("--json"))).Decode(&got); err != nil {
		t.Fatal(err)
	}
	if (got.Conflict != nil) && !h.Wrong || !slices.Equal(got.Placed, h.Placed) || !slices.Equal(got.Removed, h.Removed) {
		t.Errorf("%s %s: deduce --next --json has %+v, and the page has %v and %v", p.Name, board, got, h.Placed, h.Removed)
	}
}

// TestSameHints draws boards of every puzzle without pieces, and asks both the page and the command line
// for a hint. On a board with pieces, a player lays whole pieces, so the page shows no move that settles
// only some cells of a piece.
func TestSameHints(t *testing.T) {
	t.Parallel()
	drawn := 5
	if processtest.IsLong() {
		drawn = 50
	}
	for _, p := range catalog.All() {
		if _, pieces := p.ExampleBoard().(play.HasPieces); pieces {
			continue
		}
		boards := append([]string{p.Example}, contradictory[p.Name]...)
		if generator.Draws(p) {
			draw := generator.Draw{Seed: 33}
			if p.Name == "battleships" && !processtest.IsLong() {
				draw.Size = encode.Size{H: 6, W: 6} // 10x10 took three quarters of the test
			}
			g, err := draw.For(p)
			if err != nil {
				t.Fatal(err)
			}
			some, err := g.Boards(t.Context(), drawn)
			if err != nil {
				t.Fatal(err)
			}
			for _, in := range some {
				boards = append(boards, in.String())
			}
		}
		for _, board := range boards {
			in, err := p.Parse(board)
			if err != nil {
				t.Fatal(err)
			}
			checkSameHint(t, p, board, pageHint(t, p, board, slices.Repeat([]int{-1}, len(in.Sites()))))
		}
	}
}

// contradictory has boards whose clues contradict each other, boards that no technique can begin, and
// a map with five solutions, on which a rule that assumes one solution does not hold.
var contradictory = map[string][]string{
	"sudoku":      {"1.1.............", "................", "123.............", "1234341221434321"},
	"minesweeper": {"1?1/?3?/111"},
	"map":         {"regions=2 colours=2 edges=0-1 given=0:0,1:0", "regions=5 colours=4 edges=0-3,1-3,2-4,3-4 given=0:2,1:3,2:0"},
	"nonogram":    {"2x2:2/2/1/1", "2x2:1/1/1/1", "2x2:1/1/2/1"},
	"pairplace":   {"BA.ED./D..AFE"},
	"submarines":  {"rows=1,1 cols=0,2", "rows=2,2 cols=1,1"},
	"packing":     {".../.#.;xxx;x;x", ".../.#.;xxx;xx"},
}

// TestSameHintsLater follows the hints on a sudoku. The page gets the values as entries, and the
// command line gets them as clues.
func TestSameHintsLater(t *testing.T) {
	t.Parallel()
	p := catalog.Find("sudoku")
	board := []byte("..1.4......3.2..")
	start := string(board)
	entries := slices.Repeat([]int{-1}, len(board))
	for steps := 0; bytes.Contains(board, []byte(".")); steps++ {
		h := pageHint(t, p, start, entries)
		checkSameHint(t, p, string(board), h)
		if len(h.Placed) == 0 || steps > len(board) {
			t.Fatalf("step %d: %+v", steps, h)
		}
		for _, x := range h.Placed {
			entries[x[0]], board[x[0]] = x[1], '1'+byte(x[1])
		}
	}
	if in, err := p.Parse(string(board)); err != nil || in.Check(encode.Solution(wordless(board))) != nil {
		t.Errorf("the hints lead to %s, %v", board, err)
	}
}

func wordless(board []byte) []byte {
	values := slices.Clone(board)
	for i := range values {
		values[i] -= '1'
	}
	return values
}
