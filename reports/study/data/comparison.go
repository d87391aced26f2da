package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

// A Comparison is the result of comparing two methods on the same instances.
type Comparison struct {
	A, B string

	Puzzle, Task string // only Comparisons sets them

	N int // instances that both methods tried; an instance of several suites counts once in each suite

	// The next fields describe the ratios of B's value to A's value. They cover the instances that
	// both methods solved and where neither value is 0. If the measure counts work, a ratio above 1
	// means that A is better.
	Ratios    int
	Ratio     float64       // the geometric mean; NaN without ratios
	Interval  stat.Interval // of Ratio, by bootstrap
	Low, High float64       // the smallest and the largest ratio

	// Bound is a bound of the geometric mean that also includes instances without a ratio. On each
	// of these instances, one method was cut and the other method solved the instance. The cut
	// method is the same on all of them, and the work it had spent is known.
	Bounded int // the number of instances that the bound includes; 0: there is no bound
	Bound   float64
	AtLeast bool          // Bound is a lower bound, since B was cut; otherwise an upper bound, since A was cut
	Bounds  stat.Interval // of Bound, by bootstrap

	// These fields count the instances where A or B has the smaller value, where both values are
	// equal, and where neither method solved the instance. If only one method solved an instance,
	// that method wins it.
	WinsA, WinsB, Ties, Neither int
	OnlyA, OnlyB                int    // wins because the other method did not solve the instance
	CutA, CutB                  int    // instances where A (or B) was cut and only the other method solved the instance
	WrongA, WrongB              int    // wrong answers, which do not count as solved
	Zeros                       int    // instances that both methods solved and where a value is 0 or negative
	Cut                         string // what happened to jobs that were cut, as a verb: "timed out"
	mixed                       int    // pairs in which only one job had to list the solutions

	Sign     float64 // two-sided p of the exact sign test, without ties
	Wilcoxon stat.SignedRank

	Warnings Warnings
	Pairs    []Pair // as the function Pairs returns them
}

// A Pair holds the samples of two methods for the same instance and question.
type Pair struct{ A, B *Sample }

// Pairs pairs the samples of two methods that answer the same question on the same instance. A
// place of the experiment is a combination of suite and density. Pairs makes one pair for each
// place that has samples of both methods. Two jobs that both occur in several places make only one
// pair. If no place has both methods, Pairs takes the samples from different places.
func Pairs(samples []*Sample, a, b string) []Pair {
	type key struct {
		task      [4]string
		solutions int64
	}
	keyOf := func(s *Sample) key { return key{s.Task(), s.solutions()} }
	var own []*Sample
	others := map[key][]*Sample{}
	for _, s := range samples {
		if s.Method == a {
			own = append(own, s)
		}
		if s.Method == b {
			others[keyOf(s)] = append(others[keyOf(s)], s)
		}
	}
	position := func(s *Sample) string { return PositionOf(s.Record) }
	var ps []Pair
	for _, as := range result.GroupBy(own, keyOf) {
		bs, placed, runs := others[keyOf(as[0])], false, map[[2]string]bool{}
		for _, here := range result.GroupBy(as, position) {
			there := slices.DeleteFunc(slices.Clone(bs), func(s *Sample) bool { return position(s) != position(here[0]) })
			p, ok := closestPair(here, there)
			if !ok {
				continue
			}
			placed = true
			run := [2]string{p.A.runKey(), p.B.runKey()}
			if !runs[run] || run[0] == "" || run[1] == "" {
				ps = append(ps, p)
			}
			runs[run] = true
		}
		if p, ok := closestPair(as, bs); ok && !placed {
			ps = append(ps, p)
		}
	}
	return ps
}

// closestPair prefers two samples that agree on whether the job had to list the solutions. It returns
// false if a list is empty.
func closestPair(as, bs []*Sample) (p Pair, ok bool) {
	for _, x := range as {
		for _, y := range bs {
			if x.listsSolutions() == y.listsSolutions() {
				return Pair{x, y}, true
			}
			if !ok {
				p, ok = Pair{x, y}, true
			}
		}
	}
	return p, ok
}

