package experiments

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
	"counterproof/reports/study/page"
	"counterproof/reports/study/plot"
)

// ReportCommand is the command report.
var ReportCommand = &cli.Command{
	Name:  "report",
	Usage: "write a page with pictures and tables of an experiment's results",
	Description: console.Describe(
		"Writes a folder with index.html, pictures as PNG, SVG and PDF, and the records as CSV. Without "+
			"SPEC.toml, it reports on the experiment that was run last with this ledger. See "+
			"docs/plots.md.",
		"counterproof run --shard 1/61 bench/experiments/calendar-year.toml; counterproof report -o out bench/experiments/calendar-year.toml",
		"counterproof run --ledger 1.sqlite --shard 1/61 bench/experiments/calendar-year.toml; counterproof report --ledger 1.sqlite",
	),
	ArgsUsage: "[SPEC.toml]",
	Flags: []cli.Flag{
		console.FileFlag("ledger", defaultLedger, "read the records from the SQLite file `FILE`"),
		&cli.StringFlag{Name: "o", Value: "report", Usage: "write into the folder `DIR`", TakesFile: true},
		&cli.StringFlag{Name: "index", Usage: "link the report to `FILE`, the page of all experiments. FILE is a path relative to DIR", TakesFile: true},
		console.FullFlag,
		&cli.StringFlag{Name: console.InputFlag.Name, Action: console.InputFlag.Action, Usage: "`BYTES` has no effect; the flag is accepted because old scripts may use it"},
	},
	Action: console.Do(report),
}

func report(c *console.Call) error {
	l, err := c.ReadLedger(c.String("ledger"), false)
	if err != nil {
		return err
	}
	defer l.Close()
	console.SpareMemory(l.Len())
	view := page.Page{Title: "Counterproof"}
	x, spec, err := reportedExperiment(c, l, c.String("ledger"), c.Args)
	if err != nil {
		return err
	}
	if err := addRecords(l, x, spec, &view); err != nil {
		return err
	}
	view.Index = filepath.ToSlash(c.String("index"))
	return showReport(c, &view)
}

func showReport(c *console.Call, view *page.Page) error {
	dir, summary := c.String("o"), view.Summary()
	if dir != "" {
		if err := writeReport(c, dir, view); err != nil {
			return err
		}
	}
	fmt.Fprint(c.Stdout, summary)
	if dir != "" {
		fmt.Fprintf(c.Stdout, "report: %s\n", filepath.Join(dir, "index.html"))
	}
	return console.Finish(nil, view.Alarming()) // the summary says what is wrong
}

var errNoRecords = errors.New("the ledger has no record of the experiment")

func writeReport(c *console.Call, dir string, view *page.Page) error {
	if len(view.Records) == 0 {
		return errNoRecords
	}
	c.WarnOfPictures(view)
	if err := page.Write(c, dir, *view); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// reportedExperiment returns the experiment of the file in args or, without a file, the last one of
// the ledger, which may be nil. The ledger must have the places of the jobs.
func reportedExperiment(c *console.Call, l *ledger.Ledger, path string, args []string) (*ledger.Experiment, *experiment.Spec, error) {
	if len(args) == 0 {
		x, err := l.Last()
		if err != nil || x == nil {
			return nil, nil, err
		}
		// The error is not a usage error: the caller has not written this text.
		spec, err := experiment.ParseSpec(x.Name, []byte(x.Text), plot.KindNames())
		if err == nil {
			err = spec.CheckPlots(plot.Check)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("the experiment in the ledger: %v", err)
		}
		if x.Shards == 0 {
			return nil, nil, placesMissing(spec, path, "")
		}
		return x, spec, nil
	}
	spec, err := c.ReadSpec(args[0])
	if err != nil {
		return nil, nil, err
	}
	all, err := l.Experiments()
	if err != nil {
		return nil, nil, err
	}
	if x := c.StoredExperiment(path, spec, all); x != nil {
		return x, spec, nil
	}
	return nil, nil, placesMissing(spec, path, args[0])
}

// placesMissing returns the error for an experiment without places in the ledger, and names the
// command that adds them. The path is empty if only the name of the experiment's file is known.
func placesMissing(spec *experiment.Spec, in, path string) error {
	again := "counterproof run --ledger " + experiment.ShellQuote(in)
	if spec.Full {
		again += " --full"
	}
	where := ""
	if path == "" {
		path, where = "SPEC.toml", " (SPEC.toml is the path of "+spec.Name()+")"
	}
	return fmt.Errorf("ledger %s does not say which jobs belong to %s: to add this, without running finished jobs again, use: %s %s%s",
		in, spec.Name(), again, experiment.ShellQuote(path), where)
}

// addRecords puts the records of an experiment on the page, with the same verdicts that the command
// run counts. It also lists on the page the shards that have jobs without a record. If x is nil, as in
// the ledger of counts and cross-checks, addRecords puts all records of the ledger on the page, except
// for records that are out of date.
func addRecords(l *ledger.Ledger, x *ledger.Experiment, spec *experiment.Spec, view *page.Page) error {
	if x == nil {
		for group, err := range work.Instances(l) {
			if err != nil {
				return err
			}
			view.Records = append(view.Records, group...)
		}
		return nil
	}
	describe(view, spec)
	view.Files = x.Files
	places, err := l.Places(x)
	if err != nil {
		return err
	}
	if view.Records, err = l.Placed(places); err != nil {
		return err
	}
	// The ledger keeps all places of a job together, but pictures show the suites in the order of the
	// file.
	order := map[string]int{}
	for i := range spec.Suites {
		order[spec.Suites[i].Name] = i
	}
	slices.SortStableFunc(view.Records, func(a, b result.Record) int { return order[a.Suite] - order[b.Suite] })
	done := map[string]bool{}
	for _, r := range view.Records {
		done[r.Key] = true
	}
	for _, p := range experiment.Parts(places, x.Shards, done) {
		view.Jobs += p.Jobs
		if p.Missing > 0 && x.Shards > 1 {
			view.Missing = append(view.Missing, p.String())
		}
	}
	return work.ApplySuspects(l, spec.Suspects, view.Records)
}

func describe(view *page.Page, spec *experiment.Spec) {
	view.Title, view.Intro = spec.Title, spec.Question
	view.SourceName, view.Source, view.Suspects = spec.Name(), string(spec.Text), spec.Suspects
	again := "--ledger ledger.sqlite"
	if spec.Full {
		again += " --full"
	}
	file := experiment.ShellQuote(view.SourceName)
	view.Reproduce = fmt.Sprintf("counterproof run %s %s\ncounterproof report %s -o report %s", again, file, again, file)
	view.Plots = spec.Plots
}
