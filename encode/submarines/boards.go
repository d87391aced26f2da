package submarines

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/native/margins"
)

const (
	maxSide    = 100 // of a puzzle
	smallCells = 19  // of a board for a cross-check; at most some hundred solutions
)

// generate draws a board of the size from those with one solution, each as
// likely as any other. Without a size it draws a board of up to 19 cells: with
// one solution, with those of a random filling, or with sums that may contradict
// each other.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	if err := sizeError(size); size != (encode.Size{}) && err != nil {
		return nil, err
	}
	var alone *margins.Lonesum
	if size.H > 0 {
		alone = margins.NewLonesum(size.H, size.W)
	}
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		if alone != nil {
			return of(alone.Draw(rng)), nil
		}
		return small(rng), nil
	})
}

func sizeError(size encode.Size) error {
	if size.H < 1 || size.W < 1 || size.H > maxSide || size.W > maxSide {
		return &encode.SizeError{Size: size, Want: fmt.Sprintf("1 to %d rows and columns", maxSide)}
	}
	return nil
}

// random draws each sum by itself, as the number of submarines of a line whose
// cells hold one with the probability given, and all of them again until rows and
// columns have as many: the board may have no solution.
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

// of is the board that a matrix solves.
func of(m *margins.Matrix) *Board {
	p := m.Margins()
	return &Board{rows: p.Rows, cols: p.Cols}
}

func small(rng *rand.Rand) *Board {
	h := 1 + rng.IntN(6)
	w := 1 + rng.IntN(smallCells/h)
	if rng.IntN(2) == 0 {
		h, w = w, h
	}
	kind := rng.IntN(4)
	if kind == 0 {
		return of(margins.NewLonesum(h, w).Draw(rng))
	}
	m := margins.NewMatrix(h, w)
	dense := rng.Float64()
	for i := range m.Cells {
		if rng.Float64() < dense {
			m.Cells[i] = 1
		}
	}
	b := of(m)
	if kind == 1 {
		b.perturb(rng)
	}
	return b
}

// perturb moves submarines between the sums of one side, or adds one to some.
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

// Parts implements encode.HasParts: rows and columns. What crosses them loses what
// they hold in one solution; where there is none, nothing.
func (b *Board) Parts() []encode.Parts {
	h, w := len(b.rows), len(b.cols)
	m := b.problem().Construct()
	if m == nil {
		m = margins.NewMatrix(h, w) // nothing to lose
	}
	return encode.Lines(h, w, func(rows, cols []int) encode.Instance {
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

// Size implements encode.HasSize.
func (b *Board) Size() encode.Size { return encode.Size{H: len(b.rows), W: len(b.cols)} }
