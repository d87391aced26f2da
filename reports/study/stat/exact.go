// Package stat computes the statistics of the reports: exact means of counts, ranks and rank
// correlations, intervals, regression, and tests that compare two methods.
package stat

import "math/big"

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
