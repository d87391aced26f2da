package trust

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"counterproof/bench/run/crosscheck"
	"counterproof/bench/solve/generator"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

// A corpus is the sequence of the boards of a cross-check: first the instances that the arguments
// name, or else the examples, and then randomly drawn boards. Each pass over the sequence makes the
// boards again.
type corpus struct {
	named []named // none if there are only drawn boards
	n     int     // number of named instances

	drawn []*encode.Puzzle // boards are drawn from these puzzles in turn
	most  int              // number of boards to draw; negative means to draw until the time is over
	until time.Time        // the time to stop drawing; zero means no limit
	seed  uint64
	every int // every such round, for example every tenth, has boards of the default sizes; 0 means no round has them
}

type named struct {
	puzzle    *encode.Puzzle
	instances console.Instances
}

// readCorpus reads the instances and the flags for drawn boards. Without both, the corpus has the
// examples. It parses all instances first, so that a mistake is reported before any job runs.
func readCorpus(c *console.Call) (*corpus, error) {
	puzzles := catalog.All()
	if c.Puzzle != nil {
		puzzles = []*encode.Puzzle{c.Puzzle}
	} else if len(c.Args) > 1 {
		return nil, c.Usagef("want no instance after the argument all, got %q", c.Args[1])
	}
	if c.String(console.GivenFlag.Name) != "" && (c.Puzzle == nil || c.IsSet("random") || c.IsSet("for")) {
		return nil, c.Usagef("--%s names sites of one board, so it needs PUZZLE INSTANCE, without all, --random and --for", console.GivenFlag.Name)
	}
	all, err := readDrawn(c, puzzles)
	for i := 0; i < len(puzzles) && err == nil; i++ {
		err = all.readNamed(c, puzzles[i])
	}
	if all.most != 0 && len(c.Args) < 2 {
		all.named, all.n = nil, 0
	}
	return all, err
}

func readDrawn(c *console.Call, puzzles []*encode.Puzzle) (*corpus, error) {
	all := &corpus{most: c.Int("random"), seed: c.Uint64("seed"), every: c.Int("puzzles")}
	if c.IsSet("for") {
		all.until = time.Now().Add(c.Duration("for"))
		if all.most == 0 {
			all.most = -1
		}
	}
	if c.IsSet("puzzles") && all.most == 0 {
		return all, c.Usagef("--puzzles has an effect only with --random or --for: add one of them")
	}
	if all.most != 0 {
		all.drawn = slices.DeleteFunc(slices.Clone(puzzles), func(p *encode.Puzzle) bool { return p.Generate == nil })
		if len(all.drawn) == 0 {
			return all, c.Usagef("%s has no generator", puzzles[0].Name)
		}
	}
	return all, nil
}

// readNamed adds the instances of the arguments or, without them, the example of the puzzle.
func (all *corpus) readNamed(c *console.Call, p *encode.Puzzle) error {
	args := []string{p.Example}
	if len(c.Args) > 1 {
		args = c.Args[1:]
	}
	ins, err := c.OpenInstances(p, args)
	if err != nil {
		return err
	}
	all.named = append(all.named, named{p, ins})
	for in, err := range ins {
		if err != nil {
			return err
		}
		if err := c.Symmetric(p, in); err != nil {
			return err
		}
		c.WarnAbout(in)
		all.n++
	}
	return nil
}

func (all *corpus) size() int {
	return wording.Either(all.most < 0 || !all.until.IsZero(), 0, all.n+all.most)
}

func (all *corpus) boards(ctx context.Context) iter.Seq2[crosscheck.Board, error] {
	return func(yield func(crosscheck.Board, error) bool) {
		for _, part := range all.named {
			for in, err := range part.instances {
				if !yield(crosscheck.Board{Puzzle: part.puzzle, Instance: in}, err) || err != nil {
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

// turn returns the puzzle of the i-th drawn board, and whether the board is as large as people solve
// (real size). One in every all.every rounds over the puzzles has such boards. A puzzle that has no
// others, such as the calendar, takes part only in these rounds, because its boards take a hundred
// times as long as all others together.
func (all *corpus) turn(i int) (p *encode.Puzzle, real bool) {
	if all.every == 0 {
		return all.drawn[i%len(all.drawn)], false
	}
	small := slices.DeleteFunc(slices.Clone(all.drawn), func(p *encode.Puzzle) bool { return !generator.Draws(p) })
	before := (all.every - 1) * len(small)
	i %= before + len(all.drawn)
	if i < before {
		return small[i%len(small)], false
	}
	return all.drawn[i-before], true
}

// draw returns the i-th drawn board, which depends only on the seed and i. It has real size, as from
// the command generate, or a size that brute force can count.
func (all *corpus) draw(ctx context.Context, i int) (crosscheck.Board, error) {
	p, real := all.turn(i)
	if real && generator.Draws(p) {
		drawer, err := generator.Draw{Seed: all.seed}.For(p)
		if err != nil {
			return crosscheck.Board{}, err
		}
		if in, err := drawer.Board(ctx, i); err == nil || ctx.Err() != nil {
			return crosscheck.Board{Puzzle: p, Instance: in}, ctx.Err()
		}
	}
	rng := rand.New(rand.NewPCG(all.seed, uint64(i)))
	in, err := p.Generate(ctx, rng, encode.Size{}, func(encode.Instance) bool { return true })
	if err != nil {
		err = fmt.Errorf("%s: %w", p.Name, err)
	}
	return crosscheck.Board{Puzzle: p, Instance: in}, err
}
