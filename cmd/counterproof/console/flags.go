package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
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
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

// invalid matches the message of the flag package about a value that it cannot parse.
var invalid = regexp.MustCompile(`^invalid value "(.*)" for flag -(\S+): `)

// FlagError turns an error of the flag package into a UsageError of the command. If a value cannot
// be parsed, the error says what the flag accepts.
func FlagError(c *cli.Command, err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: "); ok {
		if _, absent := os.Lstat(name); absent == nil {
			return Usagef("%s: %w; to name the file, write ./%s", Name(c), err, name)
		}
	}
	m := invalid.FindStringSubmatch(err.Error())
	if m == nil {
		return Usagef("%s: %w", Name(c), err)
	}
	for _, f := range c.Flags {
		if !slices.Contains(f.Names(), m[2]) {
			continue
		}
		switch f.(type) {
		case *cli.DurationFlag:
			return Usagef("%s: --%s: want a duration such as 90s or 5m, got %q", Name(c), m[2], wording.Short(m[1]))
		case *cli.IntFlag, *cli.Int64Flag, *cli.Uint64Flag:
			return Usagef("%s: --%s: want a whole number, got %q", Name(c), m[2], wording.Short(m[1]))
		}
	}
	return Usagef("%s: %w", Name(c), err)
}

// FileFlag returns a flag that names a file to write or read. The flag refuses the name -,
// because users could expect it to mean standard output.
func FileFlag(name, value, usage string) cli.Flag {
	return &cli.StringFlag{Name: name, Value: value, Usage: usage, TakesFile: true, Action: func(c *cli.Context, file string) error {
		switch file {
		case "":
			return Usagef("%s: --%s: want a file, got an empty name", c.Command.Name, name)
		case "-":
			return Usagef("%s: --%s: want a file, got -: standard output is for the results", c.Command.Name, name)
		}
		return otherPicture(c.Command, name, file)
	}}
}

// endings are the extensions that a flag accepts. It refuses otherEndings, but no unknown ones.
var endings = map[string][]string{"svg": {"svg"}, "png": {"png"}, "pdf": {"pdf"}, "html": {"html", "htm"}}

var otherEndings = strings.Fields("svg png pdf html htm jpg jpeg gif eps ps txt md json jsonl csv tsv")

// otherPicture refuses a file name whose extension belongs to another format than the flag.
func otherPicture(c *cli.Command, name, file string) error {
	kind := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	if own := endings[name]; own == nil || slices.Contains(own, kind) || !slices.Contains(otherEndings, kind) {
		return nil
	}
	advice := "want a file that ends in ." + name
	if slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), kind) }) {
		advice = fmt.Sprintf("for %s use --%s %s", strings.ToUpper(kind), kind, file)
	}
	return Usagef("%s: --%s writes %s: %s", c.Name, name, strings.ToUpper(name), advice)
}

// These are the flags of commands that generate random boards.
var (
	SizeFlag    = &cli.StringFlag{Name: "size", Usage: "make boards of the size `HxW`, or N for NxN. HxW is height x width, but columns x categories for sherlock, and items x options for exactcover. map and minesweeper also take sizes with the letter n, which begin with the width. For map, 20x15n30 is 20 wide and 15 high, and has 30 regions. For minesweeper, 9x8n10 is 9 wide and 8 high, and has 10 mines; 9x8n10X3Y4 also names the first cell to open, in column 3 and row 4, counted from 0. list PUZZLE prints the default size"}
	SeedFlag    = &cli.Uint64Flag{Name: "seed", Value: 1, Usage: "use the seed `N`; another seed makes other boards"}
	MinimalFlag = &cli.BoolFlag{Name: "minimal", Usage: "remove clues until none can be removed without adding a solution"}
)

// Draw returns the boards that the flags ask for, as a generator.Draw without a difficulty.
func (c *Call) Draw() (d generator.Draw, err error) {
	d = generator.Draw{Seed: c.Uint64(SeedFlag.Name), Minimal: c.Bool(MinimalFlag.Name)}
	if c.IsSet(SizeFlag.Name) {
		if d.Size, err = encode.ParseSize(c.String(SizeFlag.Name)); err != nil {
			return d, c.Usagef("--size: %w", err)
		}
	}
	return d, nil
}

// DrawError turns a *generator.DrawError into a UsageError.
func (c *Call) DrawError(err error) error {
	var bad *generator.DrawError
	switch {
	case !errors.As(err, &bad):
		return err
	case bad.Part == "":
		return c.Usagef("%w", err)
	}
	return c.Usagef("--%s: %w", bad.Part, err)
}

const otherSizeTime = 10 * time.Second

// OtherSize takes the error that a Drawer found no board of its level, and adds a size at which such
// boards exist. It returns other errors unchanged.
func (c *Call) OtherSize(g *generator.Drawer, err error) error {
	if !errors.As(err, new(*generator.LevelError)) {
		return err
	}
	ctx, cancel := context.WithTimeout(c, otherSizeTime)
	defer cancel()
	if size, ok := g.OtherSize(ctx); ok {
		return fmt.Errorf("%w; --size %s has boards of this level", err, size)
	}
	return cmp.Or(c.Err(), err)
}

// CompleteDrawn completes a command line with the puzzles that can generate boards.
func CompleteDrawn(c *cli.Context) {
	if c.Args().Present() {
		return
	}
	for _, p := range catalog.All() {
		if generator.Draws(p) {
			fmt.Fprintln(c.App.Writer, p.Name)
		}
	}
}

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
	return wording.Either(err == nil && failed, ErrReported, err)
}

// JSONFlag is the flag --json of the commands that can print JSON.
var JSONFlag = &cli.BoolFlag{Name: "json", Usage: "print one JSON object per line"}

// GivenFlag is the flag --given, which names values that a solution must have.
var GivenFlag = &cli.StringFlag{Name: "given", Usage: "find only the solutions with the given values. `SITE=VALUE,...` lists sites, such as cells, with their values. Both are numbers from 0 on; list PUZZLE says what they mean. For minizinc, they can also be names, as in q[1]=3"}

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
	return instance + wording.If(given != "", " --"+GivenFlag.Name+" "+given)
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
	values := clues.NameGiven(in, given)
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
	board := in.String()
	return "counterproof explain " + wording.If(given != "", "--"+GivenFlag.Name+" "+given+" ") +
		p.Name + " " + wording.Either(len(board) <= mostPasted, experiment.ShellQuote(board), "INSTANCE")
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
