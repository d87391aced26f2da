package theme

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math/bits"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"counterproof/encode/wording"
	"counterproof/reports/glyph"
	"counterproof/reports/study/format"
)

// A TipCanvas draws an SVG document whose parts can have tips: texts that a browser shows while the
// pointer is on the part. The document's texts are as wide as in Liberation Sans, whatever font the
// browser has.
type TipCanvas struct {
	*vgsvg.Canvas
	height vg.Length
	widths []vg.Length // of the texts, in order
	lacks  []rune      // characters that the font lacks
	tips   strings.Builder
	n      int
	named  int // boards of the tips
}

// NewTipCanvas returns an empty canvas.
func NewTipCanvas(w, h vg.Length) *TipCanvas {
	return &TipCanvas{Canvas: vgsvg.New(w, h), height: h}
}

// mostTips limits the tips of a picture, because each of them makes the document longer.
const mostTips = 3000

// mostNamed limits the boards that all tips of a picture name together.
const mostNamed = 10_000

// A Label is the text of a tip, and the boards that the tip is about. Each board is named as
// data.BoardID names it. A page can turn the tip into a link.
type Label struct {
	Text   string
	Boards []string
}

// MostTipBoards limits the boards that a tip names.
const MostTipBoards = 100

// Tip adds a tip for a rectangle of the canvas. Pictures of another format have no tips.
func Tip(c draw.Canvas, r vg.Rectangle, label Label) {
	whole := c.Canvas
	for part, ok := whole.(draw.Canvas); ok; part, ok = whole.(draw.Canvas) { // a cropped canvas holds the canvas around it
		whole = part.Canvas
	}
	t, ok := whole.(*TipCanvas)
	if !ok || label.Text == "" || t.n >= mostTips {
		return
	}
	t.n++
	boards := ""
	if named := label.Boards[:min(len(label.Boards), MostTipBoards, mostNamed-t.named)]; len(named) > 0 {
		boards = ` data-board="` + html.EscapeString(strings.Join(named, " ")) + `"`
		t.named += len(named)
	}
	fmt.Fprintf(&t.tips, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"none\" pointer-events=\"all\"%s><title>%s</title></rect>\n",
		r.Min.X, t.height-r.Max.Y, r.Max.X-r.Min.X, r.Max.Y-r.Min.Y, boards, html.EscapeString(label.Text))
}

// PointTip adds a tip for a square around a point. The parameter radius is half the side of the
// square. If radius is less than 3, the side is 6.
func PointTip(c draw.Canvas, at vg.Point, radius vg.Length, label Label) {
	radius = max(radius, 3)
	Tip(c, vg.Rectangle{Min: vg.Point{X: at.X - radius, Y: at.Y - radius}, Max: vg.Point{X: at.X + radius, Y: at.Y + radius}}, label)
}

func (t *TipCanvas) FillString(f font.Face, at vg.Point, words string) {
	t.widths, t.lacks = append(t.widths, f.Width(words)), append(t.lacks, glyph.Missing(f, words)...)
	t.Canvas.FillString(f, at, words)
}

// Missing returns the characters of the texts that the font lacks, each once, in ascending order.
func (t *TipCanvas) Missing() string {
	slices.Sort(t.lacks)
	return string(slices.Compact(t.lacks))
}

// SVG returns the document with its tips. The title is the title of the whole document. If
// Liberation Sans is missing, Arial and Helvetica have letters of the same widths. A browser
// stretches or shrinks the letters of other fonts to these widths.
func (t *TipCanvas) SVG(title string) ([]byte, error) {
	var b bytes.Buffer
	_, err := t.WriteTo(&b)
	parts := strings.Split(b.String(), "<text ")
	for i, width := range t.widths {
		parts[i] += "<text "
		parts[i] += wording.If(width > 0, fmt.Sprintf(`textLength="%.2f" lengthAdjust="spacingAndGlyphs" `, width))
	}
	svg := strings.ReplaceAll(strings.Join(parts, ""), "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")
	start, end := strings.Index(svg, "<svg"), strings.LastIndex(svg, "</svg>")
	start += strings.Index(svg[start:], ">") + 1
	heading := "\n<title>" + html.EscapeString(title) + "</title>"
	return []byte(svg[:start] + heading + svg[start:end] + t.tips.String() + svg[end:]), err
}

