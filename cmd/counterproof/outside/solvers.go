// Package outside has the command solvers, which is about outside solvers and model counters.
package outside

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/run/referee"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/generator"
	"counterproof/bench/system/atomicfile"
	"counterproof/bench/system/solvers"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
	"counterproof/sat/extern"
)

// SolversCommand is the command solvers.
var SolversCommand = &cli.Command{
	Name:            "solvers",
	Usage:           "list, add and test outside solvers and model counters",
	ArgsUsage:       strings.Join(names(), "|"),
	Subcommands:     subcommands,
	HideHelpCommand: true,
	BashComplete: func(c *cli.Context) {
		fmt.Fprintln(c.App.Writer, strings.Join(names(), "\n"))
	},
	Action: func(c *cli.Context) error {
		if !c.Args().Present() {
			return console.Usagef("solvers: want one of %s; counterproof solvers list --help explains the first", strings.Join(names(), ", "))
		}
		return console.Usagef("solvers: no command %q: %s", wording.Short(c.Args().First()), wording.Want(c.Args().First(), names()))
	},
}

var subcommands = []*cli.Command{listCommand, addCommand, testCommand, fuzzCommand}

func names() []string {
	return wording.Each(subcommands, func(c *cli.Command) string { return c.Name })
}

var listCommand = &cli.Command{
	Name:  "list",
	Usage: "list the outside solvers and model counters",
	Description: `Lists the solvers whose methods are extern/NAME: the built-in ones and the ones of the user's
configuration file. For each solver, it prints the name, the kind of answer, the path of the program or what is
missing, the version, and where the definition is, separated by tabs. docs/outside.md describes definitions.
$ counterproof solvers list
$ counterproof solvers list --json`,
	ArgsUsage: console.NoArgument,
	Flags:     []cli.Flag{console.JSONFlag},
	Action:    console.Do(list),
}

type row struct {
	Name    string   `json:"name"`
	Answer  string   `json:"answer"`
	Command []string `json:"command"`
	Path    string   `json:"path,omitempty"`
	Version string   `json:"version,omitempty"`
	Error   string   `json:"error,omitempty"` // why it cannot run
	Source  string   `json:"source"`
}

