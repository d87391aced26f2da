package minesweeper

import (
	"context"
	"math/rand/v2"

	"counterproof/native"
)

const (
	sowings = 4    // before a size is given up
	trades  = 3000 // of one sowing
)

// sow hides n mines so that the game goes to its end without guessing, the first
// square and those around it free of mines; nil: none was found.
//
// It begins with mines at random. A play that ends early is stuck at some covered
// cells: the mine of one of them, or the lack of one, changes places with another
// cell of the board, and a change after which the play ends earlier is taken back.
func sow(rng *rand.Rand, h, w, n, first int) *game {
	ctx, st := context.Background(), new(native.Stats)
	g := &game{h: h, w: w, first: first, mine: make([]bool, h*w)}
	free := make([]bool, h*w)
	free[first] = true
	around(h, w, first, func(j int) { free[j] = true })
	var cells []int // where mines may be
	for i := range free {
		if !free[i] {
			cells = append(cells, i)
		}
	}
	rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	for _, i := range cells[:n] {
		g.mine[i] = true
	}
	p, err := g.play(ctx, st)
	if err != nil {
		return nil
	}
	for range trades {
		if p.closed == 0 {
			return g
		}
		i, j := g.trade(rng, p, cells)
		if i < 0 {
			return nil
		}
		g.mine[i], g.mine[j] = g.mine[j], g.mine[i]
		q, err := g.play(ctx, st)
		if err != nil {
			return nil
		}
		if q.closed <= p.closed {
			p = q
		} else {
			g.mine[i], g.mine[j] = g.mine[j], g.mine[i]
		}
	}
	return nil
}

// trade draws a cell at which the play is stuck and another one, of which one
// holds a mine.
func (g *game) trade(rng *rand.Rand, p *play, cells []int) (i, j int) {
	var stuck []int
	for _, i := range cells {
		at := p.shows[i] == covered
		if !at {
			continue
		}
		near := false
		around(g.h, g.w, i, func(j int) { near = near || p.shows[j] != covered })
		if near {
			stuck = append(stuck, i)
			around(g.h, g.w, i, func(j int) {
				if p.shows[j] == flagged {
					stuck = append(stuck, j)
				}
			})
		}
	}
	if len(stuck) == 0 {
		return -1, -1
	}
	for range 1000 {
		i, j := stuck[rng.IntN(len(stuck))], cells[rng.IntN(len(cells))]
		if g.mine[i] != g.mine[j] {
			return i, j
		}
	}
	return -1, -1
}
