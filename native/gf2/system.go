package gf2

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/native"
)

// A System consists of the equations A x = B. It implements native.Solver and native.Counter; the
// answers are the vectors x.
type System struct {
	A *Matrix
	B Vector // A.Rows bits or more; nil stands for 0
}

// With returns the system with one more equation for each i with values[i] >= 0: x[i] = values[i].
// Such a value must be 0 or 1. With does not change s.
func (s System) With(values []int) System {
	more := System{&Matrix{s.A.Rows, s.A.Cols, slices.Clone(s.A.rows)}, NewVector(s.A.Rows + len(values))}
	copy(more.B, s.B)
	for i, v := range values {
		if v < 0 {
			continue
		}
		at := more.A.Rows
		more.A.Rows++
		more.A.rows = append(more.A.rows, row{})
		more.A.Set(at, i)
		if v == 1 {
			more.B.Set(at)
		}
	}
	return more
}

// Search lists the solutions in the order of a Gray code over the kernel, so that each solution
// costs one addition of vectors. st.Nodes counts the solutions. Search computes each vector of the
// kernel when it first needs it: vector i after 2^i solutions.
func (s System) Search(ctx context.Context, st *native.Stats, yield func(Vector) bool) error {
	e, err := Eliminate(ctx, st, s.A, s.B)
	if err != nil || !e.Solvable() {
		return err
	}
	x := e.Solution()
	var kernel []Vector
	for step := uint64(1); ; step++ {
		if err := st.Poll(ctx, 0, 0); err != nil {
			return err
		}
		st.Nodes++
		if !yield(x) {
			return nil
		}
		i := bits.TrailingZeros64(step)
		if i == e.Nullity() {
			return nil
		}
		if i == len(kernel) {
			kernel = append(kernel, e.Kernel(i))
		}
		x.add(kernel[i])
	}
}

// Count returns 2^nullity, or 0 if there is no solution.
func (s System) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	e, err := Eliminate(ctx, st, s.A, s.B)
	if err != nil {
		return nil, err
	}
	return e.Count(), nil
}

// Count returns the number of solutions of the system: 2^nullity, or 0 if there is no solution.
func (e *Echelon) Count() *big.Int {
	if !e.solves {
		return new(big.Int)
	}
	return new(big.Int).Lsh(big.NewInt(1), uint(e.Nullity()))
}

// Inverse returns the inverse of the matrix a, or nil if a is singular. The matrix must be square.
// Inverse computes the kernel of a wider matrix: a with the unit matrix to its right. This kernel
// contains each column of the inverse, followed by the unit vector of this column.
func Inverse(ctx context.Context, st *native.Stats, a *Matrix) (*Matrix, error) {
	n := a.Rows
	if a.Cols != n {
		panic("gf2: the inverse of a matrix that is not square")
	}
	wide := NewMatrix(n, 2*n)
	for i := range n {
		for _, j := range a.Ones(i) {
			wide.Set(i, j)
		}
		wide.Set(i, n+i)
	}
	e, err := Eliminate(ctx, st, wide, nil)
	if err != nil {
		return nil, err
	}
	if e.Nullity() != n || n > 0 && e.free[0] < n {
		return nil, nil
	}
	inverse := NewMatrix(n, n)
	for j := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := e.Kernel(j)
		for i := range n {
			if x.At(i) {
				inverse.Set(i, j)
			}
		}
	}
	return inverse, nil
}
