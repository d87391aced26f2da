package clues

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/native"
)

// A parityBoard is a board of bits, some of which are given. In a solution, the number of ones is
// even. So if all bits are given, any one clue can be removed, but not two clues.
type parityBoard struct {
	encode.Instance
	given []bool
	fail  error
}

func (b parityBoard) Clues() int {
	n := 0
	for _, g := range b.given {
		if g {
			n++
		}
	}
	return n
}

func (b parityBoard) Without(i ...int) HasClues {
	less := parityBoard{given: slices.Clone(b.given), fail: b.fail}
	clue := 0
	for at, g := range b.given {
		if g {
			if slices.Contains(i, clue) {
				less.given[at] = false
			}
			clue++
		}
	}
	return less
}

func (b parityBoard) Reduce() []encode.Reduction {
	return []encode.Reduction{{Search: func(_ context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
		if b.fail != nil {
			return b.fail
		}
		for range 1 << max(0, len(b.given)-b.Clues()-1) {
			if !yield("") {
				break
			}
		}
		return nil
	}}}
}

func TestUnique(t *testing.T) {
	for missing, want := range []bool{true, true, false, false} {
		b := parityBoard{given: slices.Repeat([]bool{true}, 4)}
		for i := range missing {
			b.given[i] = false
		}
		if got, err := encode.Unique(context.Background(), b); got != want || err != nil {
			t.Errorf("%d bits not given: %t, %v, want %t", missing, got, err, want)
		}
	}
	broken := errors.New("broken")
	if got, err := encode.Unique(context.Background(), parityBoard{given: []bool{true}, fail: broken}); got || !errors.Is(err, broken) {
		t.Errorf("a search that fails: %t, %v", got, err)
	}
}

// TestDig checks that Dig removes one clue from a board where any one clue can be removed, but not
// two. Over many seeds each clue must be removed about equally often. The result must be minimal
// and depend only on the seed.
func TestDig(t *testing.T) {
	full := parityBoard{given: slices.Repeat([]bool{true}, 5)}
	keep := func(in encode.Instance) bool {
		one, err := encode.Unique(context.Background(), in)
		return one && err == nil
	}
	if Spare(full, keep) != 0 {
		t.Errorf("clue %d of the full board can be removed, want 0", Spare(full, keep))
	}
	which := map[int]int{}
	for seed := range uint64(500) {
		left := Dig(context.Background(), rand.New(rand.NewPCG(1, seed)), full, keep).(parityBoard)
		again := Dig(context.Background(), rand.New(rand.NewPCG(1, seed)), full, keep).(parityBoard)
		if left.Clues() != 4 || Spare(left, keep) != -1 || !slices.Equal(left.given, again.given) {
			t.Fatalf("seed %d: %v, again %v, want one clue less", seed, left.given, again.given)
		}
		which[slices.Index(left.given, false)]++
	}
	for i := range 5 {
		if which[i] < 60 {
			t.Errorf("clue %d was removed %d times of 500, want about 100", i, which[i])
		}
	}
	// With a function keep that accepts every board, Dig removes all clues.
	if left := Dig(context.Background(), rand.New(rand.NewPCG(1, 1)), full, func(encode.Instance) bool { return true }); left.Clues() != 0 {
		t.Errorf("%d clues are left, want none", left.Clues())
	}
}
