package deduce

import "math/bits"

// Subsets finds sets of up to k rows of a bit matrix that together have at most as many columns as
// rows. If each row needs its own column, such a set takes its columns away from all other rows.
// For each such set, Subsets calls found(set, union): the bits of set are the rows, and the bits of
// union are the columns of these rows.
//
// If rows lose bits later, a new call still takes all columns that were taken before, provided that
// a set with fewer columns than rows takes all columns (see Takes).
//
// Subsets ignores a row whose only column is in no other row, because a set that contains such a
// row takes nothing more than the set without this row. There may be up to 64 rows of up to 64
// columns. The time is proportional to the number of sets of rows that have up to k columns each.
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

// grow adds one or more rows of the list from to a set, in every possible way. It calls f.found for
// each result that has at most as many columns as rows. The parameter size is the number of rows of
// the set after the first addition.
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

// Takes returns the columns that a set of rows takes from the other rows. These are the columns of
// the set, or all columns if the set has fewer columns than rows.
func Takes(set, union uint64) uint64 {
	if bits.OnesCount64(union) < bits.OnesCount64(set) {
		return 1<<64 - 1
	}
	return union
}
