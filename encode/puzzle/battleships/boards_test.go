package battleships

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/puzzletest"
)

func single(in encode.Instance) bool {
	one, err := encode.Unique(context.Background(), in)
	return one && err == nil
}

func anything(encode.Instance) bool { return true }

func TestFleetOf(t *testing.T) {
	for _, c := range []struct {
		h, w  int
		fleet []int
	}{
		{1, 1, []int{1}}, {2, 2, []int{1}}, {1, 20, []int{2, 1, 1}}, {4, 4, []int{2, 1, 1}},
		{6, 6, []int{3, 2, 2, 1, 1, 1}}, {10, 10, solitaire},
	} {
		if got := fleetOf(c.h, c.w); !slices.Equal(got, c.fleet) {
			t.Errorf("%dx%d: %v, want %v", c.h, c.w, got, c.fleet)
		}
	}
	for _, size := range [][2]int{{15, 15}, {30, 30}, {1, 30}, {30, 2}, {7, 9}} {
		cells := 0
		for _, n := range fleetOf(size[0], size[1]) {
			cells += n
		}
		if 100*cells > 28*size[0]*size[1] {
			t.Errorf("%v: %d cells of ships", size, cells)
		}
	}
}

// TestGenerate checks that puzzles have one solution, all their sums, the fleet for their
// size, and no unnecessary hint.
func TestGenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for _, size := range []encode.Size{{H: 1, W: 1}, {H: 1, W: 9}, {H: 3, W: 2}, {H: 6, W: 6}, {H: 8, W: 7}, {H: 10, W: 10}} {
		in, err := Puzzle.Generate(context.Background(), rng, size, single)
		if err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		b := in.(*Board)
		if len(b.rows) != size.H || len(b.cols) != size.W || len(b.sums()) != size.H+size.W ||
			!slices.Equal(b.fleet, fleetOf(size.H, size.W)) || listed(t, b, "sat", 2) != 1 {
			t.Errorf("%v: %v", size, b)
		}
		if i := clues.Spare(digging{b}, func(in encode.Instance) bool { return single(in.(digging).Board) }); i >= 0 {
			t.Errorf("%v: hint %d can be spared", b, i)
		}
	}
	for _, size := range []encode.Size{{H: 0, W: 3}, {H: 3, W: 0}, {H: -1, W: 3}, {H: 26, W: 3}, {H: 3, W: 26}} {
		in, err := Puzzle.Generate(context.Background(), rng, size, anything)
		if bad, ok := err.(*encode.SizeError); !ok || bad.Size != size {
			t.Errorf("%v: %v, %v", size, in, err)
		}
	}
}

// TestGenerateAnySize checks that boards for a cross-check are small and cover all
// shapes, all hint letters, missing sums, and boards with no, one and several solutions.
func TestGenerateAnySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	kinds, shapes, hints := map[string]int{}, map[string]int{}, map[byte]int{}
	most := 0
	for range 1000 {
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{}, anything)
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		if len(b.given) > smallCells {
			t.Fatalf("%v: %d cells", b, len(b.given))
		}
		n := listed(t, b, "native", 1000)
		most = max(most, n)
		kinds[[]string{"contradictory", "unique", "ambiguous"}[min(n, 2)]]++
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
		for _, letter := range b.given {
			hints[letter]++
		}
		if len(b.sums()) < len(b.rows)+len(b.cols) {
			kinds["sum missing"]++
		}
	}
	if len(kinds) != 4 || len(shapes) != 4 || len(hints) != len(letters) || most >= 1000 {
		t.Errorf("kinds %v, shapes %v, hints %v, at most %d solutions", kinds, shapes, hints, most)
	}
	t.Log(kinds, shapes, hints, most)
}

// TestWithout checks that Without removes exactly the given groups of clues. The hints come first,
// and the known sums follow.
func TestWithout(t *testing.T) {
	b := mustParse(t, "rows=1,?,1 cols=2,0 fleet=1,1 given=c./../.w")
	var got []string
	for i := range b.Clues() {
		got = append(got, b.Without(i).String())
	}
	want := []string{
		"rows=1,?,1 cols=2,0 fleet=1,1 given=../../.w",
		"rows=1,?,1 cols=2,0 fleet=1,1 given=c./../..",
		"rows=?,?,1 cols=2,0 fleet=1,1 given=c./../.w",
		"rows=1,?,? cols=2,0 fleet=1,1 given=c./../.w",
		"rows=1,?,1 cols=?,0 fleet=1,1 given=c./../.w",
		"rows=1,?,1 cols=2,? fleet=1,1 given=c./../.w",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := b.Without(5, 0, 3, 1).String(), "rows=1,?,? cols=2,? fleet=1,1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestShrunk checks which boards remain after one row, column or ship was removed.
// Shrinking must leave the original board unchanged.
func TestShrunk(t *testing.T) {
	const text = "rows=1,0,1 cols=2,0 fleet=1,1 given=c./../.w"
	b := mustParse(t, text)
	var got []string
	for in := range puzzletest.Shrunk(b) {
		got = append(got, mustParse(t, in.String()).String())
	}
	want := []string{
		"rows=0,1 cols=1,0 fleet=1 given=../.w",
		"rows=1,1 cols=2,0 fleet=2 given=t./.w",
		"rows=1,0 cols=1,0 fleet=1 given=c./..",
		"rows=0,0,0 cols=0 fleet= given=././w",
		"rows=1,0,1 cols=2 fleet=1,1 given=c/./.",
		"rows=1,0,1 cols=2,0 fleet=1 given=c./../.w",
		"rows=1,0,1 cols=2,0 fleet=1 given=c./../.w",
	}
	if len(got) != len(want)+7 || !slices.Equal(got[:7], want) || b.String() != text {
		t.Errorf("%v: %q, want %q and 7 more", b, got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{Puzzle.Example, "rows=? cols=01,? fleet=", "rows=1,0 cols=1 fleet=2,1 given=m/w", "problem(x,[1:1],[_],[1],[c@[1,1]]).", "problem(", "% a\nproblem(1,[],[0],[0],[]).\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

func FuzzImport(f *testing.F) {
	for _, seed := range []string{board113, board113 + board113, "rows=1\ncols=1\nfleet=1\ngiven=\nc\n", "rows=1\r\ncols=1 fleet=\nrows=", "rows=1 cols=1 fleet=1\nproblem(1,[],[0],[0],[]).", "problem(1,[3:0],[0],[0],[w@[1,1]]). %"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := puzzletest.Imports(&Puzzle, data); err != nil {
			t.Error(err)
		}
	})
}
