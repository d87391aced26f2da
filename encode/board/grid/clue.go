package grid

import (
	"math"

	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// A Clue says where a clue is in the picture of a board.
type Clue struct {
	In Place
	At int // the number of the cell or, as in Line, of the row or column; 0 for the title
}

// A Place says whether a clue belongs to a cell, to a row or column, or to the title.
type Place int

// These are the places. A clue of a row or of a column is in the texts around the board.
const (
	InCell Place = iota
	InLine
	InTitle
)

// CellClues returns clues in the given cells.
func CellClues(cells []int) []Clue {
	return wording.Each(cells, func(cell int) Clue { return Clue{InCell, cell} })
}

// LineClues returns clues of the given rows and columns, which are numbered as in Line.
func LineClues(lines []int) []Clue {
	return wording.Each(lines, func(line int) Clue { return Clue{InLine, line} })
}

// MarkClues marks the clues whose indices in b.Clues are in the list chosen. Like Mark, it also marks
// each cell that has a text in the map texts. It returns b.
func (b *Board) MarkClues(chosen []int, texts map[int]string) *Board {
	var cells []int
	for _, k := range chosen {
		switch at := b.Clues[k].At; b.Clues[k].In {
		case InCell:
			cells = append(cells, at)
		case InLine:
			b.Lines = append(b.Lines, at)
		case InTitle:
			b.MarkTitle = true
		}
	}
	return b.Mark(cells, texts)
}

// ClueSpots returns the areas of each clue in a picture of only this board. For a clue in a cell,
// this is the area of the cell. For other clues, these are the backgrounds that MarkClues draws.
func (b *Board) ClueSpots() [][]play.Spot {
	all := make([][]play.Spot, len(b.Clues))
	for i, c := range b.Clues {
		for _, x := range b.backgrounds(c) {
			all[i] = append(all[i], play.Rectangle(float64(margin+x.x), float64(margin+x.y), float64(x.w), float64(x.h)))
		}
	}
	return all
}

type rectangle struct{ x, y, w, h int }

func (b *Board) backgrounds(c Clue) (all []rectangle) {
	x0, y0 := b.corner()
	switch {
	case c.In == InCell:
		all = append(all, rectangle{x0 + c.At%b.W*unit, y0 + c.At/b.W*unit, unit, unit})
	case c.In == InLine && c.At < b.H:
		y := y0 + c.At*unit + 4
		if w := longest(b.Left) + b.before(); w > 0 {
			all = append(all, rectangle{x0 - w, y, w - 2, unit - 8})
		}
		if w := longest(b.Right); w > 0 {
			all = append(all, rectangle{x0 + b.W*unit + 3, y, w - 3, unit - 8})
		}
	case c.In == InLine:
		x := x0 + (c.At-b.H)*unit + 4
		if h := tall(b.Top) + b.above(); h > 0 {
			all = append(all, rectangle{x, y0 - h, unit - 8, h - 2})
		}
		if h := tall(b.Bottom); h > 0 {
			all = append(all, rectangle{x, y0 + b.H*unit + 3, unit - 8, h - 3})
		}
	case c.In == InTitle:
		if n := length(b.Title) * narrow; n > 0 {
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

const (
	hull = 16 // half the width of a ship
	part = 8  // half the width of the sign for '#', which stands for any part of a ship
)

func (p *paper) ship(kind byte, ink draw.Colour, x, y int) {
	half := hull
	switch kind {
	case 0:
		return
	case 'c':
		p.Circle(float64(x), float64(y), hull, draw.Style{Fill: ink})
		return
	case 't', 'b', 'l', 'r':
		var corners []draw.Point
		for _, at := range rounded() {
			switch kind {
			case 'b':
				at = [2]int{-at[0], -at[1]}
			case 'l':
				at = [2]int{at[1], -at[0]}
			case 'r':
				at = [2]int{-at[1], at[0]}
			}
			corners = append(corners, draw.Point{float64(x + at[0]), float64(y + at[1])})
		}
		p.Polygons(draw.Style{Fill: ink}, corners)
		return
	case '#':
		half = part
	}
	p.rect(x-half, y-half, 2*half, 2*half, draw.Style{Fill: ink})
}

// rounded returns the corners of the shape of the top end of a ship, relative to its centre. The
// corners are the two lower corners of the square, and points on a half circle, 15 degrees apart.
func rounded() [][2]int {
	corners := [][2]int{{hull, hull}, {-hull, hull}}
	for i := range 13 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 12)
		corners = append(corners, [2]int{int(math.Round(-hull * cos)), int(math.Round(-hull * sin))})
	}
	return corners
}
