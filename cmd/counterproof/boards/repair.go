package boards

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/solve/repair"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

var RepairCommand = &cli.Command{
	Name:  "repair",
	Usage: "find the fewest given values that leave exactly one solution",
	Description: console.Describe(
		"Finds the smallest set of values that only one solution of the board has. Prints the set "+
			"as SITE=VALUE,..., a form that count --given accepts. If the board already has exactly one "+
			"solution, the line is empty, and stderr says so. If the notation can express values as clues, the command "+
			"also prints the board with these clues added. The command proves that fewer values do not "+
			"suffice. If it cannot complete the proof, it says on stderr what it has proved. If it is "+
			"interrupted, it prints the smallest set so far and exits with status 1. "+
			"With --fewest, the board must have one solution. The command prints the smallest number of clues that "+
			"leave this solution, and a board with this number of clues. It may have clues where the given board "+
			"has none. See docs/making.md.",
		"counterproof repair pairplace ....../....../......",
		"counterproof repair --fewest sudoku 12..34...1.3..1.",
	),
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "method", Value: "native", DefaultText: "native; for dimacs and opb: sat", Usage: "find solutions with the method `METHOD`", Action: console.CheckMethod},
		&cli.IntFlag{Name: "limit", Value: repair.DefaultSolutions, Usage: "look at the first `K` solutions, and choose one of them as the only solution that remains. If the board has more solutions, one of the others may need fewer values", Action: console.Least("limit", 1)},
		&cli.IntFlag{Name: "prove", Value: repair.DefaultProof, Usage: "in the proof, look at sets of up to `K` values. If more than K values are needed, a set smaller than the printed one may exist", Action: console.Least("prove", 1)},
		&cli.BoolFlag{Name: "fewest", Usage: "find the fewest clues that leave the one solution of the board"},
		console.TimeoutFlag("stop the proof after the wall time `D`, such as 90s or 5m, and print the smallest set found so far"),
		console.JSONFlag, console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag,
		&cli.BoolFlag{Name: console.VerboseFlag.Name, Usage: "report on stderr what is proved, and the progress of the search"},
	},
	Action: console.Do(repairBoard),
}

// repairPatience is the time that repair waits for a result after the time limit has passed. A
// search for another solution may notice the limit late.
const repairPatience = 5 * time.Second

func repairBoard(c *console.Call) error {
	name := method.MustParse(repairMethod(c))
	m, err := lookup.Describe(c.Puzzle, c.Instance, name)
	if err != nil {
		return console.Misused(err)
	}
	program := lookup.ProgramOf(m.Name)
	if name.Family == method.Gophersat || name.Variant == method.Count || program != nil && program.Answer == extern.Counts {
		return c.Usagef("--method: %s only counts solutions: want another method", name)
	}
	if program != nil {
		defer extern.Kill()
	}
	verbose := c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.Stderr)
	o := repair.Options{Solutions: c.Int("limit"), Proof: c.Int("prove")}
	find := repair.Repair
	if c.Bool("fewest") {
		find = repair.FindFewest
		if c.IsSet("limit") {
			return c.Usagef("--limit does not go with --fewest: the board must have one solution")
		}
	}
	// The outer limit only ends a search that does not notice the inner one.
	var outer, ctx context.Context = c, c
	if limit := c.Duration("timeout"); limit > 0 {
		var stop, stopOuter context.CancelFunc
		ctx, stop = context.WithTimeout(c, limit)
		outer, stopOuter = context.WithTimeout(c, limit+repairPatience)
		defer stop()
		defer stopOuter()
	}
	found, err := console.Await(outer, func() (*repair.Repaired, error) {
		return find(ctx, c.Puzzle, c.Instance, name, o, reportRepair(c, verbose))
	})
	if err != nil {
		return repairError(c, err)
	}
	proved, complete := proof(found, c.Bool("fewest"))
	switch {
	case found.Minimal():
	case c.Err() != nil:
		proved = "the proof was interrupted: " + proved
	case ctx.Err() != nil:
		proved = "the time limit ended the proof: " + proved
	}
	unique := found.Every && found.Solutions == 1 && !c.Bool("fewest") && !c.Bool("json") // in JSON, "solutions" says so
	if verbose || !complete || unique {
		c.Say("%s", proved)
	}
	if err := printRepair(c, m, found); err != nil {
		return err
	}
	return c.Err() // after an interruption, the values are printed, but the command has failed
}

