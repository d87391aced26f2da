package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Regression is a line fitted by least squares.
type Regression struct {
	Intercept, Slope float64
	Interval         Interval // of the slope, by Student's t; missing for fewer than 3 points
	R2               float64  // the share of the variance that the line explains
}

// Regress returns the line through the points. The result ok is false if there are fewer
// than two different values of x.
func Regress(xs, ys []float64) (Regression, bool) {
	n := len(xs)
	if n < 2 || slices.Min(xs) == slices.Max(xs) {
		return Regression{}, false
	}
	g := Regression{Interval: NoInterval, R2: 1}
	g.Intercept, g.Slope = stat.LinearRegression(xs, ys, nil, false)
	avg := stat.Mean(xs, nil)
	spread, rest := 0.0, 0.0
	for i, x := range xs {
		spread += (x - avg) * (x - avg)
		e := ys[i] - g.Intercept - g.Slope*x
		rest += e * e
	}
	if stat.Variance(ys, nil) > 0 {
		g.R2 = stat.RSquared(xs, ys, nil, g.Intercept, g.Slope)
	}
	if n > 2 {
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 2)}.Quantile((1 + confidence) / 2)
		half := t * math.Sqrt(rest/float64(n-2)/spread)
		g.Interval = Interval{g.Slope - half, g.Slope + half}
	}
	return g, true
}
