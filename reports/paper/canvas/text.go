package canvas

import (
	"cmp"
	_ "embed"
	"image/color"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"counterproof/encode/draw"
	"counterproof/reports/glyph"
)

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
	p.SetColor(p.colour(cmp.Or(t.Fill, draw.Black)))
	switch {
	case outlined(face, text):
		glyph.Fill(p.Canvas, face, at, text)
		if p.pdf && printable(text) {
			p.SetColor(color.Transparent) // text that readers can search
			p.scaled(t.Size, at, text)
		}
	case p.pdf:
		p.scaled(t.Size, at, text)
	default:
		p.FillString(face, at, text)
	}
}

// embedded is the size of the font that PDF documents contain, in points.
var embedded = 12.0

// scaled writes a text of the given size as a scaled text of the embedded size. Gonum's PDF writer
// takes 0.1 seconds for each new size of a font.
func (p *painter) scaled(size float64, at vg.Point, text string) {
	p.Push()
	defer p.Pop()
	p.Translate(at)
	p.Scale(size/embedded, size/embedded)
	p.FillString(sans(embedded), vg.Point{}, text)
}

// TextWidth returns the width of a text as PDF paints it.
func TextWidth(text string, f draw.Font) float64 {
	p := painter{pdf: true}
	return float64(p.width(faceOf(f, text), text))
}

// outlined reports whether a text is painted as shapes. Gonum's PDF writer embeds only one font.
func outlined(face font.Face, text string) bool {
	return face.Font.Typeface == fraunces.Typeface || !printable(text)
}

// printable reports whether canvases can write the text directly. Gonum's PDF writer reads the
// bytes of UTF-8 as characters of Windows-1252, and its PNG writer leaves out characters that the
// font lacks.
func printable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
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
