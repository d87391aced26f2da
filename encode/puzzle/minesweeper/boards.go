package minesweeper

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
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
func usual(cells int) int {
	return (cells*(min(cells, 480)+450) + 2254) / 4508
}

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
	g := &game{h: h, w: w, mine: make([]bool, h*w), first: -1}
	dense := 0.6 * rng.Float64()
	for i := range g.mine {
		g.mine[i] = rng.Float64() < dense
	}
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
		for _, k := range gone {
			o.cells[open[k]] = covered
		}
		return o
	}})
}

func (b *Board) window(rows, cols []int, mine []bool) *Board {
	h, w := len(rows), len(cols)
	old := encode.KeepCells(encode.Left(len(b.cells), nil), b.w, rows, cols)
	o := &Board{h: h, w: w, mines: b.mines, cells: encode.Keep(b.cells, old)}
	if b.mines >= 0 {
		count := func(mine []bool) int { return len(encode.Where(mine, func(is bool) bool { return is })) }
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
