// Package theme gives all pictures the same look: sizes, colours, fonts, axes, ticks, legends, and
// tables of cells. It does not depend on records.
package theme

import (
	"image/color"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/encode/wording"
	"counterproof/reports/study/format"
)

// Pictures have one of two widths: 7.4 inches fit a page of A4 or letter paper, and 3.4 inches fit
// a column of a page with two columns. Letters have the same sizes in both widths, at least 6.5
// points.
const (
	FigureWidth = 7.4 * vg.Inch
	ColumnWidth = 3.4 * vg.Inch
	Dpi         = 220

	TitleSize = 11 * vg.Length(1)
	TitleRow  = 13 * vg.Length(1) // the distance between two lines
	LabelSize = 9 * vg.Length(1)
	TickSize  = 8 * vg.Length(1)
)

// These are the colours of Okabe and Ito, with black, greys and white. Readers with any kind of
// colour vision can distinguish them (Color Universal Design, 2008).
var (
	Black      = color.NRGBA{0x1a, 0x1a, 0x1a, 0xff}
	Grey       = color.NRGBA{0x80, 0x80, 0x80, 0xff}
	Pale       = color.NRGBA{0xd9, 0xd9, 0xd9, 0xff}
	White      = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	Blue       = color.NRGBA{0x00, 0x72, 0xb2, 0xff}
	Vermillion = color.NRGBA{0xd5, 0x5e, 0x00, 0xff}
	green      = color.NRGBA{0x00, 0x9e, 0x73, 0xff}
)

// ramp is the scale of all heat maps, from few to many. Its home is encode/draw, which no study may
// import. The test of the command checks that both agree.
var ramp = []color.NRGBA{
	{255, 250, 205, 255}, {199, 226, 140, 255}, {98, 186, 150, 255}, {46, 117, 148, 255}, {58, 21, 88, 255},
}

// Shade returns the colour of ramp at x, which is darker for larger x. The range of x is from 0 to 1.
func Shade(x float64) color.NRGBA {
	x = min(max(x, 0), 1) * float64(len(ramp)-1)
	i := min(int(x), len(ramp)-2)
	a, b, f := ramp[i], ramp[i+1], x-float64(i)
	mix := func(p, q uint8) uint8 { return uint8(math.Round(float64(p) + f*(float64(q)-float64(p)))) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// Ink returns white if its contrast to the colour c is at least 4.5 (WCAG 2.1, level AA), and
// otherwise black, whose contrast is then 4.6 or more. On blue-green of medium lightness, both reach
// 4.5, but black is harder to read.
func Ink(c color.NRGBA) color.NRGBA {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	l := 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	return wording.Either(1.05/(l+0.05) >= 4.5, White, color.NRGBA{A: 0xff})
}

// Faint returns the colour with another opacity.
func Faint(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}

// Style returns a text style: sans serif, left-aligned, on its base line.
func Style(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color: c, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: plot.DefaultTextHandler,
	}
}

// Write writes one line of text, vertically centred on the given point. The parts of letters
// below the base line do not count for the centre, because digits have no such parts and would
// look too low.
func Write(c draw.Canvas, s text.Style, at vg.Point, txt string) {
	s.YAlign = text.YBottom
	e := s.Font.Size
	at.Y -= 0.28*e + s.FontExtents().Descent
	c.FillText(s, at, txt)
}

// NewPlot returns an empty plot in the theme.
func NewPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.TextStyle.Font = Style(LabelSize, Black).Font
	p.Title.Padding = 4
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = Style(LabelSize, Black).Font
		a.Label.TextStyle.Color = Black
		a.Label.Padding = 3
		a.Tick.Label.Font = Style(TickSize, Black).Font
		a.Tick.Label.Color = Black
		a.LineStyle.Width, a.LineStyle.Color = 0.6, Black
		a.Tick.LineStyle.Width, a.Tick.LineStyle.Color = 0.6, Black
		a.Tick.Length = 4
		a.Padding = 3
	}
	return p
}

// Wrap breaks a text at its spaces into lines of the given width. Texts such as "n = 3" and "2 ×"
// stay on one line. A word that is too long is broken into pieces of about 8 characters or more, if
// possible after a slash.
func Wrap(sty text.Style, txt string, width vg.Length) []string {
	var lines []string
	line := ""
	const fixed = "\u00a0"
	txt = strings.NewReplacer(" = ", fixed+"="+fixed, " ×", fixed+"×").Replace(txt)
	for _, word := range strings.Split(txt, " ") {
		for i, part := range pieces(sty, strings.ReplaceAll(word, fixed, " "), width) {
			longer := line + wording.If(i == 0 && line != "", " ") + part
			if line != "" && sty.Width(longer) > width {
				lines = append(lines, line)
				longer = part
			}
			line = longer
		}
	}
	return append(lines, line)
}

