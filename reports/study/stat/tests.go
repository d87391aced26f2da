package stat

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// SignTest returns the two-sided p of the exact sign test: twice the probability that tosses of a
// fair coin give the method with fewer wins at most that many wins. The result is at most 1. If
// there are no wins, the result is 1.
func SignTest(winsA, winsB int) float64 {
	n := winsA + winsB
	if n > exactSigns {
		coin := distuv.Binomial{N: float64(n), P: 0.5}
		return min(1, 2*coin.CDF(float64(min(winsA, winsB))))
	}
	few, choices := 0.0, 1.0 // whole numbers below 2^53, so there are no rounding errors
	for k := range min(winsA, winsB) + 1 {
		few += choices
		choices = choices * float64(n-k) / float64(k+1)
	}
	return min(1, 2*few/math.Exp2(float64(n)))
}

// A SignedRank is the result of Wilcoxon's signed-rank test (Individual comparisons by ranking
// methods, 1945).
type SignedRank struct {
	N     int     // number of differences that are not 0; zeros are left out
	Plus  float64 // the sum of the ranks of the positive differences
	P     float64 // two-sided; 1 if N is 0
	Exact bool    // P counts all choices of signs; otherwise it is a normal approximation, corrected for ties and continuity
}

// exactSigns is the largest number of differences for which the tests count all 2^n choices of
// signs. The signed-rank test groups the choices by their sums of ranks.
const exactSigns = 50

// SameRatio is the largest relative difference between two ratios of times that count as equal.
const SameRatio = 1e-9

// RatioRanks ranks the ratios of ys to xs by their distance from 1: the ratios 10 and 1/10 share a
// rank. The rank is negative for a ratio below 1. Pairs of equal numbers have no rank. A ratio
// counts as infinite if one of the two numbers is infinite or not above 0. RatioRanks compares exact
// fractions. Ratios that are larger than another ratio by at most the given relative tolerance share
// its rank.
func RatioRanks(xs, ys []float64, tolerance float64) []float64 {
	var inverse []fraction // the smaller number divided by the larger one; 0 for an infinite ratio
	var signs []float64
	for i, x := range xs {
		f := fraction{min(x, ys[i]), max(x, ys[i])}
		if f.lo == f.hi {
			continue
		}
		if f.lo <= 0 || math.IsInf(f.hi, 1) {
			f = fraction{0, 1}
		}
		inverse, signs = append(inverse, f), append(signs, float64(cmp.Compare(ys[i], x)))
	}
	ranks := ranksOf(len(inverse), func(i, j int) int { return inverse[j].compare(inverse[i], 1) },
		func(first, i int) bool { return inverse[i].compare(inverse[first], 1+tolerance) >= 0 })
	for i, s := range signs {
		ranks[i] *= s
	}
	return ranks
}

// A fraction is the quotient lo/hi of two numbers. The number hi is above 0.
type fraction struct{ lo, hi float64 }

// compare compares f, times a factor of at least 1, with o. Most quotients differ by more than the
// rounding errors of float64. Only the others need exact fractions, which take 50 times as long.
func (f fraction) compare(o fraction, factor float64) int {
	if f.lo == 0 || o.lo == 0 {
		return cmp.Compare(f.lo, o.lo)
	}
	if x, y := f.lo/f.hi*factor, o.lo/o.hi; min(x, y) > 1e-300 && math.Abs(x-y) > 1e-12*y {
		return cmp.Compare(x, y)
	}
	product := func(xs ...float64) *big.Rat {
		p := big.NewRat(1, 1)
		for _, x := range xs {
			p.Mul(p, new(big.Rat).SetFloat64(x))
		}
		return p
	}
	return product(f.lo, o.hi, factor).Cmp(product(o.lo, f.hi))
}

// Wilcoxon tests whether differences are symmetric about 0. It takes the ranks of their sizes, each
// with the sign of its difference. Differences of equal size share their ranks. The exact
// distribution is computed for these shared ranks.
func Wilcoxon(ranks []float64) SignedRank {
	t := SignedRank{N: len(ranks), Exact: len(ranks) <= exactSigns}
	rs := make([]float64, len(ranks))
	total, squares := 0.0, 0.0
	for i, r := range ranks {
		rs[i] = math.Abs(r)
		total += rs[i]
		squares += r * r
		t.Plus += max(r, 0)
	}
	if t.Exact {
		t.P = exactRankP(rs, total, min(t.Plus, total-t.Plus))
		return t
	}
	n := float64(t.N)
	// The variance is a quarter of the sum of the squared ranks. Textbooks write the same number
	// with a term for each tie.
	away := math.Abs(t.Plus - n*(n+1)/4)
	z := max(away-0.5, 0) / math.Sqrt(squares/4)
	t.P = min(1, 2*distuv.UnitNormal.Survival(z))
	return t
}

