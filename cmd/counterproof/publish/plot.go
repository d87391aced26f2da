package publish

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/answer"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/reports/study/page"
)

// mostPlotted is the largest number of instances that plot counts and keeps in memory.
const mostPlotted = 100_000

// PlotCommand is the command plot.
var PlotCommand = &cli.Command{
	Name:  "plot",
	Usage: "count the solutions of many boards and draw the counts",
	Description: `Counts the solutions of each instance by the method native, and writes a folder with pictures of
the counts. The pictures show the instances with the fewest and the most solutions, and the distribution of the counts.
For the calendar, there is also a heat map by month and day. The folder also has the page index.html and the records as
CSV. The command prints the name of each file that it writes. It takes at most 100,000 instances.
$ counterproof plot -o rectangles pentomino 3x20 4x15 5x12
$ counterproof generate --number 20 lightsout | counterproof plot -o lights lightsout -`,
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "o", Value: "plot", Usage: "write into the folder `DIR`", TakesFile: true},
		console.TimeoutFlag("stop each count after a wall time of `D`, such as 90s or 5m"),
		console.MemoryFlag("stop each count that uses more than `BYTES` of resident memory, such as 500MB"),
		console.SymmetryFlag, console.InputFlag, console.LinesFlag, console.JobsFlag, console.VerboseFlag,
	},
	Action: console.Do(plotCounts),
}

func plotCounts(c *console.Call) error {
	if c.String("o") == "" {
		return c.Usagef("-o: want a folder, got an empty name")
	}
	jobs, err := plotJobs(c)
	if err != nil {
		return err
	}
	view := page.Page{
		Title:   c.Puzzle.Title + ": numbers of solutions",
		Jobs:    len(jobs),
		Plots:   plotsOf(jobs),
		Written: func(path string) { fmt.Fprintln(c.Stdout, path) },
	}
	c.WarnOfPictures(&view)
	if err := page.Check(c.String("o"), view); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	if view.Records, err = countAll(c, jobs); err != nil {
		return err
	}
	if !slices.ContainsFunc(view.Records, func(r result.Record) bool { return r.Status == result.Exact }) {
		return errors.New("plot: no instance has an exact count, so there is nothing to draw")
	}
	if err = page.Write(c, c.String("o"), view); err != nil {
		err = fmt.Errorf("plot: %w", err)
	}
	return console.Finish(err, slices.ContainsFunc(view.Records, judge.Failed))
}

// plotsOf returns the pictures. The first is a heat map if instances have a place in a table.
func plotsOf(jobs []result.Job) (plots []result.Plot) {
	title, placed := "", false
	for _, j := range jobs {
		placed = placed || j.Label.Cell.Row != ""
		if j.Label.Cell.Part != "" {
			title = "Solutions of each date and weekday"
		}
	}
	if placed {
		plots = append(plots, result.Plot{Kind: "heatmap-year", Title: title})
	}
	return append(plots, result.Plot{Kind: "extremes"}, result.Plot{Kind: "distribution"})
}

func plotJobs(c *console.Call) (jobs []result.Job, err error) {
	err = readAtMost(c, mostPlotted, "want at most %d instances, got %s", func(in encode.Instance) error {
		j, err := c.Prepare(c.Job(), in, method.MustParse(method.Native))
		if err != nil {
			return err
		}
		c.WarnAbout(in)
		answer.Describe(&j.Label, in)
		jobs = append(jobs, j)
		return nil
	})
	return jobs, err
}

// countAll counts in worker processes, in the order of the jobs, and prints the jobs that failed.
func countAll(c *console.Call, jobs []result.Job) (records []result.Record, err error) {
	bar := console.NewProgress(c, len(jobs), false)
	defer bar.Close()
	err = work.Stream(c, slices.All(jobs), nil, &work.Pool{Workers: c.Jobs()}, func(_ int, o work.Outcome) error {
		bar.Step(o.Record)
		if judge.Failed(o.Record) {
			bar.Say("%s %s: %s", o.Record.Puzzle, o.Record.Instance, o.Record.Error)
		}
		records = append(records, o.Record)
		return nil
	})
	return records, err
}
