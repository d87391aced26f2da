package polyomino

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/wording"
)

// A Motion says which orientations of a piece are allowed.
type Motion int

const (
	Flip  Motion = iota // rotated and reflected
	Turn                // rotated, not reflected
	Fixed               // as drawn
)

// A Piece is a shape. Its Motion says whether it may be rotated or reflected. At least Lo and at
// most Hi copies of the shape are used.
type Piece struct {
	Drawn  []Cell // in reading order, the bounding box at 0, 0
	Motion Motion
	Lo, Hi int
	Letter byte // the letter in drawings; 0 means that the tiling chooses one
	// On is nil, except for a piece of one cell that stands for a cell that stays empty. It then lists the
	// cells that may stay empty, in reading order.
	On []Cell
}

// Empty returns a piece that stands for lo to hi cells that stay empty, among the given cells.
func Empty(on []Cell, lo, hi int, letter byte) Piece {
	return Piece{Drawn: []Cell{{}}, Motion: Fixed, Lo: lo, Hi: hi, Letter: letter, On: on}
}

// MustPiece reads the drawing of a piece, in rows of 'x' and '.' joined by '/'. The piece is used
// exactly once. MustPiece is meant for pieces written in Go code and panics if the drawing is
// wrong.
func MustPiece(drawn string, letter byte) Piece {
	cells, err := ParseCells(grid.Rows(drawn, 1))
	if err != nil {
		panic("polyomino: " + err.Error())
	}
	return Piece{Drawn: cells, Lo: 1, Hi: 1, Letter: letter}
}

// ParseCells reads the drawing of a piece, in rows of 'x' and '.'. The rows may have different
// lengths. It returns an error if the piece has no cells, more than MaxCells cells, or a side of
// more than MaxCells cells.
func ParseCells(rows []encode.Span) ([]Cell, error) {
	var cells []Cell
	for r, row := range rows {
		if r >= MaxCells || len(row.Text) > MaxCells {
			return nil, row.Errorf("a side of the piece has more than %d cells", MaxCells)
		}
		if err := row.Only("x.", "'x' (a cell of the piece) or '.'"); err != nil {
			return nil, err
		}
		for c, x := range row.Text {
			if x == 'x' {
				cells = append(cells, Cell{r, c})
			}
		}
	}
	if len(cells) == 0 {
		return nil, rows[0].Errorf("the piece has no cells")
	}
	if len(cells) > MaxCells {
		return nil, rows[0].Errorf("the piece has %d cells: at most %d", len(cells), MaxCells)
	}
	return normal(cells), nil
}

// String draws the piece in rows of 'x' and '.' joined by '/'. It omits dots at the end of a row,
// except for one dot in a row without cells.
func (p *Piece) String() string {
	var rows []string
	for _, x := range p.Drawn {
		for len(rows) < x.R {
			rows = append(rows, ".")
		}
		if len(rows) == x.R {
			rows = append(rows, "")
		}
		rows[x.R] += strings.Repeat(".", x.C-len(rows[x.R])) + "x"
	}
	return strings.Join(rows, "/")
}

func extent(cells []Cell) Cell {
	box := Cell{}
	for _, x := range cells {
		box = Cell{max(box.R, x.R), max(box.C, x.C)}
	}
	return box
}

// normal moves cells so that their first row and first column are 0, and sorts them in reading
// order.
func normal(cells []Cell) []Cell {
	r0, c0 := cells[0].R, cells[0].C
	for _, x := range cells {
		r0, c0 = min(r0, x.R), min(c0, x.C)
	}
	out := wording.Each(cells, func(x Cell) Cell { return Cell{x.R - r0, x.C - c0} })
	slices.SortStableFunc(out, inReadingOrder)
	return out
}

// Orientations lists the different shapes that the piece has under its Motion. The drawn shape
// comes first, then its quarter turns, then the quarter turns of its mirror image.
func (p *Piece) Orientations() [][]Cell {
	quarter := func(cells []Cell) []Cell {
		return normal(wording.Each(cells, func(x Cell) Cell { return Cell{x.C, -x.R} }))
	}
	var all [][]Cell
	add := func(cells []Cell) {
		if !slices.ContainsFunc(all, func(o []Cell) bool { return slices.Equal(o, cells) }) {
			all = append(all, cells)
		}
	}
	shape := p.Drawn
	turns := 4
	if p.Motion == Fixed {
		turns = 1
	}
	for range turns {
		add(shape)
		shape = quarter(shape)
	}
	if p.Motion == Flip {
		shape = normal(wording.Each(p.Drawn, func(x Cell) Cell { return Cell{x.R, -x.C} }))
		for range turns {
			add(shape)
			shape = quarter(shape)
		}
	}
	return all
}

// Image returns the piece after its board is turned. Of all pieces with the same orientations, it returns the one
// with the most restricted Motion and the first drawing.
func (p Piece) Image(t grid.Turn) Piece {
	p.Drawn = normal(wording.Each(p.Drawn, func(x Cell) Cell { return moved(t, 0, 0, x) }))
	all := p.Orientations()
	slices.SortStableFunc(all, compareShapes)
	p.Drawn = all[0]
	for p.Motion = Fixed; len(p.Orientations()) < len(all); p.Motion-- { // a motion has all orientations of the next one
	}
	return p
}
