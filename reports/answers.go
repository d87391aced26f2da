package reports

import (
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

	Agree     int // instances on whose count two methods or more agree
	ByDigest  int // of these, by the digests of two solution sets or more
	Disagree  []*instance
	OneAnswer int
	NoAnswer  int

	Wrong   []result.Record
	Unknown []result.Record // no answer where one was asked for
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
	for _, in := range s.Instances {
		switch in.Agreement {
		case agree:
			a.Agree++
			if in.Digests > 1 {
				a.ByDigest++
			}
		case disagree:
			a.Disagree = append(a.Disagree, in)
		case oneAnswer:
			a.OneAnswer++
		case noAnswer:
			a.NoAnswer++
		}
		for _, r := range in.records {
			switch {
			case r.Verdict == result.Wrong:
				a.Wrong = append(a.Wrong, r)
			case answer(r) == nil:
				a.Unknown = append(a.Unknown, r)
			}
		}
	}
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

// Summary is the answer as plain text for the terminal, a few lines: the
// fewest, the most, the total, and whether the methods agree. What is wrong or
// unknown stands first.
func Summary(recs []result.Record) string {
	s := newStudy(recs)
	a := s.answers()
	var b strings.Builder
	for _, line := range append(a.alarms(s), deduceAlarms(recs)...) {
		fmt.Fprintln(&b, line)
	}
	rules := deductions(recs)
	for _, d := range rules {
		fmt.Fprintf(&b, "deduced     %s by %s: %s\n", d.Puzzle, d.Method, d.said())
	}
	if a.Instances == 0 {
		if len(rules) == 0 {
			fmt.Fprintln(&b, "no records of counts")
		}
		return b.String()
	}
	if a.Counted > 0 {
		fmt.Fprintf(&b, "fewest      %s\n", ranked(a.Fewest, a.NextFewest))
		fmt.Fprintf(&b, "most        %s\n", ranked(a.Most, a.NextMost))
		fmt.Fprintf(&b, "total       %s %s of %s; mean %s, median %s\n", grouped(a.Total.String()),
			s.solutions(), a.coverage(s), decimals(a.Mean, 2), decimals(a.Median, 2))
	}
	fmt.Fprintf(&b, "agreement   %s\n", a.agreement(s))
	for _, m := range s.methods() {
		if m.Timed == 0 {
			continue
		}
		fmt.Fprintf(&b, "time        %s: %s for %d %s\n", m.Method, seconds(m.Seconds), m.Timed, s.noun(m.Timed))
	}
	return b.String()
}

// Alarming reports whether records contradict each other or are known to be
// wrong.
func Alarming(recs []result.Record) bool {
	a := newStudy(recs).answers()
	return len(a.Disagree) > 0 ||
		slices.ContainsFunc(recs, func(r result.Record) bool { return r.Verdict == result.Wrong })
}

// coverage is how many instances the numbers are over: "366 days".
func (a *answers) coverage(s *study) string {
	if a.Counted == a.Instances {
		return fmt.Sprintf("%d %s", a.Counted, s.noun(a.Counted))
	}
	return fmt.Sprintf("%d of %d %s", a.Counted, a.Instances, s.noun(a.Instances))
}

// ranked is "6 October (7), then 6 April (8), 6 July (12)"; ties for the first
// place are all named up to six.
func ranked(first, next []*instance) string {
	var lead []string
	for i, in := range first {
		if i == 6 {
			lead = append(lead, fmt.Sprintf("%d more", len(first)-i))
			break
		}
		lead = append(lead, spoken(in.Name))
	}
	text := list(lead) + " (" + grouped(first[0].Count.String()) + ")"
	var rest []string
	for _, in := range next {
		rest = append(rest, spoken(in.Name)+" ("+grouped(in.Count.String())+")")
	}
	if len(rest) > 0 {
		text += ", then " + strings.Join(rest, ", ")
	}
	return text
}

// agreement says how far the methods agree.
func (a *answers) agreement(s *study) string {
	all := fmt.Sprintf("of %d %s", a.Instances, s.noun(a.Instances))
	if a.Agree == 0 && len(a.Disagree) == 0 {
		return fmt.Sprintf("nothing was compared: no two methods answered on any %s", all)
	}
	text := fmt.Sprintf("%d %s agree by count, %d by digest of the solutions too", a.Agree, all, a.ByDigest)
	for _, k := range []struct {
		n    int
		what string
	}{{len(a.Disagree), "DISAGREE"}, {a.OneAnswer, "have the answer of one method only"}, {a.NoAnswer, "have no answer"}} {
		if k.n > 0 {
			text += fmt.Sprintf("; %d %s", k.n, k.what)
		}
	}
	return text
}

// alarms are the lines that no reader may miss.
func (a *answers) alarms(s *study) []string {
	var lines []string
	for _, in := range a.Disagree {
		var said []string
		for _, o := range in.Outcomes {
			if o.Count != nil {
				said = append(said, fmt.Sprintf("%s says %s", o.Method, o.Count))
			}
		}
		lines = append(lines, "DISAGREEMENT on "+spoken(in.Name)+": "+list(said)+in.digestNote())
	}
	for _, r := range a.Wrong {
		lines = append(lines, fmt.Sprintf("WRONG: %s says %s on %s", r.Method, r.Count, spoken(r.Instance)))
	}
	for i, r := range a.Unknown {
		if i == 10 {
			lines = append(lines, fmt.Sprintf("UNKNOWN: %d more", len(a.Unknown)-i))
			break
		}
		why := r.Reason
		if r.Error != "" {
			why += ", " + r.Error
		}
		lines = append(lines, fmt.Sprintf("UNKNOWN: %s gave no count of %s (%s)", r.Method, spoken(r.Instance), why))
	}
	return lines
}

// digestNote explains a disagreement of methods that give the same count.
func (in *instance) digestNote() string {
	counts, digests := map[string]bool{}, map[string]bool{}
	for _, r := range in.records {
		if n := answer(r); n != nil {
			counts[r.Status+n.String()] = true
			digests[r.Digest] = true
		}
	}
	delete(digests, "")
	if len(counts) == 1 && len(digests) > 1 {
		return ", but the digests of their solutions differ"
	}
	return ""
}

// A methodTotal is the work of one method over all its instances.
type methodTotal struct {
	Method                  string
	Exact, Others, Timed    int     // instances counted; at-least or unknown; with a time
	Seconds, SAT            float64 // in total, NaN if never measured
	Nodes, Conflicts, Cubes float64
}

// methods are the totals of every method, in natural order; repetitions count
// once, with their median.
func (s *study) methods() []*methodTotal {
	index := map[string]*methodTotal{}
	var all []*methodTotal
	nan := math.NaN()
	for _, in := range s.Instances {
		for _, o := range in.Outcomes {
			t := index[o.Method]
			if t == nil {
				t = &methodTotal{Method: o.Method, Seconds: nan, SAT: nan, Nodes: nan, Conflicts: nan, Cubes: nan}
				index[o.Method] = t
				all = append(all, t)
			}
			if o.Status == result.Exact {
				t.Exact++
			} else {
				t.Others++
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
	}
	slices.SortFunc(all, func(a, b *methodTotal) int { return natural(a.Method, b.Method) })
	return all
}
