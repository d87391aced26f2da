package nonogram

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

func unique(t *testing.T) func(encode.Instance) bool {
	return func(in encode.Instance) bool {
		one, err := encode.Unique(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
}

// TestGenerate checks that boards of each size have one solution. The test uses SAT, because the
// generator uses the native method. The same seed must make the same board. Other seeds must make
// other boards, and between 35% and 75% of the cells must be black. The last two conditions do not
// apply to tiny boards.
func TestGenerate(t *testing.T) {
	for _, c := range []struct {
		size   encode.Size
		boards int
		alike  bool // there are too few boards of this size to expect different ones
	}{
		{encode.Size{H: 1, W: 1}, 3, true}, {encode.Size{H: 1, W: 12}, 3, true}, {encode.Size{H: 12, W: 1}, 3, true}, {encode.Size{H: 3, W: 2}, 4, true},
		{encode.Size{H: 5, W: 5}, 10, false}, {encode.Size{H: 10, W: 15}, 5, false}, {encode.Size{H: 25, W: 20}, 3, false}, {encode.Size{H: 40, W: 40}, 1, false},
	} {
		seen := map[string]bool{}
		for seed := range uint64(c.boards) {
			draw := func() *Board {
				in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(3, seed)), c.size, unique(t))
				if err != nil {
					t.Fatal(err)
				}
				return in.(*Board)
			}
			b := draw()
			if len(b.rows) != c.size.H || len(b.cols) != c.size.W {
				t.Errorf("%v: drew %v", c.size, b)
			}
			found := puzzletest.List(t, &Puzzle, b, "sat", 2)
			if len(found) != 1 {
				t.Fatalf("%v has %d solutions by sat", b, len(found))
			}
			blacks := 0
			for _, v := range []byte(found[0]) {
				blacks += int(v)
			}
			if share := float64(blacks) / float64(len(found[0])); !c.alike && (share < 0.35 || share > 0.75) {
				t.Errorf("%v is black in %.0f%% of its cells", b, 100*share)
			}
			if again := draw(); again.String() != b.String() {
				t.Errorf("seed %d: %v, then %v", seed, b, again)
			}
			seen[b.String()] = true
		}
		if len(seen) != c.boards && !c.alike {
			t.Errorf("%v: %d boards of %d are different", c.size, len(seen), c.boards)
		}
	}
	for _, size := range []encode.Size{{H: 4}, {W: 9}, {H: -4, W: -4}, {H: 101, W: 1}, {H: 1, W: 101}, {H: 3, W: 3, N: 1}, {H: 3, W: 3, R: 1, C: 1}} {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 1)), size, unique(t))
		if bad, ok := err.(*encode.SizeError); !ok || bad.Size != size {
			t.Errorf("%v: %v, %v", size, in, err)
		}
	}
	if in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 1)), encode.Size{H: 2, W: 2}, func(encode.Instance) bool { return false }); err == nil {
		t.Errorf("keep refused all, and %v was drawn", in)
	}
}

// TestRepair checks that repair turns a diagonal, whose clues have 24 solutions, into a picture
// whose clues have one solution. repair must flip at most 8 cells.
func TestRepair(t *testing.T) {
	p := &picture{4, 4, make([]bool, 16)}
	for i := range 4 {
		p.cells[i*5] = true // the diagonal has 24 solutions
	}
	b := p.repair(context.Background(), rand.New(rand.NewPCG(1, 1)), unique(t))
	if b == nil || len(puzzletest.List(t, &Puzzle, b, "sat", 2)) != 1 {
		t.Errorf("the diagonal became %v", b)
	}
	flips := 0
	for at, black := range p.cells {
		if black != (at%5 == 0) {
			flips++
		}
	}
	if flips == 0 || flips > 8 {
		t.Errorf("%d cells were flipped", flips)
	}
}

// TestGenerateAnySize checks that boards for a cross-check are small. There must be
// boards of all shapes, with no, one and several solutions, and with given cells.
func TestGenerateAnySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	kinds := map[string]int{}
	for range 400 {
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		if mustParse(t, b.String()).String() != b.String() {
			t.Errorf("%v is no board", b)
		}
		h, w := len(b.rows), len(b.cols)
		if h*w > smallCells {
			t.Errorf("%v has %d cells", b, h*w)
		}
		switch {
		case h == 1:
			kinds["1xn"]++
		case w == 1:
			kinds["nx1"]++
		case h != w:
			kinds["oblong"]++
		}
		if b.Clues() > 0 {
			kinds["given"]++
		}
		switch n := len(puzzletest.List(t, &Puzzle, b, "native", 1000)); {
		case n > 500:
			t.Errorf("%v has more than 500 solutions", b)
		case n > 1:
			kinds["ambiguous"]++
		default:
			kinds[[]string{"contradictory", "unique"}[n]]++
		}
	}
	for _, kind := range []string{"1xn", "nx1", "oblong", "given", "ambiguous", "contradictory", "unique"} {
		if kinds[kind] < 20 {
			t.Errorf("%d boards are %s: %v", kinds[kind], kind, kinds)
		}
	}
}

// TestWithout checks that Without removes exactly the chosen given cells. The text of a board
// without given cells must not have a list of given cells.
func TestWithout(t *testing.T) {
	b := mustParse(t, "2x2:1/1/1/1,AaaA")
	if b.Clues() != 4 {
		t.Errorf("%d clues, want 4", b.Clues())
	}
	for _, c := range []struct {
		gone []int
		want string
	}{
		{nil, "2x2:1/1/1/1,AaaA"}, {[]int{1}, "2x2:1/1/1/1,AbA"}, {[]int{3, 0}, "2x2:1/1/1/1,bab"}, {[]int{0, 1, 2, 3}, "2x2:1/1/1/1"},
	} {
		if got := b.Without(c.gone...).String(); got != c.want {
			t.Errorf("without %v: %s, want %s", c.gone, got, c.want)
		}
	}
	if b.String() != "2x2:1/1/1/1,AaaA" {
		t.Errorf("it became %v", b)
	}
}

// TestShrunk checks that a board shrinks to exactly the boards that lack one row, one
// column or one given cell. If the board has a solution, each smaller board must have
// one, too.
func TestShrunk(t *testing.T) {
	for _, c := range []struct {
		text     string
		solvable bool
		smaller  []string
	}{
		{"2x2:1/1/1/1,d", true, []string{"2x1:1//1,b", "2x1:/1/1", "1x2:1/1/,b", "1x2:1//1", "2x2:1/1/1/1"}},
		{"3x1:1/1/1/3", true, []string{"2x1:1/1/2", "2x1:1/1/2", "2x1:1/1/2"}},
		{"2x2:2//2/", false, []string{"2x1://", "2x1://2", "1x2://", "1x2:2//"}},
		{"1x1:1/1", true, nil},
	} {
		var got []string
		for in := range puzzletest.Shrunk(mustParse(t, c.text)) {
			got = append(got, in.String())
			b := mustParse(t, in.String())
			if n := len(puzzletest.List(t, &Puzzle, b, "brute", 1)); c.solvable && n == 0 {
				t.Errorf("%s became %v without a solution", c.text, in)
			}
		}
		if !slices.Equal(got, c.smaller) {
			t.Errorf("%s became %q, want %q", c.text, got, c.smaller)
		}
	}
}
