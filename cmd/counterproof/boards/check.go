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
		"Prints ok if the solution obeys all rules. Otherwise it prints which rule is broken and where, "+
			"and exits with status 1. It uses no solver. SOLUTION is the text that solve --json prints after "+
			"\"solution\", usually one character per site. list PUZZLE says what the sites of a puzzle are.",
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
