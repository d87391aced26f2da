package reports

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// A finding is one thing that was found, as the page and the terminal say it.
type finding struct {
	Label   string // at the terminal: "answer", "fewest"
	Subject string // what it is about: a picture's title, a suite; may be empty
	Value   string
}

// findingNames are what the page calls those that are not called by their subjects.
var findingNames = map[string]string{
	"fewest": "Fewest solutions", "most": "Most solutions", "total": "In total",
	"agreement": "Agreement", "no answer": "Without an answer",
}

// name is what the page calls it.
func (f finding) name() string {
	name := findingNames[f.Label]
	switch {
	case name == "":
		return f.Subject
	case f.Subject == "":
		return name
	}
	return name + " (" + f.Subject + ")"
}

// line is what the terminal says.
func (f finding) line() string {
	if f.Subject == "" {
		return fmt.Sprintf("%-11s %s\n", f.Label, f.Value)
	}
	return fmt.Sprintf("%-11s %s: %s\n", f.Label, f.Subject, f.Value)
}

// An answered plot is one with what its picture answers, "" if nothing.
type answered struct {
	Plot
	Title, Answer string
}

// ofCounts are the kinds of the plots of an experiment on the numbers of solutions, which
// has them told. Where asked is set, these numbers are what the picture would answer.
var ofCounts = map[string]struct{ asked bool }{
	"heatmap-year": {true}, "extremes": {true}, "distribution": {}, "months": {},
	"difficulty": {}, "engines": {}, "models": {},
}

// findings are the answers of the plots first, in their order, where the first plot of counts
// stands the least, the greatest and all of these; then deduction, methods under test, jobs
// without an answer, and how far the methods agree. recs are without suspects.
func findings(recs []result.Record, plots []answered, suspected []fact) []finding {
	var fs []finding
	s := newStudy(recs)
	a := s.answers()
	agreed := a.Instances == 0
	agreement := func() {
		if agreed {
			return
		}
		agreed = true
		about := ""
		if slices.ContainsFunc(recs, func(r result.Record) bool { return !counted(r) }) {
			about = "of the jobs that count"
		}
		fs = append(fs, finding{"agreement", about, a.agreement(s)})
	}
	var told []string // the suites that were told of
	for _, p := range plots {
		kind, isCount := ofCounts[p.Kind]
		if suites := list(p.Suites); isCount && !slices.Contains(told, suites) {
			told = append(told, suites)
			chosen, _ := (&Plot{Suites: p.Suites}).choose(recs)
			fs = append(fs, countsOf(chosen, suites)...)
			if suites == "" {
				agreement()
			}
		}
		if p.Answer != "" && !kind.asked {
			fs = append(fs, finding{"answer", p.Title, p.Answer})
		}
	}
	if len(fs) == 0 { // no plots, or none with an answer
		fs = append(fs, countsOf(recs, "")...)
		agreement()
	}
	for _, d := range deductions(recs) {
		fs = append(fs, finding{"deduced", d.Puzzle + " by " + d.Method, d.said()})
	}
	for _, f := range suspected {
		fs = append(fs, finding{"under test", f.Name, f.Value})
	}
	if text := withoutAnswer(recs); text != "" {
		fs = append(fs, finding{"no answer", "", text})
	}
	agreement()
	return fs
}

// countsOf are the least, the greatest and all of the counts of some suites.
func countsOf(recs []result.Record, suites string) []finding {
	s := newStudy(recs)
	a := s.answers()
	if a.Counted == 0 {
		return nil
	}
	return []finding{
		{"fewest", suites, ranked(a.Fewest, a.NextFewest)},
		{"most", suites, ranked(a.Most, a.NextMost)},
		{"total", suites, fmt.Sprintf("%s %s of %s; mean %s, median %s", grouped(a.Total.String()), s.solutions(), a.coverage(s), decimals(a.Mean, 2), decimals(a.Median, 2))},
	}
}

// ranOut reports whether a job has no answer since a limit ended it, which is a result, too.
func ranOut(r result.Record) bool {
	return r.Status == result.Unknown && (r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory || r.Reason == result.Limit)
}

// withoutAnswer says how many jobs a limit ended, by reason and method; "" for none.
func withoutAnswer(recs []result.Record) string {
	reasons := map[string]map[string]int{}
	n := 0
	for _, r := range recs {
		if !ranOut(r) {
			continue
		}
		n++
		if reasons[r.Reason] == nil {
			reasons[r.Reason] = map[string]int{}
		}
		reasons[r.Reason][r.Method]++
	}
	var parts []string
	for _, reason := range naturalKeys(reasons) {
		var by []string
		for _, method := range naturalKeys(reasons[reason]) {
			by = append(by, fmt.Sprintf("%s by %s", whole(reasons[reason][method]), method))
		}
		name := reasonName(reason)
		if reason == result.Timeout {
			name = "time-out"
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", list(by), name))
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s %s: %s", whole(n), whole(len(recs)), plural(len(recs), "job", "jobs"), strings.Join(parts, "; "))
}

// alarms are the lines that no reader may miss: answers that contradict each other, wrong
// ones, and jobs that failed. recs are without suspects.
func alarms(recs []result.Record) []string {
	var lines, failed []string
	for _, in := range newStudy(recs).Instances {
		if in.Agreement != disagree {
			continue
		}
		var said []string
		for _, o := range in.Outcomes {
			if o.Count != nil {
				said = append(said, fmt.Sprintf("%s says %s", o.Method, o.Count))
			}
		}
		lines = append(lines, "DISAGREEMENT on "+spoken(in.Name)+": "+list(said)+in.digestNote())
	}
	for _, r := range recs {
		why := r.Reason
		if r.Error != "" {
			why += ", " + r.Error
		}
		switch {
		case r.Verdict == result.Wrong && r.Task == "deduce":
			lines = append(lines, fmt.Sprintf("WRONG: %s on %s %s (%s)", r.Method, r.Puzzle, short(r.Instance), why))
		case r.Verdict == result.Wrong:
			lines = append(lines, fmt.Sprintf("WRONG: %s says %s on %s", r.Method, r.Count, spoken(r.Instance)))
		case ranOut(r):
		case r.Task == "deduce" && r.Difficulty == nil:
			failed = append(failed, fmt.Sprintf("UNKNOWN: %s came to no end on %s %s (%s)", r.Method, r.Puzzle, short(r.Instance), why))
		case r.Status == result.Unknown || counted(r) && answer(r) == nil:
			failed = append(failed, fmt.Sprintf("UNKNOWN: %s gave no answer on %s (%s)", r.Method, spoken(r.Instance), why))
		}
	}
	if k := len(failed) - 10; k > 0 {
		failed = append(failed[:10], fmt.Sprintf("UNKNOWN: %s more", whole(k)))
	}
	return append(lines, failed...)
}

// whole is a whole number in groups of three.
func whole(n int) string { return grouped(fmt.Sprint(n)) }
