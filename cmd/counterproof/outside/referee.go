package outside

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/run/referee"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/generator"
	"counterproof/bench/system/solvers"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

var runFlag = &cli.DurationFlag{Name: "timeout", Value: 10 * time.Second, Usage: "expect each answer within a wall time of `D`", Action: console.Least("timeout", time.Millisecond)}

var testCommand = &cli.Command{
	Name:  "test",
	Usage: "test an outside solver on 300 small formulas with known answers",
	Description: console.Describe(
		"Checks the status, the models or the count that a program gives for each formula of a suite. The suite has unusual formulas and "+
			"texts, such as an empty clause, a literal twice in a clause, comments everywhere or an empty projection. Then the "+
			"command tests a time limit and a memory limit, if the program learns them, and an interrupt, all on a hard formula. "+
			"For each fault, it prints its kind, its details, the kind of formula where it occurred, what is unusual about "+
			"the smallest formula found, and that formula, separated by tabs. The exit status is 1 if there are faults. See docs/solvers.md.",
		"counterproof solvers test minisat",
		"counterproof solvers test --timeout 1s cadical",
	),
	ArgsUsage: "NAME",
	Flags:     []cli.Flag{runFlag, console.JobsFlag},
	Action:    console.Do(test),
}

var fuzzCommand = &cli.Command{
	Name:  "fuzz",
	Usage: "compare an outside solver with our engines on random formulas",
	Description: console.Describe(
		"Makes random formulas: uniform and structured ones, from small boards, mutated, and projected. It compares the answers of "+
			"the program with a truth table or, for larger formulas, with sat/count and sat/cubes. It shrinks a formula on which they disagree or the "+
			"program crashes, and writes it into a folder with a script that shows both answers. It prints the same as the command "+
			"solvers test, but the name of the folder instead of the formula. See docs/solvers.md.",
		"counterproof solvers fuzz --for 2s minisat",
		"counterproof solvers fuzz --formulas 50 --seed 2 -o found clasp",
	),
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
