package toggle

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// ReadCell implements encode.HasCells. The constant Legend explains the
// characters.
func (b *Board) ReadCell(i int, cell encode.Span) (byte, error) {
	looks := ".o"
	if b.Lit[i] {
		looks = "#@"
	}
	if len(cell.Text) == 1 {
		if v := strings.Index(looks, cell.Text); v >= 0 {
			return byte(v), nil
		}
	}
	lit := map[bool]string{true: "lit", false: "not lit"}[b.Lit[i]]
	return 0, cell.Errorf("this cell is %s: want '%c', or '%c' if it is pressed, got %q", lit, looks[0], looks[1], cell.Text)
}

// ReadDrawing implements encode.HasDrawing.
func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	lines, err := grid.Lines(lines, 0, b.H)
	if err != nil {
		return "", err
	}
	var cells []encode.Span
	for i := range b.Lit {
		cells = append(cells, grid.Character(lines[i/b.W], i%b.W))
	}
	return encode.ReadCells(b, cells)
}
