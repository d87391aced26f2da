package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/bench/solve/generator"
	"counterproof/bench/system/child"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
)

// These are the flags of commands that run jobs.
var (
	JobsFlag     = &cli.IntFlag{Name: "jobs", Usage: "run `N` worker processes at once; without the flag, one per core (under Slurm, per core of the task)", Action: Least("jobs", 1)}
	VerboseFlag  = &cli.BoolFlag{Name: "v", Usage: "report each finished job on stderr"}
	SymmetryFlag = &cli.BoolFlag{Name: "up-to-symmetry", Usage: "count solutions up to symmetry (rotations, reflections, colour swaps)"}
	LimitFlags   = []cli.Flag{
		&cli.Int64Flag{Name: "limit", Usage: "stop as soon as more than `K` solutions are found, and print >=K, which here means more than K. " +
			"With --limit 1, for example, 1 means exactly one solution, and >=1 means two or more", Action: Least[int64]("limit", 1)},
		TimeoutFlag("stop each job (one method on one instance) after a wall time of `D`, such as 90s or 5m"),
		MemoryFlag("stop each job that uses more than `BYTES` of resident memory, such as 500MB"),
		SymmetryFlag, InputFlag, LinesFlag, ProjectFlag, FilesFlag, DataFlag, DefineFlag, ObjectiveFlag, JobsFlag, VerboseFlag,
	}
)

// Jobs returns the value of --jobs. Without the flag, it returns the number of cores that Slurm has
// given to the task, because on some clusters the task sees all cores of the node. Outside of
// Slurm, it returns 0, which means one job per core.
func (c *Call) Jobs() int {
	if c.IsSet(JobsFlag.Name) {
		return c.Int(JobsFlag.Name)
	}
	for _, variable := range []string{"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"} { // sbatch(1)
		if n, err := strconv.Atoi(os.Getenv(variable)); err == nil && n > 0 {
			return min(n, work.Cores())
		}
	}
	return 0
}

// Least returns an action for a flag, which refuses numbers below the parameter least.
func Least[T int | int64 | time.Duration](name string, least T) func(*cli.Context, T) error {
	return checked(name, func(n T) error {
		if n < least {
			return fmt.Errorf("want %v or more, got %v", least, n)
		}
		return nil
	})
}

// checked returns an action for a flag, which refuses the values for which check returns an error.
func checked[T any](name string, check func(T) error) func(*cli.Context, T) error {
	return func(c *cli.Context, value T) error {
		if err := check(value); err != nil {
			return Usagef("%s: --%s: %w", c.Command.Name, name, err)
		}
		return nil
	}
}

// TimeoutFlag returns the flag --timeout, which limits the wall time.
func TimeoutFlag(usage string) cli.Flag {
	return &cli.DurationFlag{Name: "timeout", Usage: usage, Action: Least("timeout", time.Millisecond)}
}

// MemoryFlag returns the flag --memory, which limits the resident memory.
func MemoryFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "memory", Usage: usage, Action: checked("memory", func(text string) error {
		_, err := experiment.ParseSize(text)
		return cmp.Or(err, child.CanLimitMemory())
	})}
}

// Limits returns the limits that the flags set.
func (c *Call) Limits() result.Limits {
	memory, _ := experiment.ParseSize(c.String("memory")) // the flag has checked the text; without the flag the size is 0
	return result.Limits{Solutions: c.Int64("limit"), Wall: c.Duration("timeout"), Memory: memory}
}

// Finish returns err or, if err is nil and the command has printed failures, ErrReported.
func Finish(err error, failed bool) error {
	if err == nil && failed {
		return ErrReported
	}
	return err
}

// JSONFlag is the flag --json of the commands that can print JSON.
var JSONFlag = &cli.BoolFlag{Name: "json", Usage: "print one JSON object per line"}

// GivenFlag is the flag --given, which names values that a solution must have.
var GivenFlag = &cli.StringFlag{Name: "given", Usage: "find only the solutions with the given values. `SITE=VALUE,...` lists sites, such as cells, with their values. Both are numbers from 0 on; list PUZZLE says what they mean"}

// Given returns the values of GivenFlag for the instance of the call.
func (c *Call) Given() ([]clues.Given, error) {
	given, err := clues.ReadGiven(c.Instance, c.String(GivenFlag.Name))
	if err != nil {
		return nil, c.PrepareError(&answer.GivenError{Instance: c.Instance, Err: err})
	}
	return given, nil
}

