// Package toggle draws and explains boards of lights that buttons toggle. Each cell has a button
// and a light. The package knows no puzzle rules: the lights that a button toggles are given as
// linear equations over GF(2).
package toggle

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/native/gf2"
)

// A Board is a grid of H x W buttons. Lit says of each light whether it is on. The lights are in the
// cells of the buttons, row by row, unless Show draws them elsewhere; then any number of lights is
// allowed.
type Board struct {
	H, W  int
	Lit   []bool
	Title string // above pictures of the board; may be empty
	Words Words
	// Puzzle is the instance to which the board belongs. Its matrix says which lights each button toggles.
	Puzzle Puzzle
	// Show draws, for explanations, the pressed buttons of s on a board with the given lights, as text
	// and as a part of a picture. If s is nil, the text is not used. A nil Show draws a light and a
	// button in each cell.
	Show func(title string, lit []bool, s *encode.Solution) (string, *grid.Board)
}

// A Puzzle is an instance with a board of lights. Matrix returns the matrix of its linear system over
// GF(2), with a row for each light and a column for each button.
type Puzzle interface {
	encode.Instance
	Matrix() *gf2.Matrix
}

// Dark returns a board of h x w lights that are off.
func Dark(h, w int) Board { return Board{H: h, W: w, Lit: make([]bool, h*w)} }

// Crosses returns the matrix of a board on which each button toggles its own light and the neighbours up,
// down, left and right. On a torus, opposite ends of a row or column are neighbours.
func Crosses(h, w int, torus bool) *gf2.Matrix {
	n := h * w
	m := gf2.NewMatrix(n, n)
	pair := func(i, j int) {
		m.Set(i, j)
		m.Set(j, i)
	}
	for i := range n {
		m.Set(i, i)
		switch {
		case i%w < w-1:
			pair(i, i+1)
		case torus:
			pair(i, i-w+1)
		}
		switch {
		case i+w < n:
			pair(i, i+w)
		case torus:
			pair(i, i%w)
		}
	}
	return m
}

// System returns the linear system. The right-hand sides say which lights are lit.
func (b *Board) System() gf2.System {
	s := gf2.System{A: b.Puzzle.Matrix(), B: gf2.NewVector(len(b.Lit))}
	for i, lit := range b.Lit {
		if lit {
			s.B.Set(i)
		}
	}
	return s
}

// Sites returns one site for each button. The value 1 means pressed.
func (b *Board) Sites() []int {
	return slices.Repeat([]int{2}, b.buttons())
}

func (b *Board) buttons() int { return b.H * b.W }

// Legend explains, in the rules of a puzzle, the characters that Draw uses.
const Legend = "A solution is drawn on the board as it was before the presses: '#' is lit, '.' is not lit, '@' is lit and pressed, 'o' is pressed but not lit."

// Draw implements encode.Instance. The constant Legend explains the characters.
func (b *Board) Draw(s *encode.Solution) string {
	var t strings.Builder
	for i := range b.Lit {
		t.WriteByte(".#o@"[b.look(i, s)])
		if i%b.W == b.W-1 {
			t.WriteByte('\n')
		}
	}
	return t.String()
}

func (b *Board) look(i int, s *encode.Solution) int {
	look := 0
	if b.Lit[i] {
		look = 1
	}
	if s != nil && (*s)[i] == 1 {
		look += 2
	}
	return look
}

// TextColours implements layout.HasTextColours. There are three colours: for lit cells, for cells
// whose button is pressed, and for cells that are lit and pressed.
func (b *Board) TextColours(s *encode.Solution) []int {
	var tints []int
	for i := range b.Lit {
		tints = append(tints, []int{0, 4, 1, 2}[b.look(i, s)]) // yellow, blue, orange
		if i%b.W == b.W-1 {
			tints = append(tints, 0)
		}
	}
	return tints
}

// Picture draws lit cells yellow, and a disc in each cell whose button is pressed.
func (b *Board) Picture(s *encode.Solution) *draw.Picture { return grid.Draw(b.picture(b.Title, s)) }

func (b *Board) picture(title string, s *encode.Solution) *grid.Board {
	return &grid.Board{Title: title, H: b.H, W: b.W, Cell: func(r, c int) grid.Cell {
		var cell grid.Cell
		look := b.look(r*b.W+c, s)
		if look&1 != 0 {
			cell.Fill = draw.Yellow
		}
		if look&2 != 0 {
			cell.Disc = true
		}
		return cell
	}}
}

// Marked implements clues.HasMarks. An entry has a frame with a disc for a pressed button, or with
// an x for a button that is not pressed. An entry does not have a yellow background, because lit
// cells are yellow.
func (b *Board) Marked(_ []int, entries []clues.Given) *draw.Picture {
	p := b.picture(b.Title, nil)
	plain := p.Cell
	p.Cell = func(r, c int) grid.Cell {
		cell := plain(r, c)
		for _, e := range entries {
			if e.Site != r*b.W+c {
				continue
			}
			cell.Frame = draw.Vermilion
			if cell.Disc = e.Value == 1; !cell.Disc {
				cell.Text = "x"
			}
		}
		return cell
	}
	return grid.Draw(p)
}

func (b *Board) Size() encode.Size { return encode.Size{H: b.H, W: b.W} }

func (b *Board) Spots() []play.Spot { return b.picture(b.Title, nil).AllSpots() }

// Look implements play.HasSpots. A pressed button has a disc.
func (b *Board) Look(_, value int) play.Look {
	if value == 1 {
		return play.Look{Mark: play.DiscMark}
	}
	return play.Look{}
}

// On is the look of a light that is on, for play.HasToggles.
var On = play.Look{Fill: draw.Yellow}
