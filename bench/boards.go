package bench

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
)

// Boards are made for a suite, Number of each size.
type Boards struct {
	Sizes      sizes  `toml:"size"`
	Number     int    `toml:"number"`
	Seed       uint64 `toml:"seed"`
	Difficulty string `toml:"difficulty"`
	Minimal    bool   `toml:"minimal"`
}

// draw makes the boards, and says the size of each.
func (b *Boards) draw(ctx context.Context, p *encode.Puzzle) (ins []encode.Instance, drawn []encode.Size, err error) {
	all := b.Sizes
	if len(all) == 0 {
		all = sizes{{}}
	}
	for _, z := range all {
		g, err := Draw{z, b.Seed, b.Difficulty, b.Minimal}.For(p)
		if err != nil {
			return nil, nil, err
		}
		for i := range b.Number {
			in, err := g.Board(ctx, i)
			if err != nil {
				return nil, nil, err
			}
			ins, drawn = append(ins, in), append(drawn, g.Size)
		}
	}
	return ins, drawn, nil
}

// Random are boards drawn at random, Number of each size and
// density; one that comes twice is one job, whose Label says so.
type Random struct {
	Sizes     sizes     `toml:"size"`
	Densities []float64 `toml:"density"`
	Number    int       `toml:"number"`
	Seed      uint64    `toml:"seed"`
}

// within are the densities, with 0 and 1 around them.
func (r *Random) within() []float64 { return slices.Concat([]float64{0}, r.Densities, []float64{1}) }

// draw draws the boards: the i-th of a size and a density from those, the seed
// and i alone.
func (r *Random) draw(ctx context.Context, p *encode.Puzzle) (ins []encode.Instance, labels []Label, err error) {
	if p.Random == nil {
		return nil, nil, fmt.Errorf("%s draws no boards at random", p.Name)
	}
	all := r.Sizes
	if len(all) == 0 {
		all = sizes{p.Size}
	}
	for _, z := range all {
		for _, d := range r.Densities {
			seed := rand.New(rand.NewPCG(r.Seed, math.Float64bits(d)))
			for range r.Number {
				if err := ctx.Err(); err != nil {
					return nil, nil, err
				}
				in, err := p.Random(rand.New(rand.NewPCG(seed.Uint64(), uint64(z.H)<<32|uint64(z.W))), z, d)
				if err != nil {
					return nil, nil, fmt.Errorf("%s: %w", p.Name, err)
				}
				ins, labels = append(ins, in), append(labels, Label{Size: z, Random: true, Density: d, Draws: 1})
			}
		}
	}
	return ins, labels, nil
}