// Compare compares two methods on the instances for which both have samples.
func Compare(samples []*Sample, a, b string, m Measure) *Comparison {
	pairs := Pairs(samples, a, b)
	c := &Comparison{A: a, B: b, N: len(pairs), Pairs: pairs, Ratio: math.NaN(), Interval: stat.NoInterval, Low: math.NaN(), High: math.NaN()}
	c.countSides(pairs)
	logs, cut := c.logRatios(pairs)
	if c.Ratios = len(logs); c.Ratios > 0 {
		c.Ratio, c.Interval = geometricMean(logs)
		c.Low, c.High = math.Exp(logs[0]), math.Exp(logs[len(logs)-1])
	}
	unknown := slices.ContainsFunc(cut, func(x float64) bool { return math.IsInf(x, 0) || math.IsNaN(x) })
	if (c.CutA > 0) != (c.CutB > 0) && !unknown {
		all := slices.Sorted(slices.Values(slices.Concat(logs, cut)))
		c.Bounded, c.AtLeast = len(all), c.CutB > 0
		c.Bound, c.Bounds = geometricMean(all)
	}
	c.Sign = stat.SignTest(c.WinsA, c.WinsB)
	tolerance := wording.Either(m.Unit == "s", stat.SameRatio, 0)
	answered := slices.DeleteFunc(slices.Clone(pairs), func(p Pair) bool { return !p.A.Solved() && !p.B.Solved() })
	c.Wilcoxon = stat.Wilcoxon(stat.RatioRanks(Values(sideA(answered)), Values(sideB(answered)), tolerance))
	c.Cut = CutVerb(slices.Concat(sideA(pairs), sideB(pairs)))
	c.warn(m, pairs, slices.DeleteFunc(slices.Clone(samples), func(s *Sample) bool { return s.Method != a && s.Method != b }))
	return c
}

func sideA(pairs []Pair) []*Sample { return wording.Each(pairs, func(p Pair) *Sample { return p.A }) }

func sideB(pairs []Pair) []*Sample { return wording.Each(pairs, func(p Pair) *Sample { return p.B }) }

func (c *Comparison) countSides(pairs []Pair) {
	count := func(holds func(x, y *Sample) bool) (a, b int) {
		for _, p := range pairs {
			a, b = a+one(holds(p.A, p.B)), b+one(holds(p.B, p.A))
		}
		return a, b
	}
	only := func(x, y *Sample) bool { return x.Solved() && !y.Solved() }
	c.WinsA, c.WinsB = count(func(x, y *Sample) bool { return x.Value < y.Value })
	c.OnlyA, c.OnlyB = count(only)
	c.CutB, c.CutA = count(func(x, y *Sample) bool { return only(x, y) && y.Cut != result.Wrong })
	c.WrongA, c.WrongB = count(func(x, _ *Sample) bool { return x.Cut == result.Wrong })
	c.Neither, _ = count(func(x, y *Sample) bool { return !x.Solved() && !y.Solved() })
	c.mixed, _ = count(func(x, y *Sample) bool { return x.listsSolutions() != y.listsSolutions() })
	c.Ties = c.N - c.Neither - c.WinsA - c.WinsB
}

// logRatios returns the logarithms of the ratios in ascending order. The result cut has the logarithms
// where one method was cut, computed from the work that it spent until then.
func (c *Comparison) logRatios(pairs []Pair) (logs, cut []float64) {
	for _, p := range pairs {
		x, y := p.A, p.B
		switch {
		case x.Solved() && y.Solved() && min(x.Value, y.Value) > 0:
			logs = append(logs, math.Log(y.Value/x.Value))
		case x.Solved() && y.Solved():
			c.Zeros++
		case x.Solved() && y.Cut != result.Wrong:
			cut = append(cut, math.Log(y.Least/x.Value))
		case y.Solved() && x.Cut != result.Wrong:
			cut = append(cut, math.Log(y.Value/x.Least))
		}
	}
	slices.Sort(logs)
	return logs, cut
}

// geometricMean gets the logarithms of the numbers in ascending order.
func geometricMean(logs []float64) (float64, stat.Interval) {
	i := stat.Bootstrap(logs, stat.Mean)
	return math.Exp(stat.Mean(logs)), stat.Interval{Low: math.Exp(i.Low), High: math.Exp(i.High)}
}

// warn gets all samples of the two methods, including samples that the other method lacks.
func (c *Comparison) warn(m Measure, pairs []Pair, samples []*Sample) {
	w, as, bs := &c.Warnings, sideA(pairs), sideB(pairs)
	w.NotTheSame(&Group{Samples: samples})
	w.fewRatios(c.Ratios, c.N)
	w.Measured(slices.Concat(as, bs), m)
	w.Add(MixedModes, c.mixed, "on %s of %s instances one method had to list the solutions and the other did not", format.Whole(c.mixed), format.Whole(c.N))
	if n := c.OnlyA + c.OnlyB + c.Neither; n > 0 {
		var reasons []string
		for _, side := range [][]*Sample{as, bs} {
			if text := reasonsOf(side); text != "" {
				reasons = append(reasons, side[0].Method+": "+text)
			}
		}
		w.Add(Ignored, n, "the mean ratio leaves out %s of %s instances that the two methods did not both solve (%s)", format.Whole(n), format.Whole(c.N), strings.Join(reasons, "; "))
	}
	w.Add(Ignored, c.Zeros, "the mean ratio leaves out %s where a number is 0", format.Whole(c.Zeros))
}

