package page

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

// A Finding is one result, as shown on the page and at the terminal.
type Finding struct {
	Label   string // the label at the terminal: "answer", "fewest"
	Subject string // the title of a picture, a suite or another subject; may be empty
	Value   string
}

// findingNames maps the labels of findings to their names on the page. Findings with other labels
// are named by their subjects.
var findingNames = map[string]string{
	"fewest": "Fewest solutions", "most": "Most solutions", "total": "In total",
	"agreement": "Agreement", "no answer": "Without an answer",
}

// Name returns the name of the finding on the page.
func (f Finding) Name() string {
	name := findingNames[f.Label]
	switch {
	case name == "":
		return f.Subject
	case f.Subject == "":
		return name
	}
	return name + " (" + f.Subject + ")"
}

func (f Finding) line() string {
	if f.Subject == "" {
		return fmt.Sprintf("%-11s %s\n", f.Label, f.Value)
	}
	return fmt.Sprintf("%-11s %s: %s\n", f.Label, f.Subject, f.Value)
}

// ofCounts lists the kinds of plots about numbers of solutions. A report with such a plot also
// states the smallest count, the largest count and the total. If the field named instead is
// true, these numbers replace the answer of the picture.
var ofCounts = map[string]struct{ instead bool }{
	"heatmap-year": {true}, "extremes": {true}, "distribution": {}, "months": {},
	"difficulty": {}, "engines": {}, "models": {},
}

// findings returns the answers of the pictures in their order. For each selection of suites, the
// smallest count, the largest count and the total come before the first plot about counts. After
// the plots come deduction, methods under test, jobs without an answer, and the agreement of the
// methods. The parameter recs must not contain records of the methods under test.
func findings(from *data.Source, pictures []picture, suspicions []*judge.Suspicion) []Finding {
	var fs []Finding
	recs := from.Records
	var agreement []Finding // until it is among the findings
	if survey := from.Survey(); len(survey.Cases) > 0 {
		agreement = []Finding{{"agreement", "", agreementText(survey)}}
		if survey.Deduction {
			agreement[0].Subject = "apart from deduction"
		}
	}
	reportAgreement := func() { fs, agreement = append(fs, agreement...), nil }
	var reported []string // suites whose counts are among the findings
	for _, p := range pictures {
		kind, isCount := ofCounts[p.plot.Kind]
		if suites := format.List(p.plot.Suites); isCount && !slices.Contains(reported, suites) {
			reported = append(reported, suites)
			chosen, _ := (&data.Selection{Suites: p.plot.Suites}).Choose(recs)
			fs = append(fs, countFindings(chosen, suites)...)
			if suites == "" {
				reportAgreement()
			}
		}
		if p.Figure != nil && p.Answer != "" && !kind.instead {
			fs = append(fs, Finding{"answer", p.Figure.Title, p.Answer})
		}
	}
	if len(fs) == 0 { // no plots, or none with an answer
		fs = append(fs, countFindings(recs, "")...)
		reportAgreement()
	}
	deduced := wording.Each(data.Deductions(recs), func(d *data.Deduction) Finding {
		return Finding{"deduced", d.Puzzle + " by " + d.Method, d.Text()}
	})
	fs = slices.Concat(fs, deduced, suspicionFindings(suspicions))
	if text := withoutAnswer(from.Once().Records); text != "" {
		fs = append(fs, Finding{"no answer", "", text})
	}
	reportAgreement()
	return fs
}

func countFindings(recs []result.Record, suites string) []Finding {
	var fs []Finding
	puzzles := data.NewTally(recs).Puzzles()
	for _, puzzle := range puzzles {
		t := data.NewTally(result.Without(recs, func(r result.Record) bool { return r.Puzzle != puzzle }))
		ns := judge.Counts(t.Counted())
		if len(ns) == 0 {
			continue
		}
		fewest, most := data.Extremes(t, len(ns))
		about := suites
		if len(puzzles) > 1 {
			about = strings.TrimPrefix(suites+", "+puzzle, ", ")
		}
		fs = append(fs, Finding{"fewest", about, rankedText(fewest)},
			Finding{"most", about, rankedText(most)},
			Finding{"total", about, fmt.Sprintf("%s %s of %s; mean %s, median %s", format.Grouped(stat.Sum(ns).String()), t.Solutions(), coverage(t),
				format.Decimals(stat.ExactMean(ns), 2), format.Decimals(stat.ExactMedian(ns), 2))})
	}
	return fs
}

// withoutAnswer says how many jobs a limit ended, for each reason and method. If there are no
// such jobs, the text is empty.
func withoutAnswer(recs []result.Record) string {
	cut := result.Without(recs, func(r result.Record) bool { return !judge.HitLimit(r) })
	if len(cut) == 0 {
		return ""
	}
	parts := wording.Each(data.ByName(cut, func(r result.Record) string { return r.Reason }), func(own []result.Record) string {
		by := wording.Each(data.ByName(own, func(r result.Record) string { return r.Method }), func(same []result.Record) string {
			return fmt.Sprintf("%s by %s", format.Whole(len(same)), same[0].Method)
		})
		name := data.ReasonName(own[0].Reason)
		if own[0].Reason == result.Timeout {
			name = "time-out"
		}
		return fmt.Sprintf("%s (%s)", format.List(by), name)
	})
	return fmt.Sprintf("%s of %s %s: %s", format.Whole(len(cut)), format.Whole(len(recs)), format.Plural(len(recs), "job", "jobs"), strings.Join(parts, "; "))
}
