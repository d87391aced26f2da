package sudoku

import (
	"context"
	"math/rand/v2"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/puzzletest"
)

func unique(t testing.TB) func(encode.Instance) bool {
	return func(in encode.Instance) bool {
		one, err := encode.Unique(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
}

// TestGenerate checks that generated boards of each size have one solution according to
// the method dlx, which did not take part in generating them. Boards of 4x4 and 9x9
// must need every clue. No 4x4 board may have fewer than 4 clues, and no 9x9 board
// fewer than 17 (McGuire, Tugemann and Civario, Experimental Mathematics 2014).
func TestGenerate(t *testing.T) {
	for _, c := range []struct{ side, boards, fewest int }{{4, 20, 4}, {9, 8, 17}, {16, 1, 55}} {
		seen := map[string]bool{}
		for seed := range uint64(c.boards) {
			draw := func() *Board {
				in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(3, seed)), encode.Size{H: c.side, W: c.side}, unique(t))
				if err != nil {
					t.Fatal(err)
				}
				return in.(*Board)
			}
			b := draw()
			if n := len(puzzletest.List(t, &Puzzle, b, "native/dlx", 2)); n != 1 {
				t.Errorf("%v has %d solutions", b, n)
			}
			if b.Clues() < c.fewest || len(b.clues) != c.side*c.side {
				t.Errorf("%v has %d clues in %d cells", b, b.Clues(), len(b.clues))
			}
			if c.side < 16 {
				if i := clues.Spare(b, unique(t)); i >= 0 {
					t.Errorf("%v: clue %d may go", b, i)
				}
				if again := draw(); again.String() != b.String() {
					t.Errorf("seed %d: %v, then %v", seed, b, again)
				}
			} else if b.Clues() > 120 {
				t.Errorf("%v keeps %d of 256 clues", b, b.Clues())
			}
			seen[b.String()] = true
		}
		if len(seen) != c.boards {
			t.Errorf("%d boards of %d are different", len(seen), c.boards)
		}
	}
	for _, size := range []encode.Size{{H: 4}, {W: 9}, {H: 4, W: 9}, {H: 5, W: 5}, {H: -4, W: -4}, {H: 14, W: 14}, {H: 36, W: 36}} {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 1)), size, unique(t))
		if bad, ok := err.(*encode.SizeError); !ok || bad.Size != size {
			t.Errorf("%v: %v, %v", size, in, err)
		}
	}
}

// TestGenerateAnySize checks that boards for a cross-check are mostly 4x4. Minimal,
// contradictory and ambiguous boards must all occur.
func TestGenerateAnySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	kinds := map[string]int{}
	for range 300 {
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		if b.side() == 9 {
			kinds["9x9"]++
		}
		switch n := len(puzzletest.List(t, &Puzzle, b, "native", 300)); {
		case n > 288:
			t.Errorf("%v has more than 288 solutions", b)
		case n > 1:
			kinds["ambiguous"]++
		case n == 1 && b.side() == 4 && clues.Spare(b, unique(t)) < 0:
			kinds["minimal"]++
		default:
			kinds[[]string{"contradictory", "unique"}[n]]++
		}
	}
	for _, kind := range []string{"9x9", "ambiguous", "minimal", "contradictory", "unique"} {
		if kinds[kind] < 8 {
			t.Errorf("%d boards are %s: %v", kinds[kind], kind, kinds)
		}
	}
	if kinds["9x9"] > 40 {
		t.Errorf("%d boards of 300 are of 9x9", kinds["9x9"])
	}
}

// TestFilled checks that a filled board of each size has a value in every cell and obeys the rules.
func TestFilled(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for _, box := range []box{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 5}, {6, 2}, {4, 4}} {
		b := filled(rng, box)
		if n := b.side() * b.side(); b.Clues() != n {
			t.Errorf("%v: %d clues, want %d", b, b.Clues(), n)
		}
		s := []byte(b.clues)
		for at := range s {
			s[at]--
		}
		if err := b.Check(encode.Solution(s)); err != nil {
			t.Errorf("%v: %v", b, err)
		}
	}
}

func TestShrunk(t *testing.T) {
	n := 0
	for in := range puzzletest.Shrunk(mustParse(t, "..1.4......3.2..")) {
		n++
		if in.(*Board).Clues() != 3 {
			t.Errorf("%v has %d clues, want 3", in, in.(*Board).Clues())
		}
	}
	if n != 4 {
		t.Errorf("%d boards, want 4", n)
	}
}
