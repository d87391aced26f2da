package grid

import (
	"slices"
	"testing"

	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
)

// TestShip checks the shape of the end of a ship. It must have two square corners on the side where
// the ship continues, and none on the opposite side.
func TestShip(t *testing.T) {
	for kind, square := range map[byte][]draw.Point{
		't': {{4, 36}, {36, 36}}, 'b': {{4, 4}, {36, 4}}, 'l': {{36, 4}, {36, 36}}, 'r': {{4, 4}, {4, 36}},
	} {
		paths := puzzletest.Shapes[draw.Path](Draw(&Board{H: 1, W: 1, Cell: func(int, int) Cell { return Cell{Ship: kind} }}))
		if len(paths) != 1 || !paths[0].Closed || paths[0].Fill != draw.Black {
			t.Fatalf("%c: the paths are %v, want one, closed and black", kind, paths)
		}
		var got []draw.Point
		for _, at := range paths[0].Lines[0] {
			if x, y := at[0]-margin, at[1]-margin; x < 4 || x > 36 || y < 4 || y > 36 {
				t.Errorf("%c: %g %g is too near the edge", kind, x, y)
			} else if (x == 4 || x == 36) && (y == 4 || y == 36) {
				got = append(got, draw.Point{x, y})
			}
		}
		for _, want := range square {
			if !slices.Contains(got, want) || len(got) != 2 {
				t.Errorf("%c: square corners at %v, want %v", kind, got, square)
			}
		}
	}
}
