package sudoku

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// ReadCell reads the number in the cell: 1 to 9, then A to G.
func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	n := b.side()
	if len(cell.Text) == 1 {
		if v := strings.IndexByte(symbols[1:n+1], cell.Text[0]); v >= 0 {
			return byte(v), nil
		}
	}
	return 0, cell.Errorf("want a number in the cell, one of %s, got %q", symbols[1:n+1], cell.Text)
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	var rows []encode.Span // without the lines between the boxes
	for _, line := range lines {
		if line.Text == "" || strings.Trim(line.Text, "-+") != "" {
			line.Text = strings.ReplaceAll(line.Text, "|", " ")
			rows = append(rows, line)
		}
	}
	if len(rows) == 0 {
		return "", lines[0].Errorf("want rows of cells")
	}
	return grid.ReadRows(b, rows, 0, b.side(), b.side())
}
