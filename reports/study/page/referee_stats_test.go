package page_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
)

// This file holds the statistics of the independent program. They use definitions and exact
// fractions, and no function of the packages stat and data. A nil fraction is infinite.

func lessRat(a, b *big.Rat) bool { return a != nil && (b == nil || a.Cmp(b) < 0) }

func equalRat(a, b *big.Rat) bool { return !lessRat(a, b) && !lessRat(b, a) }

func floatOf(x *big.Rat) float64 {
	if x == nil {
		return math.Inf(1)
	}
	f, _ := x.Float64()
	return f
}

func floatsOf(xs []*big.Rat) (fs []float64) {
	for _, x := range xs {
		fs = append(fs, floatOf(x))
	}
	return fs
}

// median returns the middle number or the mean of the two middle numbers.
func median(xs []*big.Rat) *big.Rat {
	xs = slices.Clone(xs)
	sort.Slice(xs, func(i, j int) bool { return lessRat(xs[i], xs[j]) })
	a, b := xs[(len(xs)-1)/2], xs[len(xs)/2]
	if b == nil {
		return nil // the larger of two is infinite, so their mean is, too
	}
	sum := new(big.Rat).Add(a, b)
	return sum.Quo(sum, big.NewRat(2, 1))
}

func medianFloat(xs []float64) float64 {
	a, b := xs[(len(xs)-1)/2], xs[len(xs)/2]
	if math.IsInf(b, 1) {
		return b
	}
	return (a + b) / 2
}

func meanFloat(xs []float64) float64 {
	total := 0.0
	for _, x := range xs {
		total += x
	}
	return total / float64(len(xs))
}

// resamples holds, for each number n, 2,000 resamples of n places, each in ascending order.
var resamples = map[int][][]int{}

// bootstrap returns the 2.5% and the 97.5% percentiles of a statistic of 2,000 resamples: the 50th
// and the 1,950th of the ascending numbers. The resamples come from the generator PCG with the seeds
// 1979 and n. There is no interval for fewer than five numbers.
func bootstrap(xs []float64, statistic func([]float64) float64) (low, high float64, ok bool) {
	n := len(xs)
	if n < 5 {
		return 0, 0, false
	}
	xs = slices.Sorted(slices.Values(xs))
	if resamples[n] == nil {
		rng := rand.New(rand.NewPCG(1979, uint64(n)))
		for range 2000 {
			places := make([]int, n)
			for i := range places {
				places[i] = rng.IntN(n)
			}
			slices.Sort(places)
			resamples[n] = append(resamples[n], places)
		}
	}
	var values []float64
	drawn := make([]float64, n)
	for _, places := range resamples[n] {
		for i, p := range places {
			drawn[i] = xs[p]
		}
		values = append(values, statistic(drawn))
	}
	slices.Sort(values)
	return values[49], values[1949], true
}

// signTest returns the two-sided p of the sign test as a fraction of all 2^n results.
func signTest(a, b int) *big.Rat {
	few := new(big.Int)
	for k := 0; k <= min(a, b); k++ {
		few.Add(few, new(big.Int).Binomial(int64(a+b), int64(k)))
	}
	return twice(few, a+b)
}

// twice returns 2 * few / 2^n, but at most 1.
func twice(few *big.Int, n int) *big.Rat {
	p := new(big.Rat).SetFrac(new(big.Int).Lsh(few, 1), new(big.Int).Lsh(big.NewInt(1), uint(n)))
	if p.Cmp(big.NewRat(1, 1)) > 0 {
		p.SetInt64(1)
	}
	return p
}

// signedRank returns the p of Wilcoxon's test for pairs of numbers. By definition, p is twice the
// share of all choices of signs whose sum of ranks is at most the smaller of the two sums. Two
// ratios are tied if they are equal or differ by at most the tolerance. For more than 50 pairs, it
// uses the textbook's normal approximation, with a term for each tie.
func signedRank(xs, ys []*big.Rat, tolerance *big.Rat) (p float64, exact bool) {
	var sizes []*big.Rat
	var rising []bool
	for i, x := range xs {
		y := ys[i]
		if equalRat(x, y) {
			continue
		}
		lo, hi := x, y
		if lessRat(y, x) {
			lo, hi = y, x
		}
		var size *big.Rat
		if hi != nil && lo.Sign() > 0 {
			size = new(big.Rat).Quo(hi, lo)
		}
		sizes, rising = append(sizes, size), append(rising, lessRat(x, y))
	}
	n := len(sizes)
	twiceRanks, ties := ranksOf(sizes, tolerance)
	plus, total := 0, 0
	for i, r := range twiceRanks {
		total += r
		if rising[i] {
			plus += r
		}
	}
	if n > 50 {
		m := float64(n)
		variance := m * (m + 1) * (2*m + 1) / 24
		for _, t := range ties {
			variance -= float64(t*t*t-t) / 48
		}
		z := max(math.Abs(float64(plus)/2-m*(m+1)/4)-0.5, 0) / math.Sqrt(variance)
		return math.Erfc(z / math.Sqrt2), false
	}
	return floatOf(twice(fewSums(twiceRanks, min(plus, total-plus)), n)), true
}

