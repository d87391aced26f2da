package encode

import (
	"context"
	"math/rand/v2"

	"counterproof/native"
)

// Clued instances have clues that can be left out: fewer clues, more solutions.
type Clued interface {
	Instance
	// Clues is the number of groups of clues that stand or go together, such
	// as the two letters of a pair.
	Clues() int
	// Without is the board without the groups i, which count from 0 and are
	// all different, in any order.
	Without(i ...int) Clued
}

// Shaped instances have rows and columns.
type Shaped interface {
	Size() Size
}

// Sized instances know how many clues there could be.
type Sized interface {
	Clued
	Shaped
	// Full is the number of groups of clues that a solved board of the size
	// is made of, so that Full - Clues of them are left out.
	Full() int
}

// Unique reports whether the instance has exactly one solution, by its best
// native method. The error is that of the search.
func Unique(ctx context.Context, in Instance) (bool, error) {
	n := 0
	err := in.Reduce()[0].Search(ctx, new(native.Stats), func(Solution) bool {
		n++
		return n < 2
	})
	return n == 1 && err == nil, err
}

// Dig leaves out clues in random order, each for which keep accepts what is left
// then; keep accepts in. It is the generator of many puzzles, with a keep that
// wants one solution: begin with all clues of a solution.
//
// One pass is enough. Where keep asks for one solution, a clue that could not go
// cannot go later either, when others have gone, so that the board it returns
// is minimal.
func Dig(rng *rand.Rand, in Clued, keep func(Instance) bool) Clued {
	left := in
	var gone []int
	for _, i := range rng.Perm(in.Clues()) {
		less := in.Without(append(gone, i)...)
		if keep(less) {
			gone = append(gone, i)
			left = less
		}
	}
	return left
}

// Spare is the first group of clues of in that can be left out by itself so that
// keep accepts what is left; -1 if there is none: the clues are minimal.
func Spare(in Clued, keep func(Instance) bool) int {
	for i := range in.Clues() {
		if keep(in.Without(i)) {
			return i
		}
	}
	return -1
}

// Patience ends at so many looks at its Err: a context that bounds the steps of a
// search and not its time, so that the same seed digs the same board. It ends
// with its parent, too.
type Patience struct {
	context.Context
	Looks int
}

// Err implements context.Context.
func (p *Patience) Err() error {
	if p.Looks--; p.Looks < 0 {
		return context.Canceled
	}
	return p.Context.Err()
}
