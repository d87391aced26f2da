package reports

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// How intervals are found that have no formula: the percentile method (Efron,
// Bootstrap methods: another look at the jackknife, 1979), always the same way.
const (
	resamples  = 2000
	confidence = 0.95
)

// An interval holds the true value with the confidence of 95 %; NaN: there is none.
type interval struct{ Low, High float64 }

func (i interval) ok() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }

var noInterval = interval{math.NaN(), math.NaN()}

// bootstrap is the interval of a statistic of ascending numbers, which are drawn
// anew with replacement. The statistic is given ascending numbers, too. There is none
// for fewer than enoughInstances numbers, of which it would be the least and the greatest.
func bootstrap(xs []float64, statistic func([]float64) float64) interval {
	n := len(xs)
	if n < enoughInstances {
		return noInterval
	}
	rng := rand.New(rand.NewPCG(1979, uint64(n)))
	times := make([]int, n)
	drawn := make([]float64, 0, n)
	values := make([]float64, resamples)
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
	return interval{stat.Quantile(tail, stat.Empirical, values, nil), stat.Quantile(1-tail, stat.Empirical, values, nil)}
}

// wilson is the interval of a share, k of n (Wilson, Probable inference, 1927).
func wilson(k, n int) interval {
	if n == 0 {
		return noInterval
	}
	z := distuv.UnitNormal.Quantile((1 + confidence) / 2)
	p, m := float64(k)/float64(n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	i := interval{max(centre-half, 0), min(centre+half, 1)}
	if k == 0 {
		i.Low = 0 // not 1e-17
	}
	if k == n {
		i.High = 1
	}
	return i
}

// A regression is the line of least squares.
type regression struct {
	Intercept, Slope float64
	Interval         interval // of the slope, by Student's t; none for fewer than 3 points
	R2               float64  // share of the variance that it explains
	N                int
}

// regress is false for fewer than two different x.
func regress(xs, ys []float64) (regression, bool) {
	n := len(xs)
	if n < 2 || slices.Min(xs) == slices.Max(xs) {
		return regression{}, false
	}
	g := regression{N: n, Interval: noInterval, R2: 1}
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
		g.Interval = interval{g.Slope - half, g.Slope + half}
	}
	return g, true
}

// kendall is Kendall's tau-b, which takes ties into account (Kendall, The treatment
// of ties in ranking problems, 1945). There is none (false) where one side is
// all ties. It takes n^2 steps.
func kendall(xs, ys []float64) (float64, bool) {
	concordant, tiesX, tiesY, pairs := 0.0, 0.0, 0.0, 0.0
	for i := range xs {
		for j := range i {
			pairs++
			a, b := sign(xs[i]-xs[j]), sign(ys[i]-ys[j])
			concordant += a * b
			if a == 0 {
				tiesX++
			}
			if b == 0 {
				tiesY++
			}
		}
	}
	under := math.Sqrt(pairs-tiesX) * math.Sqrt(pairs-tiesY)
	return concordant / under, under > 0
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