// fewSums returns the number of choices of signs whose sum of ranks is at most w. For few ranks it
// goes through all choices.
func fewSums(ranks []int, w int) *big.Int {
	few := new(big.Int)
	if len(ranks) <= 12 {
		count := int64(0)
		for signs := range 1 << len(ranks) {
			sum := 0
			for i, r := range ranks {
				sum += signs >> i & 1 * r
			}
			if sum <= w {
				count++
			}
		}
		return few.SetInt64(count)
	}
	ways := map[int]*big.Int{0: big.NewInt(1)}
	for _, r := range ranks {
		next := map[int]*big.Int{}
		for sum, c := range ways {
			for _, to := range []int{sum, sum + r} {
				if next[to] == nil {
					next[to] = new(big.Int)
				}
				next[to].Add(next[to], c)
			}
		}
		ways = next
	}
	for sum, c := range ways {
		if sum <= w {
			few.Add(few, c)
		}
	}
	return few
}

// ranksOf returns twice the rank of each number, and the number of members of each group of ties.
// A number joins the ties of the smallest number that is less than one tolerance away.
func ranksOf(xs []*big.Rat, tolerance *big.Rat) (twice []int, ties []int) {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return lessRat(xs[order[i]], xs[order[j]]) })
	twice = make([]int, len(xs))
	for from := 0; from < len(order); {
		first := xs[order[from]]
		tied := func(x *big.Rat) bool {
			if first == nil || x == nil || tolerance == nil {
				return equalRat(first, x)
			}
			return new(big.Rat).Sub(x, first).Cmp(new(big.Rat).Mul(first, tolerance)) <= 0
		}
		to := from
		for to < len(order) && tied(xs[order[to]]) {
			to++
		}
		for _, i := range order[from:to] {
			twice[i] = from + 1 + to
		}
		ties = append(ties, to-from)
		from = to
	}
	return twice, ties
}

// spearman returns the product-moment correlation of the ranks, computed in whole numbers until the
// last division.
func spearman(xs, ys []*big.Rat) (float64, bool) {
	n := len(xs)
	rx, _ := ranksOf(xs, nil)
	ry, _ := ranksOf(ys, nil)
	xy, xx, yy := 0, 0, 0
	for i := range rx {
		dx, dy := rx[i]-(n+1), ry[i]-(n+1)
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	if n < 2 || xx == 0 || yy == 0 {
		return 0, false
	}
	return float64(xy) / math.Sqrt(float64(xx)*float64(yy)), true
}

// kendall returns tau-b by counting pairs.
func kendall(xs, ys []*big.Rat) float64 {
	sum, inX, inY := 0, 0, 0 // inX: pairs with different x
	for i := range xs {
		for j := range i {
			x, y := xs[i].Cmp(xs[j]), ys[i].Cmp(ys[j])
			sum, inX, inY = sum+x*y, inX+x*x, inY+y*y
		}
	}
	return float64(sum) / math.Sqrt(float64(inX)*float64(inY))
}

// A fit is a line by least squares, from the normal equations.
type fit struct {
	slope, half float64 // half of the 95% interval of the slope; NaN for two points
	rest, all   float64 // sums of squares: around the line, and around the mean
}

// leastSquares returns false if all xs are equal.
func leastSquares(xs, ys []float64) (f fit, ok bool) {
	n := float64(len(xs))
	if len(xs) < 2 || slices.Min(xs) == slices.Max(xs) {
		return f, false
	}
	mx, my := meanFloat(xs), meanFloat(ys)
	sxx, sxy := 0.0, 0.0
	for i, x := range xs {
		sxx, sxy = sxx+(x-mx)*(x-mx), sxy+(x-mx)*(ys[i]-my)
		f.all += (ys[i] - my) * (ys[i] - my)
	}
	f.slope = sxy / sxx
	for i, x := range xs {
		e := ys[i] - my - f.slope*(x-mx)
		f.rest += e * e
	}
	f.half = math.NaN()
	if n > 2 {
		f.half = studentQuantile(len(xs)-2) * math.Sqrt(f.rest/(n-2)/sxx)
	}
	return f, true
}

var quantiles = map[int]float64{}

// studentQuantile returns the 97.5% quantile of Student's t: it integrates the density by Simpson's
// rule and bisects.
func studentQuantile(freedom int) float64 {
	if q, ok := quantiles[freedom]; ok {
		return q
	}
	v := float64(freedom)
	a, _ := math.Lgamma((v + 1) / 2)
	b, _ := math.Lgamma(v / 2)
	density := func(t float64) float64 {
		return math.Exp(a-b) / math.Sqrt(v*math.Pi) * math.Pow(1+t*t/v, -(v+1)/2)
	}
	area := func(t float64) float64 { // from 0 to t
		const steps = 2000
		sum := density(0) + density(t)
		for i := 1; i < steps; i++ {
			sum += float64(2+2*(i%2)) * density(t*float64(i)/steps)
		}
		return sum * t / steps / 3
	}
	lo, hi := 0.0, 20.0
	for range 60 {
		if mid := (lo + hi) / 2; area(mid) < 0.475 {
			lo = mid
		} else {
			hi = mid
		}
	}
	quantiles[freedom] = lo
	return lo
}
