package reports

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// answers are what a reader came for: the numbers of the whole study.
type answers struct {
	Total        *big.Int // of the instances that are counted
	Mean, Median *big.Rat // nil if none is
	Counted      int      // of Instances
	Instances    int
	Fewest, Most []*instance // all that share the least and the greatest count
	NextFewest   []*instance // up to four behind them
	NextMost     []*instance
}

func (s *study) answers() *answers {
	a := &answers{Instances: len(s.Instances)}
	known := s.counted()
	ns := counts(known)
	a.Counted, a.Total = len(ns), sum(ns)
	if len(ns) > 0 {
		a.Mean, a.Median = mean(ns), middle(ns)
	}
	fewest, most := extremes(s, len(known))
	a.Fewest, a.NextFewest = leading(fewest)
	a.Most, a.NextMost = leading(most)
	return a
}

// leading splits off the instances that tie for the first place, and a few more.
func leading(ins []*instance) (first, next []*instance) {
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
	var plots []answered
	for _, plot := range p.Plots {
		if f, err := Draw(p.Records, plot); err == nil { // else the page says why
			plots = append(plots, answered{plot, f.Title, f.Answer})
		}
	}
	recs := p.trusted()
	all := findings(recs, plots, p.suspected())
	if len(all) == 0 {
		fmt.Fprintln(&b, "no records of counts")
	}
	for _, f := range all {
		b.WriteString(f.line())
	}
	s := newStudy(recs)
	for _, m := range s.methods() {
		if text := m.took(s); text != "" {
			fmt.Fprintf(&b, "time        %s: %s\n", m.Method, text)
		}
	}
	return b.String()
}

// Alarming reports whether records contradict each other or are wrong that are not by a
// method under test.
func (p *Page) Alarming() bool {
	recs := p.trusted()
	return vote(recs).Disagree > 0 ||
		slices.ContainsFunc(recs, func(r result.Record) bool { return r.Verdict == result.Wrong })
}

// coverage is how many instances the numbers are over: "366 days".
func (a *answers) coverage(s *study) string {
	if a.Counted == a.Instances {
		return whole(a.Counted) + " " + s.noun(a.Counted)
	}
	return fmt.Sprintf("%s of %s %s", whole(a.Counted), whole(a.Instances), s.noun(a.Instances))
}

// ranked is "6 October (7), then 6 April (8), 6 July (12)"; ties for the first
// place are all named up to six.
func ranked(first, next []*instance) string {
	var lead []string
	for i, in := range first {
		if i == 6 {
			lead = append(lead, whole(len(first)-i)+" more")
			break
		}
		lead = append(lead, inProse(in))
	}
	text := list(lead) + " (" + grouped(first[0].Count.String()) + ")"
	var rest []string
	for _, in := range next {
		rest = append(rest, inProse(in)+" ("+grouped(in.Count.String())+")")
	}
	if len(rest) > 0 {
		text += ", then " + strings.Join(rest, ", ")
	}
	return text
}

// inProse is an instance in a sentence, where a board is not written out.
func inProse(in *instance) string { return middleCut(spoken(in.Name), 40) }

// A methodTotal is the work of one method over all the instances that it has solved.
type methodTotal struct {
	Puzzle, Method          string  // no puzzle: of all
	Exact, Others           int     // instances counted; at-least, unknown or wrong
	Cut, Wrong              int     // of the others
	Timed                   int     // instances with a time
	Seconds, SAT            float64 // in total, NaN if never measured
	Nodes, Conflicts, Cubes float64
}

// methods are the totals of every method, in natural order; repetitions count
// once, with their median.
func (s *study) methods() []*methodTotal {
	return s.totals(func(*instance) string { return "" })
}

// totals are the totals of every method on the instances of each part of the study.
func (s *study) totals(part func(*instance) string) []*methodTotal {
	index := map[[2]string]*methodTotal{}
	var all []*methodTotal
	nan := math.NaN()
	for _, in := range s.Instances {
		for _, o := range in.Outcomes {
			key := [2]string{part(in), o.Method}
			t := index[key]
			if t == nil {
				t = &methodTotal{Puzzle: key[0], Method: o.Method, Seconds: nan, SAT: nan, Nodes: nan, Conflicts: nan, Cubes: nan}
				index[key] = t
				all = append(all, t)
			}
			t.add(o)
		}
	}
	slices.SortFunc(all, func(a, b *methodTotal) int {
		return cmp.Or(natural(a.Puzzle, b.Puzzle), natural(a.Method, b.Method))
	})
	return all
}

func (t *methodTotal) add(o *outcome) {
	switch {
	case o.Status == result.Exact:
		t.Exact++
	default:
		t.Others++
	}
	switch {
	case o.Status == result.Wrong:
		t.Wrong++
	case o.Cut:
		t.Cut++
	}
	if !math.IsNaN(o.Seconds) {
		t.Timed++
	}
	for _, f := range []struct {
		total *float64
		more  float64
	}{{&t.Seconds, o.Seconds}, {&t.SAT, o.SAT}, {&t.Nodes, o.Nodes}, {&t.Conflicts, o.Conflicts}, {&t.Cubes, o.Cubes}} {
		switch {
		case math.IsNaN(f.more):
		case math.IsNaN(*f.total):
			*f.total = f.more
		default:
			*f.total += f.more
		}
	}
}

// took is "2 s for 3 days + 1 cut"; "" where nothing was measured or cut.
func (t *methodTotal) took(s *study) string {
	var parts []string
	if t.Timed > 0 {
		parts = append(parts, fmt.Sprintf("%s for %s %s", seconds(t.Seconds), whole(t.Timed), s.noun(t.Timed)))
	}
	if t.Cut > 0 {
		parts = append(parts, whole(t.Cut)+" cut")
	}
	return strings.Join(parts, " + ")
}
