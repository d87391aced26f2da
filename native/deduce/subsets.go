package deduce

import "math/bits"

// Subsets calls found with each set of up to k of the rows of a matrix of bits,
// as bits itself, that together have no more columns than they are rows: the set
// takes its columns from all other rows where each row needs a column of its own.
// Rows that only lose bits keep all that is found, if a set with fewer columns
// than rows is taken to take all columns.
//
// A row whose only column no other row has is left out, so that a set of up to k
// rows stands for the larger ones with it, which take no more. There are up to 64
// rows of up to 64 columns. The time is that of all sets of rows with up to k
// columns each.
func Subsets(rows []uint64, k int, found func(set, union uint64)) {
	var once, twice uint64
	for _, row := range rows {
		twice |= once & row
		once |= row
	}
	var buffer [64]int
	narrow := buffer[:0]
	for r, row := range rows {
		if bits.OnesCount64(row) <= k && (row&(row-1) != 0 || row&^twice == 0) {
			narrow = append(narrow, r)
		}
	}
	f := subsets{rows, k, found}
	f.grow(narrow, 0, 0, 1)
}

type subsets struct {
	rows  []uint64
	k     int
	found func(set, union uint64)
}

// grow adds one of the rows, and more, to a set of size-1 rows.
func (f *subsets) grow(from []int, set, union uint64, size int) {
	for i, r := range from {
		u := union | f.rows[r]
		columns := bits.OnesCount64(u)
		if columns > f.k {
			continue
		}
		if columns <= size {
			f.found(set|1<<r, u)
		}
		if size < f.k {
			f.grow(from[i+1:], set|1<<r, u, size+1)
		}
	}
}

// Takes are the columns that a set takes from the other rows, given those of its
// own: these, or all if they are too few.
func Takes(set, union uint64) uint64 {
	if bits.OnesCount64(union) < bits.OnesCount64(set) {
		return 1<<64 - 1
	}
	return union
}
