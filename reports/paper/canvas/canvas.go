// Package canvas paints the pictures of encode/draw onto gonum's canvases, and writes them as PNG
// and PDF. Text is in Liberation Sans and headings are in Fraunces, which are built in.
package canvas

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/reports/glyph"
)

const (
	maxPixels = 40e6 // pixels of a PNG; painting takes 8 bytes per pixel
	// maxNumber limits coordinates and lengths, in units, because large shapes take long to draw. A
	// circle of 20,000 units, with a stroke that is 20,000 units wide, takes 4 seconds. With
	// 100,000 units instead, the circle takes half a minute.
	maxNumber = 2e4
	minDash   = 0.1 // units; a line with shorter dashes is drawn solid
)

// CheckPNG returns an error if the picture exceeds the limits of PNG.
func CheckPNG(p *draw.Picture) error {
	if err := p.Check(maxNumber); err != nil {
		return fmt.Errorf("png: %w", err)
	}
	if p.W*p.H > maxPixels {
		return fmt.Errorf("png: the picture has %.0f x %.0f units: want 40 million square units or less; SVG has no such limit", p.W, p.H)
	}
	return nil
}

// PNG writes the picture with two pixels per unit. If this would make more than 40 megapixels, PNG
// uses one pixel per unit. If CheckPNG returns an error for the picture, PNG returns that error and
// writes nothing.
func PNG(w io.Writer, p *draw.Picture) error {
	if err := CheckPNG(p); err != nil {
		return err
	}
	pixels := wording.Either(4*p.W*p.H > maxPixels, 1, 2)
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(p.W), vg.Length(p.H)), vgimg.UseDPI(72*pixels))
	(&painter{Canvas: c, height: p.H}).paint(p)
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(w); err != nil {
		return fmt.Errorf("png: %w", err)
	}
	return nil
}

// CheckPDF returns an error if there is no picture, or if one exceeds the limits of PDF.
func CheckPDF(pages ...*draw.Picture) error {
	for i, p := range pages {
		if err := p.Check(maxNumber); err != nil {
			return fmt.Errorf("pdf: page %d: %w", i+1, err)
		}
	}
	if len(pages) == 0 {
		return errors.New("pdf: want one picture or more")
	}
	return nil
}

// PDF writes a document with one picture per page. A unit is one point, 1/72 inch. All pages are as
// large as the largest picture. ASCII text can be searched. Other text and headings are drawn as
// outlines; below the outlines of a heading is an invisible text that can be searched. The
// same pictures give the same bytes. If CheckPDF returns an error for the pictures, PDF returns
// that error and writes nothing.
func PDF(w io.Writer, pages ...*draw.Picture) error {
	if err := CheckPDF(pages...); err != nil {
		return err
	}
	var width, height float64
	for _, p := range pages {
		width, height = max(width, p.W), max(height, p.H)
	}
	data, err := glyph.DrawPDF(vg.Length(width), vg.Length(height), sans(1), func(c glyph.PDF) {
		for i, p := range pages {
			if i > 0 {
				c.NextPage()
			}
			(&painter{Canvas: c, height: height, pdf: true}).paint(p)
		}
	})
	if err != nil {
		return fmt.Errorf("pdf: %w", err)
	}
	_, err = w.Write(data)
	return err
}

// A painter paints shapes onto a canvas whose y axis points up.
type painter struct {
	vg.Canvas
	height float64
	pdf    bool // the canvas is gonum's PDF writer
}

func (p *painter) paint(picture *draw.Picture) {
	for _, s := range picture.Shapes {
		switch s := s.(type) {
		case draw.Rect:
			x, y, w, h := s.X, s.Y, s.W, s.H
			p.path(s.Style, p.line([]draw.Point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, true))
		case draw.Circle:
			p.path(s.Style, p.circle(draw.Point{s.X, s.Y}, s.R))
		case draw.Path:
			var all vg.Path
			for _, points := range s.Lines {
				all = append(all, p.line(points, s.Closed)...)
			}
			p.path(s.Style, all)
			if s.Round && s.Dash == 0 {
				p.round(s)
			}
		case draw.Text:
			p.text(s)
		}
	}
}

// at converts a point of the picture, where y grows downwards, to the canvas, where it grows upwards.
func (p *painter) at(x draw.Point) vg.Point {
	return vg.Point{X: vg.Length(x[0]), Y: vg.Length(p.height - x[1])}
}

// line returns a line through the points. A closed line begins in the middle of its first side,
// because canvases do not join the corner at the beginning of a line.
func (p *painter) line(points []draw.Point, closed bool) (path vg.Path) {
	if len(points) == 0 {
		return nil
	}
	if closed && len(points) > 1 {
		a, b := points[0], points[1]
		path.Move(p.at(draw.Point{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}))
		points = append(points[1:len(points):len(points)], a)
	} else {
		path.Move(p.at(points[0]))
		points = points[1:]
	}
	for _, x := range points {
		path.Line(p.at(x))
	}
	if closed {
		path.Close()
	}
	return path
}