// exactRankP returns twice the share of all choices of signs for which the sum of ranks is at most
// w. Shared ranks are multiples of one half. So the code multiplies all ranks, and their total, by 2.
func exactRankP(rs []float64, total, w float64) float64 {
	top := int(2 * total)
	ways := make([]float64, top+1)
	ways[0] = 1
	for _, r := range rs {
		step := int(2 * r)
		for k := top; k >= step; k-- {
			ways[k] += ways[k-step]
		}
	}
	few := 0.0
	for _, n := range ways[:int(2*w)+1] {
		few += n
	}
	return min(1, 2*few/math.Exp2(float64(len(rs))))
}

// TTest returns the two-sided p of Student's t-test, which compares the means of two samples of equal
// variance. The result ok is false if a sample has fewer than two numbers.
func TTest(xs, ys []float64) (p float64, ok bool) {
	n, m := float64(len(xs)), float64(len(ys))
	if n < 2 || m < 2 {
		return 1, false
	}
	away := math.Abs(Mean(xs) - Mean(ys))
	variance := ((n-1)*stat.Variance(xs, nil) + (m-1)*stat.Variance(ys, nil)) / (n + m - 2) * (1/n + 1/m)
	if away == 0 {
		return 1, true
	}
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n + m - 2}.Survival(away/math.Sqrt(variance)), true
}

// Holm adjusts the p-values of several tests. If all tested hypotheses are true, the chance that any
// adjusted value is at most alpha is at most alpha (Holm, A simple sequentially rejective multiple
// test procedure, 1979). The result is in the order of the parameter ps.
func Holm(ps []float64) []float64 {
	adjusted := make([]float64, len(ps))
	least := 0.0
	for rank, i := range sorted(len(ps), func(i, k int) int { return cmp.Compare(ps[i], ps[k]) }) {
		least = max(least, min(1, ps[i]*float64(len(ps)-rank)))
		adjusted[i] = least
	}
	return adjusted
}

// Resamples is the number of resamples that Bootstrap draws. Bootstrap finds intervals without a
// formula by the percentile method, and always draws the same resamples (Efron, Bootstrap methods:
// another look at the jackknife, 1979).
const (
	Resamples = 2000
	// confidence is the confidence level of all intervals.
	confidence = 0.95
)

// mostDrawn is the largest number of numbers of which Bootstrap draws as many.
const mostDrawn = 20_000

// Enough is the smallest number of instances for which an interval is meaningful.
const Enough = 5

// An Interval contains the true value with a confidence of 95%. Both ends are NaN if there is no
// interval.
type Interval struct{ Low, High float64 }

// OK reports whether the interval exists.
func (i Interval) OK() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }

// NoInterval marks a missing interval.
var NoInterval = Interval{math.NaN(), math.NaN()}

// Bootstrap returns the interval of a statistic of ascending numbers. Bootstrap draws from the
// numbers with replacement, and passes each draw to the function statistic in ascending order. It
// returns NoInterval for fewer than Enough numbers, because the ends of the interval would only be
// the smallest and the largest number.
//
// For more than mostDrawn numbers, Bootstrap draws from mostDrawn of them at equal distances, and scales the
// interval. Its length decreases with the square root of the number of draws (Bickel, Götze and van
// Zwet, Resampling fewer than n observations, 1997). Half a million numbers then take 0.3 s instead of 10 s.
func Bootstrap(xs []float64, statistic func([]float64) float64) Interval {
	n := len(xs)
	if n < Enough {
		return NoInterval
	}
	if n > mostDrawn {
		few := make([]float64, mostDrawn)
		for i := range few {
			few[i] = xs[(2*i+1)*n/(2*mostDrawn)]
		}
		wide, centre := Bootstrap(few, statistic), statistic(few)
		if math.IsInf(centre, 0) {
			return wide
		}
		of, part := statistic(xs), math.Sqrt(mostDrawn/float64(n))
		return Interval{of + (wide.Low-centre)*part, of + (wide.High-centre)*part}
	}
	rng := rand.New(rand.NewPCG(1979, uint64(n)))
	times := make([]int, n)
	drawn := make([]float64, 0, n)
	values := make([]float64, Resamples)
	for i := range values {
		clear(times)
		for range n {
			times[rng.IntN(n)]++
		}
		drawn = drawn[:0]
		for k, x := range xs {
			for range times[k] {
				drawn = append(drawn, x)
			}
		}
		values[i] = statistic(drawn)
	}
	slices.Sort(values)
	const tail = (1 - confidence) / 2
	return Interval{stat.Quantile(tail, stat.Empirical, values, nil), stat.Quantile(1-tail, stat.Empirical, values, nil)}
}

// Wilson returns the interval of the share k/n (Wilson, Probable inference, 1927).
func Wilson(k, n int) Interval {
	if n == 0 {
		return NoInterval
	}
	z := distuv.UnitNormal.Quantile((1 + confidence) / 2)
	p, m := float64(k)/float64(n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	i := Interval{max(centre-half, 0), min(centre+half, 1)}
	if k == 0 {
		i.Low = 0 // exactly, without a rounding error such as 1e-17
	}
	if k == n {
		i.High = 1
	}
	return i
}
