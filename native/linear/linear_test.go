package linear

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var background = context.Background()

// drawMatrix draws a random h x w matrix. Some rows are linear combinations of other rows, so that
// singular matrices are common.
func drawMatrix(t *rapid.T, h, w int) Matrix {
	span := rapid.SampledFrom([]int{1, 3, 50}).Draw(t, "span")
	a := make(Matrix, h)
	for i := range a {
		a[i] = rapid.SliceOfN(rapid.IntRange(-span, span), w, w).Draw(t, "row")
		if i > 1 && rapid.IntRange(0, 3).Draw(t, "combine") == 0 {
			p, q := rapid.IntRange(-2, 2).Draw(t, "p"), rapid.IntRange(-2, 2).Draw(t, "q")
			for j := range a[i] {
				a[i][j] = p*a[0][j] + q*a[i-1][j]
			}
		}
	}
	return a
}

// leibniz computes the determinant of a by expanding along the first row.
func leibniz(a Matrix) *big.Int {
	if len(a) == 0 {
		return big.NewInt(1)
	}
	sum := new(big.Int)
	for j, v := range a[0] {
		var minor Matrix
		for _, row := range a[1:] {
			minor = append(minor, slices.Delete(slices.Clone(row), j, j+1))
		}
		d := leibniz(minor)
		d.Mul(d, big.NewInt(int64(v)))
		if j%2 == 1 {
			d.Neg(d)
		}
		sum.Add(sum, d)
	}
	return sum
}

// TestDetIsThatOfLeibniz checks that Det gives the same determinants as leibniz on random matrices.
func TestDetIsThatOfLeibniz(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "n")
		a := drawMatrix(t, n, n)
		want := leibniz(a)
		if got, err := Det(background, a); err != nil || got.Cmp(want) != 0 {
			t.Errorf("determinant of %v is %v, %v; want %v", a, got, err, want)
		}
	})
}

// TestDetOfLargeEntries checks determinants of more than 64 bits, and kernels of matrices with minors
// that a prime divides. Reduce tries the prime 2^31-1 first.
func TestDetOfLargeEntries(t *testing.T) {
	const p = 1<<31 - 1
	for _, c := range []struct {
		name string
		a    Matrix
		want string
	}{
		{"2^126", Matrix{{1 << 62, 0, 1}, {5, 1, 1}, {0, 0, -1 << 62}}, "-21267647932558653966460912964485513216"},
		{"the first prime", Matrix{{p, 1}, {0, 1}}, "2147483647"},
		{"its square", Matrix{{p, 1}, {0, p}}, "4611686014132420609"},
		{"less than the first prime, below 0", Matrix{{-(1<<31 - 10)}}, "-2147483638"},
		{"Vandermonde of 1 to 5", Matrix{{1, 1, 1, 1, 1}, {1, 2, 4, 8, 16}, {1, 3, 9, 27, 81}, {1, 4, 16, 64, 256}, {1, 5, 25, 125, 625}}, "288"},
	} {
		want, _ := new(big.Int).SetString(c.want, 10)
		if got, err := Det(background, c.a); err != nil || got.Cmp(want) != 0 {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, want)
		}
		same(t, c.a)
	}
	// Modulo one of the first two primes, these matrices have other pivots than over the integers.
	// The residues modulo that prime must not be combined with residues modulo other primes. The
	// first matrix needs more than two primes.
	for _, a := range []Matrix{{{2147483629, 1, 1 << 50}}, {{p, 1}, {0, 1}}, {{1, 1, 0}, {1, 1 + p, 1}}, {{p, 2, 4}}} {
		same(t, a)
	}
}

// TestDetOfBands checks that Det returns n+1 for the n x n matrix with 2
// on the diagonal and -1 on both sides of it.
func TestDetOfBands(t *testing.T) {
	for n := range 40 {
		a := make(Matrix, n)
		for i := range a {
			a[i] = make([]int, n)
			a[i][i] = 2
			if i > 0 {
				a[i][i-1], a[i-1][i] = -1, -1
			}
		}
		if got, err := Det(background, a); err != nil || got.Int64() != int64(n+1) {
			t.Errorf("%d rows: %v, %v; want %d", n, got, err, n+1)
		}
	}
}

// rational does the work of Reduce by elimination with fractions, for comparison.
func rational(a Matrix) *Echelon {
	var rows [][]*big.Rat
	for _, row := range a {
		var entries []*big.Rat
		for _, v := range row {
			entries = append(entries, new(big.Rat).SetInt64(int64(v)))
		}
		rows = append(rows, entries)
	}
	e := &Echelon{}
	for c := range a.Cols() {
		k := len(e.Pivots)
		i := slices.IndexFunc(rows[k:], func(row []*big.Rat) bool { return row[c].Sign() != 0 })
		if i < 0 {
			e.Free = append(e.Free, c)
			continue
		}
		rows[k], rows[k+i] = rows[k+i], rows[k]
		e.Pivots = append(e.Pivots, c)
		inverse := new(big.Rat).Inv(rows[k][c])
		for _, x := range rows[k] {
			x.Mul(x, inverse)
		}
		for i, row := range rows {
			for j, f := c, new(big.Rat).Set(row[c]); i != k && j < len(row); j++ {
				row[j].Sub(row[j], new(big.Rat).Mul(f, rows[k][j]))
			}
		}
	}
	for _, f := range e.Free {
		den := big.NewInt(1) // a common denominator of column f
		for k := range e.Pivots {
			den.Mul(den, rows[k][f].Denom())
		}
		x := zeros(a.Cols())
		x[f].Set(den)
		for k, c := range e.Pivots {
			x[c].Neg(x[c].Quo(x[c].Mul(den, rows[k][f].Num()), rows[k][f].Denom()))
		}
		primitive(x, f)
		e.Vectors = append(e.Vectors, x)
	}
	return e
}

