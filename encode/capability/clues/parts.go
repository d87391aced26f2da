package clues

import (
	"counterproof/encode"
)

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
