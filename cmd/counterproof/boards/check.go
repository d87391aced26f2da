package boards

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/answer"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

// CheckCommand is the command check.
var CheckCommand = &cli.Command{
	Name:     "check",
	Usage:    "check a solution against the rules",
	Category: console.GroupSolve,
	Description: console.Describe(
		"Prints ok if the solution keeps all rules. Otherwise it prints the broken rule and where it "+
			"is broken, and exits with status 1. It uses no solver. SOLUTION has one character per "+
			"site, as solve --json prints it.",
		"counterproof check pushpull 011110110 100110000",
		"counterproof check submarines 'rows=2,1 cols=1,2' 1110",
	),
	ArgsUsage: "PUZZLE INSTANCE SOLUTION",
	Flags:     []cli.Flag{console.InputFlag},
	Action: console.OnBoard(1, 1, func(c *cli.Context, _ *encode.Puzzle, in encode.Instance, others []string) error {
		s, err := encode.ParseSolution(others[0], in.Sites())
		if err != nil {
			return fmt.Errorf("solution %q: %w", others[0], err)
		}
		err = answer.Check(c.Context, in, s)
		if c.Context.Err() != nil {
			return c.Context.Err()
		}
		if err != nil {
			fmt.Fprintf(c.App.Writer, "broken: %v\n", err)
			return console.ErrReported
		}
		fmt.Fprintln(c.App.Writer, "ok")
		return nil
	}),
}
