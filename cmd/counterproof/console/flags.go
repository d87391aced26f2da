package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

// invalid matches the message of the flag package about a value that it cannot parse.
var invalid = regexp.MustCompile(`^invalid value "(.*)" for flag -(\S+): `)

// FlagError turns an error of the flag package into a UsageError of the command. If a value cannot
// be parsed, the error says what the flag accepts.
func FlagError(c *cli.Command, err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: "); ok {
		if _, absent := os.Lstat(name); absent == nil {
			return Usagef("%s: %w; to name the file, write ./%s", Name(c), err, name)
		}
	}
	m := invalid.FindStringSubmatch(err.Error())
	if m == nil {
		return Usagef("%s: %w", Name(c), err)
	}
	for _, f := range c.Flags {
		if !slices.Contains(f.Names(), m[2]) {
			continue
		}
		switch f.(type) {
		case *cli.DurationFlag:
			return Usagef("%s: --%s: want a duration such as 90s or 5m, got %q", Name(c), m[2], wording.Short(m[1]))
		case *cli.IntFlag, *cli.Int64Flag, *cli.Uint64Flag:
			return Usagef("%s: --%s: want a whole number, got %q", Name(c), m[2], wording.Short(m[1]))
		}
	}
	return Usagef("%s: %w", Name(c), err)
}

// FileFlag returns a flag that names a file to write or read. The flag refuses the name -,
// because users could expect it to mean standard output.
func FileFlag(name, value, usage string) cli.Flag {
	return &cli.StringFlag{Name: name, Value: value, Usage: usage, TakesFile: true, Action: func(c *cli.Context, file string) error {
		switch file {
		case "":
			return Usagef("%s: --%s: want a file, got an empty name", c.Command.Name, name)
		case "-":
			return Usagef("%s: --%s: want a file, got -: standard output is for the results", c.Command.Name, name)
		}
		return otherPicture(c.Command, name, file)
	}}
}

// endings are the extensions that a flag accepts. It refuses otherEndings, but no unknown ones.
var endings = map[string][]string{"svg": {"svg"}, "png": {"png"}, "pdf": {"pdf"}, "html": {"html", "htm"}}

var otherEndings = strings.Fields("svg png pdf html htm jpg jpeg gif eps ps txt md json jsonl csv tsv")

// otherPicture refuses a file name whose extension belongs to another format than the flag.
func otherPicture(c *cli.Command, name, file string) error {
	kind := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	if own := endings[name]; own == nil || slices.Contains(own, kind) || !slices.Contains(otherEndings, kind) {
		return nil
	}
	advice := "want a file that ends in ." + name
	if slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), kind) }) {
		advice = fmt.Sprintf("for %s use --%s %s", strings.ToUpper(kind), kind, file)
	}
	return Usagef("%s: --%s writes %s: %s", c.Name, name, strings.ToUpper(name), advice)
}

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
