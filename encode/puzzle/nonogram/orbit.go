package nonogram

import (
	"context"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/wording"
)

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	clues := func(lines [][]int, reverse bool) [][]int {
		return wording.Each(lines, func(runs []int) []int {
			runs, _ = grid.Turned(grid.Turn{Down: reverse}, runs, nil)
			return runs
		})
	}
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		image := &Board{}
		image.rows, image.cols = grid.Turned(t, clues(b.rows, t.Across), clues(b.cols, t.Down))
		if b.given != nil {
			image.give(encode.Keep(b.given, t.Cells(len(b.rows), len(b.cols))))
		}
		return image
	})
}
