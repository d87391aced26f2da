package minesweeper

import (
	"context"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/grid"
)

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections. They turn the hidden mines
// of a game and its first cell.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		h, w := t.Size(b.h, b.w)
		from := t.Cells(b.h, b.w)
		if g := b.game; g != nil {
			return (&game{h: h, w: w, mine: encode.Keep(g.mine, from), first: slices.Index(from, g.first)}).board()
		}
		return &Board{h: h, w: w, cells: encode.Keep(b.cells, from), mines: b.mines}
	})
}
