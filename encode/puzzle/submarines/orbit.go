package submarines

import (
	"context"

	"counterproof/encode"
	"counterproof/encode/board/grid"
)

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		rows, cols := grid.Turned(t, b.rows, b.cols)
		return &Board{rows: rows, cols: cols}
	})
}
