package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/encode/catalog"
)

var generateCommand = &cli.Command{
	Name:      "generate",
	Usage:     "make puzzles, each with one solution where the puzzle has such boards",
	ArgsUsage: "PUZZLE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "size", Usage: "`HxW`, or N for NxN (default: list tells)"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the drawing; the same seed makes the same puzzles"},
		&cli.IntFlag{Name: "number", Value: 1, Usage: "how many"},
		&cli.StringFlag{Name: "difficulty", Usage: "how hard, where the puzzle has levels"},
		&cli.BoolFlag{Name: "minimal", Usage: "with no clue that can be left out, where the puzzle has clues"},
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
	// No puzzle has levels or clues to leave out yet.
	switch {
	case c.IsSet("difficulty"):
		return usagef("generate: --difficulty: %s has no levels of difficulty", p.Name)
	case c.Bool("minimal"):
		return usagef("generate: --minimal: %s has no clues to leave out", p.Name)
	}
	return abandon(c.Context, func() error {
		for i := range c.Int("number") {
			in, err := makeBoard(c, p, size, i)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintln(c.App.Writer, in); err != nil {
				return err
			}
		}
		return nil
	})
}

// makeBoard makes the i-th board, from the seed and i alone.
func makeBoard(c *cli.Context, p *encode.Puzzle, size encode.Size, i int) (encode.Instance, error) {
	var failed error // of keep, which then takes any board to come to an end
	keep := func(in encode.Instance) bool {
		one := false
		if failed = c.Context.Err(); failed == nil && !p.Ambiguous {
			one, failed = encode.Unique(c.Context, in)
		}
		return failed != nil || p.Ambiguous || one
	}
	in, err := p.Generate(rand.New(rand.NewPCG(c.Uint64("seed"), uint64(i))), size, keep)
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

// readSize reads HxW, or one number for both.
func readSize(text string) (encode.Size, error) {
	h, w, two := strings.Cut(text, "x")
	if !two {
		w = h
	}
	var z encode.Size
	for side, field := range map[*int]string{&z.H: h, &z.W: w} {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 || n > 9999 || strconv.Itoa(n) != field {
			return z, usagef("generate: --size: want HxW or one number, each from 1 to 9999, got %q", text)
		}
		*side = n
	}
	return z, nil
}
