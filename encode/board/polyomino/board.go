// Package polyomino holds the geometry that the packing puzzles share: boards, pieces and their
// orientations, placements, and the type Tiling, which states the rules in all three forms (Check,
// Encode and Reduce). The puzzles based on this package only choose the board and the pieces.
//
// Check (check.go) is independent of Encode and Reduce (tiling.go): it rotates and compares pieces
// with its own code.
package polyomino

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// MaxCells is the largest number of cells, open and closed, in the grid of a board.
const MaxCells = 4096

// A Cell is a row and a column, both counted from 0. Row 0 is at the top.
type Cell struct{ R, C int }

// A Board is a grid of H rows and W columns. Each open cell must be covered by a piece, and no closed
// cell may be covered.
type Board struct {
	H, W  int
	Cells []Cell // the open cells in reading order; they are the sites
	index []int  // [r*W+c] is the index in Cells, or -1 for a closed cell
}

// NewBoard makes a board of h rows and w columns. A cell is open if the function open returns true
// for it.
func NewBoard(h, w int, open func(r, c int) bool) *Board {
	b := &Board{H: h, W: w, index: make([]int, h*w)}
	for r := range h {
		for c := range w {
			b.index[r*w+c] = -1
			if open(r, c) {
				b.index[r*w+c] = len(b.Cells)
				b.Cells = append(b.Cells, Cell{r, c})
			}
		}
	}
	return b
}

// At returns the index in Cells of the cell in row r and column c, or -1 if that cell is not open.
func (b *Board) At(r, c int) int {
	if r < 0 || r >= b.H || c < 0 || c >= b.W {
		return -1
	}
	return b.index[r*b.W+c]
}

// Full reports whether every cell of the grid is open.
func (b *Board) Full() bool { return len(b.Cells) == b.H*b.W }

// Part returns the board whose open cells are only those for which the function keep returns true.
func (b *Board) Part(keep func(site int) bool) *Board {
	return NewBoard(b.H, b.W, func(r, c int) bool {
		at := b.At(r, c)
		return at >= 0 && keep(at)
	})
}

// String returns the board in rows of '.' (open) and '#' (closed), joined by '/'.
func (b *Board) String() string {
	text := []byte(strings.Repeat("/"+strings.Repeat("#", b.W), b.H))
	for _, x := range b.Cells {
		text[x.R*(b.W+1)+1+x.C] = '.'
	}
	return string(text[1:])
}

// ParseBoard reads a board drawn in rows of '.' and '#' of the same length. If spare is true, cells may
// also be '_'. ParseBoard also returns these cells, which are open. It returns an error for a board
// without open cells.
func ParseBoard(rows []encode.Span, spare bool) (*Board, []Cell, error) {
	h := len(rows)
	signs, want := ".#", "'.' (a cell) or '#' (none)"
	if spare {
		signs, want = ".#_", "'.' (a cell), '_' (a cell that may stay empty) or '#' (none)"
	}
	for _, cells := range []string{signs + " ", signs} { // in the drawing of a solution, blanks are in front of letters
		for _, row := range rows {
			if err := grid.Only(row, cells, want, letters); err != nil {
				return nil, nil, err
			}
		}
	}
	w, err := grid.Same(rows)
	if err != nil {
		return nil, nil, err
	}
	if h*w > MaxCells {
		return nil, nil, rows[0].Errorf("the board has %d cells: at most %d", h*w, MaxCells)
	}
	b := NewBoard(h, w, func(r, c int) bool { return rows[r].Text[c] != '#' })
	if len(b.Cells) == 0 {
		return nil, nil, rows[0].Errorf("the board has no cells")
	}
	all := slices.Clone(b.Cells)
	return b, slices.DeleteFunc(all, func(x Cell) bool { return rows[x.R].Text[x.C] != '_' }), nil
}

// Sketched returns the rows of a board as Draw draws it without a solution, where closed cells are
// blank. Each row gets a '#' for each blank, also for those at its end. The result blank says whether a
// blank is in front of other cells of its row. Sketched does not change lines of a board that is too
// large.
func Sketched(lines []encode.Span) (rows []encode.Span, blank bool) {
	w := 0
	for _, line := range lines {
		w = max(w, len(line.Text))
	}
	if max(w, len(lines)) > MaxCells {
		return lines, false
	}
	for _, row := range lines {
		blank = blank || strings.Contains(row.Text, " ")
		row.Text = strings.ReplaceAll(fmt.Sprintf("%-*s", w, row.Text), " ", "#")
		rows = append(rows, row)
	}
	return rows, blank
}

func (b *Board) Size() encode.Size { return encode.Size{H: b.H, W: b.W} }

// Spots implements play.HasSpots. The board is in the upper left corner of every picture.
func (t *Tiling) Spots() []play.Spot {
	return wording.Each(t.Cells, func(x Cell) play.Spot {
		return play.Square(float64(margin+x.C*unit), float64(margin+x.R*unit), unit)
	})
}

func (t *Tiling) Look(_, value int) play.Look {
	if t.empty(value) {
		return play.Look{Fill: draw.White, Text: t.ValueName(0, value)}
	}
	fill := palette[value%len(palette)]
	return play.Look{Fill: fill, Text: t.ValueName(0, value), Ink: fill.Ink()}
}

// Kinds implements play.HasPieces. Equal pieces are one kind.
func (t *Tiling) Kinds() []play.Piece {
	var kinds []play.Piece
	for _, c := range t.classes() {
		if c.hi == 0 {
			continue
		}
		p := play.Piece{Name: t.letters(c.values), Lo: c.lo, Hi: c.hi, Values: slices.Clone(c.values)}
		for _, x := range c.on {
			p.Only = append(p.Only, t.At(x.R, x.C))
		}
		for _, shape := range c.shapes {
			p.Shapes = append(p.Shapes, wording.Each(shape, func(x Cell) [2]int { return [2]int{x.R, x.C} }))
		}
		kinds = append(kinds, p)
	}
	return kinds
}

func (t *Tiling) Rest(covered []int, used []int) encode.Instance {
	gone := make([]bool, len(t.Cells))
	for _, i := range covered {
		gone[i] = true
	}
	board := t.Part(func(site int) bool { return !gone[site] })
	if len(board.Cells) == 0 {
		return nil
	}
	var pieces []Piece
	k := 0
	for _, c := range t.classes() {
		if c.hi == 0 {
			continue
		}
		hi := c.hi - used[k]
		for i := range max(0, hi) { // each copy with its letter on the whole board
			p := t.Pieces[t.pieceOf(c.values[0])]
			p.Lo, p.Hi, p.Letter = min(1, max(0, c.lo-used[k]-i)), 1, t.letter(c.values[used[k]+i])
			pieces = append(pieces, p)
		}
		if hi < 0 {
			panic("polyomino: more copies are used than there are")
		}
		k++
	}
	rest, err := NewTiling(board, pieces)
	if err != nil {
		panic("polyomino: " + err.Error()) // the board of t has more placements
	}
	rest.Label = t.Label
	return restOf{rest}
}

// A restOf is the rest of a tiling. It has no notation that can be read.
type restOf struct{ *Tiling }

func (r restOf) String() string {
	return fmt.Sprintf("the rest, %v, with %d kinds of pieces", r.Marks(), len(r.Pieces))
}

func (t *Tiling) letters(values []int) string {
	first, last := values[0], values[len(values)-1]
	if last-first == len(values)-1 && last > first {
		return t.ValueName(0, first) + "-" + t.ValueName(0, last)
	}
	all := wording.Each(values, func(v int) string { return t.ValueName(0, v) })
	return strings.Join(all, " ")
}
