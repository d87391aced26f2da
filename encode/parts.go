package encode

// Parts describes the removable parts of one kind, such as the rows of a board, and how to remove
// them.
type Parts struct {
	Kind string
	N    int
	// Without returns the board without one or more parts. The parameter gone lists the numbers of
	// these parts, counted from 0, in ascending order. Without returns nil if the remainder is not
	// a board.
	Without func(gone ...int) Instance
}

// PartsOf returns all kinds of removable parts of an instance. The clues come last.
func PartsOf(in Instance) []Parts {
	var kinds []Parts
	if p, ok := in.(HasParts); ok {
		kinds = p.Parts()
	}
	if c, ok := in.(HasClues); ok && c.Clues() > 0 {
		kinds = append(kinds, Parts{"clues", c.Clues(), func(gone ...int) Instance { return c.Without(gone...) }})
	}
	return kinds
}

// Lines returns the rows and the columns of a board of h x w cells as removable parts. The function
// window makes the board of the remaining rows and columns. Each call of window has at least one
// row and one column.
func Lines(h, w int, window func(rows, cols []int) Instance) []Parts {
	lines := func(kind string, n int, window func(left []int) Instance) Parts {
		return Parts{kind, n, func(gone ...int) Instance {
			if len(gone) == n {
				return nil
			}
			return window(Left(n, gone))
		}}
	}
	all := [2][]int{Left(h, nil), Left(w, nil)}
	return []Parts{
		lines("rows", h, func(left []int) Instance { return window(left, all[1]) }),
		lines("columns", w, func(left []int) Instance { return window(all[0], left) }),
	}
}
