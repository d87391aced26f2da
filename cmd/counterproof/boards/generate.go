package boards

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/experiment"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

var GenerateCommand = &cli.Command{
	Name:      "generate",
	Usage:     "make puzzles, each with one solution where the puzzle has such boards",
	ArgsUsage: "PUZZLE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "size", Usage: "`HxW`, or N for NxN; for a map WxHnN, N regions; for minesweeper WxHnN, N mines, or WxHnNXxYy, opened at x, y (default: list tells)"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the drawing; the same seed makes the same puzzles"},
		&cli.IntFlag{Name: "number", Value: 1, Usage: "how many", Action: console.Least("number", 1)},
		&cli.StringFlag{Name: "difficulty", Usage: "the hardest level of rules that it takes, where the puzzle has rules"},
		&cli.BoolFlag{Name: "minimal", Usage: "with no clue that can be left out, where the puzzle has clues"},
		&cli.BoolFlag{Name: console.VerboseFlag.Name, Usage: "tell on stderr how many clues there are, where the puzzle has clues"},
	},
	Action: console.Args(1, 1, generate),
	BashComplete: func(c *cli.Context) {
		if c.Args().Present() {
			return
		}
		for _, p := range catalog.All() {
			if experiment.Draws(p) {
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
	d := experiment.Draw{Seed: c.Uint64("seed"), Difficulty: c.String("difficulty"), Minimal: c.Bool("minimal")}
	if c.IsSet("size") {
		if d.Size, err = encode.ParseSize(c.String("size")); err != nil {
			return console.Usagef("generate: --size: %w", err)
		}
	}
	if c.IsSet("difficulty") && d.Difficulty == "" {
		return console.Usagef("generate: --difficulty: want the name of a level")
	}
	return Boards(c, p, d)
}

// Boards prints the boards and tells how many clues they have.
func Boards(c *cli.Context, p *encode.Puzzle, d experiment.Draw) error {
	g, err := d.For(p)
	if err != nil {
		return drawError(err)
	}
	var clues []int
	for i := range c.Int("number") {
		in, err := g.Board(c.Context, i)
		if err != nil {
			return drawError(err)
		}
		if in, ok := in.(encode.HasClues); ok {
			clues = append(clues, in.Clues())
		}
		if _, err := fmt.Fprintln(c.App.Writer, in); err != nil {
			return err
		}
	}
	if len(clues) > 0 && (c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.App.ErrWriter)) {
		least, most := slices.Min(clues), slices.Max(clues)
		if least == most {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: %d clues\n", least)
		} else {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: %d to %d clues; fewest %d\n", least, most, least)
		}
	}
	return nil
}

// drawError makes boards that a puzzle has not a misuse.
func drawError(err error) error {
	var bad *experiment.DrawError
	if !errors.As(err, &bad) {
		return err
	}
	if bad.Part == "" {
		return console.Usagef("generate: %w", err)
	}
	return console.Usagef("generate: --%s: %w", bad.Part, err)
}
