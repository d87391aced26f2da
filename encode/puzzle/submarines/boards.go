package submarines

import (
	"context"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native/margins"
)

const (
	maxSide    = 100 // the most rows or columns of a generated puzzle
	smallCells = 19  // the most cells of a board for a cross-check; it has at most some hundred solutions
)

var sizeError = encode.Sides(maxSide)

// generate makes a random board that has exactly one solution and at least one submarine. All such
// boards of a size are equally likely.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	unique := margins.NewLonesum(size.H, size.W)
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		if b := boardOf(unique.Draw(rng)); slices.Max(b.rows) > 0 {
			return b, nil
		}
		return nil, nil
	})
}

// random makes a board with random sums, each chosen independently of the others. To choose a sum,
// random puts submarines into random cells of a row or column, and counts the submarines. The
// parameter density is the probability that a cell gets a submarine. random chooses all sums again
// until the rows and the columns have the same total. The board may have no solution.
func random(rng *rand.Rand, size encode.Size, density float64) (encode.Instance, error) {
	if err := sizeError(size); err != nil {
		return nil, err
	}
	draw := func(lines, cells int) (sums []int, total int) {
		sums = make([]int, lines)
		for i := range sums {
			for range cells {
				if rng.Float64() < density {
					sums[i]++
					total++
				}
			}
		}
		return sums, total
	}
	for {
		rows, r := draw(size.H, size.W)
		if cols, c := draw(size.W, size.H); c == r {
			return &Board{rows: rows, cols: cols}, nil
		}
	}
}

func boardOf(m *margins.Matrix) *Board {
	p := m.Margins()
	return &Board{rows: p.Rows, cols: p.Cols}
}

// small makes a board of up to smallCells cells for a cross-check. There are three kinds: boards
// with one solution, boards with the sums of a random filling, and boards whose sums the function
// perturb has changed.
func small(_ context.Context, rng *rand.Rand) encode.Instance {
	h, w := encode.SmallSides(rng, 6, smallCells)
	kind := rng.IntN(4)
	if kind == 0 {
		return boardOf(margins.NewLonesum(h, w).Draw(rng))
	}
	m := margins.NewMatrix(h, w)
	dense := rng.Float64()
	for i := range m.Cells {
		if rng.Float64() < dense {
			m.Cells[i] = 1
		}
	}
	b := boardOf(m)
	if kind == 1 {
		b.perturb(rng)
	}
	return b
}

// perturb changes one or two of the row sums, or one or two of the column sums. It raises each by
// one, and usually lowers another sum of the same kind by one, so that the total stays the same.
func (b *Board) perturb(rng *rand.Rand) {
	sums := b.rows
	if rng.IntN(2) == 0 {
		sums = b.cols
	}
	for range 1 + rng.IntN(2) {
		sums[rng.IntN(len(sums))]++
		if i := rng.IntN(len(sums)); rng.IntN(4) > 0 && sums[i] > 0 {
			sums[i]--
		}
	}
}

// Parts implements clues.HasParts. The parts are the rows and the columns. When a row is removed,
// each column sum drops by 1 if one chosen solution has a submarine in that row and column. The
// same holds for the row sums when a column is removed. If the board has no solution, the other
// sums stay the same.
func (b *Board) Parts() []clues.Parts {
	h, w := len(b.rows), len(b.cols)
	m := b.problem().Construct()
	if m == nil {
		m = margins.NewMatrix(h, w) // no sum drops
	}
	return clues.Lines(h, w, func(rows, cols []int) encode.Instance {
		o := &Board{rows: slices.Clone(b.rows), cols: slices.Clone(b.cols)}
		for i := range h * w {
			r, c := i/w, i%w
			if !slices.Contains(rows, r) {
				o.cols[c] -= int(m.At(r, c))
			}
			if !slices.Contains(cols, c) {
				o.rows[r] -= int(m.At(r, c))
			}
		}
		o.rows, o.cols = encode.Keep(o.rows, rows), encode.Keep(o.cols, cols)
		return o
	})
}

func (b *Board) Size() encode.Size { return encode.Size{H: len(b.rows), W: len(b.cols)} }
