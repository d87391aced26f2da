package gf2

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"counterproof/native"
)

// drawn returns a random system and the columns of its unknowns; all other columns are 0. The
// system has at most 10 unknowns, whose columns may be far apart, and at most 12 equations. In half
// of the cases, it certainly has a solution.
func drawn(t *rapid.T) (System, []int) {
	unknowns := rapid.IntRange(0, 10).Draw(t, "unknowns")
	rows := rapid.IntRange(0, 12).Draw(t, "rows")
	stretch := rapid.SampledFrom([]int{1, 1, 7, 29}).Draw(t, "stretch")
	density := rapid.SampledFrom([]int{1, 2, 4, 7}).Draw(t, "density of 8")
	columns := make([]int, unknowns)
	for j := range columns {
		columns[j] = j * stretch
	}
	a := NewMatrix(rows, max(0, (unknowns-1)*stretch+1)*min(unknowns, 1))
	for i := range rows {
		for _, j := range columns {
			if rapid.IntRange(0, 7).Draw(t, "one") < density {
				a.Set(i, j)
			}
		}
	}
	b := NewVector(rows)
	for i := range rows {
		if rapid.Bool().Draw(t, "right") {
			b.Set(i)
		}
	}
	if rapid.Bool().Draw(t, "solvable") {
		x := NewVector(a.Cols)
		for _, j := range columns {
			if rapid.Bool().Draw(t, "x") {
				x.Set(j)
			}
		}
		b = plainTimes(a, x)
	}
	return System{a, b}, columns
}

// flip inverts the entry of a in row i and column j.
func flip(a *Matrix, i, j int) { *a.word(i, j) ^= 1 << (j % 64) }

// plainTimes returns the product of a and x, computed entry by entry.
func plainTimes(a *Matrix, x Vector) Vector {
	p := NewVector(a.Rows)
	for i := range a.Rows {
		for j := range a.Cols {
			if a.At(i, j) && x.At(j) {
				p.Flip(i)
			}
		}
	}
	return p
}

// plainly returns the solutions of s that are 0 outside the given columns. It tests all such
// vectors.
func plainly(s System, columns []int) (all []Vector) {
	for set := range 1 << len(columns) {
		x := NewVector(s.A.Cols)
		for i, j := range columns {
			if set>>i&1 != 0 {
				x.Set(j)
			}
		}
		if slices.Equal(plainTimes(s.A, x), s.B) {
			all = append(all, x)
		}
	}
	return all
}

