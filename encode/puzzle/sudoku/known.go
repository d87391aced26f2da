package sudoku

import (
	"fmt"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

func (b *Board) Layout() (h, w int, cell []int) {
	return b.side(), b.side(), encode.Left(len(b.clues), nil)
}

func (b *Board) ValueName(_, value int) string { return symbols[value+1 : value+2] }

// Obstacle looks for a clue that repeats in a row, column or box, then for a cell without a value
// and for a value without a cell. Boxes count from the left, row by row.
func (b *Board) Obstacle() string {
	l := layouts(b.box)
	taken := make([]uint32, len(b.clues)) // by cell: the values of clues in its units
	for u, unit := range l.units {
		var seen uint32
		for _, at := range unit {
			if v := b.clues[at]; v > 0 {
				if seen>>v&1 == 1 {
					return fmt.Sprintf("the clue %c occurs twice in %s", symbols[v], l.unit(u))
				}
				seen |= 1 << v
			}
		}
		for _, at := range unit {
			taken[at] |= seen
		}
	}
	all := uint32(1)<<(b.side()+1) - 2
	for at, clue := range []byte(b.clues) {
		if clue == 0 && taken[at] == all {
			return "every value already occurs in the row, column or box of " + layout.SiteName(b, at)
		}
	}
	for u, unit := range l.units {
	value:
		for v := byte(1); int(v) <= b.side(); v++ {
			for _, at := range unit {
				if b.clues[at] == v || b.clues[at] == 0 && taken[at]>>v&1 == 0 {
					continue value
				}
			}
			return fmt.Sprintf("%s has no cell for %c", l.unit(u), symbols[v])
		}
	}
	return ""
}

func (b *Board) Demands() []string {
	return wording.Each(b.clued(), func(at int) string {
		return fmt.Sprintf("the %c in %s", symbols[b.clues[at]], layout.SiteName(b, at))
	})
}

func (b *Board) Relaxed(gone []int) encode.Instance { return b.Without(gone...) }

func (b *Board) Box() (h, w int) { return b.h, b.w }

func (b *Board) Marked(clues []int, entries []clues.Given) *draw.Picture {
	return grid.Draw(b.picture(nil).MarkClues(clues, play.Entered(b, entries)))
}

func (b *Board) ClueSpots() [][]play.Spot { return b.picture(nil).ClueSpots() }

func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	return clues.ReduceMore(b, func(at int) int { return int(b.clues[at]) - 1 }, values)
}

func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	clues := []byte(b.clues)
	for _, at := range sites {
		clues[at] = s[at] + 1
	}
	return &Board{box: b.box, clues: string(clues)}
}

// ReadCell reads the number in the cell: 1 to 9, then A to G.
func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	numbers := symbols[1 : b.side()+1]
	return grid.Sign(cell, numbers, "want a number in the cell, one of "+numbers)
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
