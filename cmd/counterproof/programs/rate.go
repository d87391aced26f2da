package programs

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ask"
	"counterproof/bench/solve/rating"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

var jobsFlag = &cli.IntFlag{Name: "jobs", Usage: "work on `N` boards at once; without the flag, on one per core", Action: console.Least("jobs", 1)}

// RateCommand is the command rate.
var RateCommand = &cli.Command{
	Name:  "rate",
	Usage: "say how hard boards are, one line for each",
	Description: console.Describe(
		"Prints a line for each board, with tabs between seven columns. The first two are the instance and the number of solutions, where 2 stands for two or more. "+
			"The next three are the hardest level of the techniques that solve the board, the hardest technique, and the number of moves. "+
			"The last two are the nodes of the native search for two solutions, and the number of unnecessary clues. "+
			"A clue is unnecessary if the board still has one solution without this one clue. "+
			"A field that does not apply to the board is - in text and empty in CSV. Only boards with one solution have unnecessary clues. A level also needs one solution, or a game that the techniques solve. "+
			"If the techniques do not solve a board with one solution, its level is unreasonable for a map and begins with \"beyond\" for other puzzles. "+
			"The lines are in the order of the boards.",
		"counterproof rate sudoku ..1.4......3.2..",
		"counterproof generate --number 3 nonogram | counterproof rate --csv nonogram -",
	),
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: []cli.Flag{
		console.JSONFlag,
		&cli.BoolFlag{Name: "csv", Usage: "print CSV with a header"},
		console.TimeoutFlag("stop rating a board after a wall time of `D`, such as 90s; a field that is still unknown is ?(timeout)"),
		jobsFlag, console.InputFlag, console.LinesFlag,
	},
	Action: console.Do(rate),
}

// A rated is an instance and its rating.
type rated struct {
	in     encode.Instance
	rating rating.Rating
	err    error
}

func rate(c *console.Call) error {
	if c.Bool("csv") && c.Bool("json") {
		return c.Usagef("--csv and --json exclude each other")
	}
	if c.Puzzle.OfFile != nil {
		return c.Usagef("%s has no boards to rate", c.Puzzle.Name)
	}
	ins, err := c.OpenInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	table := csv.NewWriter(c.Stdout)
	if c.Bool("csv") {
		_ = table.Write(rating.Columns) // Flush keeps the error
	}
	return console.InOrder(c, ins, func(ctx context.Context, in encode.Instance) rated {
		ctx, cancel := context.WithTimeout(ctx, limit(c))
		defer cancel()
		r, err := rating.Rate(ctx, c.Puzzle, in)
		return rated{in, r, err}
	}, func(r rated) error {
		c.WarnAbout(r.in)
		switch {
		case r.err != nil:
			return fmt.Errorf("%s: %w", r.rating.Instance, r.err)
		case c.Bool("json"):
			return c.JSON(r.rating)
		case c.Bool("csv"):
			_ = table.Write(r.rating.Fields(""))
			table.Flush()
			return table.Error()
		}
		_, err := fmt.Fprintln(c.Stdout, strings.Join(r.rating.Fields("-"), "\t"))
		return err
	})
}

// limit returns the wall time that the flag --timeout allows for a board.
func limit(c *console.Call) time.Duration { return cmp.Or(c.Duration("timeout"), math.MaxInt64) }

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
	return console.InOrder(c, ins, func(ctx context.Context, in encode.Instance) found {
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
