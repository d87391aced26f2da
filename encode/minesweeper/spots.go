package minesweeper

import (
	"slices"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/grid"
)

// Spots implements encode.HasSpots. The areas are the covered cells.
func (b *Board) Spots() []encode.Spot {
	_, _, cells := b.Layout()
	return b.picture(nil).Spots(cells)
}

func (b *Board) ClueSpots() [][]encode.Spot {
	clues := grid.CellClues(b.shownNumbers())
	if b.mines >= 0 {
		clues = append(clues, grid.Clue{In: grid.InTitle})
	}
	return b.picture(nil).ClueSpots(clues)
}

func (b *Board) Look(_, value int) encode.Look {
	return encode.Look{Mark: [2]encode.Mark{safe: encode.CrossMark, mine: encode.DiscMark}[value]}
}

func (b *Board) Opened(sites []int) (in encode.Instance, left []int) {
	_, _, cells := b.Layout()
	after := &Board{h: b.h, w: b.w, cells: slices.Clone(b.cells), mines: b.mines}
	for _, site := range sites {
		after.cells[cells[site]] = b.game.number(cells[site])
	}
	return after, encode.Left(len(cells), sites)
}

// Reveals implements encode.HasReveals. Only a game knows where the mines are.
func (b *Board) Reveals() []encode.Reveal {
	if b.game == nil {
		return nil
	}
	_, _, cells := b.Layout()
	all := make([]encode.Reveal, len(cells))
	for i, cell := range cells {
		if b.game.mine[cell] {
			all[i] = encode.Reveal{Value: mine, Look: encode.Look{Fill: draw.Vermilion, Mark: encode.DiscMark}}
			continue
		}
		shown := opened(b.game.number(cell))
		all[i] = encode.Reveal{Value: safe, Look: encode.Look{Fill: shown.Fill, Text: shown.Text, Ink: shown.Ink}}
	}
	return all
}
