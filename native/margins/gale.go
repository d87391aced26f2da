package margins

import (
	"cmp"
	"slices"
)

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
