package stat

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/reports/test/recordtest"
)

// signedRanks returns the ranks of the sizes of the differences that are not 0, with their signs.
func signedRanks(ds []float64) []float64 {
	ds = slices.DeleteFunc(slices.Clone(ds), func(d float64) bool { return d == 0 })
	rs := Ranks(ds, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	for i, d := range ds {
		rs[i] = math.Copysign(rs[i], d)
	}
	return rs
}

// TestWilcoxonExact checks exact values of p. The first example has Hamilton's depression scores,
// first minus second visit (Hollander and Wolfe, Nonparametric statistical methods, 1973, table
// 3.1). R's wilcox.test has the same example: V = 40, one-sided p 0.01953. The other values are
// from scipy 1.10.1, wilcoxon(mode="exact").
func TestWilcoxonExact(t *testing.T) {
	depression := []float64{1.83 - 0.878, 0.50 - 0.647, 1.62 - 0.598, 2.48 - 2.05, 1.68 - 1.06, 1.88 - 1.29, 1.55 - 1.06, 3.06 - 3.14, 1.30 - 1.29}
	var rising []float64 // 1 2 -3 4 5 -6 ...
	for i := 1; i <= 60; i++ {
		d := float64(i)
		if i%3 == 0 {
			d = -d
		}
		rising = append(rising, d)
	}
	for _, c := range []struct {
		name    string
		ds      []float64
		plus, p float64
	}{
		{"depression", depression, 40, 0.0390625},
		{"to 30", rising[:30], 300, 0.17059839516878128},
		{"to 40", rising[:40], 547, 0.06616061626664305},
		{"one", []float64{5}, 1, 1},
		{"none", nil, 0, 1},
		{"zeros", []float64{0, 0}, 0, 1},
		{"six of six", []float64{1, 2, 3, 4, 5, 6}, 21, 2. / 64},
		{"six of six, ties", []float64{1, 1, 1, 1, 1, 1, 0}, 21, 2. / 64},
		{"infinite", []float64{math.Inf(1), math.Inf(1), 1, 2, -1}, 13.5, 6. / 32},
	} {
		if got := Wilcoxon(signedRanks(c.ds)); !got.Exact || !recordtest.Near(got.P, c.p, 1e-12) || got.Plus != c.plus {
			t.Errorf("%s: got %+v, want %g and p = %g", c.name, got, c.plus, c.p)
		}
	}
}

// TestWilcoxonTies checks p for ranks with ties. There are no tables for such ranks, so the test
// goes through all 2^n choices of signs.
func TestWilcoxonTies(t *testing.T) {
	for _, ds := range [][]float64{
		{1, -1, 2, 2, -3, 3, 3, 5},
		{0.5, 0.5, -0.5, 7, 7, 7, -7, 1, 2},
		{-4, -4, -4, -4, 1, 1},
	} {
		got := Wilcoxon(signedRanks(ds))
		sizes := make([]float64, len(ds))
		for i, d := range ds {
			sizes[i] = math.Abs(d)
		}
		rank := func(i int) float64 { // computes the rank by its definition, without sorting
			less, equal := 0.0, 0.0
			for _, s := range sizes {
				if s < sizes[i] {
					less++
				} else if s == sizes[i] {
					equal++
				}
			}
			return less + (equal+1)/2
		}
		total, plus := 0.0, 0.0
		for i, d := range ds {
			total += rank(i)
			if d > 0 {
				plus += rank(i)
			}
		}
		extreme := 0
		for signs := range 1 << len(ds) {
			w := 0.0
			for i := range ds {
				if signs>>i&1 == 1 {
					w += rank(i)
				}
			}
			if math.Abs(w-total/2) >= math.Abs(plus-total/2) {
				extreme++
			}
		}
		if want := float64(extreme) / float64(int(1)<<len(ds)); !recordtest.Near(got.P, want, 1e-12) || got.Plus != plus {
			t.Errorf("%v: got %+v, want %g and p = %g", ds, got, plus, want)
		}
	}
}

// TestWilcoxonNormal checks the normal approximation against scipy 1.10.1,
// wilcoxon(correction=True, mode="approx"). The first example has ties and two zeros. The second
// example has no ties and no zeros.
func TestWilcoxonNormal(t *testing.T) {
	var ties, rising []float64
	for i := 1; i <= 60; i++ {
		ties = append(ties, float64(i*37%23-8))
		d := float64(i)
		if i%3 == 0 {
			d = -d
		}
		rising = append(rising, d)
	}
	for _, c := range []struct {
		name    string
		ds      []float64
		n       int
		plus, p float64
	}{
		{"ties", ties, 58, 1267, 0.0014485867954595923},
		{"no ties", rising, 60, 1200, 0.03622649417878663},
	} {
		if got := Wilcoxon(signedRanks(c.ds)); got.Exact || got.N != c.n || got.Plus != c.plus || !recordtest.Near(got.P, c.p, 1e-12) {
			t.Errorf("%s: got %+v, want %g and p = %g", c.name, got, c.plus, c.p)
		}
	}
}

// TestRatioRanks checks ranks that were worked out by hand. The ratios 3, 1/3 and 3 of times are
// different float64 numbers.
func TestRatioRanks(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name         string
		xs, ys, want []float64
		tolerance    float64
	}{
		{"whole numbers", []float64{1, 10, 2, 3, 4}, []float64{10, 1, 3, 2, 4}, []float64{3.5, -3.5, 1.5, -1.5}, 0},
		{"infinite", []float64{0, 5, 0, inf, inf, 1, 2}, []float64{1, inf, 0, inf, 2, 0, 1}, []float64{3.5, 3.5, -3.5, -3.5, -1}, 0},
		{"negative", []float64{-4, 1}, []float64{-2, 2}, []float64{2, 1}, 0},
		{"times", []float64{0.1, 6.9, 0.2}, []float64{0.3, 2.3, 0.6}, []float64{2, -2, 2}, SameRatio},
		{"a chain", []float64{1, 1, 1}, []float64{2 * (1 + 1.4e-9), 2, 2 * (1 + 0.7e-9)}, []float64{3, 1.5, 1.5}, SameRatio},
		{"beyond float64", []float64{1e200, 1e-200}, []float64{1e-200, 3e200}, []float64{-1, 2}, 0},
	} {
		if got := RatioRanks(c.xs, c.ys, c.tolerance); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestRatioRanksExactly compares the ranks of random ratios, many of them equal or nearly so, with ranks
// by exact fractions.
func TestRatioRanksExactly(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 36))
	for range 200 {
		var xs, ys []float64
		var exact []*big.Rat
		for range 30 {
			x, y := float64(1+rng.IntN(8))*0.1, float64(9+rng.IntN(40))*0.1
			xs, ys = append(xs, x), append(ys, math.Nextafter(y, float64(rng.IntN(3)*4)))
			exact = append(exact, new(big.Rat).Quo(new(big.Rat).SetFloat64(ys[len(ys)-1]), new(big.Rat).SetFloat64(x)))
		}
		if got, want := RatioRanks(xs, ys, 0), Ranks(exact, (*big.Rat).Cmp); !slices.Equal(got, want) {
			t.Fatalf("%v and %v: got %v, want %v", xs, ys, got, want)
		}
	}
}

// TestSignTest checks SignTest against scipy 1.10.1, binomtest.
func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{
		{3, 7, 0.34375}, {0, 7, 0.015625}, {25, 35, 0.2450608330229457}, {8, 1, 0.0390625}, {4, 4, 1}, {0, 0, 1}, {1, 0, 1},
	} {
		if got := SignTest(c.a, c.b); !recordtest.Near(got, c.want, 1e-12) {
			t.Errorf("%d to %d: got %g, want %g", c.a, c.b, got, c.want)
		}
	}
	// Below 2^53, all 2^n choices of signs are counted without a rounding error.
	for n := 1; n <= 50; n++ {
		few := new(big.Int)
		for k := 0; 2*k < n; k++ {
			few.Add(few, new(big.Int).Binomial(int64(n), int64(k)))
			want, exact := new(big.Rat).SetFrac(few, new(big.Int).Lsh(big.NewInt(1), uint(n-1))).Float64()
			if got := SignTest(k, n-k); got != want || !exact {
				t.Errorf("%d to %d: got %g, want exactly %g", k, n-k, got, want)
			}
		}
	}
}
