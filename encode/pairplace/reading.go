package pairplace

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// ReadCell reads the letter of a column.
func (t *Table) ReadCell(_ int, cell encode.Span) (byte, error) {
	if len(cell.Text) == 1 {
		if v := strings.IndexByte(letters[:t.n], cell.Text[0]); v >= 0 {
			return byte(v), nil
		}
	}
	return 0, cell.Errorf("want a letter of %s, got %q", letters[:t.n], cell.Text)
}

func (t *Table) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return grid.ReadRows(t, lines, 1, t.h, t.n)
}
