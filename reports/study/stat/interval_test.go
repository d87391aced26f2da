package stat

import (
	"math"
	"slices"
	"testing"

	"counterproof/reports/test/recordtest"
)

// TestWilson checks Wilson against scipy 1.10.1, binomtest(k, n).proportion_ci("wilson"). The share
// 81 of 263 is Newcombe's example (Two-sided confidence intervals for the single proportion, 1998,
// table I: 0.2553 to 0.3662).
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

// medianUpTo returns the probability that the median of n draws with replacement (n odd) is among
// the smallest k of the n numbers. The median is among the smallest k if more than half of the
// draws are (Efron 1979, section 3).
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

// TestBootstrapMedian checks Bootstrap against the exact bootstrap distribution of the median. With
// 2,000 draws, a tail of probability 0.025 is estimated with an error of at most 0.01 (three
// standard errors). The test only uses numbers n for which every step of the exact distribution is
// farther from a tail than this error.
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

// TestBootstrapMean checks Bootstrap against scipy 1.10.1, bootstrap(..., method="percentile",
// n_resamples=200000), which returns 0.38 to 1.46. With 2,000 draws, the ends of the interval
// must be within 0.05 of 0.38 and 1.46.
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
	// With 3 numbers, one of 27 resamples is the smallest number three times. This is more than
	// 2.5% of all resamples, so the interval would be the whole range.
	if Bootstrap([]float64{1, 2, 3, 4}, Mean).OK() || Bootstrap(nil, Mean).OK() || !Bootstrap([]float64{1, 2, 3, 4, 5}, Mean).OK() {
		t.Error("there is an interval of fewer than five numbers, or none of five")
	}
	if !slices.IsSorted(xs) {
		t.Error("the numbers were changed")
	}
}

// TestBootstrapOfMany compares the intervals for many numbers between 0 and 1, at equal distances, with
// the normal distribution: the standard error of the mean is 1/sqrt(12n), of the median 1/(2*sqrt(n)).
func TestBootstrapOfMany(t *testing.T) {
	xs := make([]float64, 90_001)
	for i := range xs {
		xs[i] = float64(i) / 90_000
	}
	for name, c := range map[string]struct {
		statistic func([]float64) float64
		half      float64
	}{"mean": {Mean, 1.96 / math.Sqrt(12*90_001)}, "median": {Median, 1.96 / 2 / math.Sqrt(90_001)}} {
		got := Bootstrap(xs, c.statistic)
		if !recordtest.Near(got.Low, 0.5-c.half, 0.07*c.half) || !recordtest.Near(got.High, 0.5+c.half, 0.07*c.half) {
			t.Errorf("%s: got %v, want 0.5 plus and minus %g", name, got, c.half)
		}
	}
	for i := range xs[45_000:] {
		xs[45_000+i] = math.Inf(1)
	}
	if got := Bootstrap(xs, Median); got.Low > 0.5 || !math.IsInf(got.High, 1) {
		t.Errorf("half unsolved: got %v", got)
	}
}
