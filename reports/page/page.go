// Package page makes the report of an experiment out of its records: the answer as plain text
// for the terminal, pictures (SVG and PNG), tables, and one HTML page that needs no other
// file.
//
// It does not know what was solved: instances are what their records say of them, and the
// methods fall into two families, "native/..." and "sat/...". Records of deduction by rules
// ("rules/...") are reported next to those of counts.
//
// Missing data is not an error. A picture that cannot be drawn is named on the page with the
// reason. Wrong answers, disagreements and jobs that failed come first and are in no average.
// A job that a limit ended is a result like others.
package page

import (
	"counterproof/bench/judge"
	"counterproof/bench/result"
	"counterproof/reports/plot"
)

// A Page is the report of one experiment.
type Page struct {
	Title string
	Intro string      // a paragraph, plain text; may be empty
	Plots []plot.Plot // in the order of the page

	// Records are in the order of the experiment. A job in several places of it, suites or
	// densities, has a record with the same key in each place.
	Records []result.Record

	Jobs int // of the experiment, with or without a record; 0: unknown

	Missing []string // the parts of the experiment that have jobs without a record, if it was run in parts

	Suspects judge.Suspects // the methods under test of the experiment

	SourceName string // the experiment file's name, without its folder
	Source     string // the experiment file's text; may be empty
	Reproduce  string // the commands that make this page again, one per line

	// NotDrawn is called for each picture that cannot be drawn; may be nil.
	NotDrawn func(name string, why error)

	Index string // the address of a page of all experiments, relative to this one; may be empty
}
