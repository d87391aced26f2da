package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"counterproof/bench/result"
)

// A Comparison is what two methods spent on the same instances.
type Comparison struct {
	A, B string
	N    int // instances that both were tried on, in each suite

	// Of the instances that both solved, B's number over A's where neither is 0:
	// above 1, A is the better one where the measure is of work.
	Ratios    int
	Ratio     float64  // the geometric mean; NaN: no ratio
	Interval  interval // of it, by bootstrap
	Low, High float64  // the least and the greatest ratio

	// Where one of the two alone was cut on some instances, and it is known what it had spent
	// until then: the geometric mean with these as well is more, or less, than Bound.
	Bounded int // instances; 0: no bound
	Bound   float64
	AtLeast bool     // B was cut; else A
	Bounds  interval // of Bound, by bootstrap

	// Where A has the smaller number, B, and where they are equal. To solve is
	// to be smaller than not to solve; where neither did, there is nothing to say.
	WinsA, WinsB, Ties, Neither int
	OnlyA, OnlyB                int    // of the wins, those where the other one did not solve it
	CutA, CutB                  int    // of these, where A or B was cut, and not wrong
	WrongA, WrongB              int    // instances that it answered wrongly, which is not to solve them
	Zeros                       int    // both solved it, and one has the number 0
	Cut                         string // what happened to those that were cut, as a verb

	Sign     float64 // p, two-sided, of the exact sign test without ties
	Wilcoxon signedRank

	Warnings []Warning
}

// A pair is one instance as two methods solved it.
type pair struct{ a, b *sample }

// pairs puts the samples of two methods together that are of one instance and one question, in
// their order: one pair in each place of the experiment where both stand, but the same two jobs
// once; of different places only where they share none.
func pairs(samples []*sample, a, b string) []pair {
	type key struct {
		task      string
		solutions int64
	}
	var order []key
	own, others := map[key][]*sample{}, map[key][]*sample{}
	for _, s := range samples {
		k := key{s.task(), s.solutions()}
		if s.Method == a {
			if own[k] == nil {
				order = append(order, k)
			}
			own[k] = append(own[k], s)
		}
		if s.Method == b {
			others[k] = append(others[k], s)
		}
	}
	var ps []pair
	for _, k := range order {
		places, runs := map[string]bool{}, map[[2]string]bool{}
		for _, x := range own[k] {
			place := positionOf(x.Record)
			if places[place] {
				continue
			}
			p, ok := closestPair(samplesAt(own[k], place), samplesAt(others[k], place))
			if !ok {
				continue
			}
			places[place] = true
			run := [2]string{p.a.runKey(), p.b.runKey()}
			if !runs[run] || run[0] == "" || run[1] == "" {
				ps = append(ps, p)
			}
			runs[run] = true
		}
		if p, ok := closestPair(own[k], others[k]); ok && len(places) == 0 {
			ps = append(ps, p)
		}
	}
	return ps
}

// samplesAt are the samples in a place.
func samplesAt(samples []*sample, place string) []*sample {
	return slices.DeleteFunc(slices.Clone(samples), func(s *sample) bool { return positionOf(s.Record) != place })
}

// closestPair are the first two of which both, or neither, were to list the solutions, or else the
// first two; ok is false if there are none.
func closestPair(as, bs []*sample) (p pair, ok bool) {
	for _, x := range as {
		for _, y := range bs {
			if x.listsSolutions() == y.listsSolutions() {
				return pair{x, y}, true
			}
			if !ok {
				p, ok = pair{x, y}, true
			}
		}
	}
	return p, ok
}

// compare makes the comparison of two methods.
func compare(samples []*sample, a, b string, m Measure) *Comparison {
	c := &Comparison{A: a, B: b, Ratio: math.NaN(), Interval: noInterval, Low: math.NaN(), High: math.NaN()}
	ps := pairs(samples, a, b)
	c.N = len(ps)
	var logs, cut, differences []float64 // cut: where one of the two was
	var ofA, ofB []*sample
	unlike := 0
	for _, p := range ps {
		x, y := p.a, p.b
		unlike += int(indicator(x.listsSolutions() != y.listsSolutions()))
		ofA, ofB = append(ofA, x), append(ofB, y)
		c.WrongA += int(indicator(x.Cut == result.Wrong))
		c.WrongB += int(indicator(y.Cut == result.Wrong))
		switch {
		case !x.solved() && !y.solved():
			c.Neither++
			continue
		case !y.solved():
			c.OnlyA++
			if y.Cut != result.Wrong {
				c.CutB++
				cut = append(cut, math.Log(y.Least/x.Value))
			}
		case !x.solved():
			c.OnlyB++
			if x.Cut != result.Wrong {
				c.CutA++
				cut = append(cut, math.Log(y.Value/x.Least))
			}
		}
		switch {
		case x.Value < y.Value:
			c.WinsA++
		case x.Value > y.Value:
			c.WinsB++
		default:
			c.Ties++
		}
		if x.solved() && y.solved() {
			if x.Value > 0 && y.Value > 0 {
				logs = append(logs, math.Log(y.Value/x.Value))
			} else {
				c.Zeros++
			}
		}
		differences = append(differences, logRatio(x.Value, y.Value))
	}
	slices.Sort(logs)
	if c.Ratios = len(logs); c.Ratios > 0 {
		i := bootstrap(logs, meanOfFloats)
		c.Ratio, c.Interval = math.Exp(meanOfFloats(logs)), interval{math.Exp(i.Low), math.Exp(i.High)}
		c.Low, c.High = math.Exp(logs[0]), math.Exp(logs[len(logs)-1])
	}
	unknown := slices.ContainsFunc(cut, func(x float64) bool { return math.IsInf(x, 0) || math.IsNaN(x) })
	if (c.CutA > 0) != (c.CutB > 0) && !unknown {
		all := slices.Sorted(slices.Values(slices.Concat(logs, cut)))
		i := bootstrap(all, meanOfFloats)
		c.Bounded, c.AtLeast = len(all), c.CutB > 0
		c.Bound, c.Bounds = math.Exp(meanOfFloats(all)), interval{math.Exp(i.Low), math.Exp(i.High)}
	}
	c.Sign = signTest(c.WinsA, c.WinsB)
	c.Wilcoxon = wilcoxon(differences)

	used := slices.Concat(ofA, ofB)
	c.Cut = cutVerb(used)
	var w warnings
	w.fewRatios(c.Ratios, c.N)
	w.measured(used, m)
	w.add(MixedModes, unlike, "on %s of %s instances one of the two was to list the solutions and the other not", whole(unlike), whole(c.N))
	if n := c.OnlyA + c.OnlyB + c.Neither; n > 0 {
		var phrases []string
		for _, side := range [][]*sample{ofA, ofB} {
			if reasons := reasonsOf(side); reasons != "" {
				phrases = append(phrases, side[0].Method+": "+reasons)
			}
		}
		w.add(Ignored, n, "the mean ratio leaves out %s of %s instances that not both solved (%s)", whole(n), whole(c.N), strings.Join(phrases, "; "))
	}
	w.add(Ignored, c.Zeros, "the mean ratio leaves out %s with the number 0", whole(c.Zeros))
	c.Warnings = w
	return c
}

