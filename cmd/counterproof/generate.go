package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/encode/catalog"
)

var generateCommand = &cli.Command{
	Name:      "generate",
	Usage:     "make puzzles, each with one solution where the puzzle has such boards",
	ArgsUsage: "PUZZLE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "size", Usage: "`HxW`, or N for NxN; for a map WxHnN, N regions; for minesweeper WxHnN, N mines, or WxHnNXxYy, opened at x, y (default: list tells)"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the drawing; the same seed makes the same puzzles"},
		&cli.IntFlag{Name: "number", Value: 1, Usage: "how many"},
		&cli.StringFlag{Name: "difficulty", Usage: "how hard, where the puzzle has levels"},
		&cli.BoolFlag{Name: "minimal", Usage: "with no clue that can be left out, where the puzzle has clues"},
		&cli.BoolFlag{Name: verboseFlag.Name, Usage: "tell on stderr how many clues there are, where the puzzle has clues"},
	},
	Action: generate,
	BashComplete: func(c *cli.Context) {
		if c.Args().Present() {
			return
		}
		for _, p := range catalog.All() {
			if generates(p) {
				fmt.Fprintln(c.App.Writer, p.Name)
			}
		}
	},
}

// generates reports whether the puzzle makes boards.
func generates(p *encode.Puzzle) bool { return p.Generate != nil && p.Size != (encode.Size{}) }

func generate(c *cli.Context) error {
	args, err := positional(c, 1, 1)
	if err != nil {
		return err
	}
	p, err := findPuzzle(args[0])
	if err != nil {
		return err
	}
	if !generates(p) {
		if len(p.Sets) > 0 {
			return usagef("generate: %s makes no boards: it has its own, see the set %s", p.Name, p.Sets[0].Name)
		}
		return usagef("generate: %s makes no boards", p.Name)
	}
	size := p.Size
	if c.IsSet("size") {
		if size, err = readSize(c.String("size")); err != nil {
			return err
		}
	}
	if c.Int("number") < 1 {
		return usagef("generate: --number: want 1 or more, got %d", c.Int("number"))
	}
	switch {
	case c.IsSet("difficulty"): // no puzzle has levels yet
		return usagef("generate: --difficulty: %s has no levels of difficulty", p.Name)
	case c.Bool("minimal") && !clued(p):
		return usagef("generate: --minimal: %s has no clues to leave out", p.Name)
	}
	return generateBoards(c, p, size)
}

// clued reports whether the boards of the puzzle have clues to leave out.
func clued(p *encode.Puzzle) bool {
	in, err := p.Parse(p.Example)
	_, ok := in.(encode.Clued)
	return ok && err == nil
}

// generateBoards prints the boards and tells how many clues they have.
func generateBoards(c *cli.Context, p *encode.Puzzle, size encode.Size) error {
	var clues []int
	err := abandon(c.Context, func() error {
		for i := range c.Int("number") {
			in, err := makeBoard(c, p, size, i)
			if err != nil {
				return err
			}
			if in, ok := in.(encode.Clued); ok {
				clues = append(clues, in.Clues())
			}
			if _, err := fmt.Fprintln(c.App.Writer, in); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && len(clues) > 0 && (c.Bool(verboseFlag.Name) || isTerminal(c.App.ErrWriter)) {
		least, most := slices.Min(clues), slices.Max(clues)
		if least == most {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: %d clues\n", least)
		} else {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: %d to %d clues; fewest %d\n", least, most, least)
		}
	}
	return err
}

// makeBoard makes the i-th board, from the seed and i alone.
func makeBoard(c *cli.Context, p *encode.Puzzle, size encode.Size, i int) (encode.Instance, error) {
	var failed error // of keep, which then takes any board to come to an end
	keep := func(in encode.Instance) bool {
		one := false
		if failed == nil {
			failed = c.Context.Err()
		}
		if failed == nil && !p.Ambiguous {
			one, failed = encode.Unique(c.Context, in)
		}
		return failed != nil || p.Ambiguous || one
	}
	var in encode.Instance
	var err error
	switch {
	case size.N > 0 && p.Size.N == 0:
		err = &encode.SizeError{Size: size, Want: "height x width alone"}
	case size.R > 0 && p.Size.R == 0:
		err = &encode.SizeError{Size: size, Want: "no first cell: none is opened"}
	default:
		in, err = p.Generate(rand.New(rand.NewPCG(c.Uint64("seed"), uint64(i))), size, keep)
	}
	if err == nil && c.Bool("minimal") {
		in = minimal(in.(encode.Clued), keep, &failed)
	}
	if failed != nil {
		err = failed
	}
	var bad *encode.SizeError
	switch {
	case errors.As(err, &bad):
		return nil, usagef("generate: --size: %s: %w", p.Name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return in, nil
}

// minimal leaves out clues until there is none to spare, which generators mostly
// have seen to. It ends, too, where failed is set.
func minimal(in encode.Clued, keep func(encode.Instance) bool, failed *error) encode.Clued {
	for *failed == nil {
		i := encode.Spare(in, keep)
		if i < 0 {
			break
		}
		in = in.Without(i)
	}
	return in
}

// A size is height x width, or in the game IDs' form width x height, regions or
// mines and column and row of the first cell from 0.
var sizeForm = regexp.MustCompile(`^([0-9]{1,4})(?:x([0-9]{1,4}))?(?:n([0-9]{1,4})(?:X([0-9]{1,4})Y([0-9]{1,4}))?)?$`)

// readSize reads HxW, one number for both, or WxHnN and WxHnNXxYy.
func readSize(text string) (encode.Size, error) {
	bad := usagef("generate: --size: want HxW, one number, WxHnN or WxHnNXxYy, x and y from 0, the others from 1, to 9999, got %q", text)
	m := sizeForm.FindStringSubmatch(text)
	if m == nil || m[3] != "" && m[2] == "" {
		return encode.Size{}, bad
	}
	var number [6]int
	for i, digits := range m[1:] {
		number[i+1], _ = strconv.Atoi(digits) // or empty: 0
		if digits != "" && (strconv.Itoa(number[i+1]) != digits || number[i+1] == 0 && i < 3) {
			return encode.Size{}, bad
		}
	}
	z := encode.Size{H: number[1], W: number[2], N: number[3]}
	switch {
	case z.N > 0:
		z.H, z.W = z.W, z.H
	case m[2] == "":
		z.W = z.H
	}
	if m[4] != "" {
		z.R, z.C = number[5]+1, number[4]+1
	}
	return z, nil
}
