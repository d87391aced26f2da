package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/record/result"
)

// The functions below compute the numbers from the CSV, by the definitions in docs/plots.md.

type rows []map[string]string

// medianOf returns the median, which for an even number of values is the mean of the middle two.
func medianOf(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	a, b := xs[(len(xs)-1)/2], xs[len(xs)/2]
	if math.IsInf(b, 1) {
		return b
	}
	return (a + b) / 2
}

// values returns the median of a column over the repetitions, by method and instance. A repetition
// without a right answer is infinite.
func (rs rows) values(column string) map[string]map[string]float64 {
	all := map[string]map[string][]float64{}
	for _, r := range rs {
		x, err := strconv.ParseFloat(r[column], 64)
		if r["status"] != result.Exact || r["reason"] != result.Done || r["verdict"] == result.Wrong || err != nil {
			x = math.Inf(1)
		}
		if all[r["method"]] == nil {
			all[r["method"]] = map[string][]float64{}
		}
		all[r["method"]][r["instance"]] = append(all[r["method"]][r["instance"]], x)
	}
	medians := map[string]map[string]float64{}
	for method, instances := range all {
		medians[method] = map[string]float64{}
		for instance, xs := range instances {
			medians[method][instance] = medianOf(xs)
		}
	}
	return medians
}

// of returns the values of one method for the instances that a function selects; nil selects all.
func (rs rows) of(method, column string, selects func(map[string]string) bool) (xs []float64) {
	seen := map[string]bool{}
	values := rs.values(column)[method]
	for _, r := range rs {
		if r["method"] == method && !seen[r["instance"]] && (selects == nil || selects(r)) {
			seen[r["instance"]] = true
			xs = append(xs, values[r["instance"]])
		}
	}
	return xs
}

func solved(xs []float64) float64 {
	return float64(len(slices.DeleteFunc(slices.Clone(xs), func(x float64) bool { return math.IsInf(x, 1) })))
}

// ratio returns the geometric mean of the ratios of sat/b to native/a on the instances that both
// solved.
func (rs rows) ratio() []float64 {
	values := rs.values("wall_seconds")
	sum, n := 0.0, 0.0
	for instance, x := range values["native/a"] {
		if y, ok := values["sat/b"][instance]; ok && !math.IsInf(x, 1) && !math.IsInf(y, 1) {
			sum, n = sum+math.Log(y/x), n+1
		}
	}
	return []float64{math.Exp(sum / n), n}
}

// counts returns the numbers of solutions of all instances that a method solved in a repetition.
func (rs rows) counts(month string) (xs []float64) {
	known := map[string]float64{}
	for _, r := range rs {
		if x, err := strconv.ParseFloat(r["count"], 64); err == nil && r["verdict"] != result.Wrong && strings.HasPrefix(r["instance"], month) {
			known[r["instance"]] = x
		}
	}
	for _, x := range known {
		xs = append(xs, x)
	}
	return xs
}

func sum(xs []float64) (total float64) {
	for _, x := range xs {
		total += x
	}
	return total
}

// spearman returns the correlation of the ranks of two lists.
func spearman(xs, ys []float64) float64 {
	ranks := func(xs []float64) []float64 {
		rs := make([]float64, len(xs))
		for i, x := range xs {
			for _, y := range xs {
				switch {
				case math.Abs(y-x) < 1e-3*math.Abs(x): // positions in an SVG are rounded
					rs[i] += 0.5
				case y < x:
					rs[i]++
				}
			}
		}
		return rs
	}
	a, b := ranks(xs), ranks(ys)
	n := float64(len(a))
	ma, mb := sum(a)/n, sum(b)/n
	var ab, aa, bb float64
	for i := range a {
		ab, aa, bb = ab+(a[i]-ma)*(b[i]-mb), aa+(a[i]-ma)*(a[i]-ma), bb+(b[i]-mb)*(b[i]-mb)
	}
	return ab / math.Sqrt(aa*bb)
}

// rankCorrelation returns Spearman's ρ of a measure and the number of solutions over the instances
// that the method solved.
func (rs rows) rankCorrelation(method, column string) float64 {
	work, counts := rs.values(column)[method], rs.values("count")[method]
	var xs, ys []float64
	for instance, x := range work {
		if !math.IsInf(x, 1) {
			xs, ys = append(xs, counts[instance]), append(ys, x)
		}
	}
	return spearman(xs, ys)
}

// growthFactor returns the factor for one row of the board, by least squares on the logarithms.
func (rs rows) growthFactor(method string) float64 {
	var xs, ys []float64
	for height := 1; height < 10; height++ {
		for _, y := range rs.of(method, "wall_seconds", func(r map[string]string) bool { return r["height"] == fmt.Sprint(height) }) {
			if !math.IsInf(y, 1) {
				xs, ys = append(xs, float64(height)), append(ys, math.Log(y))
			}
		}
	}
	mx, my := sum(xs)/float64(len(xs)), sum(ys)/float64(len(ys))
	top, bottom := 0.0, 0.0
	for i := range xs {
		top, bottom = top+(xs[i]-mx)*(ys[i]-my), bottom+(xs[i]-mx)*(xs[i]-mx)
	}
	return math.Exp(top / bottom)
}

// bySize returns the medians of a method by height.
func (rs rows) bySize(method string) (xs []float64) {
	for height := 1; height <= 7; height++ {
		if own := rs.of(method, "wall_seconds", func(r map[string]string) bool { return r["height"] == fmt.Sprint(height) }); len(own) > 0 {
			xs = append(xs, medianOf(own))
		}
	}
	return xs
}

// graded returns one row for each board that deduction answered in more than half of its
// repetitions.
func (rs rows) graded() (all rows) {
	n, answered, first := map[string]int{}, map[string]int{}, map[string]map[string]string{}
	for _, r := range rs {
		if n[r["instance"]]++; r["deduced"] != "" {
			answered[r["instance"]]++
			first[r["instance"]] = r
		}
	}
	for instance, r := range first {
		if 2*answered[instance] > n[instance] {
			all = append(all, r)
		}
	}
	return all
}

func (rs rows) numbers(column string) (xs []float64) {
	for _, r := range rs {
		x, _ := strconv.ParseFloat(r[column], 64)
		xs = append(xs, x)
	}
	return xs
}

// grades returns the numbers of boards by their hardest level, of stuck boards, and of solved boards.
func (rs rows) grades() []float64 {
	xs := make([]float64, 5)
	for _, r := range rs.graded() {
		if r["deduced"] != result.Solved {
			xs[3]++
			continue
		}
		level, _ := strconv.Atoi(r["level_index"])
		xs[level]++
		xs[4]++
	}
	return xs
}

func medians(rs rows) []float64 {
	return []float64{medianOf(rs.of("native/a", "wall_seconds", nil)), medianOf(rs.of("sat/b", "wall_seconds", nil))}
}
