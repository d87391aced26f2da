// Package clues defines what an instance can do with its clues, its removable parts and given values.
package clues

import (
	"context"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// HasClues is an instance whose clues can be removed. Every solution of the instance stays a
// solution when clues are removed.
type HasClues interface {
	encode.Instance
	// Clues returns the number of groups of clues. The clues of a group can only be removed
	// together, such as the two letters of a pair.
	Clues() int
	// Without returns the board without the clues of the given groups. The parameter i lists the
	// numbers of the groups, counted from 0. The numbers must all be different and may come in any
	// order.
	Without(i ...int) HasClues
}

// HasFullClues is an instance that knows how many groups of clues a board of its size has when
// every site is given.
type HasFullClues interface {
	HasClues
	layout.HasSize
	// FullClues returns the number of groups of clues on a board with every site given. So the
	// board of the instance lacks FullClues minus Clues groups.
	FullClues() int
}

// HasDemands is an instance that can leave out any of its clues, even clues that the notation must
// state. (HasClues can leave out only clues that the notation need not state.) A search leaves out
// clues to find out which clues contradict each other.
type HasDemands interface {
	encode.Instance
	// Demands returns a name for each clue, such as "the 5 in row 1, column 2".
	Demands() []string
	// Relaxed returns the instance without the given clues. The parameter gone lists the numbers of
	// these clues, from 0, ascending. Every solution of the instance is also a solution of the
	// result. The methods Encode and Check of the result work, but its text may still show the
	// clues, and its only native method may be brute force.
	Relaxed(gone []int) encode.Instance
}

// HasConflict is an instance that has its own way to find contradictory clues. Its sets of clues
// are smaller than the sets from the general search for all puzzles.
type HasConflict interface {
	HasDemands
	// Conflict returns the numbers of clues that contradict each other, ascending. If any one of
	// these clues is left out, the rest of them no longer contradict each other. The result is nil
	// if the instance has a solution, or if the search stops because it reaches a limit. The error
	// is ctx.Err().
	Conflict(ctx context.Context) ([]int, error)
}

// HasMarks is an instance whose picture can show which clues and entries contradict each other.
type HasMarks interface {
	encode.Instance
	// Marked draws the board with marks at some clues. The parameter clues lists the numbers of
	// these clues in the result of HasDemands.Demands. It is empty if the instance does not
	// implement HasDemands. Marked also draws and marks the entries, which are values that a person
	// has put into sites.
	Marked(clues []int, entries []Given) *draw.Picture
}

// HasValueClues is an instance whose notation has clues for the values of single sites.
type HasValueClues interface {
	encode.Instance
	// WithValues returns the board with more clues. For each of the given sites, it adds a clue
	// that gives the site its value in s. The clue may say more than this value, but only facts
	// that are true in s. The parameter s must be a solution. WithValues returns nil if the
	// notation cannot express the clues.
	WithValues(s encode.Solution, sites []int) encode.Instance
}

// HasFixedValues is an instance whose clues give values to sites, and which knows these values without
// rules of deduction.
type HasFixedValues interface {
	encode.Instance
	// FixedValues returns the value that the clues give each site, or -1.
	FixedValues() []int
}

// Contradiction says in a sentence without a full stop that at least two named clues contradict
// each other, but not if any one of them is left out.
func Contradiction(names []string) string {
	return wording.List(names, " and ") + " contradict each other, but not if any one of them is left out"
}

// A Relaxed is an instance without some of its clues, as HasDemands.Relaxed returns it. Its text and
// its sites are the same as with all clues. Its only method is brute force.
type Relaxed struct{ encode.Instance }

func (r Relaxed) Reduce() []encode.Reduction { return []encode.Reduction{encode.BruteForce(r)} }

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
	return slices.IndexFunc(encode.Left(in.Clues(), nil), func(i int) bool { return keep(in.Without(i)) })
}

// HasParts is an instance with parts that can be removed. What remains is a smaller board of the
// same puzzle.
type HasParts interface {
	encode.Instance
	// Parts lists the kinds of parts except clues, starting with the kind whose parts are the
	// largest. When two methods disagree about a board, a cross-check removes parts and clues to
	// get a smaller board.
	//
	// If possible, the smaller board has a solution whenever the whole board has one. For this,
	// Parts needs a solution of the whole board. It calls the function Quick to find one, so that
	// it takes only a few seconds.
	Parts() []Parts
}

// Parts describes the removable parts of one kind, such as the rows of a board, and how to remove
// them.
type Parts struct {
	Kind string
	N    int
	// Without returns the board without one or more parts. The parameter gone lists the numbers of
	// these parts, counted from 0, in ascending order. Without returns nil if the remainder is not
	// a board.
	Without func(gone ...int) encode.Instance
}

// PartsOf returns all kinds of removable parts of an instance. The clues come last.
func PartsOf(in encode.Instance) []Parts {
	var kinds []Parts
	if p, ok := in.(HasParts); ok {
		kinds = p.Parts()
	}
	if c, ok := in.(HasClues); ok && c.Clues() > 0 {
		kinds = append(kinds, Parts{"clues", c.Clues(), func(gone ...int) encode.Instance { return c.Without(gone...) }})
	}
	return kinds
}

// Lines returns the rows and the columns of a board of h x w cells as removable parts. The function
// window makes the board of the remaining rows and columns. Each call of window has at least one
// row and one column.
func Lines(h, w int, window func(rows, cols []int) encode.Instance) []Parts {
	lines := func(kind string, n int, window func(left []int) encode.Instance) Parts {
		return Parts{kind, n, func(gone ...int) encode.Instance {
			if len(gone) == n {
				return nil
			}
			return window(encode.Left(n, gone))
		}}
	}
	all := [2][]int{encode.Left(h, nil), encode.Left(w, nil)}
	return []Parts{
		lines("rows", h, func(left []int) encode.Instance { return window(left, all[1]) }),
		lines("columns", w, func(left []int) encode.Instance { return window(all[0], left) }),
	}
}
