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

// A Board is a grid of H x W lights, row-major.
type Board struct {
	H, W int
	Lit  []bool
}

// Sites returns one site for each button. The value 1 means pressed.
func (b *Board) Sites() []int {
	return slices.Repeat([]int{2}, len(b.Lit))
}

// Legend explains the characters of Draw.
const Legend = "A solution is drawn on the board as it was at first: '#' is lit, '.' is not lit, '@' is lit and pressed, 'o' is pressed but not lit."

// Draw implements encode.Instance. See Legend.
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

// look returns 1 for a lit cell and 0 for a dark one, plus 2 if the cell is pressed.
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

// TextColours implements encode.HasTextColours. It has one colour for lit, one for pressed, and one
// for both.
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

// Picture implements encode.HasPicture. A lit cell is yellow, and a pressed cell has a disc.
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
