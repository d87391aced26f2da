package console

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/experiment"
	"counterproof/bench/ledger"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/nearest"
	"counterproof/reports/plot"
)

// FullFlag is the flag --full of the commands that read an experiment file.
var FullFlag = &cli.BoolFlag{Name: "full", Usage: "use the full size that the experiment file defines, instead of the smaller quick size"}

// ReadExperiment reads an experiment file in the quick size, or the full size with --full. It
// returns the experiment and all its jobs.
func ReadExperiment(c *cli.Context, path string) (*experiment.Spec, []result.Job, error) {
	spec, err := ReadSpec(c, path)
	if err != nil {
		return nil, nil, err
	}
	jobs, err := spec.Jobs(c.Context, catalog.Find, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		return ReadInstances(c, p, []string{arg})
	})
	var unknown *experiment.PuzzleError
	if errors.As(err, &unknown) {
		err = fmt.Errorf("%w: %s", err, nearest.Want(unknown.Name, catalog.Names()))
	}
	for _, text := range spec.Missing {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: warning: %s\n", text)
	}
	return spec, jobs, specError(err)
}

// ReadSpec reads an experiment file in the quick size, or the full size with --full. It checks
// everything that can be checked without reading instances.
func ReadSpec(c *cli.Context, path string) (*experiment.Spec, error) {
	read := experiment.ReadSpec
	if c.Bool(FullFlag.Name) {
		read = experiment.ReadFullSpec
	}
	spec, err := Await(c.Context, func() (*experiment.Spec, error) { return read(path, plot.KindNames()) })
	if err == nil {
		err = CheckPlots(spec)
	}
	return spec, specError(err)
}

// CheckPlots checks that all plots of an experiment are valid.
func CheckPlots(spec *experiment.Spec) error {
	return spec.CheckPlots(func(p experiment.Plot) (string, error) { return plot.Check(PlotOf(p)) })
}

// specError turns a mistake in an experiment file into a UsageError.
func specError(err error) error {
	var spec *experiment.SpecError
	if errors.As(err, &spec) {
		return Misused(err)
	}
	return err
}

// StoredExperiment returns the experiment with the name and text of spec. If there is no such
// experiment, StoredExperiment returns the last experiment with the same name and the same jobs,
// so that a user can change plots without another run. Experiments without places are ignored. If
// no experiment remains, the result is nil.
func StoredExperiment(spec *experiment.Spec, all []*ledger.Experiment) *ledger.Experiment {
	var similar *ledger.Experiment
	for _, x := range all {
		if x.Name != spec.Name() || x.Shards == 0 {
			continue
		}
		if x.Text == string(spec.Text) {
			return x
		}
		if other, err := experiment.ParseSpec(x.Name, []byte(x.Text), plot.KindNames()); err == nil && spec.SameJobs(other) {
			similar = x
		}
	}
	return similar
}

// CheckBoards compares the boards of the experiment x in the ledger l with the boards of the jobs.
// It returns an error if no board is the same. If at least one board is the same, for example after
// boards were added, it returns nil. The jobs come from the experiment file spec, and the file of
// the ledger is at path. Two experiment files can have the same name and text, but take their
// boards from different files.
func CheckBoards(l *ledger.Ledger, path string, x *ledger.Experiment, jobs []result.Job, spec string) error {
	keys, boards := make(map[string]bool, len(jobs)), map[[2]string]bool{}
	for _, j := range jobs {
		keys[j.Key()], boards[[2]string{j.Puzzle, j.Instance}] = true, true
	}
	places, err := l.Places(x)
	if err != nil || slices.ContainsFunc(places, func(p result.Place) bool { return keys[p.Key] }) {
		return err
	}
	records, err := l.Placed(places) // with other versions of the methods, the boards are the same
	if err != nil || len(records) == 0 ||
		slices.ContainsFunc(records, func(r result.Record) bool { return boards[[2]string{r.Puzzle, r.Instance}] }) {
		return err
	}
	return Usagef("ledger %s: it belongs to another experiment with the name %s, because it has none of the boards of %s: "+
		"use another folder, rename the experiment's file, or move the old ledgers away", path, x.Name, spec)
}

// WarnFont returns a function that warns about a picture of a report that shows boxes for characters.
func WarnFont(c *cli.Context) func(file, characters string) {
	return func(file, characters string) {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: warning: %s: the font lacks %q, so the PNG shows boxes; the SVG next to it has these characters\n", file, characters)
	}
}

// PlotOf returns the plot that an experiment file asks for. The kinds heatmap-year and months draw
// the calendar as a table. For these kinds, PlotOf adds the names of the rows and columns.
func PlotOf(p experiment.Plot) plot.Plot {
	row, column := "", ""
	switch p.Kind {
	case "heatmap-year":
		p.Title = cmp.Or(p.Title, "Solutions of each day of the year")
		fallthrough
	case "months":
		row, column = "month", "day of the month"
	}
	return plot.Plot{
		Row: row, Column: column,
		Kind: p.Kind, Name: p.Name, Title: p.Title, Caption: p.Caption, Instance: p.Instance,
		Suites: p.Suites, Methods: p.Methods, Measure: p.Measure, By: p.By, Scale: p.Scale, Width: p.Width,
	}
}
