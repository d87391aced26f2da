package marginal

import (
	"slices"
	"testing"

	"counterproof/encode/draw"
)

// TestHeatMap checks that a heat map has the lines between the boxes of its board, and that no cell is
// white. The place of a value that is in no solution must have the colour of 0%.
func TestHeatMap(t *testing.T) {
	for _, c := range []struct {
		puzzle, board string
		lines         int
	}{
		{"sudoku", "..1.4......3.2..", 2}, // one between the boxes from left to right, one from top to bottom
		{"nonogram", "6x6:1/1/1/1/1/1/1/1/1/1/1/1", 2},
		{"calendar", "10-06", 0},
	} {
		p := counted(t, c.puzzle, c.board).Picture()
		lines := 0
		for _, s := range p.Shapes {
			r, ok := s.(draw.Rect)
			if ok && r.Fill == draw.Black {
				lines++
			}
			if ok && r.Fill == draw.White {
				t.Errorf("%s: a white cell at %v, %v", c.puzzle, r.X, r.Y)
			}
		}
		if lines != c.lines {
			t.Errorf("%s: %d lines between boxes, want %d", c.puzzle, lines, c.lines)
		}
	}
}

// TestScaleHasNoSeams checks that the steps of the colour scale overlap. Steps side by side have pale
// lines between them in some viewers.
func TestScaleHasNoSeams(t *testing.T) {
	var ends []float64
	for _, s := range counted(t, "nonogram", "2x2:1/1/1/1").Picture().Shapes {
		if r, ok := s.(draw.Rect); ok && r.H == barHeight && r.Fill != 0 {
			ends = append(ends, r.X+r.W)
		}
	}
	if slices.Sort(ends); len(ends) != barSteps || ends[len(ends)-1]-ends[0] > 1e-9 {
		t.Errorf("the %d steps end at %v, want the same end", len(ends), ends)
	}
}
