package boards

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/answer"
	"counterproof/bench/engine"
	"counterproof/bench/method"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/sat/extern"
)

var RepairCommand = &cli.Command{
	Name:     "repair",
	Usage:    "find the fewest values to give so that one solution remains",
	Category: console.GroupMake,
	Description: console.Describe(
		"Prints the values as SITE=VALUE pairs, joined by commas, as --given of count takes them. "+
			"The line is empty if the board has one solution already. Where the notation has clues, a "+
			"second line is the new board. The command proves that fewer values do not suffice. If the "+
			"proof is incomplete, it says on stderr what is proved. See docs/making.md.",
		"counterproof repair pairplace ....../....../......",
		"counterproof repair --json submarines 'rows=2,1,1 cols=1,2,1'",
	),
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "method", Value: "native", Usage: "find solutions with the method `METHOD`", Action: console.CheckMethod},
		&cli.IntFlag{Name: "limit", Value: answer.RepairSolutions, Usage: "look at up to `K` solutions, and keep the one that can be made unique with the fewest values. If the board has more solutions, the others are not looked at", Action: console.Least("limit", 1)},
		&cli.IntFlag{Name: "prove", Value: answer.RepairProof, Usage: "prove that no set of up to `K` values suffices. If more than K values are needed, a smaller set may still exist", Action: console.Least("prove", 1)},
		console.TimeoutFlag("stop the proof after the wall time `D`, such as 90s or 5m, and print the best values so far"),
		console.JSONFlag, console.InputFlag,
		&cli.BoolFlag{Name: console.VerboseFlag.Name, Usage: "report on stderr what is proved, and how far the search is"},
	},
	Action: console.OnBoard(0, 0, repair),
}

// repairPatience is how long after the limit of time the result may come: a search for another solution
// may notice the limit late.
const repairPatience = 5 * time.Second

func repair(c *cli.Context, p *encode.Puzzle, in encode.Instance, _ []string) error {
	name := console.Method(c)
	m, err := engine.Describe(p, in, name)
	if err != nil {
		return console.Misused(err)
	}
	if name.Family == method.Gophersat {
		return console.Usagef("repair: method %s only counts", name)
	}
	if engine.ProgramOf(m.Name) != nil {
		defer extern.Kill()
	}
	// The outer limit only ends a search that does not notice the inner one.
	outer, ctx := c.Context, c.Context
	if limit := c.Duration("timeout"); limit > 0 {
		var stop, stopOuter context.CancelFunc
		ctx, stop = context.WithTimeout(c.Context, limit)
		outer, stopOuter = context.WithTimeout(c.Context, limit+repairPatience)
		defer stop()
		defer stopOuter()
	}
	verbose := c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.App.ErrWriter)
	var found *answer.Repaired // not read if the search is abandoned
	err = console.Abandon(outer, func() (err error) {
		o := answer.RepairOptions{Solutions: c.Int("limit"), Proof: c.Int("prove")}
		found, err = answer.Repair(ctx, p, in, name, o, reportRepair(c, verbose))
		return err
	})
	switch {
	case errors.Is(err, answer.ErrNoSolution):
		return fmt.Errorf("repair: %w; counterproof explain %s may say why", err, p.Name)
	case errors.Is(err, context.DeadlineExceeded) && c.Context.Err() == nil:
		return fmt.Errorf("repair: no values found within %v; a longer --timeout may help", c.Duration("timeout"))
	case err != nil:
		return err
	}
	proved, complete := proof(found)
	if verbose || !complete {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: %s\n", proved)
	}
	return printRepair(c, p, in, m, found)
}

// printRepair prints the values and the new board.
func printRepair(c *cli.Context, p *encode.Puzzle, in encode.Instance, m *engine.Method, r *answer.Repaired) error {
	board := ""
	if r.Board != nil {
		board = r.Board.String()
	}
	if c.Bool("json") {
		out := struct {
			Puzzle    string `json:"puzzle"`
			Instance  string `json:"instance"`
			Method    string `json:"method"` // as --method names it
			Resolved  string `json:"resolved"`
			Given     string `json:"given"`
			Size      int    `json:"size"`
			AtLeast   int    `json:"at_least"`
			Minimal   bool   `json:"minimal"`
			Targets   string `json:"targets"`             // all, or one if at_least is about the target
			Solutions string `json:"solutions,omitempty"` // absent if there are more than --limit
			Target    string `json:"target"`
			Board     string `json:"board,omitempty"`
		}{p.Name, in.String(), c.String("method"), m.Name.String(), encode.FormatGiven(r.Given), len(r.Given), r.AtLeast, r.Minimal(),
			"one", "", r.Target.Format(in.Sites()), board}
		if r.Every {
			out.Targets, out.Solutions = "all", strconv.Itoa(r.Solutions)
		}
		return json.NewEncoder(c.App.Writer).Encode(out)
	}
	if board != "" {
		board += "\n"
	}
	_, err := fmt.Fprintf(c.App.Writer, "%s\n%s", encode.FormatGiven(r.Given), board)
	return err
}

// proof says what is proved about the number of values. complete reports whether no set of fewer values
// leaves one solution, whichever it is.
func proof(r *answer.Repaired) (text string, complete bool) {
	complete = r.Every && r.Minimal()
	switch {
	case r.Every && r.Solutions == 1:
		return "the board has one solution already", true
	case complete:
		return fmt.Sprintf("no smaller set of values leaves exactly one of the %d solutions", r.Solutions), true
	case r.Every:
		text = fmt.Sprintf("whether fewer than %d values suffice is not known; at least %d are needed", len(r.Given), r.AtLeast)
	case r.Minimal():
		text = fmt.Sprintf("no fewer than %d values leave this solution", len(r.Given))
	default:
		text = fmt.Sprintf("whether fewer than %d values leave this solution is not known; at least %d are needed", len(r.Given), r.AtLeast)
	}
	if !r.Every {
		text += fmt.Sprintf("; the board has more than %d solutions, and another one may need fewer (see --limit)", r.Solutions)
	}
	return text, false
}

// reportRepair returns a function that reports the progress after patience, and then after times twice
// as long.
func reportRepair(c *cli.Context, verbose bool) func(answer.RepairProgress) {
	if !verbose {
		return nil
	}
	began, next := time.Now(), patience
	return func(p answer.RepairProgress) {
		if took := time.Since(began); took > next {
			next *= 2
			text := "no values yet"
			if p.Size > 0 {
				text = fmt.Sprintf("%d values suffice and at least %d are needed", p.Size, p.AtLeast)
			}
			fmt.Fprintf(c.App.ErrWriter, "counterproof: still at work after %v: %d solutions, %d further searches; %s\n",
				took.Round(time.Second), p.Solutions, p.Searches, text)
		}
	}
}
