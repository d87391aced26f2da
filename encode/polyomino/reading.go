package polyomino

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// ReadCell reads the letter of the covering piece, which may be repeated as in a wide cell. With
// more than 62 pieces, some letters stand for two pieces; ReadCell refuses these letters.
func (t *Tiling) ReadCell(_ int, cell encode.Span) (byte, error) {
	if cell.Text == "" || strings.Trim(cell.Text, cell.Text[:1]) != "" {
		return 0, cell.Errorf("want the letter of a piece, got %q", cell.Text)
	}
	found := -1
	for v := range t.values {
		switch {
		case t.letter(byte(v)) != cell.Text[0]:
		case found >= 0:
			return 0, cell.Errorf("the letter %s stands for the pieces %d and %d: want the values of the sites", cell.Text[:1], found, v)
		default:
			found = v
		}
	}
	if found < 0 {
		return 0, cell.Errorf("want the letter of a piece, got %q", cell.Text)
	}
	return byte(found), nil
}

func (t *Tiling) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return t.ReadLabels(lines, nil)
}

// ReadLabels reads a drawing that DrawLabels made with the same function at.
func (t *Tiling) ReadLabels(lines []encode.Span, at func(r, c int) string) (encode.Solution, error) {
	lines, err := grid.Lines(lines, 0, t.Cells[len(t.Cells)-1].R+1)
	if err != nil {
		return "", err
	}
	w := t.cellWidth(at)
	step := w
	if w > 1 {
		step++ // a blank between the cells
	}
	var cells []encode.Span
	for _, x := range t.Cells {
		cells = append(cells, grid.Character(lines[x.R], x.C*step+w-1))
	}
	return encode.ReadCells(t, cells)
}
