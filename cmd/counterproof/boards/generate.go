package boards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/generator"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

// GenerateCommand is the command generate.
var GenerateCommand = &cli.Command{
	Name:     "generate",
	Usage:    "make random boards, for most puzzles with exactly one solution",
	Category: console.GroupMake,
	Description: console.Describe(
		"Prints one instance per line. The same seed gives the same boards. A board has exactly one "+
			"solution, except for two puzzles: Lights Out boards have one or more solutions, and "+
			"Minesweeper boards can have several solutions at first, but can be opened without guessing. The "+
			"calendar has no generator.",
		"counterproof generate sudoku",
		"counterproof generate --difficulty hard --number 3 --seed 7 pairplace",
	),
	ArgsUsage: "PUZZLE",
	Flags: []cli.Flag{
		console.SizeFlag, console.SeedFlag,
		&cli.IntFlag{Name: "number", Value: 1, Usage: "make `K` boards", Action: console.Least("number", 1)},
		&cli.StringFlag{Name: "difficulty", Usage: "make boards for which deduce needs rules of the level `LEVEL` but no harder ones; list PUZZLE names the levels"},
		console.MinimalFlag,
		&cli.BoolFlag{Name: console.VerboseFlag.Name, Usage: "report the number of clues on stderr"},
	},
	Action:       console.Args(1, 1, generate),
	BashComplete: console.CompleteDrawn,
}

func generate(c *cli.Context, args []string) error {
	p, err := console.FindPuzzle(args[0])
	if err != nil {
		return err
	}
	d, err := console.Draw(c)
	if err != nil {
		return err
	}
	d.Difficulty = c.String("difficulty")
	if c.IsSet("difficulty") && d.Difficulty == "" {
		return console.Usagef("generate: --difficulty: want the name of a level, got an empty name: counterproof list %s names the levels", p.Name)
	}
	return Boards(c, p, d)
}

// Boards prints the boards. With -v, or if stderr is a terminal, it also reports on stderr how many
// clues the boards have. If a board takes longer than patience, it reports that it is still trying.
func Boards(c *cli.Context, p *encode.Puzzle, d generator.Draw) error {
	g, err := d.For(p)
	if err != nil {
		return console.DrawError(c, err)
	}
	verbose := c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.App.ErrWriter)
	if verbose {
		g.Tried = reportTries(c, d.Difficulty)
	}
	var clues []int
	for i := range c.Int("number") {
		in, err := g.Board(c.Context, i)
		if err != nil {
			return otherSize(c, g, console.DrawError(c, err))
		}
		if in, ok := in.(encode.HasClues); ok {
			clues = append(clues, in.Clues())
		}
		if _, err := fmt.Fprintln(c.App.Writer, in); err != nil {
			return err
		}
	}
	if len(clues) > 0 && verbose {
		least, most := slices.Min(clues), slices.Max(clues)
		if least == most {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: %d clues\n", least)
		} else {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: %d to %d clues\n", least, most)
		}
	}
	return nil
}

// patience is the time after which generate reports that it is still trying.
const patience = time.Second

// reportTries returns a function to call after each try. After patience it reports once that boards
// of the level are rare.
func reportTries(c *cli.Context, level string) func(boards int) {
	began, reported := time.Now(), false
	return func(boards int) {
		if took := time.Since(began); took > patience && !reported {
			reported = true
			fmt.Fprintf(c.App.ErrWriter, "counterproof: boards of level %s are rare at this size: still trying after %d boards, %.0f per second\n",
				level, boards, float64(boards)/took.Seconds())
		}
	}
}

// otherSize adds a size that works to the error that no board of the level was found. It returns
// other errors as they are.
func otherSize(c *cli.Context, g *generator.Drawer, err error) error {
	var level *generator.LevelError
	if !errors.As(err, &level) {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Context, 10*patience)
	defer cancel()
	if size, ok := g.OtherSize(ctx); ok {
		return fmt.Errorf("%w; --size %s has boards of this level", err, size)
	}
	return cmp.Or(c.Context.Err(), err)
}
