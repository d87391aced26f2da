package linear

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// kernel returns the result of Echelon.Kernel for the matrix a, and the echelon form of a.
func kernel(t interface{ Fatal(args ...any) }, a Matrix) ([][]*big.Int, *Echelon) {
	e, err := Reduce(background, a)
	if err != nil {
		t.Fatal(err)
	}
	basis, err := e.Kernel(background)
	if err != nil {
		t.Fatal(err)
	}
	return basis, e
}

// TestKernelIsABasisOfTheLattice checks that the vectors that Kernel returns are in the kernel, and
// that every small integer point of the kernel is an integer combination of these vectors.
func TestKernelIsABasisOfTheLattice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, w := rapid.IntRange(1, 3).Draw(t, "h"), rapid.IntRange(1, 4).Draw(t, "w")
		a := drawMatrix(t, h, w)
		basis, e := kernel(t, a)
		if len(basis) != e.Nullity() {
			t.Fatalf("%v: %d vectors, nullity %d", a, len(basis), e.Nullity())
		}
		across := make(Matrix, w) // the vectors as columns
		for i := range across {
			for _, v := range basis {
				across[i] = append(across[i], int(v[i].Int64()))
			}
		}
		each(w, -2, 2, func(x []int) {
			if !solves(a, x, make([]int, h)) {
				return
			}
			if len(basis) == 0 {
				if slices.ContainsFunc(x, func(v int) bool { return v != 0 }) {
					t.Fatalf("%v: %v is in the kernel, which has no basis", a, x)
				}
				return
			}
			y, err := Solve(background, across, x)
			if err != nil || y == nil || slices.ContainsFunc(y, func(r *big.Rat) bool { return !r.IsInt() }) {
				t.Fatalf("%v: %v is in the kernel and no integer combination of %v: %v, %v", a, x, basis, y, err)
			}
		})
		for _, v := range basis {
			x := make([]int, w)
			for i := range x {
				x[i] = int(v[i].Int64())
			}
			if !solves(a, x, make([]int, h)) {
				t.Errorf("%v: %v is not in the kernel", a, x)
			}
		}
	})
}

// TestKernelIsShort checks that Kernel returns a basis of short vectors. For example, the lattice
// of x + y + z = 0 has 6 shortest vectors, with squared length 2, and two of them form a basis.
// Elimination gives longer vectors.
func TestKernelIsShort(t *testing.T) {
	for _, c := range []struct {
		a    Matrix
		want []int // squares of the lengths
	}{
		{Matrix{{1, 1, 1}}, []int{2, 2}},
		{Matrix{{1, 10, 100}}, []int{101, 101}},       // (10 -1 0), (0 10 -1)
		{Matrix{{2, 4, 6, 0}}, []int{1, 3, 5}},        // e4, (1 1 -1 0), (2 -1 0 0)
		{Matrix{{1, 2, 4, 8, 16}}, []int{5, 5, 5, 5}}, // (2 -1 0 0 0) and so on
	} {
		basis, _ := kernel(t, c.a)
		var got []int
		for _, v := range basis {
			got = append(got, int(dot(v, v).Int64()))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %v of squares %v, want %v", c.a, basis, got, c.want)
		}
	}
}

// TestKernelLeavesTheEchelonAlone checks that Kernel does not change the vectors of the Echelon on
// which it is called.
func TestKernelLeavesTheEchelonAlone(t *testing.T) {
	for _, a := range []Matrix{{{1, 10, 100}}, {{2, 4, 7}}} {
		e, err := Reduce(background, a)
		if err != nil {
			t.Fatal(err)
		}
		first, err := e.Kernel(background)
		second, err2 := e.Kernel(background)
		if err != nil || err2 != nil || !slices.EqualFunc(first, second, func(v, w []*big.Int) bool { return slices.CompareFunc(v, w, (*big.Int).Cmp) == 0 }) {
			t.Errorf("%v: the kernel is %v, %v, then %v, %v", a, first, err, second, err2)
		}
		if e.Vectors[0][2].Sign() != 0 || e.Vectors[1][1].Sign() != 0 {
			t.Errorf("%v: the vectors of the free columns are %v", a, e.Vectors)
		}
	}
}

