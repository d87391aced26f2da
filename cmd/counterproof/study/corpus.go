package study

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/crosscheck"
	"counterproof/bench/experiment"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// A corpus is the boards of a cross-check: those that the arguments name, then
// drawn ones. They are made while one goes over them, each time anew.
type corpus struct {
	puzzle *encode.Puzzle // of the instances
	named  console.Instances
	n      int // of the instances

	drawn []*encode.Puzzle // in turn
	most  int              // boards drawn; 0: none; negative: until the time is over
	until time.Time        // zero: no limit
	seed  uint64
	every int // one round in so many is of boards of the puzzles' own sizes; 0: none
}

// readCorpus reads what is to be compared: the instances named, the examples of
// the puzzle where there are none, and how boards are drawn. All are parsed, so
// that a mistake is told before anything is run.
func readCorpus(c *cli.Context, args []string) (*corpus, error) {
	puzzles := catalog.All()
	if args[0] != "all" {
		p, err := console.FindPuzzle(args[0])
		if err != nil {
			return nil, err
		}
		puzzles = []*encode.Puzzle{p}
	} else if len(args) > 1 {
		return nil, console.Usagef("crosscheck: all takes no instance, got %q", args[1])
	}
	all, err := readDrawn(c, puzzles)
	switch {
	case err != nil:
		return nil, err
	case len(args) > 1:
		return all, all.readNamed(c, puzzles[0], args[1:])
	}
	for _, p := range puzzles {
		in, err := p.Parse(p.Example)
		if err != nil {
			return nil, fmt.Errorf("%s: example: %w", p.Name, err)
		}
		if err := console.Symmetric(c, p, in); err != nil {
			return nil, err
		}
	}
	if all.most == 0 {
		all.drawn, all.n = puzzles, len(puzzles)
	}
	return all, nil
}

// readDrawn reads the flags about boards that are drawn.
func readDrawn(c *cli.Context, puzzles []*encode.Puzzle) (*corpus, error) {
	all := &corpus{most: c.Int("random"), seed: c.Uint64("seed"), every: c.Int("puzzles")}
	if c.IsSet("for") {
		all.until = time.Now().Add(c.Duration("for"))
		if all.most == 0 {
			all.most = -1
		}
	}
	if c.IsSet("puzzles") && all.most == 0 {
		return nil, console.Usagef("crosscheck: --puzzles goes with --random or --for")
	}
	if all.most != 0 {
		all.drawn = slices.DeleteFunc(slices.Clone(puzzles), func(p *encode.Puzzle) bool { return p.Generate == nil })
		if len(all.drawn) == 0 {
			return nil, console.Usagef("crosscheck: %s has no generator", puzzles[0].Name)
		}
	}
	return all, nil
}

// readNamed reads the instances of a puzzle.
func (all *corpus) readNamed(c *cli.Context, p *encode.Puzzle, args []string) (err error) {
	all.puzzle = p
	if all.named, err = console.OpenInstances(c, p, args); err != nil {
		return err
	}
	for in, err := range all.named {
		if err != nil {
			return err
		}
		if err := console.Symmetric(c, p, in); err != nil {
			return err
		}
		console.Warn(c, in)
		all.n++
	}
	return nil
}

// size is the number of boards, 0 where it is not known.
func (all *corpus) size() int {
	if all.most < 0 || !all.until.IsZero() {
		return 0
	}
	return all.n + all.most
}

func (all *corpus) boards(ctx context.Context) iter.Seq2[crosscheck.Board, error] {
	return func(yield func(crosscheck.Board, error) bool) {
		switch {
		case all.named != nil:
			for in, err := range all.named {
				if !yield(crosscheck.Board{Puzzle: all.puzzle, Instance: in}, err) || err != nil {
					return
				}
			}
		case all.most == 0:
			for _, p := range all.drawn {
				in, err := p.Parse(p.Example)
				if !yield(crosscheck.Board{Puzzle: p, Instance: in}, err) || err != nil {
					return
				}
			}
		}
		for i := 0; all.most < 0 || i < all.most; i++ {
			if i > 0 && !all.until.IsZero() && time.Now().After(all.until) {
				return
			}
			b, err := all.draw(ctx, i)
			if !yield(b, err) || err != nil {
				return
			}
		}
	}
}

// turn says of which puzzle the i-th board is, and whether it is of real size: that
// is one round over all puzzles in each `every`. A puzzle that has no other boards,
// such as the calendar, takes part in those rounds alone: it would take a hundred
// times as long as all others together.
func (all *corpus) turn(i int) (p *encode.Puzzle, real bool) {
	if all.every == 0 {
		return all.drawn[i%len(all.drawn)], false
	}
	var small []*encode.Puzzle
	for _, p := range all.drawn {
		if experiment.Draws(p) {
			small = append(small, p)
		}
	}
	before := (all.every - 1) * len(small)
	i %= before + len(all.drawn)
	if i < before {
		return small[i%len(small)], false
	}
	return all.drawn[i-before], true
}

// draw makes the i-th board, from the seed and i alone: one that brute force can
// do, or as the command generate makes them where it makes such a board.
func (all *corpus) draw(ctx context.Context, i int) (crosscheck.Board, error) {
	p, real := all.turn(i)
	if real && experiment.Draws(p) {
		drawer, err := experiment.Draw{Seed: all.seed}.For(p)
		if err != nil {
			return crosscheck.Board{}, err
		}
		in, err := drawer.Board(ctx, i)
		if err == nil {
			return crosscheck.Board{Puzzle: p, Instance: in}, nil
		}
		if ctx.Err() != nil {
			return crosscheck.Board{}, ctx.Err()
		}
	}
	rng := rand.New(rand.NewPCG(all.seed, uint64(i)))
	in, err := p.Generate(ctx, rng, encode.Size{}, func(encode.Instance) bool { return true })
	if err != nil {
		err = fmt.Errorf("%s: %w", p.Name, err)
	}
	return crosscheck.Board{Puzzle: p, Instance: in}, err
}
