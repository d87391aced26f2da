package encode

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"counterproof/native"
)

// Pick calls the function next at most N times, where N is the parameter tries. It returns the
// first board for which keep returns true. The function next returns nil if it cannot make a board.
// If the parameter keep is nil, Pick accepts every board. The error is ctx.Err(), the first error
// of next, or a *NoBoardError.
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
	return nil, &NoBoardError{size, tries}
}

// A NoBoardError says that none of the boards made, whose number is Tries, was suitable.
type NoBoardError struct {
	Size  Size
	Tries int
}

func (e *NoBoardError) Error() string {
	board := "board"
	if e.Size != (Size{}) {
		board = fmt.Sprintf("%v board", e.Size)
	}
	return fmt.Sprintf("found no suitable %s in %d tries; try another size or seed", board, e.Tries)
}

// Generator returns the function Generate of a puzzle. For the zero size, the result calls small, which
// makes a board for a cross-check, or returns nil to be called again. For other sizes, it calls large,
// unless the function check returns an error.
func Generator(check func(Size) error, small func(context.Context, *rand.Rand) Instance, large Generate) Generate {
	return func(ctx context.Context, rng *rand.Rand, size Size, keep func(Instance) bool) (Instance, error) {
		if size == (Size{}) {
			return Pick(ctx, size, 10_000, keep, func() (Instance, error) { return small(ctx, rng), nil })
		}
		if err := check(size); err != nil {
			return nil, err
		}
		return large(ctx, rng, size, keep)
	}
}

// Sizes returns a function that checks sizes. If fits returns false, the error is a *SizeError.
func Sizes(want string, fits func(Size) bool) func(Size) error {
	return func(z Size) error {
		if fits(z) {
			return nil
		}
		return &SizeError{z, want}
	}
}

// Sides returns a function that accepts sizes with 1 to most rows and columns, and nothing else.
func Sides(most int) func(Size) error {
	return Sizes(fmt.Sprintf("1 to %d rows and columns", most), func(z Size) bool {
		return z == Size{H: z.H, W: z.W} && min(z.H, z.W) >= 1 && max(z.H, z.W) <= most
	})
}

// Area returns a function that accepts sizes with least to most cells.
func Area(least, most int) func(Size) error {
	return Sizes(fmt.Sprintf("%d to %d cells", least, most), func(z Size) bool {
		return min(z.H, z.W) >= 1 && z.H <= most/z.W && z.H*z.W >= least
	})
}

// Unique reports whether the instance has exactly one solution. It uses the best native method and
// returns the error of its search.
func Unique(ctx context.Context, in Instance) (bool, error) {
	return UniqueWithin(ctx, in, native.Limit{})
}

// OneSolution reports whether the instance has exactly one solution. It is a function keep for
// boards whose search takes little time.
func OneSolution(in Instance) bool {
	one, _ := Unique(context.Background(), in) // the context never ends
	return one
}

// UniqueWithin works like Unique but limits the work of the search. The error is native.ErrLimit if
// the search reached the limit before the answer was known.
func UniqueWithin(ctx context.Context, in Instance, limit native.Limit) (bool, error) {
	n := 0
	err := in.Reduce()[0].Search(ctx, &native.Stats{Limit: limit}, func(Solution) bool {
		n++
		return n < 2
	})
	return n == 1 && err == nil, err
}

// quick limits the work of a search so that it takes about a second.
var quick = native.Limit{Nodes: 200_000, Updates: 20_000_000}

// Quick returns a solution, or false if no method finds one in about a second. It tries one method
// after another, because a caller that shrinks a board does not know which method gives wrong
// answers.
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

// A Daily says how to choose the board of the day of a puzzle. With the zero value, the board has
// the default size of the puzzle. Boards later in the week need rules of a higher level.
type Daily struct {
	// Version is part of the seed. The first version is 0. Raise Version when the same seed would
	// make another board for a day, for example because the field Week, the function Generate or a
	// rule of deduction has changed.
	Version int
	// Week lists a size for each day, Monday first, separated by commas. A size may be followed by
	// a level of the rules: "5x5 easy, 8x8 easy, ...". No day is easier than the day before.
	Week string
	// Suits reports whether a board suits a day of the week. If Suits is nil, all boards of the
	// size and level suit every day. Suits is for puzzles with only one size and no levels.
	Suits func(in Instance, day time.Weekday) bool
	// Date is set only for a puzzle whose boards are dates. The function returns the board of a
	// date. If Date is set, the other fields have no effect.
	Date func(date time.Time) (Instance, error)
}

// SmallSides returns the sides of a random board for a cross-check. One side has at most most cells,
// and the board has at most area cells.
func SmallSides(rng *rand.Rand, most, area int) (h, w int) {
	h = 1 + rng.IntN(most)
	w = 1 + rng.IntN(area/h)
	if rng.IntN(2) == 0 {
		h, w = w, h
	}
	return h, w
}
