package grid

import (
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
)

// A Clue says where a clue is in the picture of a board.
type Clue struct {
	In Place
	At int // the number of the cell, the row or the column; 0 for the title
}

// A Place says whether a clue belongs to a cell, a row, a column or the title.
type Place int

// These are the places. A clue of a row or of a column is in the texts around the board.
const (
	InCell Place = iota
	InRow
	InColumn
	InTitle
)

// CellClues returns clues in the given cells.
func CellClues(cells []int) []Clue {
	clues := make([]Clue, len(cells))
	for i, cell := range cells {
		clues[i] = Clue{InCell, cell}
	}
	return clues
}

// LineClues returns clues of the given lines. On a board with h rows, line i is row i if i is less
// than h, and otherwise column i-h.
func LineClues(h int, lines []int) []Clue {
	clues := make([]Clue, len(lines))
	for i, line := range lines {
		if clues[i] = (Clue{InRow, line}); line >= h {
			clues[i] = Clue{InColumn, line - h}
		}
	}
	return clues
}

// MarkClues marks the clue all[i] for each i in the list chosen. Like Mark, it also marks each cell
// that has a text in the map texts. It returns b.
func (b *Board) MarkClues(all []Clue, chosen []int, texts map[int]string) *Board {
	var cells []int
	for _, k := range chosen {
		switch at := all[k].At; all[k].In {
		case InCell:
			cells = append(cells, at)
		case InRow:
			b.Rows = append(b.Rows, at)
		case InColumn:
			b.Cols = append(b.Cols, at)
		case InTitle:
			b.MarkTitle = true
		}
	}
	return b.Mark(cells, texts)
}

// ClueSpots returns the areas of each clue in a picture of only this board. For a clue in a cell,
// this is the area of the cell. For other clues, these are the backgrounds that MarkClues draws.
func (b *Board) ClueSpots(clues []Clue) [][]play.Spot {
	all := make([][]play.Spot, len(clues))
	for i, c := range clues {
		if c.In == InCell {
			all[i] = b.Spots([]int{c.At})
			continue
		}
		for _, x := range b.backgrounds(c) {
			x0, y0, w, h := float64(margin+x.x), float64(margin+x.y), float64(x.w), float64(x.h)
			all[i] = append(all[i], play.Spot{
				Lines: [][]draw.Point{{{x0, y0}, {x0 + w, y0}, {x0 + w, y0 + h}, {x0, y0 + h}}},
				At:    draw.Point{x0 + w/2, y0 + h/2},
				Room:  min(w, h),
			})
		}
	}
	return all
}

type rectangle struct{ x, y, w, h int }

func (b *Board) backgrounds(c Clue) (all []rectangle) {
	x0, y0 := b.corner()
	switch c.In {
	case InRow:
		y := y0 + c.At*unit + 4
		if w := longest(b.Left) + b.before(); w > 0 {
			all = append(all, rectangle{x0 - w, y, w - 2, unit - 8})
		}
		if w := longest(b.Right); w > 0 {
			all = append(all, rectangle{x0 + b.W*unit + 3, y, w - 3, unit - 8})
		}
	case InColumn:
		x := x0 + c.At*unit + 4
		if h := tall(b.Top) + b.above(); h > 0 {
			all = append(all, rectangle{x, y0 - h, unit - 8, h - 2})
		}
		if h := tall(b.Bottom); h > 0 {
			all = append(all, rectangle{x, y0 + b.H*unit + 3, unit - 8, h - 3})
		}
	case InTitle:
		if n := length(b.Title) * letter; n > 0 {
			all = append(all, rectangle{(b.width() - n) / 2, 0, n, 22})
		}
	}
	return all
}

func (b *Board) markText(p *paper, c Clue) {
	for _, x := range b.backgrounds(c) {
		p.rect(x.x, x.y, x.w, x.h, draw.Style{Fill: draw.Yellow})
	}
}
