package theme

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Legend is a list of entries below a plot. The entries follow each other like words in lines of
// text.
type Legend []Entry

// An Entry names one line of a plot.
type Entry struct {
	Name string
	Look
	Line, Point bool

	indent vg.Length // of the name
}

const (
	LegendRow   = 12 * vg.Length(1)
	legendThumb = 22 * vg.Length(1) // for an entry with a line
	legendPoint = 8 * vg.Length(1)  // for an entry with only a point
	legendGap   = 14 * vg.Length(1)
)

// rows arranges the entries in rows of the given width. A long name continues in rows of its own.
func (l Legend) rows(width vg.Length) (rows [][]Entry) {
	sty := Style(TickSize, Black)
	left := vg.Length(0)
	for _, e := range l {
		e.indent = legendThumb + 4
		if e.Point && !e.Line {
			e.indent = legendPoint + 4
		}
		names := Wrap(sty, e.Name, width-e.indent)
		e.Name = names[0]
		need := e.indent + sty.Width(e.Name) + legendGap
		if left -= need; len(rows) == 0 || left < 0 || len(names) > 1 {
			rows = append(rows, nil)
			left = width + legendGap - need
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		for _, name := range names[1:] {
			rows = append(rows, []Entry{{Name: name, indent: e.indent}})
			left = 0
		}
	}
	return rows
}

// Height returns the height of the legend in a figure of the given width.
func (l Legend) Height(width vg.Length) vg.Length {
	if len(l) < 2 {
		return 0
	}
	return LegendRow*vg.Length(len(l.rows(width-16))) + 4
}

// Draw draws the legend at the bottom of the canvas and returns the canvas above it. A legend
// with only one entry is not drawn.
func (l Legend) Draw(c draw.Canvas) draw.Canvas {
	if len(l) < 2 {
		return c
	}
	sty := Style(TickSize, Black)
	rows := l.rows(c.Max.X - c.Min.X)
	for i, row := range rows {
		at := vg.Point{X: c.Min.X, Y: c.Min.Y + LegendRow*(vg.Length(len(rows)-1-i)+0.5)}
		for _, e := range row {
			if e.Line {
				c.StrokeLine2(e.LineStyle(1.4), at.X, at.Y, at.X+e.indent-4, at.Y)
			}
			if e.Point {
				c.DrawGlyph(draw.GlyphStyle{Color: e.Colour, Radius: 2.6, Shape: e.Glyph}, vg.Point{X: at.X + (e.indent-4)/2, Y: at.Y})
			}
			Write(c, sty, vg.Point{X: at.X + e.indent, Y: at.Y}, e.Name)
			at.X += e.indent + sty.Width(e.Name) + legendGap
		}
	}
	return draw.Crop(c, 0, 0, LegendRow*vg.Length(len(rows))+4, 0)
}

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
