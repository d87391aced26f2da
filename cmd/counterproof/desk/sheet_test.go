package desk

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"counterproof/bench/generator"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/draw"
)

// finished calls finish for all boards and returns them.
func finished(t *testing.T, p *encode.Puzzle, all ...board) []board {
	t.Helper()
	for i := range all {
		if err := all[i].finish(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestBoards checks that the boards of a booklet are the same as the boards of the generator with
// the same seed, and that each answer is a solution.
func TestBoards(t *testing.T) {
	p := catalog.Find("sudoku")
	var all []board
	for _, level := range []string{"easy", "hard"} {
		g, err := generator.Draw{Size: encode.Size{H: 4, W: 4}, Seed: 5, Difficulty: "easy"}.For(p)
		if level == "hard" {
			g, err = generator.Draw{Seed: 5, Difficulty: level}.For(p)
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, board{drawer: g, index: 0, level: level}, board{drawer: g, index: 1, level: level})
	}
	for i, b := range finished(t, p, all...) {
		want, err := b.drawer.Board(t.Context(), i%2)
		if err != nil || b.instance.String() != want.String() {
			t.Errorf("board %d is %v, want %v, %v", i+1, b.instance, want, err)
		}
		if err := b.instance.Check(*b.key.Solution); err != nil || b.key.String() != "" {
			t.Errorf("board %d: %v, %q", i+1, err, b.key)
		}
	}
	two := sections(p, all, 3)
	if len(two) != 2 || two[0].PerPage != 3 || !two[1].Small || two[1].Heading == "" {
		t.Errorf("the sections are %+v", two)
	}
	for i := range all {
		board, key := two[0].Items[i], two[1].Items[i]
		if want := fmt.Sprintf("%d. Sudoku", i+1); board.Title != want || key.Title != want || board.Note != all[i].level || key.Caption != "" {
			t.Errorf("board %d has %q, %q and %q, %q", i+1, board.Title, board.Note, key.Title, key.Caption)
		}
		cells := all[i].instance.Sites()
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
		puzzle, board, title, level, caption string
	}{
		{"calendar", "10-06", "1. 6 October", "", "one of 7 solutions"},
		{"nonogram", "2x2:1/1/1/1", "1. Paint by Numbers", "", "one of 2 solutions"},
		{"nonogram", "2x2:2/2/1/1", "1. Paint by Numbers", "", "no solution"},
		{"nonogram", "2x2:2/1/2/1", "1. Paint by Numbers", "easy", ""},
		{"minesweeper", "9x9:4,4,mc5d2ea5a4b015e0ac6100", "1. Minesweeper", "easy", ""},
	} {
		p := catalog.Find(c.puzzle)
		in, err := p.Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		two := sections(p, finished(t, p, board{instance: in}), 0)
		b, key := two[0].Items[0], two[1].Items[0]
		if b.Title != c.title || key.Title != c.title || b.Note != c.level || key.Caption != c.caption {
			t.Errorf("%s %s: %q, %q, %q, %q, want %q, %q, %q", c.puzzle, c.board, b.Title, key.Title, b.Note, key.Caption, c.title, c.level, c.caption)
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
