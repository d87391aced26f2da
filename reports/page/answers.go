package page

import (
	"fmt"
	"math/big"
	"strings"

	"counterproof/bench/judge"
	"counterproof/reports/data"
	"counterproof/reports/format"
	"counterproof/reports/plot"
	"counterproof/reports/stat"
)

// answers are the numbers that a reader came for.
type answers struct {
	Total        *big.Int // of the instances that are counted
	Mean, Median *big.Rat // nil if none is
	Counted      int      // of Instances
	Instances    int
	Fewest, Most []*judge.Board // all that share the least and the greatest count
	NextFewest   []*judge.Board // up to four behind them
	NextMost     []*judge.Board
}

// answersOf returns the answers of a tally.
func answersOf(t *data.Tally) *answers {
	a := &answers{Instances: len(t.Boards)}
	known := t.Counted()
	ns := judge.Counts(known)
	a.Counted, a.Total = len(ns), stat.Sum(ns)
	if len(ns) > 0 {
		a.Mean, a.Median = stat.ExactMean(ns), stat.ExactMedian(ns)
	}
	fewest, most := data.Extremes(t, len(known))
	a.Fewest, a.NextFewest = firstTies(fewest)
	a.Most, a.NextMost = firstTies(most)
	return a
}

// firstTies returns the boards that tie for the first place, and up to four behind them.
func firstTies(ins []*judge.Board) (first, next []*judge.Board) {
	n := 0
	for n < len(ins) && ins[n].Count.Cmp(ins[0].Count) == 0 {
		n++
	}
	return ins[:n], ins[n:min(n+4, len(ins))]
}

// A Summary is what a report says in a few lines.
type Summary struct {
	Alarms   []string
	Findings []Finding
	Times    []string // of the methods
	Pictures []Drawn  // in the order of the page, without those that cannot be drawn
}

// A Drawn is a picture of a report.
type Drawn struct {
	File  string // without .svg or .png
	Title string
}

// Summary returns what the pictures answer, the fewest, the most and the total of counts, what
// else was found, whether the methods agree, and their times.
func (p *Page) Summary() Summary {
	s := Summary{Alarms: p.alarms()}
	var plots []answeredPlot
	for _, spec := range p.Plots {
		if f, err := plot.Draw(p.Records, spec); err == nil { // else the page says why
			plots = append(plots, answeredPlot{spec, f.Title, f.Answer})
			s.Pictures = append(s.Pictures, Drawn{spec.File(), f.Title})
		}
	}
	recs := p.Suspects.Trusted(p.Records)
	s.Findings = findings(recs, plots, p.Suspects.Suspicions(p.Records))
	t := data.NewTally(recs)
	for _, m := range t.Totals(false) {
		if text := m.TimeText(t); text != "" {
			s.Times = append(s.Times, m.Method+": "+text)
		}
	}
	return s
}

// String returns the summary as plain text for the terminal. Alarms come first.
func (s Summary) String() string {
	var b strings.Builder
	for _, line := range s.Alarms {
		fmt.Fprintln(&b, line)
	}
	if len(s.Findings) == 0 {
		fmt.Fprintln(&b, "no records of counts")
	}
	for _, f := range s.Findings {
		b.WriteString(f.line())
	}
	for _, text := range s.Times {
		fmt.Fprintf(&b, "%-11s %s\n", "time", text)
	}
	return b.String()
}

// coverage says how many boards the numbers are over: "366 days".
func (a *answers) coverage(t *data.Tally) string {
	if a.Counted == a.Instances {
		return format.Whole(a.Counted) + " " + t.Noun(a.Counted)
	}
	return fmt.Sprintf("%s of %s %s", format.Whole(a.Counted), format.Whole(a.Instances), t.Noun(a.Instances))
}

// rankedText is "6 October (7), then 6 April (8), 6 July (12)". Up to six boards that tie for
// the first place are named.
func rankedText(first, next []*judge.Board) string {
	var lead []string
	for i, in := range first {
		if i == 6 {
			lead = append(lead, format.Whole(len(first)-i)+" more")
			break
		}
		lead = append(lead, proseLabel(in))
	}
	text := format.List(lead) + " (" + format.Grouped(first[0].Count.String()) + ")"
	var rest []string
	for _, in := range next {
		rest = append(rest, proseLabel(in)+" ("+format.Grouped(in.Count.String())+")")
	}
	if len(rest) > 0 {
		text += ", then " + strings.Join(rest, ", ")
	}
	return text
}

// proseLabel names a board in a sentence, without writing it out.
func proseLabel(b *judge.Board) string { return format.Shorten(format.Label(&b.Records[0]), 40) }
