package nonogram

import (
	"counterproof/encode"
	"counterproof/encode/grid"
)

// ReadCell implements encode.HasCells.
func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	switch cell.Text {
	case ".":
		return 0, nil
	case "#":
		return 1, nil
	}
	return 0, cell.Errorf("want '#' for a black cell or '.' for a white one, got %q", cell.Text)
}

// ReadDrawing implements encode.HasDrawing. The clues are above and to the left of the cells.
func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	deep := 0
	for _, runs := range shown(b.cols) {
		deep = max(deep, len(runs))
	}
	rows, err := grid.Lines(lines, deep, len(b.rows))
	if err != nil {
		return "", err
	}
	var cells []encode.Span
	for r, runs := range shown(b.rows) {
		words := rows[r].Words(len(runs) + len(b.cols))
		if len(words) < len(runs)+len(b.cols) {
			return "", rows[r].End().Errorf("want %d runs and %d cells in this line, got %d words", len(runs), len(b.cols), len(words))
		}
		cells = append(cells, words[len(runs):]...)
	}
	return encode.ReadCells(b, cells)
}
