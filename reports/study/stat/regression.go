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
