package stat

import (
	"math"
	"slices"
	"testing"

	"counterproof/reports/recordtest"
)

// The values are those of scipy 1.10.1, binomtest(k, n).proportion_ci("wilson"); 81 of
// 263 is Newcombe's example (Two-sided confidence intervals for the single proportion,
// 1998, table I: 0.2553 to 0.3662).
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{0, 10, 0, 0.27753279986288926},
		{3, 10, 0.10779126740630102, 0.6032218525388546},
		{10, 10, 0.7224672001371109, 1},
		{81, 263, 0.2552885198782742, 0.36620957698280004},
		{50, 100, 0.4038315303659956, 0.5961684696340044},
	} {
		if got := Wilson(c.k, c.n); !recordtest.Near(got.Low, c.low, 1e-12) || !recordtest.Near(got.High, c.high, 1e-12) {
			t.Errorf("%d of %d: got %v, want %v to %v", c.k, c.n, got, c.low, c.high)
		}
	}
	if Wilson(0, 0).OK() {
		t.Error("0 of 0 has an interval")
	}
}

// Anscombe's first set (Graphs in statistical analysis, 1973): y = 3.00 + 0.500 x, the
// standard error of the slope 0.118, r^2 0.667; to more digits by scipy 1.10.1.
func TestRegress(t *testing.T) {
	xs := []float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}
	ys := []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}
	g, ok := Regress(xs, ys)
	if !ok || !recordtest.Near(g.Slope, 0.5000909090909091, 1e-12) || !recordtest.Near(g.Intercept, 3.0000909090909103, 1e-12) ||
		!recordtest.Near(g.Interval.Low, 0.23337013639193327, 1e-9) || !recordtest.Near(g.Interval.High, 0.766811681789885, 1e-9) || !recordtest.Near(g.R2, 0.666542459508775, 1e-12) || g.N != 11 {
		t.Errorf("got %+v, %v", g, ok)
	}
	if g, ok := Regress([]float64{1, 2}, []float64{5, 7}); !ok || g.Slope != 2 || g.Interval.OK() || g.R2 != 1 {
		t.Errorf("two points: got %+v, %v", g, ok)
	}
	if g, ok := Regress([]float64{1, 2, 3}, []float64{5, 5, 5}); !ok || g.Slope != 0 || g.R2 != 1 || g.Interval != (Interval{0, 0}) {
		t.Errorf("a level line: got %+v, %v", g, ok)
	}
	for _, xs := range [][]float64{nil, {1}, {2, 2, 2}} {
		if g, ok := Regress(xs, make([]float64, len(xs))); ok {
			t.Errorf("%v: got %+v", xs, g)
		}
	}
}

// The values are those of scipy 1.10.1, kendalltau; the first has ties on both sides.
func TestKendall(t *testing.T) {
	for _, c := range []struct {
		xs, ys []float64
		want   float64
	}{
		{[]float64{12, 2, 1, 12, 2}, []float64{1, 4, 7, 1, 0}, -0.4714045207910316},
		{[]float64{1, 2, 3, 4, 5}, []float64{1, 3, 2, 5, 4}, 0.6},
		{[]float64{1, 1, 2, 2, 3, 3, 4}, []float64{2, 1, 1, 3, 3, 5, 4}, 0.6488856845230502},
	} {
		if got, ok := Kendall(c.xs, c.ys); !ok || !recordtest.Near(got, c.want, 1e-12) {
			t.Errorf("%v %v: got %v, %v, want %v", c.xs, c.ys, got, ok, c.want)
		}
	}
	for _, xs := range [][]float64{nil, {1}, {3, 3, 3}} {
		if _, ok := Kendall(xs, []float64{1, 2, 3}[:len(xs)]); ok {
			t.Errorf("%v has a tau", xs)
		}
	}
}

// medianUpTo is how often the median of n draws (n odd) with replacement is among the
// first k of the n numbers: that more than half of the draws are (Efron 1979, section 3).
func medianUpTo(n, k int) float64 {
	p, total, choose := float64(k)/float64(n), 0.0, 1.0
	for j := range n + 1 {
		if j > n/2 {
			total += choose * math.Pow(p, float64(j)) * math.Pow(1-p, float64(n-j))
		}
		choose *= float64(n-j) / float64(j+1)
	}
	return total
}

// The exact bootstrap distribution of a median is known. 2,000 draws find a tail of
// 0.025 within 0.01 (three standard errors): the n are those where no step of the
// exact distribution is that close to a tail.
func TestBootstrapMedian(t *testing.T) {
	for _, n := range []int{5, 7, 11, 17, 19, 27} {
		low, high := 1, 1
		for medianUpTo(n, low) < 0.025 {
			low++
		}
		for medianUpTo(n, high) < 0.975 {
			high++
		}
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = float64(i + 1)
		}
		if got := Bootstrap(xs, Median); got != (Interval{float64(low), float64(high)}) {
			t.Errorf("n = %d: got %v, want %d to %d", n, got, low, high)
		}
	}
}

// scipy 1.10.1, bootstrap(..., method="percentile", n_resamples=200000): 0.38 to 1.46.
// 2,000 draws put the ends of an interval of such a width within 0.05.
func TestBootstrapMean(t *testing.T) {
	xs := []float64{-0.5, 0.1, 0.3, 0.4, 0.7, 0.9, 1.2, 1.3, 2.0, 2.6}
	got := Bootstrap(xs, Mean)
	if !recordtest.Near(got.Low, 0.38, 0.05) || !recordtest.Near(got.High, 1.46, 0.05) {
		t.Errorf("got %v, want 0.38 to 1.46", got)
	}
	if again := Bootstrap(xs, Mean); again != got {
		t.Errorf("got %v, then %v", got, again)
	}
	if got := Bootstrap([]float64{3, 3, 3, 3, 3}, Median); got != (Interval{3, 3}) {
		t.Errorf("all equal: got %v", got)
	}
	inf := math.Inf(1)
	if got := Bootstrap([]float64{1, 2, 3, inf, inf, inf}, Median); got.Low > 3 || got.High != inf {
		t.Errorf("half unsolved: got %v", got)
	}
	// Of 3 numbers one draw of 27 is the least three times, which is more than 2.5 %: the
	// interval would be all there is.
	if Bootstrap([]float64{1, 2, 3, 4}, Mean).OK() || Bootstrap(nil, Mean).OK() || !Bootstrap([]float64{1, 2, 3, 4, 5}, Mean).OK() {
		t.Error("there is an interval of fewer than five numbers, or none of five")
	}
	if !slices.IsSorted(xs) {
		t.Error("the numbers were changed")
	}
}
