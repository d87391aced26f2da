package gf2

import (
	"context"
	"math/big"
	"math/bits"

	"counterproof/native"
)

// A System is the equations A x = b. It implements native.Solver and native.Counter for the vectors
// x.
type System struct {
	A *Matrix
	B Vector // A.Rows bits; nil stands for 0
}

// Search implements native.Solver. It lists the solutions in the order of a Gray code over the
// kernel, with one addition of vectors per solution. st.Nodes counts the solutions. A vector of the
// kernel is computed when it is first needed: vector i after 2^i solutions.
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

// Count implements native.Counter. It returns 0 or 2^nullity.
func (s System) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	e, err := Eliminate(ctx, st, s.A, s.B)
	if err != nil {
		return nil, err
	}
	return e.Count(), nil
}

// Count returns the number of solutions: 0 or 2^nullity.
func (e *Echelon) Count() *big.Int {
	if !e.solves {
		return new(big.Int)
	}
	return new(big.Int).Lsh(big.NewInt(1), uint(e.Nullity()))
}

// Inverse returns the matrix B with A B = 1, or nil if A is singular. A must be square. B is read
// off the kernel of (A 1): if A x = e_j, the kernel contains the vector (x e_j).
func Inverse(ctx context.Context, st *native.Stats, a *Matrix) (*Matrix, error) {
	n := a.Rows
	if a.Cols != n {
		panic("gf2: the inverse of a matrix that is not square")
	}
	wide := NewMatrix(n, 2*n)
	for i := range n {
		for j := range n {
			if a.At(i, j) {
				wide.Set(i, j)
			}
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
