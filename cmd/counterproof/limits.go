package main

import (
	"counterproof/bench/experiment"
	"counterproof/bench/result"
	"counterproof/bench/work"
	"time"

	"github.com/urfave/cli/v2"
)

// The flags of commands that run jobs.
var (
	jobsFlag     = &cli.IntFlag{Name: "jobs", Usage: "worker processes at once (default: the cores)"}
	verboseFlag  = &cli.BoolFlag{Name: "v", Usage: "tell on stderr of each job that is finished"}
	symmetryFlag = &cli.BoolFlag{Name: "up-to-symmetry", Usage: "count solutions up to symmetry (rotations, reflections, colour swaps)"}
	limitFlags   = []cli.Flag{
		&cli.Int64Flag{Name: "limit", Usage: "stop when more than `K` solutions are found, and print >=K: the search stopped there, and there may be many more. " +
			"With --limit 1, 1 means exactly one solution and >=1 means two or more"},
		&cli.DurationFlag{Name: "timeout", Usage: "wall time a job, such as 90s or 5m"},
		&cli.StringFlag{Name: "memory", Usage: "resident memory a job in `BYTES`, such as 500MB"},
		symmetryFlag, inputFlag, jobsFlag, verboseFlag,
	}
)

func readLimits(c *cli.Context) (result.Limits, error) {
	l := result.Limits{Solutions: c.Int64("limit"), Wall: c.Duration("timeout")}
	if c.IsSet("limit") && l.Solutions < 1 {
		return l, usagef("%s: --limit: want 1 or more, got %d", c.Command.Name, l.Solutions)
	}
	if c.IsSet("timeout") && l.Wall < time.Millisecond {
		return l, usagef("%s: --timeout: want 1ms or more, got %v", c.Command.Name, l.Wall)
	}
	if c.Int("jobs") < 0 || c.IsSet("jobs") && c.Int("jobs") == 0 {
		return l, usagef("%s: --jobs: want 1 or more, got %d", c.Command.Name, c.Int("jobs"))
	}
	if c.IsSet("memory") {
		n, err := experiment.ParseSize(c.String("memory"))
		if err != nil {
			return l, usagef("%s: --memory: %w", c.Command.Name, err)
		}
		if err := work.CanLimitMemory(); err != nil {
			return l, usagef("%s: --memory: %w", c.Command.Name, err)
		}
		l.Memory = n
	}
	return l, nil
}

// finish turns a run that printed failures into the exit status 1.
func finish(err error, failed *bool) error {
	if err == nil && *failed {
		return errReported
	}
	return err
}