// A pdfCanvas arranges the letters of texts as PNGCanvas does. It keeps its colour after each text, because
// a text can have several lines.
type pdfCanvas struct {
	glyph.PDF
	w, h   vg.Length
	colour color.Color
}

// PDF returns a document of one page with what the function paint paints.
func PDF(w, h vg.Length, paint func(vg.CanvasSizer)) ([]byte, error) {
	plain := Style(1, Black).Font
	return glyph.DrawPDF(w, h, font.DefaultCache.Lookup(plain, plain.Size), func(c glyph.PDF) { paint(&pdfCanvas{c, w, h, Black}) })
}

func (c *pdfCanvas) Size() (w, h vg.Length) { return c.w, c.h }

func (c *pdfCanvas) SetColor(of color.Color) {
	c.colour = of
	c.PDF.SetColor(of)
}

func (c *pdfCanvas) FillString(f font.Face, at vg.Point, words string) {
	c.PDF.FillString(f, at, glyph.Visual(words))
	c.PDF.SetColor(c.colour)
}

// A PNGCanvas draws a PNG with 220 pixels per inch. A character that the font lacks is a box.
type PNGCanvas struct{ vgimg.PngCanvas }

// NewPNGCanvas returns an empty canvas.
func NewPNGCanvas(w, h vg.Length) PNGCanvas {
	return PNGCanvas{vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(Dpi))}}
}

// FillString draws a text. Gonum's canvas leaves out missing characters, and writes all texts from
// left to right.
func (c PNGCanvas) FillString(f font.Face, at vg.Point, words string) {
	if glyph.Visual(words) == words && len(glyph.Missing(f, words)) == 0 {
		c.Canvas.FillString(f, at, words)
		return
	}
	glyph.Fill(c.Canvas, f, at, glyph.Visual(words))
}

// A Curve is a line of a plot with its look. At most Glyphs of its points have a glyph, among them the first
// and the last one.
type Curve struct {
	plotter.XYs
	Look
	Glyphs int
}

// Curves within the distance near lie on each other, and so do some that are up to twice as far apart.
const (
	near      = 0.7 * vg.Length(1)
	curveStep = 0.5 * vg.Length(1) // the distance between two samples of a curve
	stripe    = 5 * vg.Length(1)
	leastRun  = 12 * vg.Length(1) // a shorter common part is a crossing
)

// Curves draws at most 64 curves of the given width, and then their glyphs of the given radius. Where
// curves lie on each other, their colours take turns along the line. Where their glyphs lie on each other,
// one of them is drawn, in turns.
func Curves(curves []Curve, width, radius vg.Length) Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		seen, samples := sighting{}, make([][][]vg.Point, len(curves)) // of the parts of each curve inside the canvas
		var glyphs spots
		for i, l := range curves {
			at := wording.Each(l.XYs, func(p plotter.XY) vg.Point { return vg.Point{X: x(p.X), Y: y(p.Y)} })
			n := min(l.Glyphs, len(at))
			for k := range n {
				glyphs.add(i, at[k*(len(at)-1)/max(n-1, 1)])
			}
			parts := c.ClipLinesXY(at)
			c.StrokeLines(l.LineStyle(width), parts...)
			for _, part := range parts {
				samples[i] = append(samples[i], seen.add(i, part))
			}
		}
		for i, l := range curves {
			l.Dashes = nil
			for _, part := range samples[i] {
				c.StrokeLines(l.LineStyle(width), seen.turns(i, part)...)
			}
		}
		glyphs.draw(func(curve int, at vg.Point) {
			c.DrawGlyph(draw.GlyphStyle{Color: curves[curve].Colour, Radius: radius, Shape: curves[curve].Glyph}, at)
		})
	}
}

// A spot is a place of glyphs, with the curves that have a glyph there.
type spot struct {
	at     vg.Point
	curves []int
}

type spots []spot

