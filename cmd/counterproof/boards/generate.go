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
		"counterproof generate --difficulty hard --size 6x7 --number 3 --seed 7 pairplace",
	),
	ArgsUsage: "PUZZLE",
	Flags: []cli.Flag{
		console.SizeFlag, console.SeedFlag,
		&cli.IntFlag{Name: "number", Value: 1, Usage: "make `K` boards", Action: console.Least("number", 1)},
		&cli.StringFlag{Name: "difficulty", Usage: "make boards for which deduce needs rules of the level `LEVEL` but no harder ones; list PUZZLE names the levels"},
		&cli.StringFlag{Name: "picture", TakesFile: true, Usage: "make the nonogram of the picture in the file `F`, or of standard input if F is -: rows of . and #, a PBM image (P1 or P4) or a PNG image, with a pixel for each cell, at most 256x256"},
		&cli.Float64Flag{Name: "threshold", Value: 0.5, Usage: "with a PNG image, make a pixel black if its brightness is below `T`, a number from 0 (black) to 1 (white)"},
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
	if c.IsSet("picture") {
		return fromPicture(c, p)
	}
	if c.IsSet("threshold") {
		return console.Usagef("generate: --threshold goes with --picture")
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

// Boards makes the boards that the flags ask for and prints them. With -v, or if stderr is a
// terminal, it also reports on stderr how many clues the boards have. If a board takes longer than
// patience, it reports that it is still trying.
func Boards(c *cli.Context, p *encode.Puzzle, d generator.Draw) error {
	g, err := d.For(p)
	if err != nil {
		return console.DrawError(c, err)
	}
	verbose := c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.App.ErrWriter)
	tries := &tries{c: c, level: d.Difficulty, began: time.Now()}
	if verbose {
		g.Tried = tries.add
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
	if verbose && d.Difficulty != "" {
		tries.report(c.Int("number"))
	}
	return nil
}

// patience is the time after which generate reports that it is still trying.
const patience = time.Second

// A tries counts the boards that generate tries for a level.
type tries struct {
	c        *cli.Context
	level    string
	began    time.Time
	others   int  // boards of another level
	reported bool // whether add has reported that boards of the level are rare
}

// add counts a board of another level. When the time patience has passed, it reports once that
// boards of the wanted level are rare. The parameter boards is the number of boards of other levels
// that were drawn so far for the current board.
func (t *tries) add(boards int) {
	t.others++
	if took := time.Since(t.began); took > patience && !t.reported {
		t.reported = true
		fmt.Fprintf(t.c.App.ErrWriter, "counterproof: boards of level %s are rare at this size: still trying after %d boards, %.0f per second\n",
			t.level, boards, float64(boards)/took.Seconds())
	}
}

// report says how many boards were tried for the given number of boards of the level, and the rate.
func (t *tries) report(found int) {
	all := t.others + found
	fmt.Fprintf(t.c.App.ErrWriter, "counterproof: tried %d boards for %d of level %s, %.3g per second\n",
		all, found, t.level, float64(all)/max(time.Since(t.began).Seconds(), 1e-9))
}

// otherSize extends the error that no board of the level was found: it adds a size at which such
// boards exist. It returns other errors unchanged.
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
