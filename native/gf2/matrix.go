package gf2

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/native"
	"counterproof/native/hitting"
)

// A Vector is a list of bits, 64 to a word: bit i is bit i%64 of word i/64. The unused bits of the
// last word are 0.
type Vector []uint64

// NewVector returns the zero vector of n bits.
func NewVector(n int) Vector { return make(Vector, (n+63)/64) }

// At reports whether bit i is 1.
func (v Vector) At(i int) bool { return v[i/64]>>(i%64)&1 != 0 }

// Set sets bit i to 1.
func (v Vector) Set(i int) { v[i/64] |= 1 << (i % 64) }

// Flip inverts bit i.
func (v Vector) Flip(i int) { v[i/64] ^= 1 << (i % 64) }

// Weight returns the number of ones in v.
func (v Vector) Weight() int { return hitting.Set(v).Size() }

// add adds the vector o to v. The length of o must be at most the length of v.
func (v Vector) add(o Vector) {
	v = v[:len(o)]
	for i, w := range o {
		v[i] ^= w
	}
}

// A Matrix is a matrix of bits. It stores only a part of each row: the words from the first to the
// last word in which a bit has been set. So a banded matrix takes only the memory of its band.
type Matrix struct {
	Rows, Cols int
	rows       []row
}

// A row stores one row of a matrix. The field bits holds consecutive words of the row, and the
// field from is the index of the first of these words. All other words of the row are 0.
type row struct {
	from int
	bits Vector
	odd  bool // the right-hand side, during an elimination
}

// NewMatrix returns the zero matrix with the given numbers of rows and columns.
func NewMatrix(rows, cols int) *Matrix { return &Matrix{rows, cols, make([]row, rows)} }

// At reports whether the entry at row i and column j is 1.
func (m *Matrix) At(i, j int) bool {
	r := &m.rows[i]
	w := j/64 - r.from
	return w >= 0 && w < len(r.bits) && r.bits[w]>>(j%64)&1 != 0
}

// Ones returns the columns in which row i has a 1.
func (m *Matrix) Ones(i int) (columns []int) {
	r := &m.rows[i]
	for j := range r.bits.ones() {
		columns = append(columns, 64*r.from+j)
	}
	return columns
}

// Set sets the entry at row i and column j to 1.
func (m *Matrix) Set(i, j int) { *m.word(i, j) |= 1 << (j % 64) }

// word returns a pointer to the word that holds the entry at row i and column j. It enlarges the
// stored part of the row if necessary.
func (m *Matrix) word(i, j int) *uint64 {
	if j < 0 || j >= m.Cols {
		panic("gf2: no such column")
	}
	r := &m.rows[i]
	w := j / 64
	switch {
	case len(r.bits) == 0:
		r.from, r.bits = w, make(Vector, 1)
	case w < r.from:
		r.bits = append(make(Vector, r.from-w), r.bits...)
		r.from = w
	}
	for r.from+len(r.bits) <= w {
		r.bits = append(r.bits, 0)
	}
	return &r.bits[w-r.from]
}

func (r *row) end() int { return r.from + len(r.bits) }

// add adds the row o to r, with the right-hand side. Its stored words must be stored in r, too.
func (r *row) add(o *row) {
	r.bits[o.from-r.from:].add(o.bits)
	r.odd = r.odd != o.odd
}

func (r *row) trim() {
	n := len(r.bits)
	for n > 0 && r.bits[n-1] == 0 {
		n--
	}
	first := 0
	for first < n && r.bits[first] == 0 {
		first++
	}
	r.bits = r.bits[first:n]
	r.from += first
}

// lead returns the column of the first 1 in the row. The row must be trimmed and have a 1.
func (r *row) lead() int { return 64*r.from + bits.TrailingZeros64(r.bits[0]) }

func (r *row) times(v Vector) bool {
	v = v[r.from:][:len(r.bits)]
	sum := uint64(0)
	for i, w := range r.bits {
		sum ^= w & v[i]
	}
	return bits.OnesCount64(sum)&1 != 0
}

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
