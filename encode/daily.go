package encode

import "time"

// A Daily says how the board of the day of a puzzle is chosen. With the zero value, the board has
// the default size of the puzzle, and needs rules of a higher level later in the week.
type Daily struct {
	// Version is part of the seed, from 0. It is raised when the same seed makes another board of a
	// day, for example because Generate, a rule of deduction or Week has changed.
	Version int
	// Week lists a size for each day, Monday first, separated by commas. A level of the rules may
	// follow the size: "5x5 easy, 8x8 easy, ...". No day is easier than the day before.
	Week string
	// Suits reports whether a board suits a day of the week. Nil means that all boards of the
	// size and level suit every day. Suits is for puzzles with only one size and no levels.
	Suits func(in Instance, day time.Weekday) bool
	// Date returns the board of a date, for a puzzle whose boards are dates. Then the other fields
	// are not used.
	Date func(date time.Time) (Instance, error)
}
