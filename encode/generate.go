package encode

import (
	"context"
	"fmt"
	"math/rand/v2"

	"counterproof/native"
)

// Pick returns the first board that keep accepts, among up to the given number of boards made by
// next. next may return nil if it made no board; a nil keep accepts all boards. The error is
// ctx.Err(), the first error of next, or a message that keep accepted no board.
func Pick(ctx context.Context, size Size, tries int, keep func(Instance) bool, next func() (Instance, error)) (Instance, error) {
	for range tries {
		in, err := next()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if in != nil && (keep == nil || keep(in)) {
			return in, nil
		}
	}
	board := "board"
	if size != (Size{}) {
		board = fmt.Sprintf("%v board", size)
	}
	return nil, fmt.Errorf("found no suitable %s in %d tries; try another size or seed", board, tries)
}

// Dig removes clues in random order. It removes a clue if keep accepts the board without it. The
// caller ensures that keep accepts in. Many puzzles generate boards this way: they begin with all
// clues of a solution, and keep asks for exactly one solution. When ctx ends, Dig returns the board
// as it is at that point.
//
// One pass is enough. If keep asks for one solution, a clue that cannot be removed now cannot be
// removed later either, when other clues are gone. So the board that Dig returns is minimal.
func Dig(ctx context.Context, rng *rand.Rand, in HasClues, keep func(Instance) bool) HasClues {
	left := in
	var gone []int
	for _, i := range rng.Perm(in.Clues()) {
		if ctx.Err() != nil {
			break
		}
		less := in.Without(append(gone, i)...)
		if keep(less) {
			gone = append(gone, i)
			left = less
		}
	}
	return left
}

// Spare returns the first group of clues such that keep accepts the board without this group. It
// returns -1 if there is none; then the clues are minimal.
func Spare(in HasClues, keep func(Instance) bool) int {
	for i := range in.Clues() {
		if keep(in.Without(i)) {
			return i
		}
	}
	return -1
}

// Unique reports whether the instance has exactly one solution, by its best native method. The
// error is the error of the search.
func Unique(ctx context.Context, in Instance) (bool, error) {
	return UniqueWithin(ctx, in, native.Limit{})
}

// UniqueWithin works like Unique but limits the search. The error is native.ErrLimit if the limit
// is too low to decide.
func UniqueWithin(ctx context.Context, in Instance, limit native.Limit) (bool, error) {
	n := 0
	err := in.Reduce()[0].Search(ctx, &native.Stats{Limit: limit}, func(Solution) bool {
		n++
		return n < 2
	})
	return n == 1 && err == nil, err
}

// quick limits a search to about a second.
var quick = native.Limit{Nodes: 200_000, Updates: 20_000_000}

// Quick returns a solution that one of the methods finds in about a second. It tries all methods,
// because a caller that shrinks a board does not know which method is wrong.
func Quick(methods []Reduction) (solution Solution, ok bool) {
	for _, r := range methods {
		// An error means only that this method found no solution within the limit.
		_ = r.Search(context.Background(), &native.Stats{Limit: quick}, func(s Solution) bool {
			solution, ok = s, true
			return false
		})
		if ok {
			break
		}
	}
	return solution, ok
}
