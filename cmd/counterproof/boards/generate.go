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
	"counterproof/encode/catalog"
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
		&cli.StringFlag{Name: "size", Usage: "make boards of the size `HxW` (height x width), or N for NxN. A size with the letter n begins with the width: for map, 20x15n30 is 20 wide and has 30 regions; for minesweeper, 9x8n10 is 9 wide and has 10 mines. 9x8n10X3Y4 also names the first cell to open, in column 3 and row 4, counted from 0. list PUZZLE names the default size"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "use the seed `N`; another seed makes other boards"},
		&cli.IntFlag{Name: "number", Value: 1, Usage: "make `K` boards", Action: console.Least("number", 1)},
		&cli.StringFlag{Name: "difficulty", Usage: "make boards for which deduce needs rules of the level `LEVEL` but no harder ones; list PUZZLE names the levels"},
		&cli.BoolFlag{Name: "minimal", Usage: "remove clues until each remaining clue is needed"},
		&cli.BoolFlag{Name: console.VerboseFlag.Name, Usage: "report the number of clues on stderr"},
	},
	Action: console.Args(1, 1, generate),
	BashComplete: func(c *cli.Context) {
		if c.Args().Present() {
			return
		}
		for _, p := range catalog.All() {
			if generator.Draws(p) {
				fmt.Fprintln(c.App.Writer, p.Name)
			}
		}
	},
}

func generate(c *cli.Context, args []string) error {
	p, err := console.FindPuzzle(args[0])
	if err != nil {
		return err
	}
	d := generator.Draw{Seed: c.Uint64("seed"), Difficulty: c.String("difficulty"), Minimal: c.Bool("minimal")}
	if c.IsSet("size") {
		if d.Size, err = encode.ParseSize(c.String("size")); err != nil {
			return console.Usagef("generate: --size: %w", err)
		}
	}
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
		return drawError(err)
	}
	verbose := c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.App.ErrWriter)
	if verbose {
		g.Tried = reportTries(c, d.Difficulty)
	}
	var clues []int
	for i := range c.Int("number") {
		in, err := g.Board(c.Context, i)
		if err != nil {
			return otherSize(c, g, drawError(err))
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

// drawError turns an *generator.DrawError, the error for boards that a puzzle does not have, into a
// UsageError.
func drawError(err error) error {
	var bad *generator.DrawError
	if !errors.As(err, &bad) {
		return err
	}
	if bad.Part == "" {
		return console.Usagef("generate: %w", err)
	}
	return console.Usagef("generate: --%s: %w", bad.Part, err)
}
