package stat

import "cmp"

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
