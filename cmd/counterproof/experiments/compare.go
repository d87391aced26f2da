package experiments

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/run/experiment"
	"counterproof/cmd/counterproof/console"
	"counterproof/reports/study/data"
	"counterproof/reports/study/page"
)

// CompareCommand is the command compare.
var CompareCommand = &cli.Command{
	Name:  "compare",
	Usage: "compare two runs of the same jobs, such as before and after a change",
	Description: console.Describe(
		"Compares the wall times and the answers of two runs, each in a ledger of its own. It pairs the jobs, and says for each "+
			"method by which factor the second run is slower or faster, and whether chance alone explains the difference. If the runs "+
			"gave different answers, the exit status is 1. With -o, it also writes a folder with a page and pictures. Without SPEC.toml, "+
			"it compares the experiments that were run last with the two ledgers, or all records if a ledger has no experiment.",
		"counterproof crosscheck --ledger a.sqlite calendar 10-06; counterproof crosscheck --ledger b.sqlite calendar 10-06; counterproof compare a.sqlite b.sqlite",
		"counterproof run --ledger a.sqlite bench/experiments/linear-singular.toml; counterproof run --ledger b.sqlite bench/experiments/linear-singular.toml; "+
			"counterproof compare -o out a.sqlite b.sqlite bench/experiments/linear-singular.toml",
	),
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
		s.name = filepath.Base(path)
		if filepath.Base(c.Args[0]) == filepath.Base(c.Args[1]) {
			s.name = path
		}
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