// Job returns the part of a job that the flags for limits, given values and symmetry set.
func (c *Call) Job() result.Job {
	return result.Job{Limits: c.Limits(), Given: c.String(GivenFlag.Name), Options: result.Options{Orbits: c.Bool(SymmetryFlag.Name)}}
}

// Prepare completes a job with an instance of the puzzle and a method.
func (c *Call) Prepare(j result.Job, in encode.Instance, name method.Name) (result.Job, error) {
	if err := c.Symmetric(c.Puzzle, in); err != nil {
		return j, err
	}
	j, err := answer.Prepare(j, c.Puzzle, in, name)
	return j, c.PrepareError(err)
}

// PrepareError turns an error of answer.Prepare into a UsageError.
func (c *Call) PrepareError(err error) error {
	if bad, ok := errors.AsType[*answer.GivenError](err); ok {
		return c.Usagef("--%s for %q: %w", GivenFlag.Name, wording.Short(bad.Instance.String()), bad.Err)
	}
	if err != nil {
		err = Misused(err)
	}
	return err
}

// An Answered is a record in the form that the flag --json prints.
type Answered struct {
	result.Record
	Method   string `json:"method"`   // as the caller named it, such as native
	Resolved string `json:"resolved"` // the full name, such as native/NAME
}

// Asked returns a record in the form for --json. The user named the method.
func Asked(r result.Record, method string) Answered { return Answered{r, method, r.Method} }

// Under returns the text of an instance followed by the given values, if there are any.
func Under(instance, given string) string {
	if given == "" {
		return instance
	}
	return instance + " --" + GivenFlag.Name + " " + given
}

// An Unsolvable says on stderr why boards have no solution. The zero value is ready for use.
type Unsolvable struct {
	searched bool // whether a conflict was looked for
	pointed  bool // whether the command explain was named
}

// conflictTime limits the search for given values that contradict each other or a clue.
const conflictTime = 2 * time.Second

// mostPasted limits the length of an instance that is repeated in a command to paste.
const mostPasted = 200

// Explain prints why a board has no solution under the given values. It prints the simple reason that
// the puzzle knows, if there is one. For the first board with given values, it prints clues and values
// that contradict each other. Otherwise, it names the command that finds a contradiction. It names the
// command once, and only for a board with clues.
func (u *Unsolvable) Explain(c *Call, p *encode.Puzzle, in encode.Instance, given []clues.Given) {
	values := clues.FormatGiven(given)
	say := func(why string) {
		c.Say("%s %s: no solution: %s", p.Name, Under(in.String(), values), why)
	}
	why := encode.ObstacleOf(in)
	if why != "" {
		say(why)
	}
	if why == "" && len(given) > 0 && !u.searched {
		u.searched = true
		ctx, stop := context.WithTimeout(c, conflictTime)
		defer stop()
		if found, err := explain.FindConflict(ctx, p, in, given, answer.Watcher{}); err == nil && found != nil {
			say(found.String())
			return
		}
	}
	clued, ok := in.(clues.HasDemands)
	if u.pointed || len(given) == 0 && (!ok || len(clued.Demands()) == 0) {
		return
	}
	u.pointed = true
	c.Say("to see which clues contradict each other, run: %s", ExplainLine(p, in, values))
}

// ExplainLine returns the command that explains a board under the given values. In place of a
// long board, the command has the word INSTANCE.
func ExplainLine(p *encode.Puzzle, in encode.Instance, given string) string {
	line := "counterproof explain "
	if given != "" {
		line += "--" + GivenFlag.Name + " " + given + " "
	}
	if board := in.String(); len(board) <= mostPasted {
		return line + p.Name + " " + experiment.ShellQuote(board)
	}
	return line + p.Name + " INSTANCE"
}

// Each returns the sequence of the items, without errors.
func Each[T any](items []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
	}
}

// InOrder calls generator.InOrder with as many calls at once as the flag --jobs allows.
func InOrder[T, R any](c *Call, items iter.Seq2[T, error], do func(context.Context, T) R, emit func(R) error) error {
	const window = 16 // items per call that may wait for an earlier one
	jobs := cmp.Or(c.Jobs(), work.Cores())
	return generator.InOrder(c, jobs, window*jobs, items, do, emit)
}
