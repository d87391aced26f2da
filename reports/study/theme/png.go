package theme

import (
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"counterproof/reports/glyph"
)

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