func pieces(sty text.Style, word string, width vg.Length) (all []string) {
	letters := []rune(word)
	for sty.Width(string(letters)) > width {
		n := min(8, len(letters))
		for n < len(letters) && sty.Width(string(letters[:n+1])) <= width {
			n++
		}
		head := string(letters[:n])
		if k := utf8.RuneCountInString(head[:strings.LastIndex(head, "/")+1]); 2*k > n {
			n = k // a break after a slash in the second half
		}
		if n == len(letters) {
			break
		}
		all, letters = append(all, string(letters[:n])), letters[n:]
	}
	return append(all, string(letters))
}

// nameParts matches the parts of a label such as "method, suite, n = 3".
var nameParts = regexp.MustCompile(`.+?(, |: |$)`)

// Fit makes a text fit the given width: it removes the middles of the longest of its parts, which
// end with a comma or a colon.
func Fit(sty text.Style, txt string, width vg.Length) string {
	parts := nameParts.FindAllString(txt, -1)
	short, sizes := slices.Clone(parts), make([]int, len(parts))
	for i, part := range parts {
		sizes[i] = utf8.RuneCountInString(part)
	}
	for len(parts) > 0 && sty.Width(strings.Join(short, "")) > width && slices.Max(sizes) > 8 {
		i := slices.Index(sizes, slices.Max(sizes))
		sizes[i]--
		short[i] = format.Shorten(parts[i], sizes[i])
	}
	return strings.Join(short, "")
}

// SplitCanvas splits a canvas into n columns with a gap between them. A narrow canvas is split
// into rows instead.
func SplitCanvas(c draw.Canvas, n int, gap vg.Length) []draw.Canvas {
	tiles := wording.Either(c.Size().X <= ColumnWidth, draw.Tiles{Rows: n, Cols: 1, PadY: gap}, draw.Tiles{Rows: 1, Cols: n, PadX: gap})
	var parts []draw.Canvas
	for i := range n {
		parts = append(parts, tiles.At(c, i%tiles.Cols, i/tiles.Cols))
	}
	return parts
}

// Centred returns a text style that is centred horizontally.
func Centred(size vg.Length, c color.Color) text.Style {
	sty := Style(size, c)
	sty.XAlign = text.XCenter
	return sty
}

// A Cell is a cell of a table: its text, its colour, and the boards that the cell is about.
type Cell struct {
	Text   string
	Fill   color.NRGBA
	Boards []string
}

// Cells returns a table of coloured cells with the first row on top. A text that does not fit
// becomes smaller or is left out. If the function cell returns false, the cell stays empty.
func Cells(title string, rowNames, columnNames []string, cell func(row, column int) (Cell, bool)) *plot.Plot {
	p := NewPlot(title, "", "")
	Rows(p, rowNames)
	p.Y.Padding = 2
	p.X.Min, p.X.Max, p.X.Padding = 0.5, float64(len(columnNames))+0.5, 2
	p.X.LineStyle.Width, p.X.Tick.Length = 0, 0
	p.X.Tick.Marker = NameTicks(columnNames, func(i int) float64 { return float64(i + 1) })
	p.Add(Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i := range rowNames {
			for k := range columnNames {
				own, ok := cell(i, k)
				if !ok {
					continue
				}
				top := float64(len(rowNames) - i)
				r := vg.Rectangle{Min: vg.Point{X: x(float64(k)+0.5) + 0.4, Y: y(top-0.5) + 0.4}}
				r.Max = vg.Point{X: x(float64(k)+1.5) - 0.4, Y: y(top+0.5) - 0.4}
				text, fill := own.Text, own.Fill
				Fill(c, fill, r)
				if text != "" {
					Tip(c, r, Label{rowNames[i] + ", " + columnNames[k] + ": " + text, own.Boards})
				}
				if min(fill.R, fill.G, fill.B) > Pale.R { // almost as white as the page
					Frame(c, draw.LineStyle{Color: Pale, Width: 0.4}, r)
				}
				sty := Centred(7.6, Ink(fill))
				if w := sty.Width(text); w > r.Max.X-r.Min.X-2 {
					sty.Font.Size *= (r.Max.X - r.Min.X - 2) / w
				}
				if sty.Font.Size >= 6.5 && r.Max.Y-r.Min.Y >= 7 {
					Write(c, sty, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, text)
				}
			}
		}
	}))
	return p
}

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
		e.indent = 4 + wording.Either(e.Point && !e.Line, legendPoint, legendThumb)
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
	return wording.Either(len(l) < 2, 0, LegendRow*vg.Length(len(l.rows(width-16)))+4)
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
