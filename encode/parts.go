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

// Left returns the numbers from 0 to n-1 that are not in the list gone, which must ascend.
func Left(n int, gone []int) []int {
	left := make([]int, 0, n)
	for i := range n {
		if len(gone) > 0 && gone[0] == i {
			gone = gone[1:]
			continue
		}
		left = append(left, i)
	}
	return left
}

// Where returns the indices of the elements that have the property, or nil if there are none.
func Where[E any](s []E, has func(E) bool) (at []int) {
	for i, e := range s {
		if has(e) {
			at = append(at, i)
		}
	}
	return at
}

// Keep returns the elements of s whose indices are in the slice left.
func Keep[E any](s []E, left []int) []E {
	kept := make([]E, len(left))
	for i, at := range left {
		kept[i] = s[at]
	}
	return kept
}

// KeepCells returns the cells in the given rows and columns of a row-major board with w columns.
func KeepCells[E any](cells []E, w int, rows, cols []int) []E {
	kept := make([]E, 0, len(rows)*len(cols))
	for _, r := range rows {
		for _, c := range cols {
			kept = append(kept, cells[r*w+c])
		}
	}
	return kept
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
