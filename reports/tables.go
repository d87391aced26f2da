package reports

import (
	"fmt"
	"math"
	"strings"

	"counterproof/bench/result"
)

// wallTime is the measure of the page's tables.
func wallTime() Measure {
	m, err := findMeasure("wall_seconds")
	if err != nil {
		panic(err)
	}
	return m
}

// times are the wall times of the study's records, by method.
func (s *study) times() map[string][]*sample {
	var recs []result.Record
	for _, in := range s.Instances {
		recs = append(recs, in.records...)
	}
	samples, _, _ := samplesOf(recs, wallTime())
	all := map[string][]*sample{}
	for _, x := range samples {
		all[x.Method] = append(all[x.Method], x)
	}
	return all
}

// medianField is the median with its interval; what was not solved counts as infinite.
func medianField(samples []*sample) field {
	xs := ascending(samples)
	m, median := wallTime(), middleOf(xs)
	if math.IsNaN(median) {
		return field{}
	}
	f := field{m.say(median), fmt.Sprintf("%g", min(median, math.MaxFloat64))}
	if i := bootstrap(xs, middleOf); i.ok() {
		f.Text += fmt.Sprintf(" (%s to %s)", m.say(i.Low), m.say(i.High))
	}
	return f
}

func par2Field(samples []*sample) field {
	x, ok := par2(samples)
	if !ok {
		return field{}
	}
	return timed(x)
}

// A comparisonRow is two methods in the table of comparisons.
type comparisonRow struct {
	Puzzle, Task, A, B                                                        string
	N, Ratio, Interval, Spread, WinsA, WinsB, Ties, Neither, Sign, SignedRank field
	Warnings                                                                  []string
}

// compareAll compares the wall times of every two methods on two instances or more. The
// warnings are those of all times; those of a row alone stand in the row.
func compareAll(recs []result.Record) (rows []comparisonRow, all []Warning) {
	m := wallTime()
	for _, c := range comparisons(recs, m) {
		if c.N < 2 {
			continue
		}
		number := func(n int) field { return measured(float64(n)) }
		row := comparisonRow{
			Puzzle: c.Puzzle, Task: c.Task, A: c.A, B: c.B, N: number(c.N),
			WinsA: number(c.WinsA), WinsB: number(c.WinsB), Ties: number(c.Ties), Neither: number(c.Neither),
			Sign:       field{probability(c.Sign), fmt.Sprintf("%g", c.Sign)},
			SignedRank: field{probability(c.Wilcoxon.P), fmt.Sprintf("%g", c.Wilcoxon.P)},
		}
		if !c.Wilcoxon.Exact {
			row.SignedRank.Text += " (normal)"
		}
		if c.Ratios > 0 {
			row.Ratio = field{times(c.Ratio), fmt.Sprintf("%g", c.Ratio)}
			row.Spread = field{times(c.Low) + " to " + times(c.High), fmt.Sprintf("%g", c.High)}
		}
		if c.Interval.ok() {
			row.Interval = field{times(c.Interval.Low) + " to " + times(c.Interval.High), fmt.Sprintf("%g", c.Interval.Low)}
		}
		for _, w := range c.Warnings {
			if w.Kind == FewInstances || w.Kind == Ignored {
				row.Warnings = append(row.Warnings, w.Text)
			}
		}
		rows = append(rows, row)
	}
	samples, wrong, _ := samplesOf(recs, m)
	var w warnings
	w.measured(samples, m)
	w.add(LeftOut, wrong, "%d wrong %s in no time", wrong, plural(wrong, "answer is", "answers are"))
	return rows, w
}

// Note is the row's warnings as one text.
func (r comparisonRow) Note() string { return strings.Join(r.Warnings, "; ") }
