package hint

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
)

// Fixed returns the value that the clues give each site, or -1. It is the only value of the site in
// the first state, unless the board knows its fixed values.
func Fixed(ctx context.Context, in encode.Instance) ([]int, error) {
	if fixed, ok := in.(clues.HasFixedValues); ok {
		return fixed.FixedValues(), nil
	}
	sites := in.Sites()
	all := slices.Repeat([]int{-1}, len(sites))
	board, ok := deduction.Of(in)
	if !ok {
		return all, nil
	}
	state, err := answer.Start(ctx, board)
	if err != nil {
		return nil, err
	}
	for i, left := range state {
		if bits.OnesCount64(left) == 1 && sites[i] > 1 {
			all[i] = bits.TrailingZeros64(left)
		}
	}
	return all, nil
}

// Filled returns the entries of a board, whose list has a value for each site, or -1. A site with a
// fixed value has it even then.
func Filled(ctx context.Context, in encode.Instance, values []int) ([]clues.Given, error) {
	fixed, err := Fixed(ctx, in)
	return filled(fixed, values), err
}

func filled(fixed, values []int) (all []clues.Given) {
	for i, v := range fixed {
		if values != nil && values[i] >= 0 {
			v = values[i]
		}
		if v >= 0 {
			all = append(all, clues.Given{Site: i, Value: v})
		}
	}
	return all
}

// Correct reports whether a solution, or the hidden solution of a game, has the entries.
func Correct(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given) (bool, error) {
	if hidden := answer.Hidden(in); hidden != nil {
		return differs(*hidden, entries) < 0, nil
	}
	return explain.Correct(ctx, p, in, entries)
}

func differs(s encode.Solution, entries []clues.Given) int {
	return slices.IndexFunc(entries, func(x clues.Given) bool { return int(s[x.Site]) != x.Value })
}

// First returns the site of the first mistake in a list of entries: a solution has all earlier
// entries, but none also has this one. Without a mistake, or if the board has no solution, it is -1.
func First(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given) (int, error) {
	var failed error
	n := sort.Search(len(entries)+1, func(n int) bool { // the first n entries are not correct together
		ok, err := Correct(ctx, p, in, entries[:n])
		failed = cmp.Or(failed, err)
		return !ok
	})
	if failed != nil || n == 0 || n > len(entries) {
		return -1, failed
	}
	return entries[n-1].Site, nil
}
