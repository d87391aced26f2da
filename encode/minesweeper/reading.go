package minesweeper

import (
	"counterproof/encode"
	"counterproof/encode/grid"
)

func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	switch cell.Text {
	case "-":
		return 0, nil
	case "*":
		return 1, nil
	}
	return 0, cell.Errorf("want '*' for a mine or '-' for a covered cell without a mine, got %q", cell.Text)
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	skip := 0
	if b.mines >= 0 {
		skip = 1
		if len(lines) == b.h {
			return "", lines[0].Errorf("want the line mines=%d before the %d rows of the board", b.mines, b.h)
		}
	}
	lines, err := grid.Lines(lines, skip, b.h)
	if err != nil {
		return "", err
	}
	var cells []encode.Span
	for i, n := range b.cells {
		if n == covered {
			cells = append(cells, grid.Character(lines[i/b.w], i%b.w))
		}
	}
	return encode.ReadCells(b, cells)
}
