package polyomino

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// A shownPiece is a piece as drawings next to the board show it: with its letters and how often it
// is used.
type shownPiece struct {
	name string // the letters of its copies, such as A or B-D; empty if they repeat
	// use says how often the piece is used and how it may lie, such as "3x" or "0-2x turn". The
	// text is empty for a piece that is used once and may be flipped. The text is also empty for a
	// piece with a letter of its own, because the rules of the puzzle say how often such a piece is
	// used.
	use    string
	h, w   int
	filled []Cell
	fill   draw.Colour
}

func (t *Tiling) shownPieces() []shownPiece {
	var all []shownPiece
	number := 0
	for i := range t.Pieces {
		p := &t.Pieces[i]
		if p.Hi == 0 || p.On != nil && p.Letter != 0 {
			number += p.Hi
			continue
		}
		box := extent(p.Drawn)
		s := shownPiece{name: string(t.letter(number)), h: box.R + 1, w: box.C + 1, filled: p.Drawn, fill: palette[number%len(palette)]}
		switch {
		case p.Hi == 1 || p.Letter != 0:
		case number+p.Hi > len(letters):
			s.name = "" // the letters repeat
		default:
			s.name += "-" + string(t.letter(number+p.Hi-1))
		}
		var use []string
		switch {
		case p.Letter != 0:
		case p.Lo < p.Hi:
			use = append(use, fmt.Sprintf("%d-%dx", p.Lo, p.Hi))
		case p.Hi > 1:
			use = append(use, fmt.Sprintf("%dx", p.Hi))
		}
		switch {
		case p.On != nil:
			use = append(use, "empty")
			s.fill = draw.White
		case p.Motion == Turn:
			use = append(use, "turn")
		case p.Motion == Fixed:
			use = append(use, "fixed")
		}
		s.use = strings.Join(use, " ")
		all = append(all, s)
		number += p.Hi
	}
	return all
}

type block struct{ x, y, w, h int }

// flow places blocks of the given sizes in rows from the left, each row as high as its highest
// block. It returns the total width and height. The width of a row is at most the parameter most,
// unless the row has only one block. The parameter gap is the distance between the blocks of a row,
// and gapY is the distance between the rows.
func flow(blocks []block, most, gap, gapY int) (w, h int) {
	x, y, high := 0, 0, 0
	for i := range blocks {
		b := &blocks[i]
		if x > 0 && x+b.w > most {
			x, y, high = 0, y+high+gapY, 0
		}
		b.x, b.y = x, y
		x += b.w + gap
		high = max(high, b.h)
		w, h = max(w, b.x+b.w), max(h, y+high)
	}
	return w, h
}

const (
	page     = 80 // the width of a drawing with pieces in characters
	piecesTo = 24 // if there is less room than this next to the board, the pieces are below the board
	textSide = 32 // a piece with a longer side is described instead of drawn as text
)

// DrawPieces draws the board without a solution, and the pieces next to it or below it. Above each
// piece are the letters that its copies have in solutions, and how often the piece is used.
func (t *Tiling) DrawPieces() string {
	pieces := t.shownPieces()
	texts := make([][]string, len(pieces))
	blocks := make([]block, len(pieces))
	for i, p := range pieces {
		texts[i] = p.text()
		blocks[i].w, blocks[i].h = wording.Most(texts[i], func(line string) int { return len(line) }), len(texts[i])
	}
	const gap = 3
	x, y, room := t.W+gap, 0, page-t.W-gap
	if room < piecesTo {
		x, y, room = 0, t.H+1, page
	}
	_, h := flow(blocks, room, gap, 1)
	lines := make([]string, max(t.H, y+h))
	copy(lines, strings.Split(t.Draw(nil), "\n"))
	for i, b := range blocks {
		for k, text := range texts[i] {
			line := &lines[y+b.y+k]
			*line = fmt.Sprintf("%-*s%s", x+b.x, *line, text)
		}
	}
	lines = wording.Each(lines, func(line string) string { return strings.TrimRight(line, " ") })
	return strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
}

func (s shownPiece) text() []string {
	lines := []string{strings.TrimSpace(s.name + " " + s.use)}
	if s.h > textSide || s.w > textSide {
		return append(lines, fmt.Sprintf("(%d cells in %dx%d)", len(s.filled), s.h, s.w))
	}
	lines = append(lines, make([]string, s.h)...)
	for _, x := range s.filled {
		line := &lines[x.R+1]
		*line = fmt.Sprintf("%-*sx", x.C, *line)
	}
	return lines
}

// Marked implements clues.HasMarks. The puzzles have no clues.
func (t *Tiling) Marked(_ []int, entries []clues.Given) *draw.Picture {
	return t.withPieces(play.Entered(t, entries))
}

// withPieces draws the board with entered letters, and the pieces next to it, or below a wide board.
// The pieces have the colours and letters that they have in solutions.
func (t *Tiling) withPieces(entered map[int]string) *draw.Picture {
	const (
		gap     = 18
		caption = 22
		letter  = 8 // the width of a letter of a caption
	)
	p := t.paint(nil, entered)
	pieces := t.shownPieces()
	longest := max(1, wording.Most(pieces, func(s shownPiece) int { return max(s.h, s.w) }))
	unit := min(24, 480/float64(longest)) // the side of a cell
	blocks := make([]block, len(pieces))
	for i, s := range pieces {
		blocks[i].w = max(int(unit*float64(s.w))+1, letter*len(strings.TrimSpace(s.name+" "+s.use)))
		blocks[i].h = caption + int(unit*float64(s.h)) + 1
	}
	x, y, room := p.W+gap, 4.0, max(int(p.H), 240)
	if p.W > 1.5*p.H {
		x, y, room = 4, p.H+gap, max(int(p.W), 240)
	}
	w, h := flow(blocks, room, gap, gap)
	for most := 2 * room; y < p.H && y+float64(h) > p.H && room < most; { // while the pieces are higher than the board
		room += 30
		w, h = flow(blocks, room, gap, gap)
	}
	for i, s := range pieces {
		left, top := x+float64(blocks[i].x), y+float64(blocks[i].y)
		p.Text(left, top+14, strings.TrimSpace(s.name+" "+s.use), draw.Font{Size: 14, Anchor: draw.Start})
		s.draw(p, left+1, top+caption, unit)
	}
	if len(pieces) > 0 {
		p.W, p.H = max(p.W, x+float64(w)+4), max(p.H, y+float64(h)+4)
	}
	return p
}

func (s shownPiece) draw(p *draw.Picture, x, y, unit float64) {
	var cells [][]draw.Point
	for _, at := range s.filled {
		left, top := x+unit*float64(at.C), y+unit*float64(at.R)
		cells = append(cells, []draw.Point{{left, top}, {left + unit, top}, {left + unit, top + unit}, {left, top + unit}})
	}
	p.Polygons(draw.Style{Fill: s.fill, Stroke: draw.Black, Width: min(1.2, unit/8)}, cells...)
}

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
	turns, shapes := 4, [][]Cell{p.Drawn}
	switch p.Motion {
	case Fixed:
		turns = 1
	case Flip:
		shapes = append(shapes, normal(wording.Each(p.Drawn, func(x Cell) Cell { return Cell{x.R, -x.C} })))
	}
	var all [][]Cell
	for _, shape := range shapes {
		for range turns {
			if !slices.ContainsFunc(all, func(o []Cell) bool { return slices.Equal(o, shape) }) {
				all = append(all, shape)
			}
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
