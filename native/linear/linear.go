// Package linear computes exact linear algebra over the integers: determinant, rank, kernel,
// inverse, and the solutions of A x = b over the rationals and the integers. It can also list or
// count the integer solutions within given bounds.
//
// It has two methods of elimination, which the tests compare. Det works with big integers and without
// fractions (Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination",
// 1968). Reduce works modulo several primes of 31 bits, and combines the results by the Chinese
// remainder theorem and rational reconstruction (Wang 1981; von zur Gathen and Gerhard, Modern
// Computer Algebra, chapter 5).
//
// Results found modulo primes are nevertheless certain. Reduce checks over the integers that its
// vectors are in the kernel. The basis cannot lack a vector, because the rank modulo a prime is at
// most the rank over the integers.
//
// For a full 64x64 matrix, Reduce is 1.3 times as fast as elimination without fractions. For a 32x32
// board whose clues depend on four cells each, it is 7 to 9 times as fast. Determinants modulo primes
// would be 5 to 9 times as fast for full 128x128 matrices. But for banded matrices, Det is 2.5 to 3.5
// times as fast for a 30x30 board. These figures are medians of three runs.
//
// Both methods skip the zeros of a banded matrix, such as the matrix of a board whose clues depend
// only on near cells. But the package stores all entries of each row, so it is made for some
// thousand unknowns, not for a million.
package linear

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// Version is the version of the algorithms. Increase it when a change can alter the answers or
// their cost.
const Version = 1

// ErrSingular is the error of Inverse for a singular matrix.
var ErrSingular = errors.New("the matrix is singular")

// A Matrix is a list of rows of integers, all of the same length. A matrix without rows has no
// columns.
type Matrix [][]int

// Cols returns the number of columns.
func (a Matrix) Cols() int {
	if len(a) == 0 {
		return 0
	}
	return len(a[0])
}

// valid panics if the rows have different lengths, because then the caller has a bug.
func (a Matrix) valid() {
	for i, row := range a {
		if len(row) != a.Cols() {
			panic(fmt.Sprintf("linear: row %d has %d columns, row 0 has %d", i, len(row), a.Cols()))
		}
	}
}

// An Echelon is the result of eliminating a matrix column by column from the left: its pivots and
// its kernel.
type Echelon struct {
	Pivots []int // the columns that are not a combination of earlier columns
	Free   []int // the other columns
	// Vectors is a basis of the rational kernel, with one vector for each free column. The vector
	// is positive at its free column, 0 at the other free columns, and its entries have no common
	// divisor.
	Vectors [][]*big.Int
}

// Rank returns the rank of the matrix, which is the number of pivots.
func (e *Echelon) Rank() int { return len(e.Pivots) }

// Nullity returns the dimension of the kernel of the matrix.
func (e *Echelon) Nullity() int { return len(e.Free) }

// Det returns the determinant of the square matrix a, which is 1 for the empty matrix. It is fast if the
// entries other than 0 are near the diagonal. The error is ctx.Err().
func Det(ctx context.Context, a Matrix) (*big.Int, error) {
	a.valid()
	if len(a) != a.Cols() {
		panic(fmt.Sprintf("linear: the determinant of %d rows and %d columns", len(a), a.Cols()))
	}
	b, err := newBareiss(ctx, a)
	switch {
	case err != nil:
		return nil, err
	case len(b.pivots) < len(a):
		return new(big.Int), nil
	case b.sign < 0:
		b.pivot.Neg(b.pivot)
	}
	return b.pivot, nil
}

// Inverse returns the rows of the inverse of the square matrix a. The error is ErrSingular or
// ctx.Err().
func Inverse(ctx context.Context, a Matrix) ([][]*big.Rat, error) {
	n := len(a)
	wide := make(Matrix, n) // the matrix A | -I, whose kernel contains each column of the inverse followed by the unit column
	for i, row := range a {
		if len(row) != n {
			panic(fmt.Sprintf("linear: the inverse of %d rows and %d columns", n, len(row)))
		}
		wide[i] = make([]int, 2*n)
		copy(wide[i], row)
		wide[i][n+i] = -1
	}
	e, err := Reduce(ctx, wide)
	if err != nil {
		return nil, err
	}
	if n > 0 && e.Pivots[n-1] != n-1 {
		return nil, ErrSingular
	}
	inverse := make([][]*big.Rat, n)
	for i := range inverse {
		inverse[i] = make([]*big.Rat, n)
		for j := range inverse[i] {
			inverse[i][j] = new(big.Rat).SetFrac(e.Vectors[j][i], e.Vectors[j][n+j])
		}
	}
	return inverse, nil
}

// Solve returns the rational solution of A x = b that is 0 at the free columns, or nil if there is
// no solution. The error is ctx.Err().
func Solve(ctx context.Context, a Matrix, b []int) ([]*big.Rat, error) {
	e, x0, err := solve(ctx, a, b)
	if x0 == nil || err != nil {
		return nil, err
	}
	n := len(e.Pivots) + len(e.Free)
	x := make([]*big.Rat, n)
	for i := range x {
		x[i] = new(big.Rat).SetFrac(x0[i], x0[n])
	}
	return x, nil
}

