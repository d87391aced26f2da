// Package toggle draws and explains boards of lights that buttons toggle: a
// button and a light a cell. It knows no rules: which lights a button toggles
// comes as linear equations over GF(2).
package toggle

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/grid"
)

// A Board is H x W lights, row-major.
type Board struct {
	H, W int
	Lit  []bool
}

// Sites is a site a button: 1 is pressed.
func (b *Board) Sites() []int {
	return slices.Repeat([]int{2}, len(b.Lit))
}

// Legend explains the characters of Draw.
const Legend = "A solution is drawn on the board as it was at first: '#' is lit, '.' is not lit, '@' is lit and pressed, 'o' is pressed but not lit."

// Draw implements encode.Instance, see Legend.
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

// look is 1 for a lit cell, and 2 more for a pressed one.
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

// TextColours implements encode.HasTextColours: a colour for lit, for pressed, and for both.
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

// Picture implements encode.HasPicture: a lit cell is yellow, a pressed one has a disc.
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
