package reports

import (
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// counts are the numbers of solutions of boards that are counted, ascending.
func counts(boards []*board) []*big.Int {
	var ns []*big.Int
	for _, b := range boards {
		ns = append(ns, b.Count)
	}
	slices.SortFunc(ns, (*big.Int).Cmp)
	return ns
}

// bigSum of no numbers is 0.
func bigSum(ns []*big.Int) *big.Int {
	total := new(big.Int)
	for _, n := range ns {
		total.Add(total, n)
	}
	return total
}

// bigMean of sorted or unsorted numbers, exactly; there must be one or more.
func bigMean(ns []*big.Int) *big.Rat {
	return new(big.Rat).SetFrac(bigSum(ns), big.NewInt(int64(len(ns))))
}

// bigMedian is the median of ascending numbers, exactly; there must be one or more.
func bigMedian(ns []*big.Int) *big.Rat {
	a, b := ns[(len(ns)-1)/2], ns[len(ns)/2]
	return new(big.Rat).SetFrac(new(big.Int).Add(a, b), big.NewInt(2))
}

// decimals writes an exact number with at most n decimals: "66.68", "59".
func decimals(x *big.Rat, n int) string {
	if x.IsInt() {
		return grouped(x.Num().String())
	}
	return grouped(x.FloatString(n))
}

// float is n as a number to draw; false if it is too large for one, with room
// for the margins of an axis.
func float(n *big.Int) (float64, bool) {
	x, _ := new(big.Float).SetInt(n).Float64()
	return x, x < 1e290
}

// fraction is where n lies from lo (0) to hi (1).
func fraction(n, lo, hi *big.Int) float64 {
	if lo.Cmp(hi) == 0 {
		return 0.5
	}
	x, _ := new(big.Rat).SetFrac(new(big.Int).Sub(n, lo), new(big.Int).Sub(hi, lo)).Float64()
	return x
}

// ranks are the ranks of xs from 1, equal values sharing the average of theirs.
func ranks[T any](xs []T, compare func(a, b T) int) []float64 {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(xs[i], xs[j]) })
	rs := make([]float64, len(xs))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && compare(xs[order[from]], xs[order[to]]) == 0 {
			to++
		}
		for _, i := range order[from:to] {
			rs[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return rs
}

// spearman is Spearman's rank correlation out of the two lists of ranks: the
// product-moment correlation of tie-averaged ranks. There is none (false) for
// fewer than two pairs or where one side is all ties.
func spearman(rx, ry []float64) (float64, bool) {
	if len(rx) < 2 {
		return 0, false
	}
	rho := stat.Correlation(rx, ry, nil)
	return rho, !math.IsNaN(rho)
}

// runningMedian replaces every value by the median of the odd number of values
// around it; at both ends of those there are.
func runningMedian(xs []float64, width int) []float64 {
	out := make([]float64, len(xs))
	for i := range xs {
		window := slices.Sorted(slices.Values(xs[max(i-width/2, 0):min(i+width/2+1, len(xs))]))
		out[i] = (window[(len(window)-1)/2] + window[len(window)/2]) / 2
	}
	return out
}

// geometricMean of positive numbers; NaN if there is none.
func geometricMean(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	return stat.GeometricMean(xs, nil)
}
