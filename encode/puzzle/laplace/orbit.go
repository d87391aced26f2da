package laplace

import (
	"context"

	"counterproof/encode"
	"counterproof/encode/board/grid"
)

// Orbit implements encode.HasOrbit. The kernel sum has all rotations and reflections. A reflection at a diagonal
// and a half turn map the kernel diff to itself or to its negative. They also negate the clues in the second
// case.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		if b.kernel == diff && t.Down != t.Across {
			return nil
		}
		image := &Board{kernel: b.kernel, lo: b.lo, hi: b.hi, clues: encode.Keep(b.clues, t.Cells(b.h, b.w))}
		image.h, image.w = t.Size(b.h, b.w)
		for i := range image.clues {
			if b.kernel == diff && t.Down != t.Swap {
				image.clues[i] *= -1
			}
		}
		return image
	})
}
