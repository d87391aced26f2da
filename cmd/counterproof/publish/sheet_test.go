package publish

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"counterproof/bench/solve/generator"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/encode/draw"
	"counterproof/encode/test/facttest"
	"counterproof/reports/paper/booklet"
)

// finished calls Finish for all boards and returns them.
func finished(t *testing.T, p *encode.Puzzle, all ...booklet.Board) []booklet.Board {
	t.Helper()
	for i := range all {
		if err := all[i].Finish(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestBoards checks that a booklet without levels has the boards that the generator makes with the
// same seed. It also checks that each answer is a solution, and which texts are next to the boards.
func TestBoards(t *testing.T) {
	p := catalog.Find("sudoku")
	if seedOf(5, "") != 5 || seedOf(5, "easy") == seedOf(5, "hard") || seedOf(5, "easy") == seedOf(6, "easy") {
		t.Error("the level is not part of the seed, or there is a seed for no level")
	}
	g, err := generator.Draw{Size: encode.Size{H: 4, W: 4}, Seed: 5, Difficulty: "easy"}.For(p)
	if err != nil {
		t.Fatal(err)
	}
	all, err := fill(t.Context(), p, []*stock{{drawer: g, want: 4}}, func() {})
	if err != nil || len(all) != 4 {
		t.Fatalf("%d boards, %v", len(all), err)
	}
	for i, b := range all {
		want, err := g.Board(t.Context(), i)
		if err != nil || b.Instance.String() != want.String() {
			t.Errorf("board %d is %v, want %v, %v", i+1, b.Instance, want, err)
		}
		if err := b.Instance.Check(*b.Key.Solution); err != nil || b.Key.String() != "" {
			t.Errorf("board %d: %v, %q", i+1, err, b.Key)
		}
	}
	two := booklet.Sections(p, all, 3)
	if len(two) != 2 || two[0].PerPage != 3 || !two[1].Small || two[1].Heading == "" {
		t.Errorf("the sections are %+v", two)
	}
	for i := range all {
		board, key := two[0].Items[i], two[1].Items[i]
		if want := fmt.Sprintf("%d. Sudoku", i+1); board.Title != want || key.Title != want || board.Note != all[i].Level+", 4x4" || key.Caption != "" {
			t.Errorf("board %d has %q, %q and %q, %q", i+1, board.Title, board.Note, key.Title, key.Caption)
		}
		cells := all[i].Instance.Sites()
		if len(texts(key.Picture)) != len(cells) || len(texts(board.Picture)) >= len(cells) {
			t.Errorf("board %d has %d digits and its answer %d of %d", i+1, len(texts(board.Picture)), len(texts(key.Picture)), len(cells))
		}
	}
}

func texts(p *draw.Picture) (all []string) {
	for _, s := range p.Shapes {
		if t, ok := s.(draw.Text); ok {
			all = append(all, t.Text)
		}
	}
	return all
}

// TestAnswers checks what the booklet says about the answers of boards that the arguments name, for
// example if there are several solutions. It also checks that the level of a board with one
// solution is found.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		puzzle, board, title, note, caption string
	}{
		{"calendar", "10-06", "1. 6 October", "", "one of 7 solutions"},
		{"nonogram", "2x2:1/1/1/1", "1. Paint by Numbers", "2x2", "one of 2 solutions"},
		{"nonogram", "2x2:2/2/1/1", "1. Paint by Numbers", "2x2", "no solution"},
		{"nonogram", "2x2:2/1/2/1", "1. Paint by Numbers", "easy, 2x2", ""},
		{"minesweeper", "9x9:4,4,mc5d2ea5a4b015e0ac6100", "1. Minesweeper", "easy, beginner 9x9, 10 mines", ""},
	} {
		p := catalog.Find(c.puzzle)
		in, err := p.Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		two := booklet.Sections(p, finished(t, p, booklet.Board{Instance: in}), 0)
		b, key := two[0].Items[0], two[1].Items[0]
		if b.Title != c.title || key.Title != c.title || b.Note != c.note || key.Caption != c.caption {
			t.Errorf("%s %s: %q, %q, %q, %q, want %q, %q, %q", c.puzzle, c.board, b.Title, key.Title, b.Note, key.Caption, c.title, c.note, c.caption)
		}
	}
}

func TestEach(t *testing.T) {
	var did atomic.Int64
	steps := 0
	err := each(t.Context(), 100, func(_ context.Context, i int) error { did.Add(int64(i)); return nil }, func() { steps++ })
	if err != nil || did.Load() != 4950 || steps != 100 {
		t.Errorf("%v, the sum is %d and there are %d steps, want 4950 and 100", err, did.Load(), steps)
	}
	if err := each(t.Context(), 0, nil, nil); err != nil {
		t.Error(err)
	}
	// The smallest number decides which error is returned.
	bad := func(i int) error { return fmt.Errorf("bad %d", i) }
	err = each(t.Context(), 50, func(_ context.Context, i int) error {
		if i >= 3 {
			return bad(i)
		}
		return nil
	}, func() {})
	if err == nil || err.Error() != "bad 3" {
		t.Errorf("%v, want bad 3", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = each(ctx, 50, func(ctx context.Context, i int) error { // does not end by itself
		cancel()
		select {}
	}, func() { t.Error("a step was done") })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// TestBookletsDiffer checks that all boards of a booklet differ, and that all solutions differ. The
// booklet has 12 boards, or 36 in a long test. A third of them has each of three levels, if the puzzle has
// levels.
func TestBookletsDiffer(t *testing.T) {
	total := 12
	switch {
	case processtest.IsLong():
		total = 36
	case testing.Short():
		total = 6
	}
	small := map[string]encode.Size{ // sizes at which boards are made faster than at the default size, or which have boards of every level
		"battleships": {H: 7, W: 7}, "pairplace": {H: 7, W: 8}, "sherlock": {H: 4, W: 4}, "minesweeper": {H: 7, W: 7, N: 8},
		"lightsout": {H: 6, W: 6},
	}
	// The boards of these puzzles have only some of the levels. For example, no 5x5 board of Lights Out has a
	// unique solution, and all 6x6 boards need the hardest rule.
	some := map[string][]string{
		"gf2": {"easy", "normal"}, "lightsout": {"hard"}, "pentomino": {"easy", "hard"}, "pushpull": {"normal"}, "submarines": {"easy"},
	}
	for _, p := range catalog.All() {
		if !generator.Draws(p) {
			continue
		}
		levels := []string{""}
		example, err := p.Parse(p.Example)
		if err != nil {
			t.Fatal(err)
		}
		if in, ok := example.(deduction.Deducible); ok {
			if levels = some[p.Name]; levels == nil {
				levels = deduction.Levels(in)[:3]
			}
		}
		var stocks []*stock
		for _, level := range levels {
			g, err := generator.Draw{Size: small[p.Name], Seed: seedOf(1, level), Difficulty: level}.For(p)
			if err != nil {
				t.Fatal(err)
			}
			stocks = append(stocks, &stock{drawer: g, want: total / len(levels)})
		}
		all, err := fill(t.Context(), p, stocks, func() {})
		if err != nil || len(all) != total {
			t.Errorf("%s: %d boards, %v, want %d", p.Name, len(all), err, total)
			continue
		}
		boards, solutions := map[string]int{}, map[string]int{}
		for i, b := range all {
			boards[b.Instance.String()]++
			solutions[b.Key.Solution.Format(b.Instance.Sites())]++
			if want := levels[i*len(levels)/len(all)]; b.Level != want && want != "" {
				t.Errorf("%s: board %d has the level %q, want %q", p.Name, i+1, b.Level, want)
			}
		}
		if len(boards) != total || len(solutions) != total {
			t.Errorf("%s: %d different boards with %d different solutions, want %d", p.Name, len(boards), len(solutions), total)
		}
	}
}

// TestTooFewBoards checks the error for a booklet with more boards than exist. There are 15 boards
// of Lights Out with 2x2 cells that are not solved already, and each has one solution.
func TestTooFewBoards(t *testing.T) {
	p := catalog.Find("lightsout")
	g, err := generator.Draw{Size: encode.Size{H: 2, W: 2}, Seed: 1}.For(p)
	if err != nil {
		t.Fatal(err)
	}
	all, err := fill(t.Context(), p, []*stock{{drawer: g, want: 15}}, func() {})
	if err != nil || len(all) != 15 {
		t.Errorf("%d boards, %v, want 15", len(all), err)
	}
	_, err = fill(t.Context(), p, []*stock{{drawer: g, want: 17}}, func() {})
	if err == nil || !facttest.States(err.Error(), "lightsout, 15 of 17, size 2x2") {
		t.Errorf("got %v, want 15 of 17 boards", err)
	}
}
