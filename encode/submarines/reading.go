package submarines

import (
	"counterproof/encode"
	"counterproof/encode/grid"
)

func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	switch cell.Text {
	case ".":
		return 0, nil
	case "1":
		return 1, nil
	}
	return 0, cell.Errorf("want '.' for water or 1 for a submarine, got %q", cell.Text)
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return grid.ReadRows(b, lines, 0, len(b.rows), len(b.cols))
}
