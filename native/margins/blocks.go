package margins

import "slices"

// An entry of a matrix is free if it has another value in some other matrix with the same margins.
// An entry is free exactly if it lies on a chain. All other entries are Ryser's invariant ones and
// zeros.
//
// Order the rows by their sums, the smallest first, and the columns by their sums, the largest
// first. The first j columns have at most as many ones as the first i rows and all entries of the
// other rows in these columns. If the numbers are equal, (i, j) is a corner. In every matrix with
// these margins, the first i rows then have no ones in the other columns, and the first j columns
// have no zeros in the other rows. Draw each 1 as an arc from its row to its column, and each 0 as an arc
// from its column to its row. Then the chains are the cycles, and no arc leaves the rows and columns
// before a corner. So no chain passes a corner. If there are rows and columns between two successive
// corners, they are strongly connected, so all entries in them are free.

// Free reports for every entry of m whether some matrix with the same margins has another value
// there. The results are in row-major order. Free takes time proportional to the number of entries.
func (m *Matrix) Free() []bool {
	free := make([]bool, len(m.Cells))
	for _, b := range m.Margins().blocks() {
		for _, r := range b.rows {
			for _, c := range b.cols {
				free[r*m.W+c] = true
			}
		}
	}
	return free
}

// A block consists of the rows and columns between two corners. Its submatrix can be replaced by any
// other matrix with the same margins as the submatrix, independently of the other blocks.
type block struct {
	rows, cols []int // indices in the whole matrix, ascending
	margins    *Problem
}

// blocks returns the blocks of the margins p, which some matrix must have. All entries outside the
// blocks are the same in every matrix with these margins.
func (p *Problem) blocks() []block {
	h := len(p.Rows)
	rows, cols := order(p.Rows, 1), order(p.Cols, -1)
	full := []int{0} // [j]: the ones in the first j columns
	for j, c := range cols {
		full = append(full, full[j]+p.Cols[c])
	}
	var all []block
	top, left, ones := 0, 0, 0 // the last corner, and the ones in the first i rows
	for i := range h + 1 {
		for j := left; j < len(full); j++ {
			if full[j] != ones+(h-i)*j {
				continue
			}
			if i > top && j > left {
				b := block{slices.Sorted(slices.Values(rows[top:i])), slices.Sorted(slices.Values(cols[left:j])), &Problem{}}
				for _, r := range b.rows {
					b.margins.Rows = append(b.margins.Rows, p.Rows[r]-left)
				}
				for _, c := range b.cols {
					b.margins.Cols = append(b.margins.Cols, p.Cols[c]-(h-i))
				}
				all = append(all, b)
			}
			top, left = i, j
		}
		if i < h {
			ones += p.Rows[rows[i]]
		}
	}
	return all
}

// order returns the indices of the sums, the smallest sum first if sign is 1, and the largest first
// if sign is -1. Equal sums keep their order.
func order(sums []int, sign int) []int {
	all := make([]int, len(sums))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, func(a, b int) int { return sign * (sums[a] - sums[b]) })
	return all
}
