package stat

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// SignTest returns the two-sided p of the exact sign test: twice the probability that tosses of a
// fair coin give the method with fewer wins at most that many wins. The result is at most 1. If
// there are no wins, the result is 1.
func SignTest(winsA, winsB int) float64 {
	n := winsA + winsB
	if n == 0 {
		return 1
	}
	coin := distuv.Binomial{N: float64(n), P: 0.5}
	return min(1, 2*coin.CDF(float64(min(winsA, winsB))))
}

// A SignedRank is the result of Wilcoxon's signed-rank test (Individual comparisons by ranking
// methods, 1945).
type SignedRank struct {
	N     int     // number of differences that are not 0; zeros are left out
	Plus  float64 // the sum of the ranks of the positive differences
	P     float64 // two-sided; 1 if N is 0
	Exact bool    // P counts all choices of signs; otherwise it is a normal approximation, corrected for ties and continuity
}

// exactSigns is the largest number of differences for which P counts all 2^n choices of signs. P
// groups the choices by their sums of ranks.
const exactSigns = 50

// Wilcoxon tests whether the differences are symmetric about 0. Differences of equal size,
// including infinite ones, share their ranks. The exact distribution is computed for these shared
// ranks.
func Wilcoxon(differences []float64) SignedRank {
	var ds, sizes []float64
	for _, d := range differences {
		if d != 0 {
			ds, sizes = append(ds, d), append(sizes, math.Abs(d))
		}
	}
	t := SignedRank{N: len(ds), P: 1, Exact: len(ds) <= exactSigns}
	if t.N == 0 {
		return t
	}
	rs := Ranks(sizes, cmp.Compare)
	total := 0.0
	for i, d := range ds {
		total += rs[i]
		if d > 0 {
			t.Plus += rs[i]
		}
	}
	if t.Exact {
		t.P = exactRankP(rs, min(t.Plus, total-t.Plus))
		return t
	}
	n, squares := float64(t.N), 0.0
	for _, r := range rs {
		squares += r * r
	}
	// The variance is a quarter of the sum of the squared ranks. Textbooks write the same number
	// with a term for each tie.
	away := math.Abs(t.Plus - n*(n+1)/4)
	z := max(away-0.5, 0) / math.Sqrt(squares/4)
	t.P = min(1, 2*distuv.UnitNormal.Survival(z))
	return t
}

// exactRankP returns twice the share of all choices of signs for which the sum of ranks is at most
// w. Shared ranks are multiples of one half. So the code multiplies all ranks by 2.
func exactRankP(rs []float64, w float64) float64 {
	top := 0
	for _, r := range rs {
		top += int(2 * r)
	}
	ways := make([]float64, top+1)
	ways[0] = 1
	for _, r := range rs {
		step := int(2 * r)
		for k := top; k >= step; k-- {
			ways[k] += ways[k-step]
		}
	}
	few := 0.0
	for k := range ways {
		if float64(k) <= 2*w {
			few += ways[k]
		}
	}
	return min(1, 2*few/math.Exp2(float64(len(rs))))
}
