package mapcolour

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

func (m *Map) ValueName(_, value int) string { return "colour " + colourNames[value:value+1] }

// Obstacle looks for neighbours that are given the same colour, and for a region whose neighbours
// are given all colours. Then it looks for a set of regions that all touch one another and
// outnumber the colours.
func (m *Map) Obstacle() string {
	for _, e := range m.edges {
		if v := m.given[e[0]]; v != none && v == m.given[e[1]] {
			return fmt.Sprintf("regions %s and %s touch, and both are given colour %c", m.name(e[0]), m.name(e[1]), colourNames[v])
		}
	}
	near := m.neighbours()
	for at, regions := range near {
		var taken uint64
		for _, other := range regions {
			if v := m.given[other]; v != none {
				taken |= 1 << v
			}
		}
		if m.given[at] == none && m.colours > 1 && bits.OnesCount64(taken) == m.colours {
			return fmt.Sprintf("the neighbours of region %s are given all %d colours", m.name(at), m.colours)
		}
	}
	if found := m.crowd(near); found != nil {
		if m.colours == 1 {
			return m.several(found) + " touch, and there is only 1 colour"
		}
		return fmt.Sprintf("%s all touch one another, and there are only %d colours", m.several(found), m.colours)
	}
	return ""
}

const maxCrowdWork = 200_000 // sets of regions

// crowd returns a set of regions that all touch one another. The set has one region more than there
// are colours. crowd returns nil if it finds no such set within maxCrowdWork.
func (m *Map) crowd(near [][]int) []int {
	work := 0
	var grow func(set, rest []int) []int
	grow = func(set, rest []int) []int {
		if len(set) > m.colours {
			return set
		}
		for i, at := range rest {
			if work++; work > maxCrowdWork || len(set)+len(rest)-i <= m.colours {
				return nil
			}
			if found := grow(append(slices.Clip(set), at), shared(nil, rest[i+1:], near[at])); found != nil {
				return found
			}
		}
		return nil
	}
	return grow(nil, encode.Left(len(m.given), nil))
}

func (m *Map) Demands() []string {
	return wording.Each(m.clued(), func(r int) string { return fmt.Sprintf("colour %c of region %s", colourNames[m.given[r]], m.name(r)) })
}

func (m *Map) Relaxed(gone []int) encode.Instance { return m.Without(gone...) }

func (m *Map) ReduceGiven(values []int) []encode.Reduction {
	return clues.ReduceMore(m, func(r int) int { return m.given[r] }, values)
}

func (m *Map) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := m.clone()
	for _, r := range sites {
		more.given[r] = int(s[r])
	}
	return more
}

// ReadCell implements encode.HasCells. A star in front of a given colour is optional.
func (m *Map) ReadCell(_ int, cell encode.Span) (byte, error) {
	text := strings.TrimPrefix(strings.TrimSpace(cell.Text), "*")
	if len(text) == 1 {
		if v := strings.Index(colourNames[:m.colours], text); v >= 0 {
			return byte(v), nil
		}
	}
	return 0, cell.Errorf("want a colour, one of %s, got %q", colourNames[:m.colours], cell.Text)
}

// ReadDrawing reads the colour of a region from the first cell of the region.
func (m *Map) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	regions := len(m.given)
	cells := make([]encode.Span, regions)
	if m.picture == nil {
		lines, err := grid.Lines(lines, 0, regions)
		if err != nil {
			return "", err
		}
		for r, line := range lines {
			words := line.Words(2)
			if len(words) < 2 {
				return "", line.End().Errorf("want the colour of region %d", r)
			}
			cells[r] = words[1]
		}
		return encode.ReadCells(m, cells)
	}
	p := m.picture
	lines, err := grid.Lines(lines, 0, 2*p.h)
	if err != nil {
		return "", err
	}
	for i := len(p.cell) - 1; i >= 0; i-- {
		cells[p.cell[i]] = grid.Character(lines[i/p.w*2+1], i%p.w*3+2)
	}
	return encode.ReadCells(m, cells)
}

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
