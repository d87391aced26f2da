package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"counterproof/bench/answer"
	"counterproof/bench/result"
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

// drawers are those of the sizes. The error is that of Draw.For.
func (b *Boards) drawers(p *encode.Puzzle) ([]*Drawer, error) {
	all := b.Sizes
	if len(all) == 0 {
		all = sizes{{}}
	}
	var drawers []*Drawer
	for _, z := range all {
		g, err := Draw{z, b.Seed, b.Difficulty, b.Minimal}.For(p)
		if err != nil {
			return nil, err
		}
		drawers = append(drawers, g)
	}
	return drawers, nil
}

// draw makes the boards and says what each is.
func (b *Boards) draw(ctx context.Context, p *encode.Puzzle) (ins []encode.Instance, labels []result.Label, err error) {
	drawers, err := b.drawers(p)
	if err != nil {
		return nil, nil, err
	}
	for _, g := range drawers {
		boards, err := g.boards(ctx, b.Number)
		if err != nil {
			return nil, nil, err
		}
		for _, in := range boards {
			ins, labels = append(ins, in), append(labels, result.Label{Size: answer.SizeOf(g.Size), Draws: 1, Seed: b.Seed})
		}
	}
	return ins, labels, nil
}

// boards makes the first n boards, as many at once as there are cores. The error is that of
// the first that cannot be made, or ctx.Err().
func (g *Drawer) boards(ctx context.Context, n int) ([]encode.Instance, error) {
	all, errs := make([]encode.Instance, n), make([]error, n)
	var next atomic.Int64
	var drawing sync.WaitGroup
	for range min(runtime.NumCPU(), n) {
		drawing.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if all[i], errs[i] = g.Board(ctx, i); errs[i] != nil {
					next.Store(int64(n)) // those before it are being made
				}
			}
		})
	}
	drawing.Wait()
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return nil, errs[i]
	}
	return all, nil
}

// Random are boards drawn at random, Number of each size and
// density; one that comes twice is one job, whose Label says so.
type Random struct {
	Sizes     sizes     `toml:"size"`
	Densities []float64 `toml:"density"`
	Number    int       `toml:"number"`
	Seed      uint64    `toml:"seed"`
}

// draw draws the boards: the i-th of a size and a density from those, the seed
// and i alone. The error is ctx.Err(), or a *DrawError.
func (r *Random) draw(ctx context.Context, p *encode.Puzzle) (ins []encode.Instance, labels []result.Label, err error) {
	if p.Random == nil {
		return nil, nil, &DrawError{"", fmt.Errorf("%s draws no boards at random", p.Name)}
	}
	all := r.Sizes
	if len(all) == 0 {
		all = sizes{{H: p.Size.H, W: p.Size.W}}
	}
	for _, z := range all {
		if z.N > 0 || z.R > 0 { // the density and the board say these
			return nil, nil, drawError(p, &encode.SizeError{Size: z, Want: "height x width alone"})
		}
		for _, d := range r.Densities {
			seed := rand.New(rand.NewPCG(r.Seed, math.Float64bits(d)))
			for range r.Number {
				if err := ctx.Err(); err != nil {
					return nil, nil, err
				}
				in, err := p.Random(rand.New(rand.NewPCG(seed.Uint64(), uint64(z.H)<<32|uint64(z.W))), z, d)
				if err != nil {
					return nil, nil, drawError(p, err)
				}
				ins = append(ins, in)
				labels = append(labels, result.Label{Size: answer.SizeOf(z), Random: true, Density: d, Draws: 1, Seed: r.Seed})
			}
		}
	}
	return ins, labels, nil
}
