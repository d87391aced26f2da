package laplace

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// count returns the number of solutions of an instance, but 2 if there are more.
func count(t testing.TB, in encode.Instance) int {
	n := 0
	err := in.Reduce()[0].Search(background, new(native.Stats), func(encode.Solution) bool { n++; return n < 2 })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestGenerate(t *testing.T) {
	unique := func(in encode.Instance) bool { return count(t, in) == 1 }
	for _, size := range []encode.Size{{H: 1, W: 1}, {H: 1, W: 2}, {H: 3, W: 4}, {H: 3, W: 5}, {H: 2, W: 2}, {H: 8, W: 8}, {H: 12, W: 12}} {
		in, err := generated(size, unique)
		if err != nil {
			t.Errorf("%v: %v", size, err)
			continue
		}
		b := in.(*Board)
		if b.h != size.H || b.w != size.W || b.lo != 0 || b.hi != 9 {
			t.Errorf("%v: %s", size, in)
		}
	}
	kinds := map[kernel]bool{} // both kernels have nullity 0 at 3x4
	for seed := range uint64(20) {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(seed, 0)), Puzzle.Size, unique)
		if err != nil {
			t.Fatal(err)
		}
		kinds[in.(*Board).kernel] = true
	}
	if len(kinds) != 2 {
		t.Errorf("20 boards are all %v", kinds)
	}
	for _, size := range []encode.Size{{H: 0, W: 3}, {H: -1, W: -1}, {H: 33, W: 32}, {H: 1 << 40, W: 1 << 40}} {
		in, err := generated(size, unique)
		var bad *encode.SizeError
		if !errors.As(err, &bad) {
			t.Errorf("%v: %v, %v; want a SizeError", size, in, err)
		}
	}
	if in, err := generated(encode.Size{H: 2, W: 2}, func(encode.Instance) bool { return false }); err == nil || !facttest.States(err.Error(), "2x2, 2") {
		t.Errorf("nothing is wanted: %v, %v", in, err)
	}
}

// generated calls generate with a fixed seed.
func generated(size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	return Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(7, 7)), size, keep)
}

// TestSmallBoards checks that boards for a cross-check have at most 10^6 assignments and 1000
// solutions. Both kernels, all shapes, and boards with no, one and several solutions must occur.
func TestSmallBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	kinds := map[string]int{}
	for range 400 {
		b := small(context.Background(), rng).(*Board)
		values := b.hi - b.lo + 1
		assignments := 1
		for range b.clues {
			if assignments *= values; assignments > 1_000_000 {
				t.Fatalf("%s: more than 10^6 assignments", b)
			}
		}
		n, err := b.Reduce()[0].Count(background, new(native.Stats))
		if err != nil || n.Cmp(big.NewInt(1000)) > 0 {
			t.Errorf("%s: %v solutions, %v", b, n, err)
		}
		if again := mustParse(t, b.String()); again.String() != b.String() {
			t.Errorf("%s reads as %s", b, again)
		}
		kinds[string(b.kernel)]++
		for kind, is := range map[string]bool{
			"none": n.Sign() == 0, "one": n.Cmp(big.NewInt(1)) == 0, "several": n.Cmp(big.NewInt(1)) > 0,
			"negative": b.lo < 0, "one value": values == 1, "two values": values == 2, "more": values > 2,
			"1x1": len(b.clues) == 1, "1xn": b.h == 1 && b.w > 1, "nx1": b.w == 1 && b.h > 1, "oblong": b.h > 1 && b.w > 1 && b.h != b.w, "square": b.h == b.w && b.h > 1,
		} {
			if is {
				kinds[kind]++
			}
		}
	}
	for _, kind := range strings.Fields("sum diff none one several negative 1x1 1xn nx1 oblong square more") {
		if kinds[kind] < 4 {
			t.Errorf("%d of 400 are %s: %v", kinds[kind], kind, kinds)
		}
	}
	if kinds["one value"] < 4 || kinds["two values"] < 4 {
		t.Errorf("narrow ranges are rare: %v", kinds)
	}
}

// TestShrunk checks which boards remain when a row, a column or a value is removed. Removing such
// parts one after the other must end after a limited number of steps.
func TestShrunk(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"sum 5..5 5", nil},
		{"sum 0..3 2", []string{"sum 1..3 2", "sum 0..2 2"}},
		{"sum 0..9 3,6,5", []string{"sum 0..9 5,5", "sum 0..9 4,4", "sum 0..9 3,3", "sum 1..9 3,6,5", "sum 0..8 3,6,5"}},
		{"sum 0..2 1,1", []string{"sum 0..2 0", "sum 0..2 1", "sum 1..2 1,1", "sum 0..1 1,1"}}, // from the solution 0 1 or 1 0
		{"diff 0..1 5/6", []string{"diff 0..1 6", "diff 0..1 5", "diff 1..1 5/6", "diff 0..0 5/6"}},
	} {
		b := mustParse(t, c.text)
		var got []string
		for in := range puzzletest.Shrunk(b) {
			got = append(got, in.String())
			if mustParse(t, in.String()).String() != in.String() {
				t.Errorf("%s: %s is not canonical", c.text, in)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
	steps := 0
	for b := encode.Instance(mustParse(t, Puzzle.Example)); b != nil; steps++ {
		var next encode.Instance
		for in := range puzzletest.Shrunk(b.(*Board)) {
			next = in
		}
		b = next
	}
	if steps > 100 {
		t.Errorf("%d steps from the example to the smallest board", steps)
	}
}
