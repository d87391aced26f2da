package data

import (
	"math"
	"slices"
	"strings"

	"counterproof/bench/result"
	"counterproof/reports/format"
	"counterproof/reports/stat"
)

// A Comparison is what two methods spent on the same instances.
type Comparison struct {
	A, B string
	N    int // instances that both were tried on, in each suite

	// Of the instances that both solved, B's number over A's where neither is 0:
	// above 1, A is the better one where the measure is of work.
	Ratios    int
	Ratio     float64       // the geometric mean; NaN: no ratio
	Interval  stat.Interval // of it, by bootstrap
	Low, High float64       // the least and the greatest ratio

	// Where one of the two alone was cut on some instances, and it is known what it had spent
	// until then: the geometric mean with these as well is more, or less, than Bound.
	Bounded int // instances; 0: no bound
	Bound   float64
	AtLeast bool          // B was cut; else A
	Bounds  stat.Interval // of Bound, by bootstrap

	// Where A has the smaller number, B, and where they are equal. To solve is
	// to be smaller than not to solve; where neither did, there is nothing to say.
	WinsA, WinsB, Ties, Neither int
	OnlyA, OnlyB                int    // of the wins, those where the other one did not solve it
	CutA, CutB                  int    // of these, where A or B was cut, and not wrong
	WrongA, WrongB              int    // instances that it answered wrongly, which is not to solve them
	Zeros                       int    // both solved it, and one has the number 0
	Cut                         string // what happened to those that were cut, as a verb

	Sign     float64 // p, two-sided, of the exact sign test without ties
	Wilcoxon stat.SignedRank

	Warnings []Warning
}

// A pair is one instance as two methods solved it.
type pair struct{ A, B *Sample }

// Pairs puts the samples of two methods together that are of one instance and one question, in
// their order: one pair in each place of the experiment where both stand, but the same two jobs
// once; of different places only where they share none.
func Pairs(samples []*Sample, a, b string) []pair {
	type key struct {
		task      string
		solutions int64
	}
	var order []key
	own, others := map[key][]*Sample{}, map[key][]*Sample{}
	for _, s := range samples {
		k := key{s.Task(), s.solutions()}
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
			place := PositionOf(x.Record)
			if places[place] {
				continue
			}
			p, ok := closestPair(samplesAt(own[k], place), samplesAt(others[k], place))
			if !ok {
				continue
			}
			places[place] = true
			run := [2]string{p.A.runKey(), p.B.runKey()}
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
func samplesAt(samples []*Sample, place string) []*Sample {
	return slices.DeleteFunc(slices.Clone(samples), func(s *Sample) bool { return PositionOf(s.Record) != place })
}

// closestPair are the first two of which both, or neither, were to list the solutions, or else the
// first two; ok is false if there are none.
func closestPair(as, bs []*Sample) (p pair, ok bool) {
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

// Compare makes the comparison of two methods.
func Compare(samples []*Sample, a, b string, m Measure) *Comparison {
	c := &Comparison{A: a, B: b, Ratio: math.NaN(), Interval: stat.NoInterval, Low: math.NaN(), High: math.NaN()}
	ps := Pairs(samples, a, b)
	c.N = len(ps)
	var logs, cut, differences []float64 // cut: where one of the two was
	var ofA, ofB []*Sample
	unlike := 0
	for _, p := range ps {
		x, y := p.A, p.B
		unlike += int(Indicator(x.listsSolutions() != y.listsSolutions()))
		ofA, ofB = append(ofA, x), append(ofB, y)
		c.WrongA += int(Indicator(x.Cut == result.Wrong))
		c.WrongB += int(Indicator(y.Cut == result.Wrong))
		switch {
		case !x.Solved() && !y.Solved():
			c.Neither++
			continue
		case !y.Solved():
			c.OnlyA++
			if y.Cut != result.Wrong {
				c.CutB++
				cut = append(cut, math.Log(y.Least/x.Value))
			}
		case !x.Solved():
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
		if x.Solved() && y.Solved() {
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
		i := stat.Bootstrap(logs, stat.Mean)
		c.Ratio, c.Interval = math.Exp(stat.Mean(logs)), stat.Interval{Low: math.Exp(i.Low), High: math.Exp(i.High)}
		c.Low, c.High = math.Exp(logs[0]), math.Exp(logs[len(logs)-1])
	}
	unknown := slices.ContainsFunc(cut, func(x float64) bool { return math.IsInf(x, 0) || math.IsNaN(x) })
	if (c.CutA > 0) != (c.CutB > 0) && !unknown {
		all := slices.Sorted(slices.Values(slices.Concat(logs, cut)))
		i := stat.Bootstrap(all, stat.Mean)
		c.Bounded, c.AtLeast = len(all), c.CutB > 0
		c.Bound, c.Bounds = math.Exp(stat.Mean(all)), stat.Interval{Low: math.Exp(i.Low), High: math.Exp(i.High)}
	}
	c.Sign = stat.SignTest(c.WinsA, c.WinsB)
	c.Wilcoxon = stat.Wilcoxon(differences)

	used := slices.Concat(ofA, ofB)
	c.Cut = CutVerb(used)
	var w Warnings
	w.fewRatios(c.Ratios, c.N)
	w.Measured(used, m)
	w.Add(MixedModes, unlike, "on %s of %s instances one of the two was to list the solutions and the other not", format.Whole(unlike), format.Whole(c.N))
	if n := c.OnlyA + c.OnlyB + c.Neither; n > 0 {
		var phrases []string
		for _, side := range [][]*Sample{ofA, ofB} {
			if reasons := reasonsOf(side); reasons != "" {
				phrases = append(phrases, side[0].Method+": "+reasons)
			}
		}
		w.Add(Ignored, n, "the mean ratio leaves out %s of %s instances that not both solved (%s)", format.Whole(n), format.Whole(c.N), strings.Join(phrases, "; "))
	}
	w.Add(Ignored, c.Zeros, "the mean ratio leaves out %s with the number 0", format.Whole(c.Zeros))
	c.Warnings = w
	return c
}

// fewRatios warns of a mean of few ratios.
func (w *Warnings) fewRatios(n, of int) {
	switch {
	case n >= stat.Enough:
	case n == of:
		w.FewInstances("", n)
	default:
		w.Add(FewInstances, max(n, 1), "only %s of %s instances %s a ratio", format.Whole(n), format.Whole(of), format.Plural(n, "has", "have"))
	}
}

// logRatio is 0 for two equal numbers, 0 and 0 or two infinities too.
func logRatio(x, y float64) float64 {
	if x == y {
		return 0
	}
	return math.Log(y / x)
}

// Comparisons are those of every two methods on every puzzle and question, by a measure: with
// more than six methods, of each with the first.
func Comparisons(recs []result.Record, m Measure) []*tableComparison {
	samples, _, _ := SamplesOf(recs, m)
	type key struct{ puzzle, task string }
	groups := map[key][]*Sample{}
	var order []key
	for _, s := range samples {
		k := key{s.Puzzle, s.Question()}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], s)
	}
	var all []*tableComparison
	for _, k := range order {
		methods := MethodsOf(groups[k])
		for i, a := range methods {
			if i > 0 && len(methods) > 6 {
				break
			}
			for _, b := range methods[i+1:] {
				if c := Compare(groups[k], a, b, m); c.N > 0 {
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