func (s *spots) add(curve int, at vg.Point) {
	for k := range *s {
		if way := at.Sub((*s)[k].at); way.Dot(way) < 4*near*near {
			(*s)[k].curves = append((*s)[k].curves, curve)
			return
		}
	}
	*s = append(*s, spot{at, []int{curve}})
}

// draw draws the glyph of one curve at each spot. Then it draws the first glyph of each curve that had no turn.
func (s spots) draw(glyph func(curve int, at vg.Point)) {
	drawn := map[int]bool{}
	for k, spot := range s {
		curve := spot.curves[k%len(spot.curves)]
		glyph(curve, spot.at)
		drawn[curve] = true
	}
	for _, spot := range s {
		for _, curve := range spot.curves {
			if !drawn[curve] {
				glyph(curve, spot.at)
				drawn[curve] = true
			}
		}
	}
}

// sampled returns points on a line, each at most curveStep away from the one before it.
func sampled(line []vg.Point) (all []vg.Point) {
	for i := 1; i < len(line); i++ {
		from, way := line[i-1], line[i].Sub(line[i-1])
		n := 1 + int(max(way.X, -way.X, way.Y, -way.Y)/curveStep)
		for k := range n {
			all = append(all, from.Add(way.Scale(vg.Length(k)/vg.Length(n))))
		}
	}
	return append(all, line[len(line)-1])
}

// A sighting has the set of the curves that have a sample in a square with the side near.
type sighting map[[2]int]uint64

func cellOf(p vg.Point) [2]int { return [2]int{int(p.X / near), int(p.Y / near)} }

// add adds a part of a curve and returns its samples.
func (s sighting) add(curve int, line []vg.Point) []vg.Point {
	all := sampled(line)
	for _, p := range all {
		s[cellOf(p)] |= 1 << curve
	}
	return all
}

// rank returns how many curves there are at a point of a curve, and how many of them come before this one.
func (s sighting) rank(curve int, p vg.Point) (own, all int) {
	set, cell := uint64(1)<<curve, cellOf(p)
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			set |= s[[2]int{cell[0] + dx, cell[1] + dy}]
		}
	}
	return bits.OnesCount64(set & (1<<curve - 1)), bits.OnesCount64(set)
}

// turns returns the stripes of a curve on its common parts with other curves. The position on the page
// decides whose turn it is, because only this is the same for all of them.
func (s sighting) turns(curve int, samples []vg.Point) (stripes [][]vg.Point) {
	var run [][]vg.Point // the stripes of the current common part
	length, open := 0, false
	for k, p := range samples {
		before := samples[max(k-1, 0)]
		own, all := s.rank(curve, p)
		if all > 1 {
			length++
			turn := int(along(before, p)/stripe)%all == own
			if turn && !open {
				run = append(run, []vg.Point{before})
			}
			if open = turn; turn {
				run[len(run)-1] = append(run[len(run)-1], p)
			}
		}
		if all == 1 || k+1 == len(samples) {
			if vg.Length(length)*curveStep >= leastRun {
				stripes = append(stripes, run...)
			}
			run, length, open = nil, 0, false
		}
	}
	return stripes
}

// along returns the position of a point in the direction in which its curve mostly goes.
func along(before, p vg.Point) vg.Length {
	way := p.Sub(before)
	return wording.Either(max(way.Y, -way.Y) > max(way.X, -way.X), p.Y, p.X)
}

// MostCorners limits the corners of a line that has one for each instance.
const MostCorners = 2000

// CornersText returns a sentence for the caption of a line that Thinned has changed, or "".
func CornersText(corners int) string {
	return wording.If(corners > MostCorners, fmt.Sprintf(" A line has at most %s corners, evenly spread over its instances.", format.Whole(MostCorners)))
}

// Thinned leaves out corners of a line, evenly, so that at most MostCorners and the last one are left.
func Thinned(xys plotter.XYs) plotter.XYs {
	step := 1 + (len(xys)-1)/MostCorners
	if step == 1 {
		return xys
	}
	var some plotter.XYs
	for i := 0; i < len(xys); i += step {
		some = append(some, xys[i])
	}
	return append(some, xys[len(xys)-1])
}
