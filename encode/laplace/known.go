package laplace

import (
	"fmt"
	"strconv"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/grid"
)

func (b *Board) Layout() (h, w int, cell []int) { return b.h, b.w, encode.Left(len(b.clues), nil) }

// ValueName returns the number in the cell.
func (b *Board) ValueName(_, value int) string { return strconv.Itoa(b.lo + value) }

// Obstacle looks for a clue that is less than the least possible sum of the numbers in its cells,
// or more than the greatest possible sum.
func (b *Board) Obstacle() string {
	for i, clue := range b.clues {
		least, most := 0, 0
		cells := b.sees(nil, i)
		for _, cell := range cells {
			least += min(cell.weight*b.lo, cell.weight*b.hi)
			most += max(cell.weight*b.lo, cell.weight*b.hi)
		}
		if clue < least || clue > most {
			return fmt.Sprintf("the clue %d at %s is not between %d and %d, the least and the greatest sum of its %d cells", clue, encode.SiteName(b, i), least, most, len(cells))
		}
	}
	return ""
}

// Demands implements encode.HasDemands. There is a clue in each cell.
func (b *Board) Demands() (names []string) {
	for i, clue := range b.clues {
		names = append(names, fmt.Sprintf("the %d at %s", clue, encode.SiteName(b, i)))
	}
	return names
}

func (b *Board) Relaxed(gone []int) encode.Instance {
	return encode.Relax(b, gone, b.check, b.encode, b.paint)
}

func (b *Board) Marked(clues []int, entries []encode.Given) *draw.Picture {
	return grid.Draw(b.numbered(nil).Mark(clues, encode.Entered(b, entries)))
}

// ClueSpots implements encode.HasClueSpots. There is a clue in each cell.
func (b *Board) ClueSpots() [][]encode.Spot {
	return b.numbered(nil).ClueSpots(grid.CellClues(encode.Left(len(b.clues), nil)))
}
