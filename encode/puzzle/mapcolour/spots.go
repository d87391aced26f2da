package mapcolour

import (
	"math"
	"strconv"

	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

func (m *Map) Look(_, value int) play.Look {
	return play.Look{Fill: fill(value), Text: colourNames[value : value+1]}
}

// Spots implements play.HasSpots. The areas are the regions of a map or the discs of a graph.
func (m *Map) Spots() []play.Spot {
	if m.picture == nil {
		return m.discs()
	}
	spots := make([]play.Spot, len(m.given))
	for r, lines := range m.picture.outlines(len(m.given)) {
		spots[r].Lines = lines
	}
	for r, i := range m.picture.labels(len(m.given), 1) {
		at := m.picture.corner(i, unit)
		spots[r].At, spots[r].Room = draw.Point{at[0] + unit/2, at[1] + unit/2}, unit
		if m.names != nil {
			spots[r].Note = m.names[r]
		}
	}
	return spots
}

func (m *Map) Neighbours() [][]int { return m.neighbours() }

func (m *Map) ClueSpots() [][]play.Spot {
	spots := m.Spots()
	return wording.Each(m.clued(), func(r int) []play.Spot { return spots[r : r+1] })
}

func (m *Map) discs() []play.Spot {
	const corners = 24
	_, at := m.drawEdges(disc)
	spots := make([]play.Spot, len(m.given))
	for r := range spots {
		x, y := at(r)
		var line []float64
		for k := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
			line = append(line, math.Round(10*(x+disc*cos))/10, math.Round(10*(y+disc*sin))/10)
		}
		spots[r] = play.Spot{Lines: [][]float64{line}, At: draw.Point{x, y}, Room: math.Floor(disc * math.Sqrt2)}
		if !m.spelled {
			spots[r].Note = strconv.Itoa(r)
		}
	}
	return spots
}

// outlines returns the closed lines around each of n regions. It follows the borders with the
// region on the right-hand side, from one corner of a cell to the next.
func (p *picture) outlines(n int) [][][]float64 {
	// A side is described by the corner at which it begins and by its direction: 0 right, 1 down, 2
	// left, 3 up. The cell on the right of the side belongs to the region.
	step := [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	right := [4][2]int{{0, 0}, {0, -1}, {-1, -1}, {-1, 0}} // from the corner to the cell
	left := [4][2]int{{-1, 0}, {0, 0}, {0, -1}, {-1, -1}}
	side := func(row, col, d, r int) bool {
		return p.at(row+right[d][0], col+right[d][1]) == r && p.at(row+left[d][0], col+left[d][1]) != r
	}
	done := make([]bool, (p.h+1)*(p.w+1)*4)
	lines := make([][][]float64, n)
	for i, r := range p.cell {
		row, col := i/p.w, i%p.w
		for d, from := range [4][2]int{{0, 0}, {0, 1}, {1, 1}, {1, 0}} { // the four sides of the cell
			y, x := row+from[0], col+from[1]
			if !side(y, x, d, r) || done[(y*(p.w+1)+x)*4+d] {
				continue
			}
			var line []float64
			for last := (d + 1) % 4; !done[(y*(p.w+1)+x)*4+d]; {
				done[(y*(p.w+1)+x)*4+d] = true
				if d != last {
					line = append(line, float64(margin+x*unit), float64(margin+y*unit))
				}
				last = d
				y, x = y+step[d][0], x+step[d][1]
				for _, turn := range [3]int{1, 0, 3} { // right first, so that a line touches itself only at corners
					if next := (d + turn) % 4; side(y, x, next, r) {
						d = next
						break
					}
				}
			}
			lines[r] = append(lines[r], line)
		}
	}
	return lines
}