func list(c *console.Call) error {
	all, err := solvers.All()
	if err != nil {
		return console.Misused(err)
	}
	for _, s := range all {
		r := row{Name: s.Name, Answer: s.Answer, Command: s.Command, Source: s.Source}
		if r.Path, err = s.Path(); err == nil {
			r.Version, err = s.Version()
		}
		if err != nil {
			r.Error = err.Error()
		}
		if c.Bool(console.JSONFlag.Name) {
			err = c.JSON(r)
		} else {
			_, err = fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\t%s\n", r.Name, r.Answer, cmp.Or(r.Error, r.Path), cmp.Or(r.Version, "-"), r.Source)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const noRun = "no-run"

var addCommand = &cli.Command{
	Name:  "add",
	Usage: "add an outside solver to the configuration file",
	Description: `Adds the method extern/NAME. COMMAND is the program with its arguments: the name of a program on
PATH or an absolute path. In an argument, {file} stands for the path of the formula, {answer} for the path to which the
program writes its answer, and {seed}, {seconds} and {memory} for a seed and the limits. Without {file}, the program
reads the formula from standard input. First, the command counts the models of a small formula with the program.
docs/outside.md describes definitions.
$ counterproof solvers add --answer count own-counter -- counterproof sat --count {file}
$ counterproof solvers add --no-run --answer count --projection 'c p show' my-counter -- /opt/bin/my-counter --time {seconds} {file}`,
	ArgsUsage: "NAME -- COMMAND...",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "answer", Value: extern.Competition, Usage: "the `KIND` of answer: competition, minisat, all-models or count"},
		&cli.StringFlag{Name: "projection", Usage: "the beginning of the `LINE` from which it reads projected variables: c project, c p show or c ind (default: it cannot project)"},
		&cli.IntFlag{Name: "complete", Usage: "the exit status `N` after a list of all models (default: 10)"},
		&cli.StringFlag{Name: "quirks", Usage: "a `LIST` of exit-0, no-final-0 and omits-values, separated by commas"},
		&cli.StringFlag{Name: "version-command", Usage: "the `COMMAND` that prints the version as the last word of its first line (default: take a digest of the program)"},
		&cli.BoolFlag{Name: noRun, Usage: "do not run the program now"},
	},
	Action: console.Do(add),
}

func add(c *console.Call) error {
	if c.Args[1] != "--" {
		return c.Usagef("want -- before the command of the solver: counterproof solvers add %s -- %s", c.Args[0], strings.Join(c.Args[1:], " "))
	}
	t := extern.Tool{
		Name: c.Args[0], Command: c.Args[2:], Answer: c.String("answer"), Projection: c.String("projection"), Complete: c.Int("complete"),
		Quirks: strings.FieldsFunc(c.String("quirks"), func(r rune) bool { return r == ',' }), VersionCommand: strings.Fields(c.String("version-command")),
	}
	if err := t.Check(); err != nil {
		return c.Usagef("%w", err)
	}
	path, err := solvers.ConfigFile()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old, err := solvers.Parse(path, text)
	if err != nil {
		return console.Misused(err)
	}
	if slices.ContainsFunc(old, func(o extern.Tool) bool { return o.Name == t.Name }) {
		return c.Usagef("%s defines %s already: edit the file, or choose another name", path, t.Name)
	}
	if !c.Bool(noRun) {
		if err := try(c, &t); err != nil {
			return fmt.Errorf("solvers add: %s was not added: %w; --%s adds it without a run", t.Name, err, noRun)
		}
	}
	table, err := solvers.Format([]extern.Tool{t})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if err := atomicfile.Write(path, slices.Concat(text, []byte("\n"), table)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Stdout, "added extern/%s to %s\n", t.Name, path)
	return err
}

// tryTime limits the time of the first run of a solver.
const tryTime = 20 * time.Second

// try checks that the program counts the three models of one clause of two variables.
func try(c *console.Call, t *extern.Tool) error {
	ctx, stop := context.WithTimeout(extern.WithLimits(c, extern.Limits{Wall: tryTime}), tryTime)
	defer stop()
	defer extern.Kill()
	clause := []cnf.Lit{1, 2}
	s := extern.Solver{Tool: t, F: &cnf.Formula{NumVars: 2, Clauses: [][]cnf.Lit{clause}, Projection: cnf.Projection{Free: clause}}}
	count := new(big.Int)
	var err error
	if t.Answer == extern.Counts {
		count, err = s.Count(ctx, new(cnf.Stats))
	} else {
		err = s.Search(ctx, new(cnf.Stats), func(cnf.Model) bool {
			count.Add(count, big.NewInt(1))
			return true
		})
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no answer within %v", tryTime)
	}
	if err == nil {
		_, err = t.Version()
	}
	if err == nil && count.Cmp(big.NewInt(3)) != 0 {
		err = fmt.Errorf("a formula with 3 models has %v by it", count)
	}
	return err
}

var runFlag = &cli.DurationFlag{Name: "timeout", Value: 10 * time.Second, Usage: "expect each answer within a wall time of `D`", Action: console.Least("timeout", time.Millisecond)}

var testCommand = &cli.Command{
	Name:  "test",
	Usage: "test an outside solver on 300 small formulas with known answers",
	Description: `Checks the status, the models or the count that a program gives for each formula of a suite. The
suite has unusual formulas and texts, such as an empty clause, a literal twice in a clause, comments everywhere or an
empty projection. Then the command tests a time limit and a memory limit, if the program learns them, and an interrupt,
all on a hard formula. For each fault, it prints its kind, its details, the kind of formula where it occurred, what is
unusual about the smallest formula found, and that formula, separated by tabs. The exit status is 1 if there are
faults. See docs/solvers.md.
$ counterproof solvers test minisat
$ counterproof solvers test --timeout 1s cadical`,
	ArgsUsage: "NAME",
	Flags:     []cli.Flag{runFlag, console.JobsFlag},
	Action:    console.Do(test),
}

var fuzzCommand = &cli.Command{
	Name:  "fuzz",
	Usage: "compare an outside solver with our engines on random formulas",
	Description: `Makes random formulas: uniform and structured ones, from small boards, mutated, and projected. It
compares the answers of the program with a truth table or, for larger formulas, with sat/count and sat/cubes. It
shrinks a formula on which they disagree or the program crashes, and writes it into a folder with a script that shows
both answers. It prints the same as the command solvers test, but the name of the folder instead of the formula. See
docs/solvers.md.
$ counterproof solvers fuzz --for 2s minisat
$ counterproof solvers fuzz --formulas 50 --seed 2 -o found clasp`,
	ArgsUsage: "NAME",
	Flags: []cli.Flag{
		&cli.DurationFlag{Name: "for", Usage: "make formulas for the time `D`, such as 1h", Action: console.Least("for", time.Millisecond)},
		&cli.IntFlag{Name: "formulas", Usage: "make at most `N` formulas", Action: console.Least("formulas", 1)},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "use the seed `N`; another seed makes other formulas"},
		&cli.StringFlag{Name: "o", Value: "faults", Usage: "write the formulas with faults into folders in `DIR`", TakesFile: true},
		runFlag, console.JobsFlag,
	},
	Action: console.Do(fuzz),
}

