package boards

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/answer"
	"counterproof/bench/result"
	"counterproof/bench/work"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

var CountCommand = &cli.Command{
	Name:     "count",
	Usage:    "count solutions",
	Category: console.GroupSolve,
	Description: console.Describe(
		"Prints one line for each instance and method: instance, method and count, separated by "+
			"tabs. A count that a limit stopped is >=K; without any answer it is ? with the reason. "+
			"The lines are in the order of the arguments, whatever --jobs is.",
		"counterproof count --method native,sat calendar 10-06",
		"counterproof count --up-to-symmetry pentomino 6x10",
	),
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: append([]cli.Flag{
		&cli.StringSliceFlag{Name: "method", Value: cli.NewStringSlice("native"), Usage: "count by each `METHOD,...`", Action: console.CheckMethods},
		console.JSONFlag,
	}, console.LimitFlags...),
	Action: console.Args(2, -1, count),
}

func count(c *cli.Context, args []string) error {
	p, err := console.FindPuzzle(args[0])
	if err != nil {
		return err
	}
	ins, err := console.OpenInstances(c, p, args[1:])
	if err != nil {
		return err
	}
	methods := c.StringSlice("method")
	jobs, n, err := countJobs(c, p, ins, methods, result.Job{Limits: console.Limits(c), Orbits: c.Bool(console.SymmetryFlag.Name)})
	if err != nil {
		return err
	}
	failed := false
	bar := console.NewProgress(c, n, true)
	defer bar.Close()
	encoder := json.NewEncoder(c.App.Writer)
	pool := &work.Pool{Workers: c.Int("jobs")}
	return console.Finish(work.Stream(c.Context, jobs, nil, pool, func(o work.Outcome) error {
		bar.Step(o.Record)
		r := o.Record
		asked := methods[o.Index%len(methods)]
		if r.Reason == result.Error || r.Reason == result.Killed {
			failed = true
			fmt.Fprintf(c.App.ErrWriter, "counterproof: %s %s by %s: %s\n", r.Puzzle, r.Instance, asked, r.Error)
		}
		if c.Bool("json") {
			return encoder.Encode(console.Asked(r, asked))
		}
		_, err := fmt.Fprintf(c.App.Writer, "%s\t%s\t%s\n", r.Instance, asked, r.Amount())
		return err
	}), &failed)
}

// mostKept is how many jobs are kept in memory. More are made again when they are needed.
const mostKept = 1000

// countJobs returns the jobs of every method on every instance and their number. It checks all
// of them first, so that a mistake is reported before any job runs.
func countJobs(c *cli.Context, p *encode.Puzzle, ins console.Instances, methods []string, template result.Job) (jobs iter.Seq[result.Job], n int, err error) {
	var kept []result.Job
	for in, err := range ins {
		if err != nil {
			return nil, 0, err
		}
		if err := console.Symmetric(c, p, in); err != nil {
			return nil, 0, err
		}
		for _, m := range methods {
			j, err := answer.Prepare(template, p, in, m)
			if err != nil {
				return nil, 0, console.Misused(err)
			}
			if n++; n <= mostKept {
				kept = append(kept, j)
			}
		}
		console.Warn(c, in)
	}
	if n == len(kept) {
		return slices.Values(kept), n, nil
	}
	return func(yield func(result.Job) bool) {
		for in := range ins {
			for _, m := range methods {
				if j, err := answer.Prepare(template, p, in, m); err == nil && !yield(j) {
					return
				}
			}
		}
	}, n, nil
}
