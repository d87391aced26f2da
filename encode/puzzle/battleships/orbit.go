package battleships

import (
	"context"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
)

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections, which also exchange the
// ends of ships.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		image := &Board{fleet: b.fleet, given: encode.Keep(b.given, t.Cells(len(b.rows), len(b.cols)))}
		image.rows, image.cols = grid.Turned(t, b.rows, b.cols)
		exchange := func(pairs string) {
			for i, letter := range image.given {
				if at := strings.IndexByte(pairs, letter); at >= 0 {
					image.given[i] = pairs[at^1]
				}
			}
		}
		if t.Down {
			exchange("tb")
		}
		if t.Across {
			exchange("lr")
		}
		if t.Swap {
			exchange("tlbr")
		}
		return image
	})
}
