package stat

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
	Resamples  = 2000
	confidence = 0.95
)

// Enough is the least number of instances of which an interval says something.
const Enough = 5

// An Interval holds the true value with the confidence of 95 %; NaN: there is none.
type Interval struct{ Low, High float64 }

func (i Interval) OK() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }

var NoInterval = Interval{math.NaN(), math.NaN()}

// Bootstrap is the interval of a statistic of ascending numbers, which are drawn
// anew with replacement. The statistic is given ascending numbers, too. There is none
// for fewer than enoughInstances numbers, of which it would be the least and the greatest.
func Bootstrap(xs []float64, statistic func([]float64) float64) Interval {
	n := len(xs)
	if n < Enough {
		return NoInterval
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

// Wilson is the interval of a share, k of n (Wilson, Probable inference, 1927).
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
		i.Low = 0 // not 1e-17
	}
	if k == n {
		i.High = 1
	}
	return i
}
