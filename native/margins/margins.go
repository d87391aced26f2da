// Package margins finds, counts and draws 0/1 matrices with given margins: the sums of their rows and
// columns.
//
//   - Test decides whether there is such a matrix, with the partial sums of Gale (Pacific J. Math. 7,
//     1957) and Ryser (Canad. J. Math. 9, 1957). Construct returns a matrix by their construction.
//   - Chain decides whether a given matrix is the only one with its margins. It finds a chain of
//     alternating rook moves, which leads to a second matrix, or nested rows, which exclude chains
//     (Ryser's interchanges).
//   - Free finds the entries in which the matrices with the same margins differ. It looks at where
//     the largest sums are as large as the other sums allow.
//   - Search lists all matrices, without dead ends.
//   - Count counts the matrices. It goes row by row (or column by column) and keeps one state for
//     each multiset of the sums that the other lines still need (Miller and Harrison, Annals of
//     Statistics 41, 2013).
//   - A Fixed lists and counts the matrices that have given entries.
//   - A Lonesum counts the matrices that are determined by their margins, and draws them uniformly
//     (Brewbaker, Integers 8, 2008).
//
// The package handles only entries 0 and 1. Test, Chain and Free do not support given
// entries. The package does not count approximately or sample by random interchanges. The cost of
// counting grows with the number of states. Each state is a multiset of remaining sums. For 20x20
// matrices whose margins all equal 5, there are 10,287 states and 384,938 moves between them, which
// takes a tenth of a second. If the margins all equal 10, there are 1,063,602 states and 508
// million moves, which takes minutes. 60x60 matrices whose margins all equal 30 are out of reach.
package margins

import (
	"cmp"
	"slices"
)

// Version is the version of the algorithms. Increase it when a change can alter the answers or
// their cost.
const Version = 2

// A Problem gives the margins of an h x w matrix: h row sums and w column sums. Any integers are
// allowed: margins that no matrix has are not an error, and merely have no answers. The Problem
// must not change while a method runs.
type Problem struct {
	Rows, Cols []int
	// Limit bounds the work of Count, which returns ErrLimit when it exceeds it. 0
	// means no limit. Each move from a state costs one unit for each number in the state and one
	// for each 64-bit word of its count. Ten million units take a quarter of a second, or a few
	// seconds if most states are new.
	Limit int64
	// Memory bounds the bytes that states take in Count, which returns ErrMemory when it exceeds it.
	// Count holds the states of two lines at a time. 0 means 600 MB, which random margins of 200x200 or 60x60 with density 1/2 reach after
	// a few seconds. The process takes two to three times as much, because of growing slices and
	// garbage.
	Memory int64
}

// A Matrix is a 0/1 matrix of H rows and W columns, with its entries in row-major order.
type Matrix struct {
	H, W  int
	Cells []byte
}

// NewMatrix returns the zero matrix of h rows and w columns.
func NewMatrix(h, w int) *Matrix { return &Matrix{h, w, make([]byte, h*w)} }

// At returns the entry in row r and column c, counted from 0.
func (m *Matrix) At(r, c int) byte { return m.Cells[r*m.W+c] }

// Margins returns the row sums and column sums of m.
func (m *Matrix) Margins() *Problem {
	p := &Problem{Rows: make([]int, m.H), Cols: make([]int, m.W)}
	for r := range m.H {
		for c := range m.W {
			p.Rows[r] += int(m.At(r, c))
			p.Cols[c] += int(m.At(r, c))
		}
	}
	return p
}

// A Test holds the numbers that the test of Gale and Ryser compares. A matrix with the given
// margins exists exactly if three conditions hold. No margin is negative or larger than the number
// of entries of its line. The row sums and the column sums have the same total. And the method
// Holds returns true for every element of the field Partial.
type Test struct {
	// BadRow is the first row whose sum is below 0 or above w, and BadCol is the first column whose
	// sum is below 0 or above h. Rows and columns are counted from 0. A field is -1 if there is no
	// such line.
	BadRow, BadCol     int
	RowTotal, ColTotal int
	Sorted             []int     // the column sums, largest first
	Conjugate          []int     // Conjugate[k-1] is the number of rows with a sum of k or more, for k = 1..w
	Partial            []Partial // for k = 1..w
}

// A Partial compares the sum of the K largest column sums with the largest number of ones that K
// columns can have, given the row sums.
type Partial struct {
	K         int `json:"k"`
	Columns   int `json:"columns"`   // sum of the K largest column sums
	Conjugate int `json:"conjugate"` // sum of the first K numbers of the conjugate of the row sums
}

// Holds reports whether the row sums allow enough ones in the K fullest columns.
func (p Partial) Holds() bool { return p.Columns <= p.Conjugate }

// Solvable reports whether a matrix with the tested margins exists.
func (t *Test) Solvable() bool {
	return t.BadRow < 0 && t.BadCol < 0 && t.RowTotal == t.ColTotal && t.Failing() == nil
}

// Failing returns the first Partial for which Holds is false, or nil if there is none.
func (t *Test) Failing() *Partial {
	for i := range t.Partial {
		if !t.Partial[i].Holds() {
			return &t.Partial[i]
		}
	}
	return nil
}

// Test computes the test of Gale and Ryser for p, including all partial sums, even if an earlier
// condition fails.
func (p *Problem) Test() *Test {
	h, w := len(p.Rows), len(p.Cols)
	t := &Test{
		BadRow:    slices.IndexFunc(p.Rows, func(x int) bool { return x < 0 || x > w }),
		BadCol:    slices.IndexFunc(p.Cols, func(x int) bool { return x < 0 || x > h }),
		RowTotal:  total(p.Rows),
		ColTotal:  total(p.Cols),
		Sorted:    slices.Clone(p.Cols),
		Conjugate: conjugate(p.Rows, w),
	}
	slices.SortFunc(t.Sorted, func(a, b int) int { return cmp.Compare(b, a) })
	columns, conj := 0, 0
	for k := range w {
		columns += t.Sorted[k]
		conj += t.Conjugate[k]
		t.Partial = append(t.Partial, Partial{k + 1, columns, conj})
	}
	return t
}

func total(xs []int) int {
	sum := 0
	for _, x := range xs {
		sum += x
	}
	return sum
}

func conjugate(xs []int, n int) []int {
	out := make([]int, n)
	for _, x := range xs {
		if x > 0 && n > 0 {
			out[min(x, n)-1]++
		}
	}
	for k := n - 2; k >= 0; k-- {
		out[k] += out[k+1]
	}
	return out
}

// Construct returns one matrix with the margins p, always the same, or nil if no matrix has them.
// It fills the rows from the top. Each row gives its ones to the columns that need the most ones,
// and among equal columns to the leftmost.
func (p *Problem) Construct() *Matrix {
	if !p.Test().Solvable() {
		return nil
	}
	m := NewMatrix(len(p.Rows), len(p.Cols))
	left := slices.Clone(p.Cols)
	for r, n := range p.Rows {
		for _, c := range order(left, -1)[:n] {
			m.Cells[r*m.W+c] = 1
			left[c]--
		}
	}
	return m
}

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
