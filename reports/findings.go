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

// An answeredPlot plot is one with what its picture answers, "" if nothing.
type answeredPlot struct {
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
// without an answer, and how far the methods agree. recs are all places, without suspects.
func findings(recs []result.Record, plots []answeredPlot, suspected []suspicion) []finding {
	var fs []finding
	b := surveyOf(recs)
	agreed := len(b.Boards) == 0
	agreement := func() {
		if agreed {
			return
		}
		agreed = true
		about := ""
		if b.Deduction {
			about = "apart from deduction"
		}
		fs = append(fs, finding{"agreement", about, b.text()})
	}
	var phrases []string // the suites that were told of
	for _, p := range plots {
		kind, isCount := ofCounts[p.Kind]
		if suites := list(p.Suites); isCount && !slices.Contains(phrases, suites) {
			phrases = append(phrases, suites)
			chosen, _ := (&selection{Suites: p.Suites}).choose(recs)
			fs = append(fs, countFindings(chosen, suites)...)
			if suites == "" {
				agreement()
			}
		}
		if p.Answer != "" && !kind.asked {
			fs = append(fs, finding{"answer", p.Title, p.Answer})
		}
	}
	if len(fs) == 0 { // no plots, or none with an answer
		fs = append(fs, countFindings(recs, "")...)
		agreement()
	}
	for _, d := range deductions(recs) {
		fs = append(fs, finding{"deduced", d.Puzzle + " by " + d.Method, d.text()})
	}
	for _, s := range suspected {
		fs = append(fs, finding{"under test", s.Name, s.Text})
	}
	if text := withoutAnswer(once(recs)); text != "" {
		fs = append(fs, finding{"no answer", "", text})
	}
	agreement()
	return fs
}

// countFindings are the least, the greatest and all of the counts of some suites, puzzle by puzzle.
func countFindings(recs []result.Record, suites string) []finding {
	var fs []finding
	puzzles := newTally(recs).puzzles()
	for _, puzzle := range puzzles {
		t := newTally(slices.DeleteFunc(slices.Clone(recs), func(r result.Record) bool { return r.Puzzle != puzzle }))
		a := answersOf(t)
		if a.Counted == 0 {
			continue
		}
		about := suites
		if len(puzzles) > 1 {
			about = strings.TrimPrefix(suites+", "+puzzle, ", ")
		}
		fs = append(fs, finding{"fewest", about, rankedText(a.Fewest, a.NextFewest)},
			finding{"most", about, rankedText(a.Most, a.NextMost)},
			finding{"total", about, fmt.Sprintf("%s %s of %s; mean %s, median %s", grouped(a.Total.String()), t.solutions(), a.coverage(t), decimals(a.Mean, 2), decimals(a.Median, 2))})
	}
	return fs
}

// withoutAnswer says how many jobs a limit ended, by reason and method; "" for none.
func withoutAnswer(recs []result.Record) string {
	reasons := map[string]map[string]int{}
	n := 0
	for _, r := range recs {
		if !hitLimit(r) {
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

// whole is a whole number in groups of three.
func whole(n int) string { return grouped(fmt.Sprint(n)) }
