package nonogram

import (
	"context"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/grid"
)

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		image := &Board{}
		image.rows, image.cols = grid.Turned(t, reversed(b.rows, t.Across), reversed(b.cols, t.Down))
		if b.given != nil {
			image.give(encode.Keep(b.given, t.Cells(len(b.rows), len(b.cols))))
		}
		return image
	})
}

// reversed returns the clues of lines that are read from the other end if the parameter end is true.
func reversed(lines [][]int, end bool) [][]int {
	if !end {
		return lines
	}
	all := make([][]int, len(lines))
	for i, runs := range lines {
		all[i] = slices.Clone(runs)
		slices.Reverse(all[i])
	}
	return all
}
