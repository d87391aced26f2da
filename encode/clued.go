package encode

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