// circle returns a circle made of four curves, because gonum's PDF writer fills arcs one by one.
// The curves are at most 0.03% of the radius away from the circle. The path is not closed: for a
// closed path, the PDF writer would add a line of length 0, which ends in a spike.
func (p *painter) circle(centre draw.Point, r float64) (path vg.Path) {
	const handle = 0.5522847498
	at := func(x, y float64) vg.Point { return p.at(draw.Point{centre[0] + r*x, centre[1] + r*y}) }
	path.Move(at(1, 0))
	for i := range 4 {
		sin, cos := [4]float64{0, 1, 0, -1}[i], [4]float64{1, 0, -1, 0}[i]
		path.CubeTo(at(cos-handle*sin, sin+handle*cos), at(handle*cos-sin, handle*sin+cos), at(-sin, cos))
	}
	return path
}

func (p *painter) path(s draw.Style, path vg.Path) {
	if s.Fill&0xff > 0 {
		p.SetColor(colour(s.Fill))
		p.Fill(path)
	}
	if s.Stroke&0xff == 0 || s.Width == 0 {
		return
	}
	p.SetColor(colour(s.Stroke))
	p.SetLineWidth(vg.Length(s.Width))
	if s.Dash >= minDash {
		p.SetLineDash([]vg.Length{vg.Length(s.Dash), vg.Length(s.Dash)}, 0)
		defer p.SetLineDash(nil, 0)
	}
	p.Stroke(path)
}

// round paints a disc at each point of a path, because canvases cannot draw round ends. The discs
// are half a pixel smaller than the line, because their soft edges would show otherwise.
func (p *painter) round(path draw.Path) {
	disc := draw.Style{Fill: path.Stroke}
	for _, line := range path.Lines {
		for _, at := range line {
			p.path(disc, p.circle(at, math.Max(0, path.Width/2-0.25)))
		}
	}
}

// colour converts a colour, without rounding.
func colour(c draw.Colour) color.NRGBA {
	return color.NRGBA{uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)}
}

// The font liberation is for all texts except headings, which are in fraunces.
var (
	liberation = font.Font{Typeface: "Liberation", Variant: "Sans"}
	fraunces   = font.Font{Typeface: "Fraunces", Variant: "Serif"}
)

// serif is the font of headings on the pages of the workbench, without characters that canvases cannot
// write or that titles rarely have. The program pyftsubset made it from fraunces.woff2 in
// reports/web/assets/shared, where the license is, too. Together, both files have less than 40 kB.
//
//go:embed fraunces.ttf
var serif []byte

// fonts returns a cache with only the two fonts. The collection in gonum contains eleven more
// fonts, which would make an engine for browsers larger by 2 MB.
var fonts = sync.OnceValue(func() *font.Cache {
	text, err := opentype.Parse(liberationsansregular.TTF)
	heading, other := opentype.Parse(serif)
	if err := cmp.Or(err, other); err != nil {
		panic(err) // the fonts are constants
	}
	return font.NewCache(font.Collection{{Font: liberation, Face: text}, {Font: fraunces, Face: heading}})
})

func sans(size float64) font.Face { return fonts().Lookup(liberation, vg.Length(size)) }

// faceOf returns the font of a text. A heading with a character that fraunces lacks is in liberation.
func faceOf(f draw.Font, text string) font.Face {
	if heading := fonts().Lookup(fraunces, vg.Length(f.Size)); f.Display && len(glyph.Missing(heading, text)) == 0 {
		return heading
	}
	return sans(f.Size)
}

// Missing returns the characters in the picture's texts that the font lacks. The result has
// each character once, in ascending order. PNG and PDF show a box for a missing character.
func Missing(p *draw.Picture) []rune {
	var all strings.Builder
	for _, s := range p.Shapes {
		if t, ok := s.(draw.Text); ok {
			all.WriteString(t.Text)
		}
	}
	return glyph.Missing(sans(1), all.String())
}

// text paints a text on its base line. Like SVG, it treats each run of blanks and line ends as one
// blank.
func (p *painter) text(t draw.Text) {
	text := glyph.Visual(strings.Join(strings.FieldsFunc(t.Text, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) }), " "))
	if text == "" || t.Size == 0 {
		return
	}
	face := faceOf(t.Font, text)
	at := p.at(draw.Point{t.X, t.Y})
	at.X -= p.width(face, text) * map[draw.Anchor]vg.Length{draw.Middle: 0.5, draw.End: 1}[t.Anchor]
	p.SetColor(colour(cmp.Or(t.Fill, draw.Black)))
	if p.pdf || !outlined(face, text) {
		p.FillString(face, at, text)
	} else {
		glyph.Fill(p.Canvas, face, at, text)
	}
}

// TextWidth returns the width of a text as PDF paints it.
func TextWidth(text string, f draw.Font) float64 {
	p := painter{pdf: true}
	return float64(p.width(faceOf(f, text), text))
}

// outlined reports whether a text is painted as shapes.
func outlined(face font.Face, text string) bool {
	return face.Font.Typeface == fraunces.Typeface || !glyph.Writable(text)
}

// width returns the width of a text as the canvas paints it. Gonum's PDF writer does not move
// letters closer together in pairs such as AV.
func (p *painter) width(face font.Face, text string) vg.Length {
	if !p.pdf || outlined(face, text) {
		return face.Width(text)
	}
	var w vg.Length
	for _, r := range text {
		w += face.Width(string(r))
	}
	return w
}