func mustEliminate(t testing.TB, s System) *Echelon {
	t.Helper()
	e, err := Eliminate(context.Background(), new(native.Stats), s.A, s.B)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestAgainstAllVectors checks Search, Count and the methods of Echelon, except Lightest, against
// the function plainly on random systems.
func TestAgainstAllVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, columns := drawn(t)
		// The columns between the unknowns are 0 in A, so their bits would be free. The variable
		// held is a system with further equations, which set these bits to 0.
		between := s.A.Cols - len(columns)
		held := System{NewMatrix(s.A.Rows+between, s.A.Cols), NewVector(s.A.Rows + between)}
		row := s.A.Rows
		for j := range s.A.Cols {
			for i := range s.A.Rows {
				if s.A.At(i, j) {
					flip(held.A, i, j)
				}
			}
			if !slices.Contains(columns, j) {
				flip(held.A, row, j)
				row++
			}
		}
		copy(held.B, s.B)
		want := plainly(s, columns)

		var got []Vector
		st := new(native.Stats)
		if err := held.Search(context.Background(), st, func(x Vector) bool {
			got = append(got, slices.Clone(x))
			return true
		}); err != nil {
			t.Fatal(err)
		}
		if st.Nodes != int64(len(want)) {
			t.Fatalf("%d nodes for %d solutions", st.Nodes, len(want))
		}
		slices.SortFunc(got, slices.Compare)
		slices.SortFunc(want, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("got the solutions %v, want %v", got, want)
		}
		if n, err := held.Count(context.Background(), st); err != nil || n.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("Count is %v, %v, want %d", n, err, len(want))
		}

		e, err := Eliminate(context.Background(), st, s.A, s.B)
		if err != nil {
			t.Fatal(err)
		}
		if e.Rank()+e.Nullity() != s.A.Cols {
			t.Fatalf("rank %d and nullity %d of %d columns", e.Rank(), e.Nullity(), s.A.Cols)
		}
		if e.Solvable() != (len(want) > 0) {
			t.Fatalf("solvable: %v, but there are %d solutions", e.Solvable(), len(want))
		}
		if len(want) == 0 {
			if x := e.Solution(); x != nil {
				t.Fatalf("the solution %v of a system without one", x)
			}
		} else if x := e.Solution(); !slices.Equal(plainTimes(s.A, x), s.B) {
			t.Fatalf("A times the solution %v is not b", x)
		}
		kernel := NewMatrix(e.Nullity(), s.A.Cols)
		for i := range e.Nullity() {
			v := e.Kernel(i)
			if plainTimes(s.A, v).Weight() != 0 {
				t.Fatalf("A times the kernel's %v is not 0", v)
			}
			for j := range s.A.Cols {
				if v.At(j) {
					kernel.Set(i, j)
				}
			}
		}
		k, err := Eliminate(context.Background(), st, kernel, nil)
		if err != nil || k.Rank() != e.Nullity() {
			t.Fatalf("the %d kernel vectors have rank %d", e.Nullity(), k.Rank())
		}
	})
}

// dense returns a random n x n matrix.
func dense(n int, rng *rand.Rand) *Matrix {
	a := NewMatrix(n, n)
	for i := range n {
		for j := range n {
			if rng.IntN(2) == 0 {
				a.Set(i, j)
			}
		}
	}
	return a
}

// low returns a random n x n matrix whose rank is at most the given rank, and nearly always equal
// to it.
func low(n, rank int, rng *rand.Rand) *Matrix {
	a := NewMatrix(n, n)
	for range rank {
		u, v := NewVector(n), NewVector(n)
		for i := range n {
			if rng.IntN(2) == 0 {
				u.Set(i)
			}
			if rng.IntN(2) == 0 {
				v.Set(i)
			}
		}
		for i := range u.ones() {
			for j := range v.ones() {
				flip(a, i, j)
			}
		}
	}
	return a
}

// byColumns returns the rank of a, computed by a simple elimination.
func byColumns(a *Matrix) int {
	rows := make([][]bool, a.Rows)
	for i := range rows {
		rows[i] = make([]bool, a.Cols)
		for j := range a.Cols {
			rows[i][j] = a.At(i, j)
		}
	}
	rank := 0
	for j := range a.Cols {
		for i := rank; i < len(rows); i++ {
			if !rows[i][j] {
				continue
			}
			rows[i], rows[rank] = rows[rank], rows[i]
			for k := rank + 1; k < len(rows); k++ {
				if rows[k][j] {
					for l := range a.Cols {
						rows[k][l] = rows[k][l] != rows[rank][l]
					}
				}
			}
			rank++
			break
		}
	}
	return rank
}

// TestLarger checks the rank, a solution and the kernel for larger matrices, whose rows have
// several words and for which elimination uses the tables of sums.
func TestLarger(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, x := range []struct {
		name string
		a    *Matrix
	}{
		{"dense 300", dense(300, rng)},
		{"rank 150 of 300", low(300, 150, rng)},
		{"rank 5 of 200", low(200, 5, rng)},
		{"board 17x17", board(17, 17)},
		{"board 9x31", board(9, 31)},
		{"identity", low(100, 0, rng)},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.name == "identity" {
				for i := range x.a.Rows {
					flip(x.a, i, x.a.Cols-1-i)
				}
			}
			truth := NewVector(x.a.Cols)
			for j := range x.a.Cols {
				if rng.IntN(2) == 0 {
					truth.Set(j)
				}
			}
			e := mustEliminate(t, System{x.a, plainTimes(x.a, truth)})
			if got, want := e.Rank(), byColumns(x.a); got != want {
				t.Errorf("rank %d, want %d", got, want)
			}
			if !e.Solvable() || !slices.Equal(plainTimes(x.a, e.Solution()), plainTimes(x.a, truth)) {
				t.Errorf("the solution is wrong or missing")
			}
			for i := range e.Nullity() {
				if v := e.Kernel(i); v.Weight() == 0 || plainTimes(x.a, v).Weight() != 0 {
					t.Fatalf("vector %d is not in the kernel", i)
				}
			}
		})
	}
}

