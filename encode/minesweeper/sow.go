package minesweeper

import (
	"context"
	"math"
	"math/rand/v2"

	"counterproof/encode"
	"counterproof/native"
)

const (
	// sowings is how many there are before a size is given up, and trades how
	// often one of them moves a mine, a cell of the board.
	sowings = 4
	trades  = 100
	// effort bounds the trades of all sowings together, times the cells: 50x50
	// with 1000 mines is in it and takes half a minute, 30x16 with 99 is 10 ms.
	effort = 10_000_000
)

// sow hides n mines so that the game goes to its end without guessing, the first
// square and those around it free of mines. It returns nil if most trades were not
// enough, or if ctx ended.
//
// It begins with mines at random. A play that ends early is stuck at some covered
// cells: the mine of one of them, or the lack of one, changes places with another
// cell, mostly one out of sight, and a change after which the play ends earlier
// is taken back.
func sow(ctx context.Context, rng *rand.Rand, h, w, n, first, most int) *game {
	g, cells := scatter(rng, h, w, n, first)
	p, err := g.play(ctx, new(native.Stats))
	for ; err == nil && p.closed > 0; most-- {
		i, j := g.trade(rng, p, cells)
		if i < 0 || most == 0 {
			return nil
		}
		g.mine[i], g.mine[j] = g.mine[j], g.mine[i]
		var q *play
		if q, err = g.play(ctx, new(native.Stats)); err == nil && q.closed <= p.closed {
			p = q
		} else {
			g.mine[i], g.mine[j] = g.mine[j], g.mine[i]
		}
	}
	if err != nil {
		return nil
	}
	return g
}

// trade draws a cell at which the play is stuck, covered and next to one that is
// not, or a proved mine next to a covered cell, and another cell, of which one
// holds a mine; -1: it found none.
func (g *game) trade(rng *rand.Rand, p *play, cells []int) (i, j int) {
	var stuck, inner []int
	for _, i := range cells {
		if p.shows[i] != covered {
			continue
		}
		edge := false
		around(g.h, g.w, i, func(j int) {
			edge = edge || p.shows[j] != covered
			if p.shows[j] == flagged {
				stuck = append(stuck, j)
			}
		})
		if edge {
			stuck = append(stuck, i)
		} else {
			inner = append(inner, i)
		}
	}
	for range 1000 {
		// Out of sight nothing is spoilt: with 200 mines on 30x16 that is eight
		// times as fast as cells of the whole board. These are for the end.
		from := cells
		if len(inner) > 0 && rng.IntN(4) > 0 {
			from = inner
		}
		i, j := stuck[rng.IntN(len(stuck))], from[rng.IntN(len(from))]
		if g.mine[i] != g.mine[j] {
			return i, j
		}
	}
	return -1, -1
}

// scatter hides n mines anywhere but at the first cell and around it, where there
// is room for them. cells are those where mines may be.
func scatter(rng *rand.Rand, h, w, n, first int) (g *game, cells []int) {
	g = &game{h: h, w: w, first: first, mine: make([]bool, h*w)}
	free := make([]bool, h*w)
	free[first] = true
	around(h, w, first, func(j int) { free[j] = true })
	for i := range free {
		if !free[i] {
			cells = append(cells, i)
		}
	}
	rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	for _, i := range cells[:n] {
		g.mine[i] = true
	}
	return g, cells
}

// random is a game whose first square and mines are drawn at random, whether or
// not it opens without guessing: mines of the given share of all cells, rounded,
// as far as there is room beside the first square.
func random(rng *rand.Rand, z encode.Size, density float64) (encode.Instance, error) {
	if err := sizeError(z); err != nil {
		return nil, err
	}
	z.R, z.C = 1+rng.IntN(z.H), 1+rng.IntN(z.W)
	n := min(int(math.Round(density*float64(z.H*z.W))), room(z))
	g, _ := scatter(rng, z.H, z.W, n, (z.R-1)*z.W+z.C-1)
	return g.board(), nil
}
