package console

import (
	"counterproof/bench/experiment"
	"counterproof/bench/result"
	"counterproof/bench/work"
	"time"

	"github.com/urfave/cli/v2"
)

// The flags of commands that run jobs.
var (
	JobsFlag     = &cli.IntFlag{Name: "jobs", Usage: "worker processes at once (default: the cores)"}
	VerboseFlag  = &cli.BoolFlag{Name: "v", Usage: "tell on stderr of each job that is finished"}
	SymmetryFlag = &cli.BoolFlag{Name: "up-to-symmetry", Usage: "count solutions up to symmetry (rotations, reflections, colour swaps)"}
	LimitFlags   = []cli.Flag{
		&cli.Int64Flag{Name: "limit", Usage: "stop when more than `K` solutions are found, and print >=K: the search stopped there, and there may be many more. " +
			"With --limit 1, 1 means exactly one solution and >=1 means two or more"},
		&cli.DurationFlag{Name: "timeout", Usage: "wall time a job, such as 90s or 5m"},
		&cli.StringFlag{Name: "memory", Usage: "resident memory a job in `BYTES`, such as 500MB"},
		SymmetryFlag, InputFlag, JobsFlag, VerboseFlag,
	}
)

func ReadLimits(c *cli.Context) (result.Limits, error) {
	l := result.Limits{Solutions: c.Int64("limit"), Wall: c.Duration("timeout")}
	if c.IsSet("limit") && l.Solutions < 1 {
		return l, Usagef("%s: --limit: want 1 or more, got %d", c.Command.Name, l.Solutions)
	}
	if c.IsSet("timeout") && l.Wall < time.Millisecond {
		return l, Usagef("%s: --timeout: want 1ms or more, got %v", c.Command.Name, l.Wall)
	}
	if c.Int("jobs") < 0 || c.IsSet("jobs") && c.Int("jobs") == 0 {
		return l, Usagef("%s: --jobs: want 1 or more, got %d", c.Command.Name, c.Int("jobs"))
	}
	if c.IsSet("memory") {
		n, err := experiment.ParseSize(c.String("memory"))
		if err != nil {
			return l, Usagef("%s: --memory: %w", c.Command.Name, err)
		}
		if err := work.CanLimitMemory(); err != nil {
			return l, Usagef("%s: --memory: %w", c.Command.Name, err)
		}
		l.Memory = n
	}
	return l, nil
}

// Finish turns a run that printed failures into the exit status 1.
func Finish(err error, failed *bool) error {
	if err == nil && *failed {
		return ErrReported
	}
	return err
}

var JSONFlag = &cli.BoolFlag{Name: "json", Usage: "print one JSON object a line"}
