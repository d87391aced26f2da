// Package stat computes the statistics of the reports: exact means of counts, ranks and rank
// correlations, intervals, regression, and tests that compare two methods.
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

// Sum returns the sum of the numbers.
func Sum(ns []*big.Int) *big.Int {
	total := new(big.Int)
	for _, n := range ns {
		total.Add(total, n)
	}
	return total
}

// ExactMean returns the mean of at least one number.
func ExactMean(ns []*big.Int) *big.Rat {
	return new(big.Rat).SetFrac(Sum(ns), big.NewInt(int64(len(ns))))
}

// ExactMedian returns the median of at least one number. The numbers are in ascending order.
func ExactMedian(ns []*big.Int) *big.Rat {
	a, b := ns[(len(ns)-1)/2], ns[len(ns)/2]
	return new(big.Rat).SetFrac(new(big.Int).Add(a, b), big.NewInt(2))
}

// Float returns n as a float64. The result ok is false if n is too large to be drawn. The limit is
// 1e290, so that the margins of an axis do not overflow.
func Float(n *big.Int) (float64, bool) {
	x, _ := new(big.Float).SetInt(n).Float64()
	return x, x < 1e290
}

// Ranks returns the ranks of xs, starting from 1. Equal values share the average of their ranks.
func Ranks[T any](xs []T, compare func(a, b T) int) []float64 {
	by := func(i, j int) int { return compare(xs[i], xs[j]) }
	return ranksOf(len(xs), by, func(i, j int) bool { return by(i, j) == 0 })
}

// ranksOf ranks the numbers from 0 to n-1 in the order of the function compare. A number shares the rank
// of the first number of a group if the function same returns true for the two.
func ranksOf(n int, compare func(i, j int) int, same func(first, i int) bool) []float64 {
	order := sorted(n, compare)
	rs := make([]float64, n)
	for from := 0; from < n; {
		to := from + 1
		for to < n && same(order[from], order[to]) {
			to++
		}
		for _, i := range order[from:to] {
			rs[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return rs
}

func sorted(n int, compare func(i, j int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(compare(i, j), i-j) })
	return order
}

// Spearman returns Spearman's rank correlation of two lists of ranks: their product-moment
// correlation. The result ok is false for fewer than two pairs, or if all ranks on one side are
// equal.
func Spearman(rx, ry []float64) (float64, bool) {
	rho := stat.Correlation(rx, ry, nil)
	return rho, !math.IsNaN(rho)
}

// Kendall returns Kendall's tau-b, which takes ties into account (Kendall, The treatment of ties in
// ranking problems, 1945). The result ok is false if all values on one side are equal. The time
// grows with the square of the number of pairs.
func Kendall(xs, ys []float64) (float64, bool) {
	products, squaresX, squaresY := 0, 0, 0 // of the signs of the differences; the sign of a tie is 0
	for i := range xs {
		for j := range i {
			a, b := cmp.Compare(xs[i], xs[j]), cmp.Compare(ys[i], ys[j])
			products += a * b
			squaresX += a * a
			squaresY += b * b
		}
	}
	divisor := math.Sqrt(float64(squaresX)) * math.Sqrt(float64(squaresY))
	return float64(products) / divisor, divisor > 0
}

// RunningMedian replaces each value by the median of a window of values around it. The window has
// the given odd width. At the first and last values, the window is narrower.
func RunningMedian(xs []float64, width int) []float64 {
	out := make([]float64, len(xs))
	for i := range xs {
		out[i] = UnsortedMedian(xs[max(i-width/2, 0):min(i+width/2+1, len(xs))])
	}
	return out
}

// Median returns the median of ascending numbers, or NaN without numbers.
func Median(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	a, b := xs[(len(xs)-1)/2], xs[len(xs)/2]
	if a == b {
		return a // also correct for two infinities, where b-a is NaN
	}
	return a + (b-a)/2
}

// Mean returns the mean of the numbers.
func Mean(xs []float64) float64 { return stat.Mean(xs, nil) }

// UnsortedMedian returns the median of numbers in any order.
func UnsortedMedian(xs []float64) float64 { return Median(slices.Sorted(slices.Values(xs))) }

// Histogram returns how many of the numbers fall into each bin between ascending edges. A bin
// contains its lower edge but not its upper edge.
func Histogram(edges, xs []float64) []float64 { return stat.Histogram(nil, edges, xs, nil) }

// A Regression is a line fitted by least squares.
type Regression struct {
	Intercept, Slope float64
	Interval         Interval // of the slope, by Student's t; missing for fewer than 3 points
	Total, Rest      float64  // the sums of squares of ys: around their mean, and around the line
}

// Regress returns the line through the points. The result ok is false if there are fewer
// than two different values of x.
func Regress(xs, ys []float64) (Regression, bool) {
	n := len(xs)
	if n < 2 || slices.Min(xs) == slices.Max(xs) {
		return Regression{}, false
	}
	g := Regression{Interval: NoInterval, Total: stat.Variance(ys, nil) * float64(n-1)}
	g.Intercept, g.Slope = stat.LinearRegression(xs, ys, nil, false)
	avg, spread := stat.Mean(xs, nil), 0.0
	for i, x := range xs {
		spread += (x - avg) * (x - avg)
		e := ys[i] - g.Intercept - g.Slope*x
		g.Rest += e * e
	}
	if n > 2 {
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 2)}.Quantile((1 + confidence) / 2)
		half := t * math.Sqrt(g.Rest/float64(n-2)/spread)
		g.Interval = Interval{g.Slope - half, g.Slope + half}
	}
	return g, true
}
