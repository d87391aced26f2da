package mapcolour

import (
	"math"
	"testing"

	"counterproof/encode/draw"
)

// TestOutlines checks the areas of a map against its cells: the middle of each cell is in the area
// of its region, and not in another area. The first map has a region with a hole, and the second a
// region whose cells touch at a corner.
func TestOutlines(t *testing.T) {
	for _, p := range []*picture{
		{h: 3, w: 4, cell: []int{0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0}},
		{h: 3, w: 3, cell: []int{0, 0, 1, 0, 1, 1, 0, 0, 0}},
		{h: 3, w: 3, cell: []int{0, 0, 0, 0, 1, 2, 0, 2, 2}},
		{h: 1, w: 1, cell: []int{0}},
	} {
		n := 0
		for _, r := range p.cell {
			n = max(n, r+1)
		}
		for r, lines := range p.outlines(n) {
			size := 0.0
			for i, region := range p.cell {
				at := draw.Point{float64(margin + i%p.w*unit + unit/2), float64(margin + i/p.w*unit + unit/2)}
				if in := crossings(lines, at)%2 == 1; in != (region == r) {
					t.Errorf("%v: the middle of cell %d, of region %d, is in region %d: %v", p.cell, i, region, r, in)
				}
				if region == r {
					size += unit * unit
				}
			}
			if got := surface(lines); got != size {
				t.Errorf("%v: region %d has the area %g, want %g", p.cell, r, got, size)
			}
		}
	}
}

// crossings counts the vertical lines that a ray from a point to the right crosses.
func crossings(lines [][]float64, at draw.Point) int {
	n := 0
	for _, line := range lines {
		for k := 0; k < len(line); k += 2 {
			p, q := line[k:], line[(k+2)%len(line):]
			if p[0] == q[0] && p[0] > at[0] && min(p[1], q[1]) < at[1] && at[1] < max(p[1], q[1]) {
				n++
			}
		}
	}
	return n
}

// surface returns the area inside the lines. The lines around holes run in the opposite direction,
// so holes are subtracted.
func surface(lines [][]float64) float64 {
	sum := 0.0
	for _, line := range lines {
		for k := 0; k < len(line); k += 2 {
			p, q := line[k:], line[(k+2)%len(line):]
			sum += p[0]*q[1] - q[0]*p[1]
		}
	}
	return math.Round(sum / 2)
}
