// Package stat computes the statistics of the reports: exact means of counts, ranks and rank
// correlations, intervals, regression, and tests that compare two methods.
package stat

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

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
