package encode

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

// Put sets the elements of s with the given indices to v, and returns s.
func Put[E any, I int | int32](s []E, at []I, v E) []E {
	for _, i := range at {
		s[i] = v
	}
	return s
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
