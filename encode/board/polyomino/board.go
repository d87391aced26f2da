// Package polyomino holds the geometry that the packing puzzles share: boards, pieces and their
// orientations, placements, and the type Tiling, which states the rules in all three forms (Check,
// Encode and Reduce). The puzzles based on this package only choose the board and the pieces.
//
// Check (check.go) is independent of Encode and Reduce (tiling.go): it rotates and compares pieces
// with its own code.
package polyomino

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
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
	w := wording.Most(lines, func(line encode.Span) int { return len(line.Text) })
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
		p.Only = wording.Each(c.on, func(x Cell) int { return t.At(x.R, x.C) })
		p.Shapes = wording.Each(c.shapes, func(shape []Cell) [][2]int {
			return wording.Each(shape, func(x Cell) [2]int { return [2]int{x.R, x.C} })
		})
		kinds = append(kinds, p)
	}
	return kinds
}

func (t *Tiling) Rest(covered []int, used []int) encode.Instance {
	gone := encode.Put(make([]bool, len(t.Cells)), covered, true)
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

// A motion is a symmetry of a tiling: a rotation or reflection that maps the open cells to open
// cells, the cells that may stay empty to such cells, and the set of pieces to itself.
type motion struct {
	site  []int // the image of each site
	class []int // the image of each class of equal pieces
}

// Canonical implements encode.HasSymmetries. The symmetries are the rotations and reflections that
// map the open cells to themselves and the set of pieces to itself. The position of the open cells
// in the grid makes no difference. A symmetry may map a piece to another piece. For example, a
// reflection maps a piece that must not be reflected to the piece that is its mirror image.
func (t *Tiling) Canonical() (func(encode.Solution) encode.Solution, error) {
	motions, class := t.motions(), t.classOf()
	return func(s encode.Solution) encode.Solution {
		first := s
		for i := range motions {
			first = min(first, t.image(&motions[i], class, s))
		}
		return first
	}, nil
}

// InOrder numbers copies of equal pieces in the order of their first cells.
func (t *Tiling) InOrder(s encode.Solution) encode.Solution {
	same := t.identity()
	return t.image(&same, t.classOf(), s)
}

func (t *Tiling) classOf() []int {
	class := make([]int, t.values)
	for k, c := range t.classes() {
		for _, v := range c.values {
			class[v] = k
		}
	}
	return class
}

func (t *Tiling) identity() motion {
	return motion{site: encode.Left(len(t.Cells), nil), class: encode.Left(len(t.classes()), nil)}
}

// motions lists the symmetries of the tiling except the identity. Two motions in the list may have
// the same effect on the cells. On a board of one row, for example, two of the rotations and
// reflections leave every cell in place.
func (t *Tiling) motions() []motion {
	low, high := t.Cells[0], t.Cells[0] // the bounding box of the open cells
	for _, x := range t.Cells {
		low = Cell{min(low.R, x.R), min(low.C, x.C)}
		high = Cell{max(high.R, x.R), max(high.C, x.C)}
	}
	h, w := high.R-low.R, high.C-low.C
	var all []motion
	for _, turn := range grid.Turns()[1:] {
		if turn.Swap && h != w {
			continue
		}
		at := func(x Cell) Cell { return moved(turn, h, w, x) }
		m := motion{site: make([]int, len(t.Cells))}
		for i, x := range t.Cells {
			y := at(Cell{x.R - low.R, x.C - low.C})
			m.site[i] = t.At(low.R+y.R, low.C+y.C)
		}
		if slices.Contains(m.site, -1) {
			continue
		}
		if m.class = t.moved(at, m.site); m.class != nil {
			all = append(all, m)
		}
	}
	return all
}

// moved returns the image of a cell in a grid whose last row and column are h and w.
func moved(t grid.Turn, h, w int, x Cell) Cell {
	if t.Down {
		x.R = h - x.R
	}
	if t.Across {
		x.C = w - x.C
	}
	if t.Swap {
		return Cell{x.C, x.R}
	}
	return x
}

// moved returns, for each class of equal pieces, the class to which the function g maps this class.
// The image of a class has the rotated or reflected orientations, the images of the cells that the
// class may cover, and the same bounds on the number of used pieces. The parameter site has the image
// of each site. If a class has no image, moved returns nil.
func (t *Tiling) moved(g func(Cell) Cell, site []int) []int {
	var to []int
	for _, c := range t.classes() {
		images := wording.Each(c.shapes, func(shape []Cell) []Cell { return normal(wording.Each(shape, g)) })
		slices.SortStableFunc(images, compareShapes)
		on := wording.Each(c.on, func(x Cell) Cell { return t.Cells[site[t.At(x.R, x.C)]] })
		slices.SortStableFunc(on, compareCells)
		k := slices.IndexFunc(t.classes(), func(o class) bool {
			return slices.Equal(o.on, on) && o.lo == c.lo && o.hi == c.hi && slices.EqualFunc(o.shapes, images, slices.Equal)
		})
		if k < 0 {
			return nil
		}
		to = append(to, k)
	}
	return to
}

// image returns the solution to which the motion m maps the solution s. It numbers copies of equal
// pieces in the order of their first cells. The parameter class holds the class of each piece
// number.
func (t *Tiling) image(m *motion, class []int, s encode.Solution) encode.Solution {
	out := make([]byte, len(s))
	for i := range len(s) {
		out[m.site[i]] = s[i]
	}
	var number [256]int // for each number in out, the new number plus 1; 0 if not yet assigned
	used := make([]int, len(m.class))
	for i, v := range out {
		if number[v] == 0 {
			k := m.class[class[v]]
			number[v] = t.classes()[k].values[used[k]] + 1
			used[k]++
		}
		out[i] = byte(number[v] - 1)
	}
	return encode.Solution(out)
}

// Smaller returns the pieces as removable parts. Every copy of a piece is a separate part. The
// parameter made is a function that returns an instance of the remaining board and pieces, or nil.
// Smaller finds a solution and removes a piece together with the cells that it covers in the
// solution, so that the rest also has a solution. A piece that the solution does not use is removed
// without cells. If no method finds a solution quickly, only optional pieces can be removed.
func (t *Tiling) Smaller(made func(*Board, []Piece) encode.Instance) clues.Parts {
	s, _ := encode.Quick(t.Reduce())
	return clues.Parts{Kind: "pieces", N: len(slices.DeleteFunc(encode.Left(t.values, nil), t.empty)), Without: func(gone ...int) encode.Instance {
		lost := make([]bool, t.values)
		pieces := slices.Clone(t.Pieces)
		for _, number := range gone {
			lost[number] = true
			p := &pieces[t.pieceOf(number)]
			if s == "" && p.Lo == p.Hi {
				return nil
			}
			p.Hi--
			if strings.IndexByte(string(s), byte(number)) >= 0 { // used
				p.Lo--
			}
			p.Lo = max(0, min(p.Lo, p.Hi))
		}
		left := slices.DeleteFunc(pieces, func(p Piece) bool { return p.Hi == 0 })
		board := t.Part(func(site int) bool { return s == "" || !lost[s[site]] })
		if len(board.Cells) == 0 || !slices.ContainsFunc(left, func(p Piece) bool { return p.On == nil }) {
			return nil
		}
		return made(board, left)
	}}
}

// Heap places the pieces one after the other at random in an h x w grid, so that each piece touches
// the earlier ones. It returns the board that consists of the covered cells, cropped to its
// bounding box. It returns nil if a piece has no such position.
func Heap(rng *rand.Rand, h, w int, pieces []Piece) *Board {
	covered := make([]bool, h*w)
	in := func(x Cell) bool { return x.R >= 0 && x.R < h && x.C >= 0 && x.C < w }
	taken := func(x Cell) bool { return in(x) && covered[x.R*w+x.C] }
	blocked := func(x Cell) bool { return !in(x) || taken(x) }
	touches := func(x Cell) bool {
		return taken(Cell{x.R + 1, x.C}) || taken(Cell{x.R - 1, x.C}) || taken(Cell{x.R, x.C + 1}) || taken(Cell{x.R, x.C - 1})
	}
	for n := range pieces {
		var places [][]Cell
		for _, shape := range pieces[n].Orientations() {
			for at := range h * w {
				place := wording.Each(shape, func(x Cell) Cell { return Cell{at/w + x.R, at%w + x.C} })
				if !slices.ContainsFunc(place, blocked) && (n == 0 || slices.ContainsFunc(place, touches)) {
					places = append(places, place)
				}
			}
		}
		if len(places) == 0 {
			return nil
		}
		for _, x := range places[rng.IntN(len(places))] {
			covered[x.R*w+x.C] = true
		}
	}
	on := encode.Where(covered, func(on bool) bool { return on })
	all := normal(wording.Each(on, func(i int) Cell { return Cell{i / w, i % w} }))
	box := extent(all)
	return NewBoard(box.R+1, box.C+1, func(r, c int) bool { return slices.Contains(all, Cell{r, c}) })
}
