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
	Disagree  int
	OneAnswer int
	NoAnswer  int
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
			a.Disagree++
		case oneAnswer:
			a.OneAnswer++
		case noAnswer:
			a.NoAnswer++
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

// Summary is the answer as plain text for the terminal, a few lines: what the pictures
// answer, the fewest, the most and the total where the experiment is about them, what else
// was found, whether the methods agree, and their times. What is wrong stands first.
func (p *Page) Summary() string {
	recs := p.trusted()
	var b strings.Builder
	for _, line := range alarms(recs) {
		fmt.Fprintln(&b, line)
	}
	var plots []answered
	for _, plot := range p.Plots {
		if f, err := Draw(p.Records, plot); err == nil { // else the page says why
			plots = append(plots, answered{plot, f.Title, f.Answer})
		}
	}
	all := findings(recs, plots, p.suspected())
	if len(all) == 0 {
		fmt.Fprintln(&b, "no records of counts")
	}
	for _, f := range all {
		b.WriteString(f.line())
	}
	s := newStudy(recs)
	for _, m := range s.methods() {
		if m.Timed > 0 {
			fmt.Fprintf(&b, "time        %s: %s for %s %s\n", m.Method, seconds(m.Seconds), whole(m.Timed), s.noun(m.Timed))
		}
	}
	return b.String()
}

// Alarming reports whether records contradict each other or are wrong that are not by a
// method under test.
func (p *Page) Alarming() bool {
	recs := p.trusted()
	return newStudy(recs).answers().Disagree > 0 ||
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

// agreement says how far the methods agree.
func (a *answers) agreement(s *study) string {
	all := "of " + whole(a.Instances) + " " + s.noun(a.Instances)
	if a.Agree == 0 && a.Disagree == 0 {
		return fmt.Sprintf("nothing was compared: no two methods answered on any %s", all)
	}
	text := fmt.Sprintf("%s %s agree by count, %s by digest of the solutions too", whole(a.Agree), all, whole(a.ByDigest))
	for _, k := range []struct {
		n    int
		what string
	}{{a.Disagree, "DISAGREE"}, {a.OneAnswer, "have the answer of one method only"}, {a.NoAnswer, "have no answer"}} {
		if k.n > 0 {
			text += "; " + whole(k.n) + " " + k.what
		}
	}
	return text
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
