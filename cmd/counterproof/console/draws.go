package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// These are the flags of commands that generate random boards.
var (
	SizeFlag    = &cli.StringFlag{Name: "size", Usage: "make boards of the size `HxW`, or N for NxN. HxW is height x width, but columns x categories for sherlock, and items x options for exactcover. map and minesweeper also take sizes with the letter n, which begin with the width. For map, 20x15n30 is 20 wide and 15 high, and has 30 regions. For minesweeper, 9x8n10 is 9 wide and 8 high, and has 10 mines; 9x8n10X3Y4 also names the first cell to open, in column 3 and row 4, counted from 0. list PUZZLE prints the default size"}
	SeedFlag    = &cli.Uint64Flag{Name: "seed", Value: 1, Usage: "use the seed `N`; another seed makes other boards"}
	MinimalFlag = &cli.BoolFlag{Name: "minimal", Usage: "remove clues until none can be removed without adding a solution"}
)

// Draw returns the boards that the flags ask for, as a generator.Draw without a difficulty.
func (c *Call) Draw() (d generator.Draw, err error) {
	d = generator.Draw{Seed: c.Uint64(SeedFlag.Name), Minimal: c.Bool(MinimalFlag.Name)}
	if c.IsSet(SizeFlag.Name) {
		if d.Size, err = encode.ParseSize(c.String(SizeFlag.Name)); err != nil {
			return d, c.Usagef("--size: %w", err)
		}
	}
	return d, nil
}

// DrawError turns a *generator.DrawError into a UsageError.
func (c *Call) DrawError(err error) error {
	var bad *generator.DrawError
	switch {
	case !errors.As(err, &bad):
		return err
	case bad.Part == "":
		return c.Usagef("%w", err)
	}
	return c.Usagef("--%s: %w", bad.Part, err)
}

const otherSizeTime = 10 * time.Second

// OtherSize takes the error that a Drawer found no board of its level, and adds a size at which such
// boards exist. It returns other errors unchanged.
func (c *Call) OtherSize(g *generator.Drawer, err error) error {
	if !errors.As(err, new(*generator.LevelError)) {
		return err
	}
	ctx, cancel := context.WithTimeout(c, otherSizeTime)
	defer cancel()
	if size, ok := g.OtherSize(ctx); ok {
		return fmt.Errorf("%w; --size %s has boards of this level", err, size)
	}
	return cmp.Or(c.Err(), err)
}

// CompleteDrawn completes a command line with the puzzles that can generate boards.
func CompleteDrawn(c *cli.Context) {
	if c.Args().Present() {
		return
	}
	for _, p := range catalog.All() {
		if generator.Draws(p) {
			fmt.Fprintln(c.App.Writer, p.Name)
		}
	}
}
