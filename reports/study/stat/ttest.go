package stat

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

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
