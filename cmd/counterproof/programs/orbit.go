package programs

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ask"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// OrbitCommand is the command orbit.
var OrbitCommand = &cli.Command{
	Name:  "orbit",
	Usage: "find out which boards are equal up to symmetry",
	Description: console.Describe(
		"Prints for each board the instance and, after a tab, one fixed board of all boards that are equal up to the symmetries of the puzzle. So two boards are "+
			"equal up to symmetry exactly if the fixed boards are the same. Rectangular boards have rotations and reflections, and the order and the drawings of "+
			"the pieces of a packing do not matter. A sudoku has the exchanges of values, of bands and stacks, of the rows of a band and the columns of a stack, and of rows with columns. "+
			"The fixed board is the one with the smallest text. The puzzles without symmetries are refused.",
		"counterproof orbit sudoku ..1.4......3.2..",
		"counterproof generate --number 3 nonogram | counterproof orbit nonogram -",
	),
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags:     []cli.Flag{console.JSONFlag, jobsFlag, console.InputFlag, console.LinesFlag},
	Action:    console.Do(orbit),
}

func orbit(c *console.Call) error {
	ins, err := c.OpenInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	type found struct {
		in, least encode.Instance
		err       error
	}
	return console.InOrder(c, c.Jobs(), ins, func(ctx context.Context, in encode.Instance) found {
		least, err := encode.Orbit(ctx, in, catalog.All())
		return found{in, least, err}
	}, func(f found) error {
		c.WarnAbout(f.in)
		switch {
		case errors.Is(f.err, encode.ErrNoOrbit):
			return c.Usagef("%s: %w", c.Puzzle.Name, f.err)
		case f.err != nil:
			return fmt.Errorf("%s: %w", f.in, f.err)
		case c.Bool("json"):
			return c.JSON(ask.Orbit{Instance: f.in.String(), Orbit: f.least.String()})
		}
		_, err := fmt.Fprintf(c.Stdout, "%s\t%s\n", f.in, f.least)
		return err
	})
}
