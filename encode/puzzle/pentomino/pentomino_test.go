package pentomino

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// count returns the number of solutions, and their number up to symmetry.
func count(t *testing.T, in encode.Instance) (raw, orbits int) {
	t.Helper()
	canonical, err := encode.Canonical(in)
	if err != nil {
		t.Fatal(err)
	}
	err = in.Reduce()[0].Search(context.Background(), &native.Stats{}, func(s encode.Solution) bool {
		raw++
		if canonical(s) == s {
			orbits++
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return raw, orbits
}

// TestPublishedCounts checks numbers of solutions, in all and up to symmetry. The numbers come from
// Haselgrove 1960 and Fletcher 1965 for rectangles, and from Scott 1958 for the 8x8 board without
// its centre. Closed cells around a board must not change the numbers.
func TestPublishedCounts(t *testing.T) {
	for _, c := range []struct {
		name, board string
		raw, orbits int
	}{
		{"3x20", "3x20", 8, 2},
		{"4x15", "4x15", 1472, 368},
		{"5x12", "5x12", 4040, 1010},
		{"6x10", "6x10", 9356, 2339},
		{"8x8 without its centre", "......../......../......../...##.../...##.../......../......../........", 520, 65},
		// Issue 15: a frame of closed cells is not part of the board.
		{"3x5", "3x5", 28, 7},
		{"3x5 with a closed column", ".....#/.....#/.....#", 28, 7},
		{"3x5 with closed cells on three sides", "######/#...../#...../#...../######", 28, 7},
		{"3x20 in a frame", framed(3, 20), 8, 2},
	} {
		in, err := parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		raw, orbits := count(t, in)
		if raw != c.raw || orbits != c.orbits {
			t.Errorf("%s: %d solutions, %d up to symmetry; published %d and %d", c.name, raw, orbits, c.raw, c.orbits)
		}
	}
}

// framed returns the notation of an h x w rectangle with a row of closed cells above the rectangle
// and a column of closed cells to its right.
func framed(h, w int) string {
	return strings.Repeat("#", w+1) + strings.Repeat("/"+strings.Repeat(".", w)+"#", h)
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"6x10", "6x10"},
		{"...../.....", "2x5"},
		{"5x5:VPLIF", "5x5:FILPV"},
		{"..#/.../.../..#:PV", "..#/.../.../..#:PV"},
		{"....#/.....", "....#/....."},
	} {
		in, err := parse(c.text)
		if err != nil || in.String() != c.want {
			t.Errorf("%s reads as %v, %v; want %s", c.text, in, err, c.want)
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"no cells", "##/##", "line 1, column 1"},
		{"nothing", "", "line 1, column 1"},
		{"ragged", "..../...", "line 1, column 9, 4, 3"},
		{"too long a row", "../...", "line 1, column 6, 2, 3"},
		{"strange cell", "..x/...", `line 1, column 3, '.', '#', 'x'`},
		{"no height", "x10", `line 1, column 1, 6x10, '.', '#', ""`},
		{"zero", "6x0", `line 1, column 3, 6x10, '.', '#', "0"`},
		{"huge", "100x100", "line 1, column 1, 10000, 4096"},
		{"overflow", "4611686018427387904x4", "line 1, column 1, 4611686018427387904, 4096"},
		{"unknown piece", "5x5:FIQ", `line 1, column 7, FILNPTUVWXYZ, 'Q'`},
		{"twice", "5x5:FIF", "line 1, column 7, F"},
		{"no names", "5x5:", "line 1, column 5, ':', FILPV"},
	} {
		in, err := parse(c.text)
		if err == nil {
			t.Errorf("%s: %q reads as %v", c.name, c.text, in)
		} else if !facttest.States(err.Error(), c.want) {
			t.Errorf("%s: %q: %v, want %s", c.name, c.text, err, c.want)
		}
	}
}

// TestTheTwelve checks that the shapes are the twelve pentominoes: no orientation belongs to two
// shapes, and there are 63 orientations in all.
func TestTheTwelve(t *testing.T) {
	fixed := map[string]string{}
	for i := range len(names) {
		b, err := parse("5x5:" + names[i:i+1])
		if err != nil {
			t.Fatal(err)
		}
		for _, shape := range b.Pieces[0].Orientations() {
			key := fmt.Sprint(shape)
			if other, ok := fixed[key]; ok {
				t.Errorf("%c and %s share an orientation", names[i], other)
			}
			fixed[key] = names[i : i+1]
		}
	}
	if len(fixed) != 63 {
		t.Errorf("the twelve have %d orientations, want 63", len(fixed))
	}
}

func TestGenerate(t *testing.T) {
	for seed := range uint64(20) {
		in, err := generate(context.Background(), rand.New(rand.NewPCG(seed, 0)), encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		if raw, _ := count(t, in); raw == 0 {
			t.Errorf("seed %d: %s was drawn by placing pentominoes but has no solution", seed, in)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"6x10", "5x5:FILPV", "..#/...", "x", "0x0", "....:"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

// TestPictureShowsPieces checks that the picture of a board shows the pentominoes that may be used,
// each with five cells. The picture of a solution must not show them.
func TestPictureShowsPieces(t *testing.T) {
	for board, want := range map[string]string{"5x5:FILPV": "FILPV", "5x5": "FILNPTUVWXYZ", "6x10": "FILNPTUVWXYZ"} {
		in, err := Puzzle.Parse(board)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, text := range puzzletest.Shapes[draw.Text](Puzzle.Picture(in, nil)) {
			got += text.Text
		}
		pieces := 0
		for _, path := range puzzletest.Shapes[draw.Path](Puzzle.Picture(in, nil)) {
			if path.Fill != 0 && len(path.Lines) == 5 {
				pieces++
			}
		}
		if got != want || pieces != len(want) {
			t.Errorf("%s: the picture has the letters %q and %d pieces, want %q", board, got, pieces, want)
		}
	}
}
