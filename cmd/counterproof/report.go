package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"counterproof/bench/experiment"
	"counterproof/bench/ledger"
	"counterproof/bench/result"
	"counterproof/bench/work"
	"counterproof/reports/page"
	"counterproof/reports/plot"
)

var reportCommand = &cli.Command{
	Name:      "report",
	Usage:     "draw what an experiment found (without SPEC: the last that was run): pictures, tables, one HTML page",
	ArgsUsage: "[SPEC.toml]",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "ledger", Value: defaultLedger, Usage: "read the records from the SQLite `FILE`", TakesFile: true},
		&cli.StringFlag{Name: "o", Value: "report", Usage: "write into the folder `DIR`", TakesFile: true},
		&cli.StringFlag{Name: "index", Usage: "link from the page to `FILE`, a page of all experiments (a path from DIR)", TakesFile: true},
		fullFlag, inputFlag,
	},
	Action:       report,
	BashComplete: func(*cli.Context) {},
}

func report(c *cli.Context) error {
	args, err := positional(c, 0, 1)
	if err != nil {
		return err
	}
	path, err := fileFlag(c, "ledger")
	if err != nil {
		return err
	}
	l, err := readLedger(c, path, false)
	if err != nil {
		return err
	}
	defer l.Close()
	view := page.Page{Title: "Counterproof"}
	if len(args) == 1 {
		spec, jobs, err := readExperiment(c, args[0])
		if err != nil {
			return err
		}
		if view.Records, err = reportedRecords(l, spec); err != nil {
			return err
		}
		describe(&view, spec, len(jobs))
	} else if err := lastExperiment(c, l, &view); err != nil {
		return err
	}
	if len(view.Records) == 0 {
		return errors.New("the ledger has no record of the experiment")
	}
	view.Index = filepath.ToSlash(c.String("index"))
	view.NotDrawn = func(name string, why error) {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: not drawn: %s: %v\n", name, why)
	}
	dir := c.String("o")
	if err := page.Write(c.Context, dir, view); err != nil {
		return err
	}
	fmt.Fprint(c.App.Writer, view.Summary())
	fmt.Fprintf(c.App.Writer, "report: %s\n", filepath.Join(dir, "index.html"))
	if view.Alarming() {
		return errReported // the summary says what is wrong
	}
	return nil
}

// lastExperiment takes the experiment that the ledger had last, or all its
// records where it had none, without those that are out of date.
func lastExperiment(c *cli.Context, l *ledger.Ledger, view *page.Page) error {
	x, err := l.Last()
	if err != nil {
		return err
	}
	if x == nil {
		for group, err := range work.Instances(l) {
			if err != nil {
				return err
			}
			view.Records = append(view.Records, group...)
		}
		return nil
	}
	// A mistake in it is none of the caller's.
	spec, err := experiment.ParseSpec(x.Name, []byte(x.Text), plotKinds())
	if err != nil {
		return fmt.Errorf("the experiment kept in the ledger: %v", err)
	}
	jobs, err := specJobs(c, spec)
	if errors.Is(err, fs.ErrNotExist) { // the ledger does not know the folder that paths start from
		return fmt.Errorf("the experiment kept in the ledger: %v: name the file itself, as in: counterproof report %s", err, x.Name)
	}
	if err != nil {
		return fmt.Errorf("the experiment kept in the ledger: %v", err)
	}
	if view.Records, err = reportedRecords(l, spec); err != nil {
		return err
	}
	describe(view, spec, len(jobs))
	return nil
}

// reportedRecords returns the records of all places of the jobs, with the same verdicts that run
// counts.
func reportedRecords(l *ledger.Ledger, spec *experiment.Spec) ([]result.Record, error) {
	records, err := l.Placed(spec.Places)
	if err != nil {
		return nil, err
	}
	return records, work.ApplySuspects(l, spec.Suspects, records)
}

// describe puts what the experiment file says on the page, and how many jobs it has.
func describe(view *page.Page, spec *experiment.Spec, jobs int) {
	view.Title, view.Intro = spec.Title, spec.Question
	view.SourceName, view.Source, view.Suspects = spec.Name(), string(spec.Text), spec.Suspects
	view.Jobs = jobs
	again := "--ledger ledger.sqlite"
	if spec.Full {
		again += " --full"
	}
	view.Reproduce = fmt.Sprintf("counterproof run %s %s\ncounterproof report %s -o report %s", again, view.SourceName, again, view.SourceName)
	for _, p := range spec.Plots {
		view.Plots = append(view.Plots, plotOf(p))
	}
}

func plotOf(p experiment.Plot) plot.Plot {
	return plot.Plot{
		Kind: p.Kind, Name: p.Name, Title: p.Title, Caption: p.Caption, Instance: p.Instance,
		Suites: p.Suites, Methods: p.Methods, Measure: p.Measure, By: p.By, Width: p.Width,
	}
}
