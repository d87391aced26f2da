package console

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/experiment"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/nearest"
	"counterproof/reports/plot"
)

// FullFlag is the flag --full of the commands that read an experiment file.
var FullFlag = &cli.BoolFlag{Name: "full", Usage: "use the full size of the experiment instead of the quick size"}

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
	spec, err := read(path, plot.KindNames())
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

// PlotOf returns the plot that an experiment file asks for. For the kinds heatmap-year and months,
// which draw the calendar as a table, it adds the names of the rows and columns.
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
		Suites: p.Suites, Methods: p.Methods, Measure: p.Measure, By: p.By, Width: p.Width,
	}
}
