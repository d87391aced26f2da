package minesweeper

import (
	"context"
	"math"
	"math/rand/v2"

	"counterproof/encode"
	"counterproof/native"
)

const (
	// The generator makes at most sowings attempts for a size. An exchange swaps a mine and a safe
	// cell. In each attempt, the generator makes at most trades exchanges per cell of the board.
	sowings = 4
	trades  = 100
	// effort limits the exchanges of all attempts together: the number of exchanges times the
	// number of cells is at most effort. A 50x50 board with 1000 mines stays within the limit and
	// takes half a minute; 30x16 with 99 mines takes 10 ms.
	effort = 10_000_000
)

// sow hides n mines so that the game can be solved without guessing, with no mines on or around the
// first square. The parameter most limits the exchanges of two cells. sow returns nil if it does
// not succeed within this limit, or if ctx ends.
//
// sow starts with random mines. If the play ends before the game is solved, it is stuck at one or
// more cells. sow exchanges the content of one of these cells with another cell. It prefers a cell
// that is not next to an open cell. sow undoes an exchange after which more cells stay closed.
func sow(ctx context.Context, rng *rand.Rand, h, w, n, first, most int) *game {
	g, cells := scatter(rng, h, w, n, first)
	p, err := g.play(ctx, new(native.Stats))
	for ; err == nil && p.closed > 0; most-- {
		i, j := g.trade(rng, p, cells)
		if i < 0 || most == 0 {
			return nil
		}
		g.mine[i], g.mine[j] = g.mine[j], g.mine[i]
		var q *opening
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

// trade chooses at random a cell i at which the play is stuck and another cell j, such that exactly
// one of the two holds a mine. The play is stuck at covered cells next to uncovered cells, and at
// proved mines next to covered cells. If trade finds no such pair, it returns -1.
func (g *game) trade(rng *rand.Rand, p *opening, cells []int) (i, j int) {
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
		// Exchanges with cells out of sight, which are not next to an open cell, do no harm. With
		// 200 mines on 30x16, it is eight times as fast to prefer cells out of sight as to choose
		// from the whole board. Choosing from the whole board is only needed near the end.
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

// scatter returns a game with n mines at random places, but not on or around the first cell. The
// caller ensures that there is enough room. scatter also returns the cells where mines are allowed.
func scatter(rng *rand.Rand, h, w, n, first int) (g *game, cells []int) {
	g = &game{h: h, w: w, first: first, mine: make([]bool, h*w)}
	free := make([]bool, h*w)
	free[first] = true
	around(h, w, first, func(j int) { free[j] = true })
	cells = encode.Where(free, func(free bool) bool { return !free })
	rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	for _, i := range cells[:n] {
		g.mine[i] = true
	}
	return g, cells
}

// random returns a game with a random first square and random mines, which might need guessing.
func random(rng *rand.Rand, z encode.Size, density float64) (encode.Instance, error) {
	if err := sizeError(z); err != nil {
		return nil, err
	}
	z.R, z.C = 1+rng.IntN(z.H), 1+rng.IntN(z.W)
	n := min(int(math.Round(density*float64(z.H*z.W))), room(z))
	g, _ := scatter(rng, z.H, z.W, n, (z.R-1)*z.W+z.C-1)
	return g.board(), nil
}
