package polyomino

import (
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
)

// corner returns a tiling of this board, which has five open cells and one closed cell (x):
//
//	. . .
//	. x .
func corner(t *testing.T) *Tiling {
	t.Helper()
	b := NewBoard(2, 3, func(r, c int) bool { return r != 1 || c != 1 })
	tiling, err := NewTiling(b, []Piece{MustPiece("xxx", 'I'), {Drawn: []Cell{{0, 0}}, Lo: 2, Hi: 2}})
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

func mark(r, c int) string {
	if r == 1 && c == 1 {
		return "Oct"
	}
	return ""
}

func TestDraw(t *testing.T) {
	tiling, labelled := corner(t), corner(t)
	labelled.Label = mark
	s := encode.Solution("\x00\x00\x00\x01\x02")
	for _, c := range []struct{ name, got, want string }{
		{"clues", tiling.Draw(nil), "...\n. .\n"},
		{"solution", tiling.Draw(&s), "III\nB C\n"},
		{"labels", labelled.Draw(nil), "  .   .   .\n  . Oct   .\n"},
		{"solution with labels", labelled.Draw(&s), "III III III\nBBB Oct CCC\n"},
	} {
		if c.got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, c.got, c.want)
		}
	}
	want := []int{1, 1, 1, 0, 2, 0, 3, 0}
	got := tiling.TextColours(&s)
	if len(got) != len(want) {
		t.Fatalf("tints %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("tints %v, want %v", got, want)
			break
		}
	}
}

// TestPicture checks that the picture has one letter per piece, every cell of a piece in the colour
// of the piece, and lines between pieces.
func TestPicture(t *testing.T) {
	tiling := corner(t)
	s := encode.Solution("\x00\x00\x00\x01\x02")
	tiling.Label = mark
	p := tiling.Picture(&s)
	var texts []string
	for _, text := range puzzletest.Shapes[draw.Text](p) {
		texts = append(texts, text.Text)
	}
	slices.Sort(texts)
	if want := []string{"B", "C", "I", "Oct"}; !slices.Equal(texts, want) {
		t.Errorf("the texts are %q, want %q", texts, want)
	}
	paths := puzzletest.Shapes[draw.Path](p)
	if len(paths) != 4 {
		t.Fatalf("%d paths, want three pieces and the lines", len(paths))
	}
	for i, want := range []int{3, 1, 1} {
		if got := paths[i]; len(got.Lines) != want || got.Fill != palette[i] {
			t.Errorf("piece %d has %d cells in %08x, want %d in %08x", i, len(got.Lines), got.Fill, want, palette[i])
		}
	}
	lines := 0
	within := false // whether there is a line within the I
	for _, line := range paths[3].Lines {
		if slices.Equal(line, []draw.Point{{4, 44}, {44, 44}}) { // between the I and the B below it
			lines++
		}
		within = within || slices.Equal(line, []draw.Point{{44, 4}, {44, 44}})
	}
	if lines != 1 || within {
		t.Errorf("%d lines between two pieces, want 1; one within a piece: %v", lines, within)
	}
}

// TestSymmetries checks how many symmetries a tiling has: eight for a square, four for a rectangle,
// two for a board with only one reflection, and fewer if a piece may not be rotated. Closed cells
// around the board must make no difference.
func TestSymmetries(t *testing.T) {
	square := func(r, c int) bool { return true }
	x := MustPiece("xx/x", 0)
	fixed := x
	fixed.Motion = Fixed
	turned := MustPiece("xxx/x", 0)
	turned.Motion = Turn
	for _, c := range []struct {
		name  string
		board *Board
		piece Piece
		want  int
	}{
		{"square", NewBoard(3, 3, square), x, 7},
		{"rectangle", NewBoard(2, 3, square), x, 3},
		{"mirrored", NewBoard(2, 3, func(r, c int) bool { return r == 0 || c != 1 }), x, 1},
		{"square in a drawing of 5x6", NewBoard(5, 6, func(r, c int) bool { return r > 0 && r < 4 && c > 2 }), x, 7},
		{"rectangle in a square drawing", NewBoard(4, 4, func(r, c int) bool { return r < 2 && c > 0 }), x, 3},
		{"without", NewBoard(2, 3, func(r, c int) bool { return r == 0 || c == 0 }), x, 0},
		{"fixed", NewBoard(3, 3, square), fixed, 1}, // the corner has a diagonal symmetry of its own
		{"turned", NewBoard(3, 3, square), turned, 3},
	} {
		tiling, err := NewTiling(c.board, []Piece{c.piece})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(tiling.motions()); got != c.want {
			t.Errorf("%s: %d symmetries, want %d", c.name, got, c.want)
		}
	}
}

// TestDifferentSymmetries checks that symmetries count once if they move every cell to the same
// place. On a board of one row, a reflection in the row changes nothing, and a half-turn has the
// same effect as the other reflection. On a board of one cell, nothing moves.
func TestDifferentSymmetries(t *testing.T) {
	every := func(r, c int) bool { return true }
	for _, c := range []struct {
		h, w, want int
	}{{1, 3, 2}, {3, 1, 2}, {1, 1, 1}, {2, 3, 4}, {2, 2, 8}} {
		tiling, err := NewTiling(NewBoard(c.h, c.w, every), []Piece{MustPiece("x", 0)})
		if err != nil {
			t.Fatal(err)
		}
		if got := tiling.symmetries(); got != c.want {
			t.Errorf("%dx%d: %d symmetries, want %d", c.h, c.w, got, c.want)
		}
	}
}

// TestSingular checks the facts about a piece of one cell that can lie in one way only.
func TestSingular(t *testing.T) {
	tiling, err := NewTiling(NewBoard(1, 1, func(r, c int) bool { return true }), []Piece{MustPiece("x", 0)})
	if err != nil {
		t.Fatal(err)
	}
	x, err := tiling.Explain(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, f := range x.Facts {
		text.WriteString(f.Text + "\n")
	}
	if !facttest.States(text.String(), "1 cell, 1 way to lay it") {
		t.Errorf("the facts are\n%s", &text)
	}
}
