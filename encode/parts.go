package encode

import "iter"

// Parts are the parts of one kind, such as the rows of a board.
type Parts struct {
	Kind string
	N    int
	// Without is the board without the parts gone, which count from 0, ascend
	// and are one or more; nil where nothing is left that is a board.
	Without func(gone ...int) Instance
}

// PartsOf are all parts of an instance, its clues last.
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

// Shrunk yields what is left of an instance without one of its parts, each in
// turn.
func Shrunk(in Instance) iter.Seq[Instance] {
	return func(yield func(Instance) bool) {
		for _, kind := range PartsOf(in) {
			for i := range kind.N {
				if less := kind.Without(i); less != nil && !yield(less) {
					return
				}
			}
		}
	}
}

// Left are the numbers from 0 to n-1 that are not among gone, which ascend.
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

// Keep are the elements of s with the numbers left.
func Keep[E any](s []E, left []int) []E {
	kept := make([]E, len(left))
	for i, at := range left {
		kept[i] = s[at]
	}
	return kept
}

// KeepCells are the cells of a board of w columns, row-major, in the rows and
// columns that are left.
func KeepCells[E any](cells []E, w int, rows, cols []int) []E {
	kept := make([]E, 0, len(rows)*len(cols))
	for _, r := range rows {
		for _, c := range cols {
			kept = append(kept, cells[r*w+c])
		}
	}
	return kept
}

// Lines are the rows and columns of a board of h x w cells as parts; window is the
// board of those that are left, one of each at least.
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
