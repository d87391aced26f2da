package reports

import (
	"fmt"
	"math/big"
	"strings"
)

// answers are what a reader came for: the numbers of the whole study.
type answers struct {
	Total        *big.Int // of the instances that are counted
	Mean, Median *big.Rat // nil if none is
	Counted      int      // of Instances
	Instances    int
	Fewest, Most []*board // all that share the least and the greatest count
	NextFewest   []*board // up to four behind them
	NextMost     []*board
}

func answersOf(t *tally) *answers {
	a := &answers{Instances: len(t.Boards)}
	known := t.counted()
	ns := counts(known)
	a.Counted, a.Total = len(ns), bigSum(ns)
	if len(ns) > 0 {
		a.Mean, a.Median = bigMean(ns), bigMedian(ns)
	}
	fewest, most := extremes(t, len(known))
	a.Fewest, a.NextFewest = firstTies(fewest)
	a.Most, a.NextMost = firstTies(most)
	return a
}

// firstTies splits off the instances that tie for the first place, and a few more.
func firstTies(ins []*board) (first, next []*board) {
	n := 0
	for n < len(ins) && ins[n].Count.Cmp(ins[0].Count) == 0 {
		n++
	}
	return ins[:n], ins[n:min(n+4, len(ins))]
}

// Summary is the answer as plain text for the terminal, a few lines: what the pictures
// answer, the fewest, the most and the total where the experiment is about them, what else
// was found, whether the methods agree, and their times. What is wrong stands first.
func (p *Page) Summary() string {
	var b strings.Builder
	for _, line := range p.alarms() {
		fmt.Fprintln(&b, line)
	}
	var plots []answeredPlot
	for _, plot := range p.Plots {
		if f, err := Draw(p.Records, plot); err == nil { // else the page says why
			plots = append(plots, answeredPlot{plot, f.Title, f.Answer})
		}
	}
	recs := trusted(p.Records, p.Suspects)
	all := findings(recs, plots, suspicions(p.Records, p.Suspects))
	if len(all) == 0 {
		fmt.Fprintln(&b, "no records of counts")
	}
	for _, f := range all {
		b.WriteString(f.line())
	}
	t := newTally(recs)
	for _, m := range t.totals(false) {
		if text := m.timeText(t); text != "" {
			fmt.Fprintf(&b, "time        %s: %s\n", m.Method, text)
		}
	}
	return b.String()
}

// coverage is how many instances the numbers are over: "366 days".
func (a *answers) coverage(t *tally) string {
	if a.Counted == a.Instances {
		return whole(a.Counted) + " " + t.noun(a.Counted)
	}
	return fmt.Sprintf("%s of %s %s", whole(a.Counted), whole(a.Instances), t.noun(a.Instances))
}

// rankedText is "6 October (7), then 6 April (8), 6 July (12)"; ties for the first
// place are all named up to six.
func rankedText(first, next []*board) string {
	var lead []string
	for i, in := range first {
		if i == 6 {
			lead = append(lead, whole(len(first)-i)+" more")
			break
		}
		lead = append(lead, proseLabel(in))
	}
	text := list(lead) + " (" + grouped(first[0].Count.String()) + ")"
	var rest []string
	for _, in := range next {
		rest = append(rest, proseLabel(in)+" ("+grouped(in.Count.String())+")")
	}
	if len(rest) > 0 {
		text += ", then " + strings.Join(rest, ", ")
	}
	return text
}

// proseLabel is an instance in a sentence, where a board is not written out.
func proseLabel(b *board) string { return middleCut(b.label(), 40) }
