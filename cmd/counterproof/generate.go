package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/native"
)

var generateCommand = &cli.Command{
	Name:      "generate",
	Usage:     "make puzzles, each with one solution where the puzzle has such boards",
	ArgsUsage: "PUZZLE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "size", Usage: "`HxW`, or N for NxN; for a map WxHnN, N regions; for minesweeper WxHnN, N mines, or WxHnNXxYy, opened at x, y (default: list tells)"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the drawing; the same seed makes the same puzzles"},
		&cli.IntFlag{Name: "number", Value: 1, Usage: "how many"},
		&cli.StringFlag{Name: "difficulty", Usage: "the hardest level of rules that it takes, where the puzzle has rules"},
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
	case c.Bool("minimal") && !clued(p):
		return usagef("generate: --minimal: %s has no clues to leave out", p.Name)
	}
	g := &generator{Context: c, p: p, size: size}
	if c.IsSet("difficulty") {
		if g.levels, err = levelsUpTo(p, c.String("difficulty")); err != nil {
			return err
		}
	}
	return g.boards()
}

// A generator makes boards of one puzzle.
type generator struct {
	*cli.Context
	p      *encode.Puzzle
	size   encode.Size
	levels []string // that --difficulty allows, the last one to be used; nil: all the same
}

// levelsUpTo are the levels of the puzzle's rules up to the one named.
func levelsUpTo(p *encode.Puzzle, name string) ([]string, error) {
	in, err := p.Parse(p.Example)
	if err != nil {
		return nil, err
	}
	board, ok := in.(encode.Deducible)
	if !ok {
		return nil, usagef("generate: --difficulty: %s has no levels of difficulty", p.Name)
	}
	var levels []string
	for _, r := range board.Rules() {
		if !slices.Contains(levels, r.Level) {
			levels = append(levels, r.Level)
		}
	}
	i := slices.Index(levels, name)
	if i < 0 {
		return nil, usagef("generate: --difficulty: want one of %s, got %q", strings.Join(levels, ", "), name)
	}
	return levels[:i+1], nil
}

// clued reports whether the boards of the puzzle have clues to leave out.
func clued(p *encode.Puzzle) bool {
	in, err := p.Parse(p.Example)
	_, ok := in.(encode.Clued)
	return ok && err == nil
}

// boards prints the boards and tells how many clues they have.
func (g *generator) boards() error {
	var clues []int
	err := abandon(g.Context.Context, func() error {
		for i := range g.Int("number") {
			in, err := g.board(i)
			if err != nil {
				return err
			}
			if in, ok := in.(encode.Clued); ok {
				clues = append(clues, in.Clues())
			}
			if _, err := fmt.Fprintln(g.App.Writer, in); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && len(clues) > 0 && (g.Bool(verboseFlag.Name) || isTerminal(g.App.ErrWriter)) {
		least, most := slices.Min(clues), slices.Max(clues)
		if least == most {
			fmt.Fprintf(g.App.ErrWriter, "counterproof: %d clues\n", least)
		} else {
			fmt.Fprintf(g.App.ErrWriter, "counterproof: %d to %d clues; fewest %d\n", least, most, least)
		}
	}
	return err
}

// tries is how many boards are drawn for one of the difficulty wanted.
const tries = 2000

// board makes the i-th board, from the seed and i alone.
func (g *generator) board(i int) (encode.Instance, error) {
	switch {
	case g.size.N > 0 && g.p.Size.N == 0:
		return nil, g.fails(&encode.SizeError{Size: g.size, Want: "height x width alone"})
	case g.size.R > 0 && g.p.Size.R == 0:
		return nil, g.fails(&encode.SizeError{Size: g.size, Want: "no first cell: none is opened"})
	}
	rng := rand.New(rand.NewPCG(g.Uint64("seed"), uint64(i)))
	for range tries {
		var failed error // of keep, which then takes any board to come to an end
		keep := func(in encode.Instance) bool {
			var good bool
			if failed == nil {
				good, failed = g.wanted(in)
			}
			return failed != nil || good
		}
		in, err := g.p.Generate(rng, g.size, keep)
		if err == nil && g.Bool("minimal") {
			in = minimal(in.(encode.Clued), keep, &failed)
		}
		if failed != nil {
			err = failed
		}
		if err != nil {
			return nil, g.fails(err)
		}
		if g.levels == nil {
			return in, nil
		}
		d, err := g.deduce(in)
		if err != nil {
			return nil, g.fails(err)
		}
		if d.Level == g.levels[len(g.levels)-1] {
			return in, nil
		}
	}
	return nil, fmt.Errorf("%s: %d boards drawn, and none takes level %s and no harder one", g.p.Name, tries, g.levels[len(g.levels)-1])
}

// wanted reports whether a board will do, but for its level being too low: it
// has one solution, and the rules up to the difficulty find it.
func (g *generator) wanted(in encode.Instance) (bool, error) {
	if err := g.Context.Context.Err(); err != nil {
		return false, err
	}
	unique := g.p.Ambiguous
	if g.levels != nil {
		d, err := g.deduce(in)
		if err != nil || d.Solution == nil {
			return false, err
		}
		// Rules that are right on all boards have proved that there is no other.
		unique = unique || !usesUnique(d)
	}
	if unique {
		return true, nil
	}
	return encode.Unique(g.Context.Context, in)
}

func (g *generator) deduce(in encode.Instance) (*encode.Deduced, error) {
	return in.(encode.Deducible).Deduce(g.Context.Context, new(native.Stats), encode.Deducing{
		Use: func(r encode.Rule) bool { return slices.Contains(g.levels, r.Level) },
	})
}

// fails says whose mistake err is.
func (g *generator) fails(err error) error {
	var bad *encode.SizeError
	if errors.As(err, &bad) {
		return usagef("generate: --size: %s: %w", g.p.Name, err)
	}
	return fmt.Errorf("%s: %w", g.p.Name, err)
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