// TestShortenIsReduced checks that the basis that shorten returns is reduced by the definition of
// Lenstra, Lenstra and Lovász. It also checks that the lattice stays the same: each new vector is
// an integer combination of the old vectors, and each old vector of the new ones.
func TestShortenIsReduced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		a := drawMatrix(t, n, n+rapid.IntRange(0, 2).Draw(t, "more"))
		old := make(Matrix, a.Cols()) // the vectors as columns
		var basis [][]*big.Int
		for _, row := range a {
			var v []*big.Int
			for j, x := range row {
				v = append(v, big.NewInt(int64(x)))
				old[j] = append(old[j], x)
			}
			basis = append(basis, v)
		}
		if e, _ := Reduce(background, a); e.Rank() < n {
			t.Skip("not independent")
		}
		if err := shorten(background, basis); err != nil {
			t.Fatal(err)
		}
		now := make(Matrix, a.Cols())
		for _, v := range basis {
			for j, x := range v {
				now[j] = append(now[j], int(x.Int64()))
			}
		}
		for k := range n {
			for _, p := range [][2]Matrix{{old, now}, {now, old}} {
				column := make([]int, len(p[1]))
				for j := range column {
					column[j] = p[1][j][k]
				}
				x, err := Solve(background, p[0], column)
				if err != nil || x == nil || slices.ContainsFunc(x, func(r *big.Rat) bool { return !r.IsInt() }) {
					t.Fatalf("%v is another lattice than %v: %v, %v", basis, a, x, err)
				}
			}
		}
		var along [][]*big.Rat // the orthogonal vectors
		var squares []*big.Rat
		product := func(v, w []*big.Rat) *big.Rat {
			sum := new(big.Rat)
			for i := range v {
				sum.Add(sum, new(big.Rat).Mul(v[i], w[i]))
			}
			return sum
		}
		for k, v := range basis {
			whole := make([]*big.Rat, len(v))
			for i, x := range v {
				whole[i] = new(big.Rat).SetInt(x)
			}
			rest := make([]*big.Rat, len(v))
			for i := range rest {
				rest[i] = new(big.Rat).Set(whole[i])
			}
			last := new(big.Rat)
			for j := range k {
				mu := new(big.Rat).Quo(product(whole, along[j]), squares[j])
				if new(big.Rat).Abs(mu).Cmp(big.NewRat(1, 2)) > 0 {
					t.Fatalf("%v of %v: coefficient %d, %d is %v", basis, a, k, j, mu)
				}
				for i := range rest {
					rest[i].Sub(rest[i], new(big.Rat).Mul(mu, along[j][i]))
				}
				last = mu
			}
			square := product(rest, rest)
			if k > 0 {
				least := new(big.Rat).Mul(new(big.Rat).Sub(big.NewRat(3, 4), new(big.Rat).Mul(last, last)), squares[k-1])
				if square.Cmp(least) < 0 {
					t.Fatalf("%v of %v: vectors %d and %d should change places", basis, a, k-1, k)
				}
			}
			along, squares = append(along, rest), append(squares, square)
		}
	})
}

// each calls f for every way to give each of n unknowns a value from lo to hi.
func each(n, lo, hi int, f func(x []int)) {
	x := make([]int, n)
	var at func(i int)
	at = func(i int) {
		if i == n {
			f(x)
			return
		}
		for x[i] = lo; x[i] <= hi; x[i]++ {
			at(i + 1)
		}
	}
	at(0)
}

// solves reports whether the matrix a times the vector x is b.
func solves(a Matrix, x, b []int) bool {
	for i, row := range a {
		sum := 0
		for j, v := range row {
			sum += v * x[j]
		}
		if sum != b[i] {
			return false
		}
	}
	return true
}
