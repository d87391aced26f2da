package theme

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"counterproof/encode/wording"
	"counterproof/reports/glyph"
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