// examine asks the program of the argument by the function ask, and prints the findings. The function ask
// gets the version of the program and the number of runs at once.
func examine(c *console.Call, ask func(a *referee.Findings, version string, jobs int) error) error {
	name := strings.TrimPrefix(c.Args[0], "extern/")
	t, err := solvers.Find(name)
	if err != nil {
		return console.Misused(err)
	}
	if t == nil {
		return c.Usagef("unknown solver %q: %s", wording.Short(name), wording.Want(name, solvers.Names()))
	}
	version, err := t.Version()
	if err != nil {
		return err
	}
	defer extern.Kill()
	a := referee.Examine(referee.Of(t, c.Duration(runFlag.Name)))
	err = ask(a, version, cmp.Or(c.Jobs(), work.Cores()))
	if err != nil && !errors.Is(err, c.Err()) {
		return err
	}
	for _, f := range a.Findings {
		where := f.Folder
		if where == "" && f.Count != nil {
			where = f.Formula.Line(t.Projection)
		}
		traits := cmp.Or(strings.Join(f.Traits, ", "), "-")
		fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\t%s\n", f.Fault.Kind, f.Fault.Text, f.Case.Kind, traits, cmp.Or(where, "-"))
	}
	for _, u := range a.Untested {
		fmt.Fprintf(c.Stdout, "not tested\t%s\n", u)
	}
	faults := 0
	for _, kind := range slices.Sorted(maps.Keys(a.Refused)) {
		fmt.Fprintf(c.Stdout, "may refuse\t%s\t%d\n", kind, a.Refused[kind])
	}
	for _, kind := range slices.Sorted(maps.Keys(a.Faults)) {
		fmt.Fprintf(c.Stdout, "faults\t%s\t%d\n", kind, a.Faults[kind])
		faults += a.Faults[kind]
	}
	_, failed := fmt.Fprintf(c.Stdout, "summary\t%s %s\t%s\t%d skipped\t%s\n",
		name, version, wording.Plural(a.Asked, "formula"), a.Skipped, wording.Plural(faults, "fault"))
	return errors.Join(failed, console.Finish(err, len(a.Findings) > 0))
}

func test(c *console.Call) error {
	return examine(c, func(a *referee.Findings, _ string, jobs int) error { return a.Test(c, jobs) })
}

func fuzz(c *console.Call) error {
	if !c.IsSet("for") && !c.IsSet("formulas") {
		return c.Usagef("want --for D, such as --for 1h, or --formulas N")
	}
	source := &referee.Source{Seed: c.Uint64("seed"), Puzzles: slices.DeleteFunc(catalog.All(), func(p *encode.Puzzle) bool { return !generator.Draws(p) })}
	return examine(c, func(a *referee.Findings, version string, jobs int) error {
		a.Emit = func(f *referee.Finding) error {
			command := fmt.Sprintf("counterproof solvers fuzz --formulas %d --seed %d %s", a.Asked+a.Skipped, source.Seed, a.Name)
			err := f.Write(c.String("o"), a.Subject, version, command)
			c.Say("%s: %s: %s: see %s", a.Name, f.Fault.Kind, f.Fault.Text, f.Folder)
			return err
		}
		return a.Run(c, jobs, c.Int("formulas"), c.Duration("for"), source.Draw)
	})
}
