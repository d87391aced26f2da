package laplace

import (
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// ReadCell reads the number in the cell.
func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	x, err := strconv.Atoi(cell.Text)
	if err != nil || x < b.lo || x > b.hi {
		return 0, cell.Errorf("want a number from %d to %d, got %q", b.lo, b.hi, cell.Text)
	}
	return byte(x - b.lo), nil
}

// ReadDrawing implements encode.HasDrawing. The numbers are to the right of the clues.
func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	rows, err := grid.Lines(lines, 1, b.h)
	if err != nil {
		return "", err
	}
	right := make([]encode.Span, len(rows))
	for r, row := range rows {
		n := strings.IndexByte(row.Text, '|')
		if n < 0 {
			return "", row.End().Errorf("want '|' and the numbers of the solution after the clues")
		}
		right[r] = row.From(n + 1)
	}
	return grid.ReadRows(b, right, 0, b.h, b.w)
}
