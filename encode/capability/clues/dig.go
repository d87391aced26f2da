package clues

import (
	"context"
	"math/rand/v2"

	"counterproof/encode"
)

// Dig takes the clues of a board in random order, and removes a clue if the function keep accepts
// the board that remains. The caller ensures that keep accepts the board that Dig starts from. Many
// puzzles generate boards this way: they begin with all clues of a solution, and their function
// keep accepts boards with exactly one solution. When ctx ends, Dig returns the current board.
//
// For such a function keep, trying each clue once is enough. If a clue cannot be removed now, it
// cannot be removed later, when the board has fewer clues. So the board that Dig returns is
// minimal.
func Dig(ctx context.Context, rng *rand.Rand, in HasClues, keep func(encode.Instance) bool) HasClues {
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

// Spare returns the number of the first group of clues that can be removed so that the function
// keep still accepts the board. If there is no such group, every clue is needed, and Spare returns
// -1.
func Spare(in HasClues, keep func(encode.Instance) bool) int {
	for i := range in.Clues() {
		if keep(in.Without(i)) {
			return i
		}
	}
	return -1
}
