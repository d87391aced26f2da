package theme

import (
	"image/color"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"counterproof/reports/glyph"
)

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
