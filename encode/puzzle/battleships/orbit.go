package battleships

import (
	"bytes"
	"context"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
)

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections, which also move the ends
// of ships.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		image := &Board{fleet: b.fleet}
		image.rows, image.cols = grid.Turned(t, b.rows, b.cols)
		ends := []byte("tblr")
		if t.Down {
			ends[0], ends[1] = ends[1], ends[0]
		}
		if t.Across {
			ends[2], ends[3] = ends[3], ends[2]
		}
		if t.Swap {
			ends = []byte(strings.NewReplacer("t", "l", "l", "t", "b", "r", "r", "b").Replace(string(ends)))
		}
		image.given = bytes.Map(func(letter rune) rune {
			if i := strings.IndexRune("tblr", letter); i >= 0 {
				return rune(ends[i])
			}
			return letter
		}, encode.Keep(b.given, t.Cells(len(b.rows), len(b.cols))))
		return image
	})
}
