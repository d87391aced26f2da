// Package linear computes exact linear algebra over the integers: determinant, rank, kernel,
// inverse, and the solutions of A x = b over the rationals and the integers. It can also list or
// count the integer solutions within given bounds.
//
// It eliminates modulo several primes of 31 bits, and combines the results by the Chinese remainder
// theorem and rational reconstruction (Wang 1981; von zur Gathen and Gerhard, Modern Computer
// Algebra, chapter 5). The bound of Hadamard limits the number of primes for a determinant.
//
// Kernels found modulo primes are nevertheless certain. Reduce checks over the integers that its
// vectors are in the kernel. The basis cannot lack a vector, because the rank modulo a prime is at
// most the rank over the integers.
//
// Elimination over the integers without fractions (Bareiss 1968) was tried, too. For a 32x32 board
// whose clues depend on four cells each, Reduce was 7 to 9 times as fast. For the determinant of a
// 30x30 board, Det takes 3.6 times as long, but a full 128x128 matrix takes a third of the time.
//
// Elimination skips the zeros of a banded matrix, such as the matrix of a board whose clues depend
// only on near cells. But the package stores all entries of each row, so it is made for some
// thousand unknowns, not for a million.
package linear

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// Version is the version of the algorithms. Increase it when a change can alter the answers or
// their cost.
const Version = 2

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
	bits := 2.0 // more than the binary logarithm of twice the product of the lengths of the rows
	for _, row := range a {
		square := 1.0
		for _, v := range row {
			square += float64(v) * float64(v)
		}
		bits += math.Log2(square) / 2
	}
	det, modulus := new(big.Int), big.NewInt(1)
	for p := range primes {
		m, err := eliminate(ctx, a, p)
		if err != nil {
			return nil, err
		}
		det = join(det, modulus, p, m.det())
		modulus.Mul(modulus, new(big.Int).SetUint64(p))
		if float64(modulus.BitLen()) > bits {
			break
		}
	}
	return nearest(det, modulus), nil
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

func span(row []int) (first, last int) {
	for last = len(row); last > 0 && row[last-1] == 0; last-- {
	}
	for first = 0; first < last && row[first] == 0; first++ {
	}
	return first, last
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