// solve eliminates the matrix A | -b. It returns the echelon form of A and a solution x0 of A x =
// b, or nil for x0 if there is none. The entries of x0 are numerators, followed by their common
// denominator.
func solve(ctx context.Context, a Matrix, b []int) (*Echelon, []*big.Int, error) {
	if len(b) != len(a) {
		panic(fmt.Sprintf("linear: %d right sides for %d rows", len(b), len(a)))
	}
	n := a.Cols()
	wide := make(Matrix, len(a))
	for i, row := range a {
		wide[i] = append(append(make([]int, 0, n+1), row...), -b[i])
	}
	if len(a) == 0 { // no unknowns and no equations
		return &Echelon{}, []*big.Int{big.NewInt(1)}, nil
	}
	e, err := Reduce(ctx, wide)
	if err != nil {
		return nil, nil, err
	}
	var x0 []*big.Int
	if last := len(e.Free) - 1; last >= 0 && e.Free[last] == n {
		x0 = e.Vectors[last]
		e.Free, e.Vectors = e.Free[:last], e.Vectors[:last]
	} else {
		e.Pivots = e.Pivots[:len(e.Pivots)-1]
	}
	for i := range e.Vectors {
		e.Vectors[i] = e.Vectors[i][:n]
	}
	return e, x0, nil
}

// bareiss is the state of an elimination without fractions, which makes the entries below the
// pivots 0. After step k the entries of the lower rows are minors of order k+1 of the matrix. So
// every division by the previous pivot is exact (Sylvester's identity).
//
// For a row that has 0 in the column of the pivot, a step only multiplies the row by the pivot and
// divides it by the previous pivot. This scaling is postponed until the row is used. On a 32x32
// board, few of the 1024 rows have a nonzero entry in the column of a pivot, so this saves nearly
// all the work.
type bareiss struct {
	rows   [][]*big.Int
	scale  []*big.Int // of each row: the pivot up to which the row is scaled
	first  []int      // of each row: the columns before this one are 0
	last   []int      // of each row: the columns from this one on are 0
	cols   int
	pivots []int
	sign   int
	pivot  *big.Int // the last pivot, which is the minor of all pivots up to sign
}

func newBareiss(ctx context.Context, a Matrix) (*bareiss, error) {
	b := &bareiss{cols: a.Cols(), sign: 1, pivot: big.NewInt(1)}
	for _, row := range a {
		entries := make([]*big.Int, len(row))
		for j, v := range row {
			entries[j] = big.NewInt(int64(v))
		}
		first, last := span(row)
		b.rows = append(b.rows, entries)
		b.scale = append(b.scale, b.pivot)
		b.first, b.last = append(b.first, first), append(b.last, last)
	}
	for c := 0; c < b.cols && len(b.pivots) < len(b.rows); c++ {
		if err := b.column(ctx, c); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// column chooses a pivot in column c among the rows without a pivot, and makes the entries below it
// 0. If all entries of these rows are 0 in this column, column does nothing.
func (b *bareiss) column(ctx context.Context, c int) error {
	k := len(b.pivots)
	best := -1
	for i := k; i < len(b.rows); i++ {
		if b.first[i] <= c && c < b.last[i] && b.rows[i][c].Sign() != 0 && (best < 0 || b.last[i] < b.last[best]) {
			best = i // the shortest row makes the fewest new nonzero entries in the others
		}
	}
	if best < 0 {
		return nil
	}
	if best != k {
		b.rows[k], b.rows[best] = b.rows[best], b.rows[k]
		b.scale[k], b.scale[best] = b.scale[best], b.scale[k]
		b.first[k], b.first[best] = b.first[best], b.first[k]
		b.last[k], b.last[best] = b.last[best], b.last[k]
		b.sign = -b.sign
	}
	b.catchUp(k, c)
	top, pivot := b.rows[k], new(big.Int).Set(b.rows[k][c])
	t := new(big.Int)
	for i := k + 1; i < len(b.rows); i++ {
		if c < b.first[i] || c >= b.last[i] || b.rows[i][c].Sign() == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		b.catchUp(i, c)
		row := b.rows[i]
		f := new(big.Int).Set(row[c])
		b.last[i] = max(b.last[i], b.last[k])
		for j := c; j < b.last[i]; j++ {
			row[j].Mul(row[j], pivot)
			row[j].Sub(row[j], t.Mul(f, top[j]))
			row[j].Quo(row[j], b.pivot)
		}
		b.scale[i] = pivot
	}
	b.scale[k] = pivot
	b.pivot = pivot
	b.pivots = append(b.pivots, c)
	return nil
}

func span(row []int) (first, last int) {
	for last = len(row); last > 0 && row[last-1] == 0; last-- {
	}
	for first = 0; first < last && row[first] == 0; first++ {
	}
	return first, last
}

func (b *bareiss) catchUp(i, c int) {
	if b.scale[i] == b.pivot {
		return
	}
	for j := c; j < b.last[i]; j++ {
		x := b.rows[i][j]
		x.Quo(x.Mul(x, b.pivot), b.scale[i])
	}
	b.scale[i] = b.pivot
}

func others(pivots []int, cols int) (free []int) {
	for c := range cols {
		if _, pivot := slices.BinarySearch(pivots, c); !pivot {
			free = append(free, c)
		}
	}
	return free
}

func zeros(n int) []*big.Int {
	x := make([]*big.Int, n)
	for i := range x {
		x[i] = new(big.Int)
	}
	return x
}

// primitive divides the vector x by the greatest common divisor of its entries. It chooses the sign
// so that entry f is positive.
func primitive(x []*big.Int, f int) {
	g := new(big.Int)
	for _, v := range x {
		if v.Sign() != 0 {
			g.GCD(nil, nil, g, new(big.Int).Abs(v))
		}
	}
	if x[f].Sign() < 0 {
		g.Neg(g)
	}
	if g.IsInt64() && g.Int64() == 1 || g.Sign() == 0 {
		return
	}
	for _, v := range x {
		v.Quo(v, g)
	}
}
