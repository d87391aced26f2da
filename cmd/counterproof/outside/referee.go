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
			"For each kind of fault, it prints the fault, its details, the kind of formula where it first occurred, how many "+
			"formulas had it, what it depends on, and the smallest formula found, separated by tabs. The exit status is 1 if there are faults. See docs/solvers.md.",
		"counterproof solvers test minisat",
		"counterproof solvers test --json cadical",
	),
	ArgsUsage: "NAME",
	Flags:     []cli.Flag{runFlag, console.JobsFlag, console.JSONFlag},
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
		runFlag, console.JobsFlag, console.JSONFlag,
	},
	Action: console.Do(fuzz),
}

// examine returns the program of the argument as a subject, and its version.
func examine(c *console.Call) (*referee.Findings, string, error) {
	name := strings.TrimPrefix(c.Args[0], "extern/")
	t, err := solvers.Find(name)
	if err != nil {
		return nil, "", console.Misused(err)
	}
	if t == nil {
		return nil, "", c.Usagef("unknown solver %q: %s", wording.Short(name), wording.Want(name, solvers.Names()))
	}
	version, err := t.Version()
	return referee.Examine(referee.Of(t, c.Duration(runFlag.Name))), version, err
}

func test(c *console.Call) error {
	a, version, err := examine(c)
	if err != nil {
		return err
	}
	defer extern.Kill()
	var untested []string
	err = a.Test(c, cmp.Or(c.Jobs(), work.Cores()), func(*referee.Finding) error { return nil })
	if err == nil {
		err = a.Limits(c, func(part, why string) { untested = append(untested, part+": "+why) })
	}
	return conclude(c, a, version, untested, nil, err)
}

func fuzz(c *console.Call) error {
	if !c.IsSet("for") && !c.IsSet("formulas") {
		return c.Usagef("want --for D, such as --for 1h, or --formulas N")
	}
	a, version, err := examine(c)
	if err != nil {
		return err
	}
	defer extern.Kill()
	source := &referee.Source{Seed: c.Uint64("seed"), Puzzles: slices.DeleteFunc(catalog.All(), func(p *encode.Puzzle) bool { return !generator.Draws(p) })}
	var until time.Time
	if c.IsSet("for") {
		until = time.Now().Add(c.Duration("for"))
	}
	command := fmt.Sprintf("counterproof solvers fuzz --formulas %%d --seed %d %s", source.Seed, a.Subject.Name)
	folders := map[*referee.Finding]string{}
	err = a.Fuzz(c, source, cmp.Or(c.Jobs(), work.Cores()), c.Int("formulas"), until, func(f *referee.Finding) error {
		if folders[f] == "" {
			folders[f] = f.Folder(c.String("o"), a.Subject)
			c.Say("%s: %s: %s: see %s", a.Subject.Name, f.Fault.Kind, f.Text, folders[f])
		}
		return f.Write(folders[f], a.Subject, version, fmt.Sprintf(command, a.Asked+a.Skipped))
	})
	return conclude(c, a, version, nil, folders, err)
}

// conclude prints the findings and a summary. It returns err, if there is one, or reports whether
// there are findings.
func conclude(c *console.Call, a *referee.Findings, version string, untested []string, folders map[*referee.Finding]string, err error) error {
	if err != nil && !errors.Is(err, c.Err()) {
		return err
	}
	a.Sort()
	for _, f := range a.Findings {
		text := f.Formula.Line(a.Subject.Form)
		if f.Count == nil {
			text = "-"
		}
		where := folders[f]
		if c.Bool("json") {
			if err := c.JSON(struct {
				*referee.Finding
				Formula string `json:"formula"`
				Folder  string `json:"folder,omitempty"`
			}{f, text, where}); err != nil {
				return err
			}
			continue
		}
		if where == "" {
			where = text
		}
		because := strings.Join(f.Because, ", ")
		if because == "" {
			because = "-"
		}
		fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%d\t%s\t%s\n", f.Fault.Kind, f.Text, f.Shape, f.Times, because, where)
	}
	return errors.Join(summarize(c, a, version, untested), console.Finish(err, len(a.Findings) > 0))
}

func summarize(c *console.Call, a *referee.Findings, version string, untested []string) error {
	if c.Bool("json") {
		return c.JSON(map[string]any{"solver": a.Subject.Name, "version": version, "formulas": a.Asked, "skipped": a.Skipped,
			"faults": a.Faults, "refused": a.Refused, "untested": untested})
	}
	for _, u := range untested {
		fmt.Fprintf(c.Stdout, "not tested\t%s\n", u)
	}
	for _, kind := range slices.Sorted(maps.Keys(a.Refused)) {
		fmt.Fprintf(c.Stdout, "may refuse\t%s\t%d\n", kind, a.Refused[kind])
	}
	_, err := fmt.Fprintf(c.Stdout, "summary\t%s %s\t%s\t%d skipped\t%s\n", a.Subject.Name, version, wording.Plural(a.Asked, "formula"), a.Skipped, wording.Plural(a.Faults, "fault"))
	return err
}