type failer interface{ Errorf(string, ...any) }

// same checks that Reduce and rational agree on the matrix a, and that the result has the properties
// of an Echelon.
func same(t failer, a Matrix) {
	m, err := Reduce(background, a)
	if err != nil {
		t.Errorf("%v: %v", a, err)
		return
	}
	b := rational(a)
	if !slices.Equal(m.Pivots, b.Pivots) || !slices.Equal(m.Free, b.Free) || len(m.Vectors) != len(b.Vectors) {
		t.Errorf("%v: pivots %v and %v", a, m.Pivots, b.Pivots)
		return
	}
	for i, v := range m.Vectors {
		if slices.CompareFunc(v, b.Vectors[i], (*big.Int).Cmp) != 0 {
			t.Errorf("%v: vector %d is %v by primes, %v by fractions", a, i, v, b.Vectors[i])
		}
		for j, f := range m.Free {
			if sign := v[f].Sign(); j == i && sign <= 0 || j != i && sign != 0 {
				t.Errorf("%v: vector %d is %v with free columns %v", a, i, v, m.Free)
			}
		}
		for _, row := range a {
			sum := new(big.Int)
			for j, x := range row {
				sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(x)), v[j]))
			}
			if sum.Sign() != 0 {
				t.Errorf("%v: %v is not in the kernel", a, v)
			}
		}
	}
}

// TestBothEliminationsAgree checks that Reduce and rational give the same results on
// random matrices.
func TestBothEliminationsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		same(t, drawMatrix(t, rapid.IntRange(1, 9).Draw(t, "h"), rapid.IntRange(1, 9).Draw(t, "w")))
	})
}

// TestEchelonAgainstMinors checks that the rank that Reduce finds is the order of the largest
// nonzero minor.
func TestEchelonAgainstMinors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, w := rapid.IntRange(1, 4).Draw(t, "h"), rapid.IntRange(1, 4).Draw(t, "w")
		a := drawMatrix(t, h, w)
		rank := 0
		for rows := range 1 << h {
			for cols := range 1 << w {
				var minor Matrix
				for i := range h {
					if rows>>i&1 == 1 {
						var row []int
						for j := range w {
							if cols>>j&1 == 1 {
								row = append(row, a[i][j])
							}
						}
						minor = append(minor, row)
					}
				}
				if len(minor) > rank && len(minor) == minor.Cols() && leibniz(minor).Sign() != 0 {
					rank = len(minor)
				}
			}
		}
		e, err := Reduce(background, a)
		if err != nil || e.Rank() != rank || e.Nullity() != w-rank {
			t.Errorf("%v: rank %d, nullity %d, %v; its largest minor has order %d", a, e.Rank(), e.Nullity(), err, rank)
		}
	})
}

// TestInverse checks that a random matrix times its inverse is the unit matrix, and that Inverse
// returns ErrSingular exactly if the determinant is 0.
func TestInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "n")
		a := drawMatrix(t, n, n)
		inverse, err := Inverse(background, a)
		if singular := leibniz(a).Sign() == 0; singular != (err == ErrSingular) {
			t.Fatalf("%v: error %v, and its determinant is %v", a, err, leibniz(a))
		}
		if err != nil {
			return
		}
		for i := range n {
			for j := range n {
				sum := new(big.Rat)
				for k := range n {
					sum.Add(sum, new(big.Rat).Mul(new(big.Rat).SetInt64(int64(a[i][k])), inverse[k][j]))
				}
				want := new(big.Rat)
				if i == j {
					want.SetInt64(1)
				}
				if sum.Cmp(want) != 0 {
					t.Fatalf("%v times %v: entry %d, %d is %v", a, inverse, i, j, sum)
				}
			}
		}
	})
}

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		name string
		a    Matrix
		b    []int
		want []string // nil: no solution
	}{
		{"halves", Matrix{{2, 0}, {0, 3}}, []int{1, 2}, []string{"1/2", "2/3"}},
		{"none", Matrix{{1, 1}, {1, 1}}, []int{1, 2}, nil},
		{"free", Matrix{{1, 1}, {1, 1}}, []int{3, 3}, []string{"3", "0"}},
		{"no column at first", Matrix{{0, 2, 1}}, []int{5}, []string{"0", "5/2", "0"}},
		{"nothing", Matrix{{0}}, []int{1}, nil},
		{"no unknowns", Matrix{}, nil, []string{}},
	} {
		got, err := Solve(background, c.a, c.b)
		if err != nil || (got == nil) != (c.want == nil) || len(got) != len(c.want) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
			continue
		}
		for i, x := range got {
			if x.RatString() != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}

// TestCancelled checks that Det and Reduce return the error of a cancelled context.
func TestCancelled(t *testing.T) {
	over, cancel := context.WithCancel(background)
	cancel()
	a := Matrix{{1, 2}, {3, 5}}
	if _, err := Det(over, a); err != context.Canceled {
		t.Errorf("Det: %v", err)
	}
	if _, err := Reduce(over, a); err != context.Canceled {
		t.Errorf("Reduce: %v", err)
	}
}
