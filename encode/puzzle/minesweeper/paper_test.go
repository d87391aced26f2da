package minesweeper

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/native"
)

// placements returns all ways to place the mines of a drawn board, by brute force over the text of
// the board. A placement is a set of cells as a bit mask, in reading order. The board must have a
// total and at most 64 cells, of which at most 20 are covered.
func placements(t *testing.T, text string) (all []uint64) {
	t.Helper()
	total, rows, _ := strings.Cut(strings.TrimPrefix(text, "mines="), " ")
	lines := strings.Split(rows, "/")
	h, w := len(lines), len(lines[0])
	board := strings.Join(lines, "")
	var hidden []int
	for i := range board {
		if board[i] == '?' {
			hidden = append(hidden, i)
		}
	}
	if len(hidden) > 20 || len(board) > 64 || strings.Contains(board, "*") {
		t.Fatalf("%s is too large for brute force", text)
	}
	for chosen := range 1 << len(hidden) {
		mines := uint64(0)
		for k, i := range hidden {
			mines |= uint64(chosen>>k&1) << i
		}
		good := strconv.Itoa(bits.OnesCount64(mines)) == total
		for i := 0; good && i < len(board); i++ {
			if board[i] == '?' {
				continue
			}
			n := 0
			for j := range board {
				if max(j/w-i/w, i/w-j/w) <= 1 && max(j%w-i%w, i%w-j%w) <= 1 {
					n += int(mines >> j & 1)
				}
			}
			good = n == strings.IndexByte(".12345678", board[i])
		}
		if good {
			all = append(all, mines)
		}
	}
	if h*w != len(board) {
		t.Fatalf("%s is no rectangle", text)
	}
	return all
}

// games returns games that open without guessing, and games with random mines, most of which need guesses.
func games(t *testing.T, n int, z encode.Size) (all []*Board) {
	t.Helper()
	rng := rand.New(rand.NewPCG(18, 1))
	for range n {
		in, err := Puzzle.Generate(t.Context(), rng, z, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		wild, err := random(rng, z, 0.2)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, in.(*Board), wild.(*Board))
	}
	return all
}

// TestPaperBoard checks by brute force that a board for paper has one solution: the mines of the
// game. The board shows all cells that the game opens first, and is not harder than the game. If
// any other open cell were covered, the board would be harder.
func TestPaperBoard(t *testing.T) {
	ambiguous := 0
	for _, b := range games(t, 8, encode.Size{H: 5, W: 5, N: 5}) {
		in, err := b.PaperBoard(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		printed, want := in.(*Board), uint64(0)
		for i, is := range b.game.mine {
			if is {
				want |= 1 << i
			}
		}
		if got := placements(t, printed.String()); len(got) != 1 || got[0] != want {
			t.Errorf("%v: %v has the solutions %b, want %b", b, printed, got, want)
		}
		plain := &Board{h: b.h, w: b.w, cells: b.cells, mines: b.mines}
		if len(b.Sites()) <= 20 && len(placements(t, plain.String())) > 1 {
			ambiguous++
		}
		most := level(t, b, exact)
		if got := level(t, printed, exact); got < 0 || got > most && most >= 0 {
			t.Errorf("%v: %v has the level %d, want at most %d", b, printed, got, most)
		}
		for i, shows := range b.cells {
			switch {
			case shows >= 0 && printed.cells[i] != shows:
				t.Errorf("%v: %v shows %d in cell %d, want %d", b, printed, printed.cells[i], i, shows)
			case shows == covered && printed.cells[i] != covered && most >= 0:
				less := &Board{h: b.h, w: b.w, cells: slices.Clone(printed.cells), mines: b.mines}
				less.cells[i] = covered
				if level(t, less, most) >= 0 {
					t.Errorf("%v: %v does not need cell %d", b, printed, i)
				}
			}
		}
		if again, err := b.PaperBoard(t.Context()); err != nil || again.String() != printed.String() {
			t.Errorf("%v: the boards for paper are %v and %v, %v", b, printed, again, err)
		}
	}
	if ambiguous < 3 {
		t.Errorf("only %d games have several solutions after the first square is opened", ambiguous)
	}
}

// level returns the index of the hardest level of rules that the board needs, or -1 if the rules up
// to the level in the parameter most do not solve the board.
func level(t *testing.T, b *Board, most int) int {
	t.Helper()
	d, err := b.Deduce(t.Context(), new(native.Stats), deduction.Options{
		Use: func(r deduction.Rule) bool { return slices.Index(levels, r.Level) <= most },
	})
	if err != nil {
		t.Fatal(err)
	}
	if d.Solution == nil {
		return -1
	}
	return max(easy, slices.Index(levels, d.Level))
}

// TestPaperBoardLimits checks games without an opened square, drawn boards, and a canceled
// context. Without an opened square, brute force finds the one mine of nine cells.
func TestPaperBoardLimits(t *testing.T) {
	b, err := parse("3x3:u080")
	if err != nil {
		t.Fatal(err)
	}
	in, err := b.PaperBoard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := placements(t, in.String()); len(got) != 1 || got[0] != 1<<4 {
		t.Errorf("%v has the solutions %b, want a mine in the middle", in, got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.PaperBoard(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	if b, err = parse("mines=2 ????/1221/...."); err != nil {
		t.Fatal(err)
	}
	if in, err := b.PaperBoard(t.Context()); in != nil || err != nil {
		t.Errorf("the board for paper of a drawn board is %v, %v, want none", in, err)
	}
}