// board returns the matrix of an h x w Lights Out board.
func board(h, w int) *Matrix {
	a := NewMatrix(h*w, h*w)
	for i := range h * w {
		a.Set(i, i)
		if i%w > 0 {
			a.Set(i, i-1)
			a.Set(i-1, i)
		}
		if i >= w {
			a.Set(i, i-w)
			a.Set(i-w, i)
		}
	}
	return a
}

// TestBand checks that the elimination of a banded matrix stays in its band: the pivots of a 60x60
// Lights Out board must have at most three words each on average.
func TestBand(t *testing.T) {
	e := mustEliminate(t, System{A: board(60, 60)})
	words := 0
	for i := range e.pivots {
		words += len(e.pivots[i].bits)
	}
	// A pivot spans at most 120 columns, which are in at most three words.
	if words > 3*3600 {
		t.Errorf("%d words in 3600 rows", words)
	}
}

func TestInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		a := NewMatrix(n, n)
		for i := range n {
			for j := range n {
				if rapid.Bool().Draw(t, "one") {
					flip(a, i, j)
				}
			}
		}
		inverse, err := Inverse(context.Background(), new(native.Stats), a)
		if err != nil {
			t.Fatal(err)
		}
		if rank := byColumns(a); (rank == n) != (inverse != nil) {
			t.Fatalf("rank %d of %d, inverse %v", rank, n, inverse)
		}
		for i := range n * n {
			if inverse == nil {
				break
			}
			i, j := i/n, i%n
			sum := false
			for k := range n {
				sum = sum != (a.At(i, k) && inverse.At(k, j))
			}
			if sum != (i == j) {
				t.Fatalf("row %d, column %d of the product is wrong", i, j)
			}
		}
	})
}

func TestMatrix(t *testing.T) {
	a := NewMatrix(2, 400)
	want := map[int]bool{}
	for _, j := range []int{200, 10, 399, 64, 10, 63, 200, 0} {
		flip(a, 1, j)
		want[j] = !want[j]
	}
	for j := range 400 {
		if a.At(1, j) != want[j] || a.At(0, j) {
			t.Errorf("column %d: %v in row 1, %v in row 0", j, a.At(1, j), a.At(0, j))
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("column 400 is accepted")
		}
	}()
	a.Set(0, 400)
}

func TestStop(t *testing.T) {
	n := 0
	s := System{A: NewMatrix(3, 100_000)} // 2^100,000 solutions
	if err := s.Search(context.Background(), new(native.Stats), func(Vector) bool { n++; return n < 1000 }); err != nil || n != 1000 {
		t.Errorf("got %d solutions and error %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n = 0
	if err := s.Search(ctx, new(native.Stats), func(Vector) bool { n++; cancel(); return true }); !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("cancelled at the first solution: %d solutions and error %v", n, err)
	}
	b := System{A: board(5, 5)}
	if _, err := Eliminate(ctx, new(native.Stats), b.A, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Eliminate: error %v", err)
	}
	if _, err := b.Count(ctx, new(native.Stats)); !errors.Is(err, context.Canceled) {
		t.Errorf("Count: error %v", err)
	}
	if _, err := Inverse(ctx, new(native.Stats), b.A); !errors.Is(err, context.Canceled) {
		t.Errorf("Inverse: error %v", err)
	}
}
