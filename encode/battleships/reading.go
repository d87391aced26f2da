package battleships

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// ReadCell reads '~' as water and the letter of any part as a ship.
func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	switch {
	case cell.Text == "~":
		return 0, nil
	case len(cell.Text) == 1 && strings.Contains("cmtblr#", cell.Text):
		return 1, nil
	}
	return 0, cell.Errorf("want '~' for water or a part of a ship (c, m, t, b, l or r), got %q", cell.Text)
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return grid.ReadRows(b, lines, 0, len(b.rows), len(b.cols))
}
