package experiment

import (
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/catalog"
)

// TestShapes checks the height and width of one board of each puzzle whose boards have a height and
// a width. Most of the boards are not square.
func TestShapes(t *testing.T) {
	for puzzle, c := range map[string]struct {
		text string
		want encode.Size
	}{
		"pentomino":   {"3x20", encode.Size{H: 3, W: 20}},
		"packing":     {".../...;3*xx", encode.Size{H: 2, W: 3}},
		"calendar":    {"10-06", encode.Size{H: 7, W: 7}},
		"lightsout":   {"#../...", encode.Size{H: 2, W: 3}},
		"pushpull":    {"011110110", encode.Size{H: 3, W: 3}},
		"laplace":     {"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", encode.Size{H: 3, W: 4}},
		"submarines":  {"rows=1,0 cols=1,0,0", encode.Size{H: 2, W: 3}},
		"battleships": {"rows=1,0 cols=1,0,0 fleet=1", encode.Size{H: 2, W: 3}},
		"nonogram":    {"3x2:1///1/", encode.Size{H: 2, W: 3}},
		"minesweeper": {"mines=2 1??/???", encode.Size{H: 2, W: 3, N: 2}},
		"sudoku":      {"................", encode.Size{H: 4, W: 4}},
		"pairplace":   {".CBED./.E..B./E...A.", encode.Size{H: 3, W: 6}},
	} {
		in, err := catalog.Find(puzzle).Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", puzzle, err)
			continue
		}
		z, ok := in.(layout.HasSize)
		if !ok || z.Size() != c.want {
			t.Errorf("%s %s: %v, want %v", puzzle, c.text, z, c.want)
		}
	}
}
