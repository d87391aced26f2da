package minesweeper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native"
)

const (
	maxSown        = 10_000 // maximum number of cells of a generated board; with the usual number of mines, such a board takes one or two seconds
	smallCells     = 30
	smallCovered   = 19
	smallSolutions = 300
)

// generate makes a random game of the given size with size.N mines. If size.N is 0, the number of
// mines is about as large as in the game's presets. All cells without a mine can be opened without
// guessing. The play begins at the square that the size names, or else at a random square. There is
// no mine on or around this square.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		if g := drawGame(ctx, rng, size); g != nil {
			return g.board(), nil
		}
		return nil, fmt.Errorf("found no board of %v that opens without guessing; try fewer mines, another --seed or another --size", size)
	})
}

func sizeError(z encode.Size) error {
	want := ""
	switch {
	case z.H < 1 || z.W < 1 || z.H > maxSown/z.W:
		want = fmt.Sprintf("1 to %d cells", maxSown)
	case z.R < 0 || z.C < 0 || z.R > z.H || z.C > z.W:
		want = "a first square on the board"
	case z.N < 0 || z.N > room(z):
		want = fmt.Sprintf("at most %d mines, because the first square and its neighbours have none", room(z))
	default:
		return nil
	}
	return &encode.SizeError{Size: z, Want: want}
}

// room returns the largest number of mines on a board of the given size. The square that is opened
// first and its neighbours hold no mine. If the size does not name the first square, room assumes a
// corner, which has the fewest neighbours.
func room(z encode.Size) int {
	side := func(at, n int) int { // rows or columns of the area around the first square
		at = cmp.Or(at, 1)
		return min(at+1, n) - max(at-1, 1) + 1
	}
	return z.H*z.W - side(z.R, z.H)*side(z.C, z.W)
}

// usual returns the default number of mines on a board with the given number of cells.
// Boards of 9x9, 16x16 and 30x16 have 10, 40 and 99 mines, like the game's presets, so
// the density grows with the size. Boards of more than 480 cells have the density of
// 30x16.
func usual(cells int) int { return (cells*(min(cells, 480)+450) + 2254) / 4508 }

func drawGame(ctx context.Context, rng *rand.Rand, z encode.Size) *game {
	n := cmp.Or(z.N, min(usual(z.H*z.W), room(z)))
	left := effort / (z.H * z.W)
	for tries := 0; tries < sowings; {
		at := z
		if z.R == 0 {
			at.R = 1 + rng.IntN(z.H)
		}
		if z.C == 0 {
			at.C = 1 + rng.IntN(z.W)
		}
		if n > room(at) {
			continue // try again; a corner has enough room
		}
		tries++
		some := min(trades*z.H*z.W, left)
		left -= some
		if g := sow(ctx, rng, z.H, z.W, n, (at.R-1)*z.W+at.C-1, some); g != nil {
			return g
		}
	}
	return nil
}

func small(_ context.Context, rng *rand.Rand) encode.Instance {
	for {
		b := drawSmall(rng)
		if n := len(b.Sites()); n > smallCovered || n == 0 && rng.IntN(4) > 0 {
			continue
		}
		count, err := b.Reduce()[0].Count(context.Background(), new(native.Stats))
		if err == nil && count.IsInt64() && count.Int64() <= smallSolutions {
			return b
		}
	}
}

// drawSmall makes a random board: it places mines and opens cells, as in play or at random.
// Sometimes it also shows some mines, hides the total, or changes some numbers.
func drawSmall(rng *rand.Rand) *Board {
	h, w := encode.SmallSides(rng, 6, smallCells)
	dense := 0.6 * rng.Float64()
	g := &game{h: h, w: w, mine: wording.Fill(h*w, func(int) bool { return rng.Float64() < dense }), first: -1}
	kind := rng.IntN(4) // 0 means a game ID
	if i := rng.IntN(h * w); kind < 2 && !g.mine[i] {
		g.first = i
	}
	b := g.board()
	if kind == 0 {
		return b
	}
	b.game = nil
	often := rng.Float64()
	for i, mine := range g.mine {
		if !mine && rng.Float64() < often {
			b.cells[i] = g.number(i)
		}
	}
	if rng.IntN(2) == 0 {
		for i, mine := range g.mine {
			if mine && rng.IntN(3) == 0 {
				b.cells[i] = flagged
			}
		}
	}
	if rng.IntN(3) == 0 {
		b.perturb(rng)
	}
	if rng.IntN(2) == 0 {
		b.mines = -1
	}
	return b
}

func (b *Board) perturb(rng *rand.Rand) {
	change := 2*rng.IntN(2) - 1
	if rng.IntN(4) == 0 {
		b.mines = max(0, b.mines+change)
		return
	}
	for range 1 + rng.IntN(2) {
		if i := rng.IntN(len(b.cells)); b.cells[i] >= 0 {
			b.cells[i] = min(max(0, b.cells[i]+int8(change)), 8)
		}
	}
}

// Parts implements clues.HasParts. The parts are rows, columns, the total, and numbers. Removing a
// number covers its cell. To remove rows or columns, Parts takes one solution. It subtracts the
// mines in the removed cells from the remaining numbers and the total. If Parts does not find a
// solution quickly, it subtracts only the known mines.
func (b *Board) Parts() []clues.Parts {
	s, ok := encode.Quick(b.Reduce())
	if !ok {
		s = encode.Solution(make([]byte, len(b.Sites())))
	}
	mine := b.mined(s)
	kinds := clues.Lines(b.h, b.w, func(rows, cols []int) encode.Instance { return b.window(rows, cols, mine) })
	if b.mines >= 0 {
		kinds = append(kinds, clues.Parts{Kind: "total", N: 1, Without: func(...int) encode.Instance {
			o := b.clone()
			o.mines = -1
			return o
		}})
	}
	open := b.shownNumbers()
	return append(kinds, clues.Parts{Kind: "numbers", N: len(open), Without: func(gone ...int) encode.Instance {
		o := b.clone()
		encode.Put(o.cells, encode.Keep(open, gone), covered)
		return o
	}})
}

func count(mine []bool) int { return len(encode.Where(mine, func(is bool) bool { return is })) }

func (b *Board) window(rows, cols []int, mine []bool) *Board {
	h, w := len(rows), len(cols)
	old := encode.KeepCells(encode.Left(len(b.cells), nil), b.w, rows, cols)
	o := &Board{h: h, w: w, mines: b.mines, cells: encode.Keep(b.cells, old)}
	if b.mines >= 0 {
		o.mines = max(0, b.mines-count(mine)+count(encode.Keep(mine, old)))
	}
	for i, shows := range o.cells {
		if shows < 0 {
			continue
		}
		around(b.h, b.w, old[i], func(j int) {
			if mine[j] {
				shows--
			}
		})
		around(h, w, i, func(j int) {
			if mine[old[j]] {
				shows++
			}
		})
		o.cells[i] = min(max(0, shows), 8)
	}
	return o
}

// Size implements layout.HasSize. N is the number of mines, or 0 if the total is unknown.
func (b *Board) Size() encode.Size { return encode.Size{H: b.h, W: b.w, N: max(b.mines, 0)} }

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
	encode.Put(g.mine, cells[:n], true)
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
