package theme

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Look distinguishes a line by its colour, its points and its dashes.
type Look struct {
	Colour color.NRGBA
	Glyph  draw.GlyphDrawer
	Dashes []vg.Length
}

// Colours lists the colours of Okabe and Ito, with an added grey. Yellow is missing, because it is
// hard to see on white.
var Colours = []color.NRGBA{
	Blue, Vermillion, green, {0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, Black, {0x77, 0x77, 0x77, 0xff},
}

// glyphs lists shapes that distinguish lines even without colours.
var glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}}

// Dashes differ between neighbouring lines, so that readers can distinguish lines without relying
// on colour.
var Dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {7, 2, 1.5, 2}}

// LookOf returns the look of the line with index i.
func LookOf(i int) Look {
	return Look{Colours[i%len(Colours)], glyphs[(i+i/len(glyphs))%len(glyphs)], Dashes[(i/2+i/len(Colours))%len(Dashes)]}
}

// LineStyle returns the style of a line with this look and the given width.
func (l Look) LineStyle(width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: l.Colour, Width: width, Dashes: l.Dashes}
}
