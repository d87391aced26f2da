package mapcolour

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
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
