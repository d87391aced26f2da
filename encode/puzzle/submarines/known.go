package submarines

import (
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
)

func (b *Board) Layout() (h, w int, cell []int) {
	return len(b.rows), len(b.cols), encode.Left(len(b.rows)*len(b.cols), nil)
}

func (b *Board) ValueName(_, value int) string { return [...]string{"water", "submarine"}[value] }

// Obstacle uses the test of Gale and Ryser, which finds a reason on every board that has no
// solution.
func (b *Board) Obstacle() string {
	return b.failure(b.problem().Test())
}

// Demands implements clues.HasDemands. The clues are the sums of the rows, then of the columns.
func (b *Board) Demands() (names []string) {
	for i, sum := range slices.Concat(b.rows, b.cols) {
		names = append(names, fmt.Sprintf("the %d of %s", sum, grid.LineName(len(b.rows), i)))
	}
	return names
}

func (b *Board) Relaxed(gone []int) encode.Instance {
	if len(gone) == 0 {
		return b
	}
	return clues.Relaxed{Instance: &Board{rows: b.rows, cols: b.cols, gone: gone}}
}

func (b *Board) Marked(clues []int, entries []clues.Given) *draw.Picture {
	return grid.Draw(b.picture(nil, "", nil).MarkClues(clues, play.Entered(b, entries)))
}

func (b *Board) ClueSpots() [][]play.Spot { return b.picture(nil, "", nil).ClueSpots() }

func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	return grid.Sign(cell, ".1", "want '.' for water or 1 for a submarine")
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return grid.ReadRows(b, lines, 0, len(b.rows), len(b.cols))
}
