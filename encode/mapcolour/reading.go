package mapcolour

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

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
