package experiments

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/page"
	"counterproof/reports/study/plot"
)

// ReportCommand is the command report.
var ReportCommand = &cli.Command{
	Name:  "report",
	Usage: "write a page with pictures and tables of an experiment's results",
	Description: `Writes a folder with index.html, pictures as PNG, SVG and PDF, and the records as CSV. Without
SPEC.toml, it reports on the experiment that was run last with this ledger. See docs/plots.md.
$ counterproof run --shard 1/61 bench/experiments/calendar-year.toml; counterproof report -o out bench/experiments/calendar-year.toml
$ counterproof run --ledger 1.sqlite --shard 1/61 bench/experiments/calendar-year.toml; counterproof report --ledger 1.sqlite`,
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
	where := wording.If(path == "", " (SPEC.toml is the path of "+spec.Name()+")")
	return fmt.Errorf("ledger %s does not say which jobs belong to %s: to add this, without running finished jobs again, use: counterproof run --ledger %s%s %s%s",
		in, spec.Name(), experiment.ShellQuote(in), wording.If(spec.Full, " --full"), experiment.ShellQuote(cmp.Or(path, "SPEC.toml")), where)
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
	again := "--ledger ledger.sqlite" + wording.If(spec.Full, " --full")
	file := experiment.ShellQuote(view.SourceName)
	view.Reproduce = fmt.Sprintf("counterproof run %s %s\ncounterproof report %s -o report %s", again, file, again, file)
	view.Plots = spec.Plots
}

// CompareCommand is the command compare.
var CompareCommand = &cli.Command{
	Name:  "compare",
	Usage: "compare two runs of the same jobs, such as before and after a change",
	Description: `Compares the wall times and the answers of two runs, each in a ledger of its own. It pairs the
jobs, and says for each method by which factor the second run is slower or faster, and whether chance alone explains
the difference. If the runs gave different answers, the exit status is 1. With -o, it also writes a folder with a page
and pictures. Without SPEC.toml, it compares the experiments that were run last with the two ledgers, or all records if
a ledger has no experiment.
$ counterproof crosscheck --ledger a.sqlite calendar 10-06; counterproof crosscheck --ledger b.sqlite calendar 10-06; counterproof compare a.sqlite b.sqlite
$ counterproof run --ledger a.sqlite bench/experiments/linear-singular.toml; counterproof run --ledger b.sqlite bench/experiments/linear-singular.toml; counterproof compare -o out a.sqlite b.sqlite bench/experiments/linear-singular.toml`,
	ArgsUsage: "LEDGER LEDGER [SPEC.toml]",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "o", Usage: "also write a page with pictures into the folder `DIR`", TakesFile: true},
		console.FullFlag,
	},
	Action: console.Do(compare),
}

type side struct {
	name   string
	ledger *ledger.Ledger
	x      *ledger.Experiment // nil: the ledger has no experiment
	spec   *experiment.Spec
	view   page.Page // the records, as the command report would show them
}

func compare(c *console.Call) error {
	if a, err := os.Stat(c.Args[0]); err == nil {
		if b, err := os.Stat(c.Args[1]); err == nil && os.SameFile(a, b) {
			return c.Usagef("%s and %s are the same ledger: want two, with a run in each", c.Args[0], c.Args[1])
		}
	}
	var sides [2]side
	for i, path := range c.Args[:2] {
		s := &sides[i]
		s.name = wording.Either(filepath.Base(c.Args[0]) == filepath.Base(c.Args[1]), path, filepath.Base(path))
		var err error
		if s.ledger, err = c.ReadLedger(path, false); err != nil {
			return err
		}
		defer s.ledger.Close()
		if s.x, s.spec, err = reportedExperiment(c, s.ledger, path, c.Args[2:]); err != nil {
			return err
		}
	}
	view, err := comparedPage(&sides[0], &sides[1])
	if err != nil {
		return err
	}
	return showReport(c, view)
}

// comparedPage makes the page about two runs, or about all records if a ledger has no experiment.
func comparedPage(a, b *side) (*page.Page, error) {
	view := &page.Page{Title: "Counterproof"}
	if a.x == nil || b.x == nil {
		a.x, b.x = nil, nil
	}
	for _, s := range []*side{a, b} {
		if err := addRecords(s.ledger, s.x, s.spec, &s.view); err != nil {
			return nil, err
		}
		if n := len(judge.Once(s.view.Records)); n < s.view.Jobs {
			view.Missing = append(view.Missing, fmt.Sprintf("INCOMPLETE: %d of %d jobs have a record in %s", n, s.view.Jobs, s.name))
		}
	}
	view.Runs = data.NewRuns(a.name, b.name, a.view.Records, b.view.Records)
	if !slices.ContainsFunc(view.Runs.Groups, func(g *data.RunGroup) bool { return g.N > 0 }) {
		return nil, fmt.Errorf("compare: no job is in both runs: %s has %d records and %s has %d, about other boards or by other methods",
			a.name, len(a.view.Records), b.name, len(b.view.Records))
	}
	view.Records = view.Runs.Records
	var measures []string
	if a.x != nil {
		view.Title, view.Intro, view.SourceName, view.Source, view.Files = b.view.Title, b.view.Intro, b.view.SourceName, b.view.Source, b.view.Files
		if !ledger.SameFiles(a.x.Files, b.x.Files) {
			one, other := console.Difference(a.x.Files, b.x.Files)
			view.Runs.Warnings = append(view.Runs.Warnings, data.Warning{Kind: data.NotTheSame, N: 2,
				Text: fmt.Sprintf("the runs used different files of instances, %s and %s: only boards that are in both are compared", one, other)})
		}
		for _, p := range b.view.Plots {
			if m, err := data.FindMeasure(p.Measure); err == nil && m.Work && m.Key != "wall_seconds" && !slices.Contains(measures, m.Key) {
				measures = append(measures, m.Key)
			}
		}
	}
	view.Title = fmt.Sprintf("%s: %s against %s", view.Title, b.name, a.name)
	view.Plots = page.RunPlots(view.Runs, measures)
	return view, nil
}
