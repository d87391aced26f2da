// Package reports makes the report of an experiment out of its records: the
// answer as plain text, pictures (SVG and PNG), tables, and one HTML page that
// needs no other file. It does not know what was solved: it sees instances by
// name, and the methods fall into two families, "native/..." and "sat/...". The
// records of deduction by rules ("rules/...") are reported beside those of counts.
//
// Most pictures are of any measure of the records, and of what the experiment says of its
// instances (docs/plots.md). Numbers have intervals where they are estimates, and what a
// reader has to mind stands beside them, as a Warning.
//
// Missing data is no error. A picture that cannot be drawn is named on the
// page with the reason. A wrong answer, a disagreement or a job that failed is said
// first, and is in no average; that a limit ended a job is a result like others.
package page

import (
	"fmt"

	"counterproof/bench/result"
	"counterproof/reports/format"
	"counterproof/reports/judge"
	"counterproof/reports/plot"
)

// A Page is what one experiment wants reported.
type Page struct {
	Title string
	Intro string      // a paragraph, plain text; may be empty
	Plots []plot.Plot // in the order of the page

	// Records are in the order of the experiment. A job that stands in several places of it,
	// suites or densities, has a record of the same key in each.
	Records []result.Record

	Jobs int // of the experiment, with or without a record; 0: nobody knows

	// Suspects are methods under test: their wrong answers are what the experiment
	// is about, and no alarm.
	Suspects []string

	SourceName string // the experiment file's name, without its folder
	Source     string // the experiment file's text; may be empty
	Reproduce  string // the commands that make this page again, one a line

	// NotDrawn is told of each picture that cannot be drawn; may be nil.
	NotDrawn func(name string, why error)

	Index string // the address of a page of all experiments, relative to this one; may be empty
}

// Alarming reports whether records contradict each other or are wrong, those of methods under
// test aside.
func (p *Page) Alarming() bool { return judge.Alarming(judge.Trusted(p.Records, p.Suspects)) }

// alarms returns the lines that no reader may miss.
func (p *Page) alarms() []string {
	var lines []string
	if n := len(judge.Once(p.Records)); n < p.Jobs {
		lines = append(lines, fmt.Sprintf("INCOMPLETE: %s of %s jobs have a record", format.Whole(n), format.Whole(p.Jobs)))
	}
	return append(lines, judge.Alarms(judge.Trusted(p.Records, p.Suspects))...)
}
