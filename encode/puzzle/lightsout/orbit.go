package lightsout

import (
	"context"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/board/toggle"
)

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections, also on a torus, whose
// shifts do not count. A matrix is turned with its lights.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		h, w := t.Size(b.H, b.W)
		from := t.Cells(b.H, b.W)
		var flips []bool
		for _, i := range from {
			if b.flips != nil {
				flips = append(flips, encode.Keep(b.flips[i*len(from):][:len(from)], from)...)
			}
		}
		return newBoard(toggle.Board{H: h, W: w, Lit: encode.Keep(b.Lit, from)}, b.torus, flips)
	})
}
