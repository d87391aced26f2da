package submarines

import (
	"context"
	"math/rand/v2"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

// TestGenerate checks that generate makes each board of 2x3 with exactly one solution about
// equally often, except the board without a submarine. There are 46 boards with one solution
// (A099594). Boards of other sizes must also have exactly one solution.
func TestGenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	all := func(encode.Instance) bool { return true }
	drawn := map[string]int{}
	for range 4600 {
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{H: 2, W: 3}, all)
		if err != nil {
			t.Fatal(err)
		}
		drawn[in.String()]++
	}
	for text, n := range drawn {
		if n < 50 || n > 150 { // 5 standard deviations of 10
			t.Errorf("%s is drawn %d times of 4600, want about 100", text, n)
		}
		in, err := parse(text)
		if err != nil || puzzletest.Count(t, &Puzzle, in.(*Board), "native").String() != "1" {
			t.Errorf("%s: %v, or not one solution", text, err)
		}
	}
	if len(drawn) != 45 { // the board without a submarine is solved already
		t.Errorf("%d boards of 2x3, want 45", len(drawn))
	}
	for _, size := range []encode.Size{{H: 1, W: 1}, {H: 100, W: 100}, {H: 1, W: 100}} {
		in, err := Puzzle.Generate(context.Background(), rng, size, all)
		if err != nil {
			t.Fatal(err)
		}
		if b := in.(*Board); len(b.rows) != size.H || len(b.cols) != size.W || puzzletest.Count(t, &Puzzle, b, "native").String() != "1" {
			t.Errorf("%v: %v", size, b)
		}
	}
	for _, size := range []encode.Size{{H: 0, W: 3}, {H: 3, W: 0}, {H: -1, W: 3}, {H: 101, W: 1}, {H: 1, W: 101}} {
		if in, err := Puzzle.Generate(context.Background(), rng, size, all); err == nil {
			t.Errorf("%v: %v", size, in)
		} else if bad, ok := err.(*encode.SizeError); !ok || bad.Size != size {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// TestGenerateAnySize checks that boards for a cross-check have at most 19 cells. Boards with no,
// one and several solutions and all shapes must occur.
func TestGenerateAnySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	kinds, shapes := map[string]int{}, map[string]int{}
	for range 400 {
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		if len(b.Sites()) > smallCells {
			t.Fatalf("%v: %d cells", b, len(b.Sites()))
		}
		switch n := len(puzzletest.List(t, &Puzzle, b, "native", 2000)); {
		case n >= 2000:
			t.Errorf("%v has at least 2000 solutions", b)
		case n > 1:
			kinds["ambiguous"]++
		default:
			kinds[[]string{"contradictory", "unique"}[n]]++
		}
		switch h, w := len(b.rows), len(b.cols); {
		case h == 1 && w == 1:
			shapes["1x1"]++
		case h == 1:
			shapes["1xn"]++
		case w == 1:
			shapes["nx1"]++
		case h != w:
			shapes["oblong"]++
		}
	}
	if len(kinds) != 3 || len(shapes) != 4 {
		t.Errorf("kinds %v, shapes %v", kinds, shapes)
	}
}

func TestShrunk(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
	}{
		{"rows=2,1,3 cols=1,2,3", 6}, {"rows=1 cols=1", 0}, {"rows=1 cols=1,0", 2}, {"rows=3,2,0 cols=1,3,1", 6},
	} {
		in, err := parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		solvable := puzzletest.Count(t, &Puzzle, in.(*Board), "native").String() != "0"
		for smaller := range puzzletest.Shrunk(in.(*Board)) {
			n++
			b := smaller.(*Board)
			if len(b.rows)+len(b.cols) != len(in.(*Board).rows)+len(in.(*Board).cols)-1 || solvable && puzzletest.Count(t, &Puzzle, b, "native").String() == "0" {
				t.Errorf("%s: %v, %s solutions", c.text, b, puzzletest.Count(t, &Puzzle, b, "native").String())
			}
		}
		if n != c.n || in.String() != c.text {
			t.Errorf("%s: %d smaller boards, want %d; it is now %v", c.text, n, c.n, in)
		}
	}
}
