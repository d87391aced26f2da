// Package page makes the report of an experiment from its records: a plain-text summary for the
// terminal, pictures (SVG, PNG and PDF), tables, and one HTML page that needs no other file.
//
// The package does not read instances: it uses only the descriptions in their records. Its tables
// show two families of methods, "native/..." and "sat/...". The results of deduction by rules
// ("rules/...") have a table next to the counts.
//
// Missing data is not an error. If a picture cannot be drawn, the page says why. Wrong answers,
// disagreements and failed jobs come first on the page, and averages leave them out. A job that a
// limit ended is an ordinary result.
package page

import (
	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/reports/study/data"
	"counterproof/reports/study/plot"
)

// A drawnFigure is the result of plot.Draw.
type drawnFigure struct {
	*plot.Figure
	err error
}

// A Page holds the data for the report of one experiment.
type Page struct {
	Title string
	Intro string      // a paragraph of plain text; may be empty
	Plots []plot.Plot // in the order of the page

	// Records are in the order of the experiment. A job that occurs in several suites or
	// densities has one record for each of them. These records have the same key.
	Records []result.Record

	// Runs compares two runs, whose records are in Records. If Runs is not nil, the page is about this
	// comparison, and has no other tables.
	Runs *data.Runs

	Jobs int // number of jobs in the experiment, with or without a record; 0: unknown

	Missing []string // if the experiment ran in parts, the parts whose jobs lack records

	Suspects judge.Suspects // the methods under test

	SourceName string // the name of the experiment file, without its folder
	Source     string // the text of the experiment file; may be empty
	Files      string // the files of instances, as in ledger.Experiment; may be empty
	Reproduce  string // the commands that reproduce this page, one per line

	// NotDrawn is called for each picture that cannot be drawn. After all files are written,
	// Written is called for the path of each file. Each of the two functions may be nil.
	NotDrawn func(name string, why error)
	// Lacks is called for each PNG that shows boxes for characters, because the font lacks them. It
	// may be nil.
	Lacks   func(file, characters string)
	Written func(path string)

	figures      map[string]drawnFigure // what Summary has drawn, by the names of the files
	all, trusted *data.Source           // see sources

	Index string // the address of the page of all experiments, relative to this page; may be empty
}

// sources returns all records, and the records of the methods that are not under test.
func (p *Page) sources() (all, trusted *data.Source) {
	if p.all == nil || (p.all == p.trusted) != (len(p.Suspects) == 0) {
		p.all = data.NewSource(p.Records)
		p.trusted = p.all
		if len(p.Suspects) > 0 {
			p.trusted = data.NewSource(p.Suspects.Trusted(p.Records))
		}
	}
	return p.all, p.trusted
}
