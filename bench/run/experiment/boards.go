package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/generator"
	"counterproof/encode"
)

// A Boards says which boards to generate for a suite. The field Number is the number of boards of
// each size.
type Boards struct {
	Sizes      sizes  `toml:"size"`
	Number     int    `toml:"number"`
	Seed       uint64 `toml:"seed"`
	Difficulty string `toml:"difficulty"`
	Minimal    bool   `toml:"minimal"`
}

// drawers returns a Drawer for each size. The error comes from generator.Draw.For.
func (b *Boards) drawers(p *encode.Puzzle) ([]*generator.Drawer, error) {
	all := b.Sizes
	if len(all) == 0 {
		all = sizes{{}}
	}
	var drawers []*generator.Drawer
	for _, z := range all {
		g, err := generator.Draw{Size: z, Seed: b.Seed, Difficulty: b.Difficulty, Minimal: b.Minimal}.For(p)
		if err != nil {
			return nil, err
		}
		drawers = append(drawers, g)
	}
	return drawers, nil
}

func (b *Boards) draw(ctx context.Context, p *encode.Puzzle) (ins []encode.Instance, labels []result.Label, err error) {
	drawers, err := b.drawers(p)
	if err != nil {
		return nil, nil, err
	}
	for _, g := range drawers {
		boards, err := g.Boards(ctx, b.Number)
		if err != nil {
			return nil, nil, err
		}
		for _, in := range boards {
			ins, labels = append(ins, in), append(labels, result.Label{Size: answer.SizeOf(g.Size), Draws: 1, Seed: b.Seed})
		}
	}
	return ins, labels, nil
}

// A Random says which boards to choose at random. The field Number is the number of boards for each
// combination of size and density. A board that is chosen several times is solved only once, and
// the field Draws of its Label says how often the board was chosen.
type Random struct {
	Sizes     sizes     `toml:"size"`
	Densities []float64 `toml:"density"`
	Number    int       `toml:"number"`
	Seed      uint64    `toml:"seed"`
}

// draw chooses the boards at random and makes their labels. The i-th board of a size and a density
// depends only on the size, the density, the seed and i. The error is ctx.Err(), a
// *generator.DrawError or an error of the puzzle.
func (r *Random) draw(ctx context.Context, p *encode.Puzzle) (ins []encode.Instance, labels []result.Label, err error) {
	if p.Random == nil {
		return nil, nil, &generator.DrawError{Err: fmt.Errorf("%s cannot draw boards at random", p.Name)}
	}
	all := r.Sizes
	if len(all) == 0 {
		all = sizes{{H: p.Size.H, W: p.Size.W}}
	}
	for _, z := range all {
		if z.N > 0 || z.R > 0 { // the density and the board decide these numbers
			return nil, nil, generator.WithPuzzle(p, &encode.SizeError{Size: z, Want: "only height x width"})
		}
		for _, d := range r.Densities {
			seed := rand.New(rand.NewPCG(r.Seed, math.Float64bits(d)))
			for range r.Number {
				if err := ctx.Err(); err != nil {
					return nil, nil, err
				}
				in, err := p.Random(rand.New(rand.NewPCG(seed.Uint64(), uint64(z.H)<<32|uint64(z.W))), z, d)
				if err != nil {
					return nil, nil, generator.WithPuzzle(p, err)
				}
				ins = append(ins, in)
				labels = append(labels, result.Label{Size: answer.SizeOf(z), Random: true, Density: d, Draws: 1, Seed: r.Seed})
			}
		}
	}
	return ins, labels, nil
}
