// Package toggle draws and explains boards of lights that buttons toggle. Each cell has a button
// and a light. The package knows no puzzle rules: the lights that a button toggles are given as
// linear equations over GF(2).
package toggle

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/grid"
)

// A Board is a grid of H x W lights. Lit holds the lights row by row, with true for a light that is
// on.
type Board struct {
	H, W int
	Lit  []bool
}

// Sites returns one site for each button. The value 1 means pressed.
func (b *Board) Sites() []int {
	return slices.Repeat([]int{2}, len(b.Lit))
}

// Legend explains, in the rules of a puzzle, the characters that Draw uses.
const Legend = "A solution is drawn on the board as it was at first: '#' is lit, '.' is not lit, '@' is lit and pressed, 'o' is pressed but not lit."

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

// look returns how cell i is drawn: 1 if its light is lit, plus 2 if s is not nil and presses its
// button.
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

// TextColours implements encode.HasTextColours. Lit cells, pressed cells, and cells that are both
// have different colours.
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

// Picture implements encode.HasPicture. A lit cell is yellow, and a cell whose button is pressed
// has a disc.
func (b *Board) Picture(s *encode.Solution) *draw.Picture {
	return grid.Draw(b.picture("", s))
}

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

// Size implements encode.HasSize.
func (b *Board) Size() encode.Size { return encode.Size{H: b.H, W: b.W} }
