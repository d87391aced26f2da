package reports

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// A query is a plot with the samples that it is about.
type query struct {
	Plot
	Measure Measure
	Samples []*sample
	warn    warnings
}

// newQuery finds the samples of a plot among records that were chosen.
func newQuery(recs []result.Record, p Plot, ordinary string) (*query, error) {
	if p.Measure == "" {
		p.Measure = ordinary
	}
	m, err := findShare(p.Measure)
	if err != nil {
		return nil, err
	}
	q := &query{Plot: p, Measure: m}
	samples, wrong, without := samplesOf(recs, m)
	if len(samples) == 0 {
		var levels []string
		for _, r := range recs {
			if r.Difficulty != nil && strings.HasPrefix(m.Key, "level") {
				for _, l := range r.Levels {
					levels = appendDistinct(levels, l)
				}
			}
		}
		if len(levels) > 0 {
			return nil, fmt.Errorf("no record says %s: the levels are %s", m.Name, list(levels))
		}
		return nil, fmt.Errorf("no record says %s (%s)", m.Name, m.Key)
	}
	q.Samples = samples
	q.warn.add(LeftOut, wrong, "%d wrong %s left out", wrong, plural(wrong, "answer is", "answers are"))
	if !m.property || without > 0 {
		q.warn.add(NotMeasured, without, "%d of %d do not say %s and are left out", without, without+len(samples), m.Name)
	}
	q.warn.measured(samples, m)
	return q, nil
}

// withWarnings puts the warnings on the figure.
func (q *query) withWarnings(f *Figure) *Figure {
	f.Warnings = q.warn
	return f
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// A look tells a line from the others by its colour, its points and its dashes.
type look struct {
	Colour color.NRGBA
	Glyph  draw.GlyphDrawer
	Dashes []vg.Length
}

// colours are those of Okabe and Ito without yellow, which is lost on white, and
// with a grey.
var colours = []color.NRGBA{
	blue, vermillion, green, {0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, black, {0x77, 0x77, 0x77, 0xff},
}

// glyphs tell the lines apart without their colours.
var glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}}

// mostLines is how many lines, rows of panels or colours a picture has at most.
const mostLines = 12

func lookOf(i int) look {
	return look{colours[i%len(colours)], glyphs[(i+i/len(glyphs))%len(glyphs)], dashes[(i/2+i/len(colours))%len(dashes)]}
}

func (l look) line(width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: l.Colour, Width: width, Dashes: l.Dashes}
}

// points draws at most n of them with glyphs, the first and the last among them.
func (l look) points(xys plotter.XYs, n int, radius vg.Length) *plotter.Scatter {
	if len(xys) > n {
		var some plotter.XYs
		for i := range n {
			some = append(some, xys[i*(len(xys)-1)/(n-1)])
		}
		xys = some
	}
	return dots(xys, l.Glyph, draw.GlyphStyle{Color: l.Colour, Radius: radius})
}

// A legend stands below a plot, its entries one after another as lines of text.
type legend []entry

type entry struct {
	Name string
	look
	Line, Point bool
}

const (
	legendRow   = 12 * vg.Length(1)
	legendThumb = 22 * vg.Length(1) // of a line
	legendPoint = 8 * vg.Length(1)  // of a point alone
	legendGap   = 14 * vg.Length(1)
)

func (e entry) thumb() vg.Length {
	if e.Point && !e.Line {
		return legendPoint
	}
	return legendThumb
}

// rows are the entries by rows of a width. A name that is longer goes on in rows of its own.
func (l legend) rows(width vg.Length) (rows [][]entry) {
	sty := style(tickSize, black)
	left := vg.Length(0)
	for _, e := range l {
		names := wrap(sty, e.Name, width-e.thumb()-4)
		e.Name = names[0]
		need := e.thumb() + 4 + sty.Width(e.Name) + legendGap
		if left -= need; len(rows) == 0 || left < 0 || len(names) > 1 {
			rows = append(rows, nil)
			left = width + legendGap - need
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		for _, name := range names[1:] {
			rows = append(rows, []entry{{Name: name}})
			left = 0
		}
	}
	return rows
}

// height is what the legend takes in a figure of a width.
func (l legend) height(width vg.Length) vg.Length {
	if len(l) < 2 {
		return 0
	}
	return legendRow*vg.Length(len(l.rows(width-16))) + 4
}

// draw fills the bottom of the canvas and gives what is above it. A legend of one entry
// is none.
func (l legend) draw(c draw.Canvas) draw.Canvas {
	if len(l) < 2 {
		return c
	}
	sty := style(tickSize, black)
	rows := l.rows(c.Max.X - c.Min.X)
	for i, row := range rows {
		at := vg.Point{X: c.Min.X, Y: c.Min.Y + legendRow*(vg.Length(len(rows)-1-i)+0.5)}
		for _, e := range row {
			if e.Line {
				c.StrokeLine2(e.line(1.4), at.X, at.Y, at.X+e.thumb(), at.Y)
			}
			if e.Point {
				c.DrawGlyph(draw.GlyphStyle{Color: e.Colour, Radius: 2.6, Shape: e.Glyph}, vg.Point{X: at.X + e.thumb()/2, Y: at.Y})
			}
			write(c, sty, vg.Point{X: at.X + e.thumb() + 4, Y: at.Y}, e.Name)
			at.X += e.thumb() + 4 + sty.Width(e.Name) + legendGap
		}
	}
	return draw.Crop(c, 0, 0, legendRow*vg.Length(len(rows))+4, 0)
}

// withLegend is a figure of one plot and its legend.
func withLegend(title, caption string, p *plot.Plot, l legend, height vg.Length) *Figure {
	return &Figure{
		Title: title, Caption: caption, W: figureWidth, H: height + l.height(figureWidth), tall: 0.8*height + l.height(columnWidth),
		draw: func(c draw.Canvas) { show(p, draw.Crop(l.draw(c), 0, -8, 0, -4)) },
	}
}

// sharedName is what all samples share of a puzzle or method, "" if they differ.
func sharedName(samples []*sample, value func(*sample) string) string {
	name := ""
	for i, s := range samples {
		if v := value(s); i > 0 && v != name {
			return ""
		} else {
			name = v
		}
	}
	return name
}

// subject names what a picture of one method or puzzle is about: " of calendar by native".
func subject(samples []*sample) string {
	var b strings.Builder
	if p := sharedName(samples, func(s *sample) string { return s.Puzzle }); p != "" {
		b.WriteString(" of " + p)
	}
	if m := sharedName(samples, func(s *sample) string { return s.Method }); m != "" {
		b.WriteString(" by " + m)
	}
	return b.String()
}

// nameOrAll is the name of a line; one line has none.
func nameOrAll(name string) string {
	if name == "" {
		return "all"
	}
	return name
}

// centred is a text style whose middle is at its place.
func centred(size vg.Length, c color.Color) text.Style {
	sty := style(size, c)
	sty.XAlign = text.XCenter
	return sty
}

// capital is a sentence's first letter as it should be.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// tooMany is the error of a picture with more lines than can be told apart.
func tooMany(n int, what string) error {
	return fmt.Errorf("%d %s are more than %d: choose suites or methods", n, what, mostLines)
}

// inside draws without a say in the range of the axes, which were set before.
type inside struct{ plot.Plotter }

func glyphOf(c color.Color, radius vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: c, Radius: radius}
}