// repairMethod returns the method that the flag --method names. A file has no native methods.
func repairMethod(c *console.Call) string {
	if c.Puzzle.OfFile != nil && !c.IsSet("method") {
		return lookup.Listing(c.Puzzle)
	}
	return c.String("method")
}

func repairError(c *console.Call, err error) error {
	switch {
	case errors.Is(err, repair.ErrNoSolution):
		return fmt.Errorf("repair: %w; to see why, run: %s", err, console.ExplainLine(c.Puzzle, c.Instance, ""))
	case errors.Is(err, context.DeadlineExceeded) && c.Err() == nil:
		return fmt.Errorf("repair: no values found within %v; a longer --timeout may help", c.Duration("timeout"))
	case errors.Is(err, repair.ErrNoValueClues):
		return c.Usagef("--fewest: %w: try sudoku, map or pairplace", err)
	case errors.Is(err, repair.ErrSeveral):
		return c.Usagef("--fewest: %w; without --fewest, repair finds values that leave one", err)
	}
	return err
}

// printRepair prints the values or the number of clues and, if the notation has clues for them, the board with the clues.
func printRepair(c *console.Call, m *lookup.Method, r *repair.Repaired) error {
	if c.Bool("json") {
		return c.JSON(r.Report(c.Puzzle, c.Instance, repairMethod(c), m.Name))
	}
	board := ""
	if r.Board != nil {
		board = r.Board.String()
	}
	if board != "" {
		board += "\n"
	}
	text := clues.FormatGiven(r.Given)
	switch {
	case c.Bool("fewest") && r.Minimal():
		text = strconv.Itoa(r.Clues)
	case c.Bool("fewest"):
		text = fmt.Sprintf("%d-%d", r.AtLeast, r.Clues)
	}
	_, err := fmt.Fprintf(c.Stdout, "%s\n%s", text, board)
	return err
}

// proof says what is proved about the number of values. A complete proof covers every solution, not
// only the target.
func proof(r *repair.Repaired, fewest bool) (text string, complete bool) {
	complete = r.Every && r.Minimal()
	switch {
	case fewest && complete:
		return "no board with fewer clues leaves this solution", true
	case fewest:
		text = fmt.Sprintf("whether fewer than %d clues leave this solution is not known; %s", r.Clues, needed(r.AtLeast))
	case r.Every && r.Solutions == 1:
		return "the board has exactly one solution already, so it needs no values", true
	case complete:
		return fmt.Sprintf("no smaller set of values leaves exactly one of the %d solutions", r.Solutions), true
	case r.Every:
		text = fmt.Sprintf("whether fewer than %d values suffice is not known; %s", len(r.Given), needed(r.AtLeast))
	case r.Minimal():
		text = "no smaller set of values leaves this solution"
	default:
		text = fmt.Sprintf("whether fewer than %d values leave this solution is not known; %s", len(r.Given), needed(r.AtLeast))
	}
	if !r.Every {
		text += fmt.Sprintf("; the board has more than %s, and another one may need fewer (see --limit)", wording.Plural(r.Solutions, "solution"))
	}
	return text, false
}

func needed(n int) string {
	if n == 1 {
		return "at least 1 is needed"
	}
	return fmt.Sprintf("at least %d are needed", n)
}

// reportRepair prints the progress on stderr, after the time patience and each time it has doubled.
func reportRepair(c *console.Call, verbose bool) func(repair.Progress) {
	if !verbose {
		return nil
	}
	began, next := time.Now(), patience
	return func(p repair.Progress) {
		if took := time.Since(began); took > next {
			next *= 2
			text := "no values yet"
			if p.Size > 0 {
				text = fmt.Sprintf("%d values suffice and %s", p.Size, needed(p.AtLeast))
			}
			if p.Size == 1 {
				text = "1 value suffices"
			}
			c.Say("still at work after %v: %s, further searches: %d; %s",
				took.Round(time.Second), wording.Plural(p.Solutions, "solution"), p.Searches, text)
		}
	}
}
