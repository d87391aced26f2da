package encode

import "time"

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
