package theme

import (
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