// fewRatios warns of a mean of few ratios.
func (w *warnings) fewRatios(n, of int) {
	switch {
	case n >= enoughInstances:
	case n == of:
		w.fewInstances("", n)
	default:
		w.add(FewInstances, max(n, 1), "only %s of %s instances %s a ratio", whole(n), whole(of), plural(n, "has", "have"))
	}
}

// logRatio is 0 for two equal numbers, 0 and 0 or two infinities too.
func logRatio(x, y float64) float64 {
	if x == y {
		return 0
	}
	return math.Log(y / x)
}

func meanOfFloats(xs []float64) float64 { return stat.Mean(xs, nil) }

// signTest is the two-sided p of the exact sign test: as few wins or fewer of the
// one that has fewer, by the toss of a coin, twice. 1 where there is no win.
func signTest(winsA, winsB int) float64 {
	n := winsA + winsB
	if n == 0 {
		return 1
	}
	coin := distuv.Binomial{N: float64(n), P: 0.5}
	return min(1, 2*coin.CDF(float64(min(winsA, winsB))))
}

// A signedRank is what Wilcoxon's signed-rank test says (Individual comparisons by
// ranking methods, 1945).
type signedRank struct {
	N     int     // differences that are not 0; those that are 0 are left out
	Plus  float64 // the sum of the ranks of the positive ones
	P     float64 // two-sided; 1 where N is 0
	Exact bool    // of all signs; else normal, corrected for ties and continuity
}

// exactSigns is up to how many differences all 2^n signs are gone through, by
// their sums.
const exactSigns = 50

// wilcoxon tests whether the differences lie evenly about 0. Equal sizes share their
// ranks, infinite ones too, and the exact distribution is that of the shared ranks.
func wilcoxon(differences []float64) signedRank {
	var ds, sizes []float64
	for _, d := range differences {
		if d != 0 {
			ds, sizes = append(ds, d), append(sizes, math.Abs(d))
		}
	}
	t := signedRank{N: len(ds), P: 1, Exact: len(ds) <= exactSigns}
	if t.N == 0 {
		return t
	}
	rs := ranks(sizes, cmp.Compare)
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
	// The variance is a quarter of the sum of the squared ranks: what the
	// textbooks write with a term for each tie.
	away := math.Abs(t.Plus - n*(n+1)/4)
	z := max(away-0.5, 0) / math.Sqrt(squares/4)
	t.P = min(1, 2*distuv.UnitNormal.Survival(z))
	return t
}

// exactRankP is twice the share of all signs whose sum of ranks is w or less.
// Ranks are halves at the finest.
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

// times is a ratio, three digits.
func times(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	if x >= 1000 {
		return grouped(fmt.Sprintf("%.0f", x))
	}
	return fmt.Sprintf("%.3g", x)
}

// probability is p as it is told: never 0.
func probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 1e-4:
		return "< 0.0001"
	}
	return fmt.Sprintf("%.2g", p)
}

// comparisons are those of every two methods on every puzzle and question, by a measure: with
// more than six methods, of each with the first.
func comparisons(recs []result.Record, m Measure) []*tableComparison {
	samples, _, _ := samplesOf(recs, m)
	type key struct{ puzzle, task string }
	groups := map[key][]*sample{}
	var order []key
	for _, s := range samples {
		k := key{s.Puzzle, s.question()}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], s)
	}
	var all []*tableComparison
	for _, k := range order {
		methods := methodsOf(groups[k])
		for i, a := range methods {
			if i > 0 && len(methods) > 6 {
				break
			}
			for _, b := range methods[i+1:] {
				if c := compare(groups[k], a, b, m); c.N > 0 {
					all = append(all, &tableComparison{k.puzzle, k.task, c})
				}
			}
		}
	}
	return all
}

// A tableComparison is a row of the table of comparisons.
type tableComparison struct {
	Puzzle, Task string
	*Comparison
}

func methodsOf(samples []*sample) []string {
	seen := map[string]bool{}
	for _, s := range samples {
		seen[s.Method] = true
	}
	return naturalKeys(seen)
}