func (w *Warnings) fewRatios(n, of int) {
	switch {
	case n >= stat.Enough:
	case n == of:
		w.FewInstances("", n)
	default:
		w.Add(FewInstances, max(n, 1), "only %s of %s instances %s a ratio", format.Whole(n), format.Whole(of), format.Plural(n, "has", "have"))
	}
}

// Comparisons compares all pairs of methods on each puzzle and question. If there are more than six
// methods, Comparisons compares only the first method with each of the others.
func (s *Source) Comparisons(m Measure) []*Comparison {
	var all []*Comparison
	groups := result.Neighbours(s.Samples(m).Samples, func(s *Sample) [2]string { return [2]string{s.Puzzle, s.Question()} })
	for _, group := range groups {
		methods, compare := MethodsOf(group), s.Compare
		if len(groups) > 1 {
			compare = func(a, b string, m Measure) *Comparison { return Compare(group, a, b, m) }
		}
		for i, a := range methods {
			if i > 0 && len(methods) > 6 {
				break
			}
			for _, b := range methods[i+1:] {
				if c := compare(a, b, m); c.N > 0 {
					c.Puzzle, c.Task = group[0].Puzzle, group[0].Question()
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// An Estimate is the ratio that pictures show: a bound on the ratio if there is one, and otherwise the
// mean over the instances that both methods solved.
type Estimate struct {
	Ratio    float64
	Interval stat.Interval // the interval of a bound is open on one side: there, its end is the bound itself
	N        int           // the number of instances from which the ratio is computed; 0: there is no ratio
	sign     string        // of a bound: "≥ " or "≤ "
}

// Estimate returns the ratio that pictures show.
func (c *Comparison) Estimate() Estimate {
	if c.Bounded == 0 {
		return Estimate{c.Ratio, c.Interval, c.Ratios, ""}
	}
	if c.AtLeast {
		return Estimate{c.Bound, stat.Interval{Low: c.Bounds.Low, High: c.Bound}, c.Bounded, "≥ "}
	}
	return Estimate{c.Bound, stat.Interval{Low: c.Bound, High: c.Bounds.High}, c.Bounded, "≤ "}
}

// CutText says how many instances each method failed to solve, and why: "1 of 15 timed out, 2
// wrong".
func (c *Comparison) CutText() string {
	counts := func(cut, wrong int) string {
		of := fmt.Sprintf(" of %s ", format.Whole(c.N))
		if cut == 0 {
			return format.Some(wrong, "", of+"wrong")
		}
		return format.Some(cut, "", of+c.Cut) + format.Some(wrong, ", ", " wrong")
	}
	text := counts(c.CutB, c.WrongB)
	if own := counts(c.CutA, c.WrongA); own != "" {
		text = strings.TrimPrefix(text+", "+c.A+": "+own, ", ")
	}
	return text
}

// BarLabel returns the label of a bar. If slim is true, for a narrow picture, the label leaves out
// the instances that were cut.
func (c *Comparison) BarLabel(slim bool) string {
	e := c.Estimate()
	text := "no instance that both solved"
	switch {
	case e.N > 0:
		text = e.sign + format.Ratio(e.Ratio) + " ×"
	case c.Zeros > 0:
		text = "no ratio: one of the numbers is 0"
	}
	cuts := c.CutText()
	return text + wording.If(cuts != "" && !slim, ", "+cuts)
}

// RatioText returns the ratio in prose: "at least 2.5 ×".
func (c *Comparison) RatioText() string {
	e := c.Estimate()
	return strings.NewReplacer("≥", "at least", "≤", "at most").Replace(e.sign) + format.Ratio(e.Ratio) + " ×"
}

// EstimateText returns the ratio with its interval and the number of instances in it, followed by
// the numbers of instances that were cut or wrong.
func (c *Comparison) EstimateText() string {
	e := c.Estimate()
	i, within := e.Interval, ""
	switch {
	case !i.OK():
	case c.Bounded == 0:
		within = fmt.Sprintf("%s to %s, ", format.Ratio(i.Low), format.Ratio(i.High))
	case c.AtLeast:
		within = fmt.Sprintf("interval from %s up, ", format.Ratio(i.Low))
	default:
		within = fmt.Sprintf("interval up to %s, ", format.Ratio(i.High))
	}
	text := fmt.Sprintf("%s (%sn = %s)", c.RatioText(), within, format.Whole(e.N))
	if cuts := c.CutText(); cuts != "" {
		text += ", " + cuts
		text += wording.If(c.Bounded == 0, " and left out")
	}
	return text
}

// OwnWarnings returns the warnings that are about this comparison only and not about the whole
// picture.
func (c *Comparison) OwnWarnings() (own Warnings) {
	own.fewRatios(c.Estimate().N, c.N)
	switch {
	case c.Bounded > 0:
		side, who := wording.Either(c.AtLeast, "a lower", "an upper"), wording.If(!c.AtLeast, c.A+": ")
		own.Add(Ignored, c.CutA+c.CutB, "the ratio is %s bound: %s%s of %s %s", side, who, format.Whole(c.CutA+c.CutB), format.Whole(c.N), c.Cut)
		own.Add(Ignored, c.OnlyA+c.OnlyB-c.CutA-c.CutB, "the ratio leaves out %s of %s on which one method was wrong", format.Whole(c.OnlyA+c.OnlyB-c.CutA-c.CutB), format.Whole(c.N))
	case c.OnlyA+c.OnlyB > 0:
		own.Add(Ignored, c.OnlyA+c.OnlyB, "left out of the ratio: %s", c.CutText())
	}
	own.Add(Ignored, c.Neither, "the ratio leaves out %s of %s that neither method solved", format.Whole(c.Neither), format.Whole(c.N))
	own.Add(Ignored, c.Zeros, "the ratio leaves out %s of %s with the number 0", format.Whole(c.Zeros), format.Whole(c.N))
	return own
}

// Summary describes the comparison in one to three sentences.
func (c *Comparison) Summary(m Measure) string {
	text := fmt.Sprintf("By %s, there is no mean ratio of %s to %s", m.Name, c.B, c.A)
	if c.Ratios > 0 {
		text = fmt.Sprintf("By %s, %s is %s × %s in the geometric mean", m.Name, c.B, format.Ratio(c.Ratio), c.A)
		text += wording.If(c.Interval.OK(), fmt.Sprintf(" (95%% interval %s to %s)", format.Ratio(c.Interval.Low), format.Ratio(c.Interval.High)))
		text += fmt.Sprintf(" over %s %s", format.Whole(c.Ratios), format.Plural(c.Ratios, "instance", "instances"))
	}
	text += fmt.Sprintf("; %s is larger on %s, smaller on %s and equal on %s", c.B, format.Whole(c.WinsA), format.Whole(c.WinsB), format.Whole(c.Ties))
	if c.Wilcoxon.N > 0 {
		form := wording.Either(c.Wilcoxon.Exact, "exact", "normal approximation")
		text += fmt.Sprintf(" (sign test p %s, signed-rank test p %s, %s)", format.PValue(c.Sign), format.PValue(c.Wilcoxon.P), form)
	}
	return text + "." + c.missingText() + c.boundText()
}

func (c *Comparison) missingText() string {
	var texts []string
	if c.Bounded == 0 {
		texts = format.AppendDistinct(nil, format.Some(c.CutA, "", " "+c.Cut+" by "+c.A), format.Some(c.CutB, "", " "+c.Cut+" by "+c.B))
	}
	texts = format.AppendDistinct(texts, format.Some(c.OnlyB-c.CutA, "", " wrong by "+c.A), format.Some(c.OnlyA-c.CutB, "", " wrong by "+c.B),
		format.Some(c.Neither, "", " that neither solved"), format.Some(c.Zeros, "", " with the number 0"))
	return wording.If(len(texts) > 0, fmt.Sprintf(" Left out of the mean, of %s: %s.", format.Whole(c.N), format.List(texts)))
}

func (c *Comparison) boundText() string {
	side, who, n := wording.Either(c.AtLeast, "at least", "at most"), wording.Either(c.AtLeast, c.B, c.A), wording.Either(c.AtLeast, c.CutB, c.CutA)
	return wording.If(c.Bounded > 0, fmt.Sprintf(" Including the %s that %s on %s, with the work spent until then, it is %s %s ×.", format.Whole(n), c.Cut, who, side, format.Ratio(c.Bound)))
}
