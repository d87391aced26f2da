package glyph

import (
	"bytes"
	"fmt"
	"image/color"
	"regexp"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// A PDF is gonum's PDF canvas with correct colours and texts. ASCII texts in the font Plain can be searched.
// Other texts are drawn as outlines, because gonum's PDF writer embeds only one font. Below the outlines of
// an ASCII text is an invisible text that can be searched.
type PDF struct {
	vg.Canvas           // gonum's PDF writer
	Plain     font.Face // its size is not used
}

// made matches the creation and modification dates in a PDF.
var made = regexp.MustCompile(`/(CreationDate|ModDate) \(D:[0-9]{14}\)`)

// DrawPDF returns a document with what the function paint paints. All pages have the given size. Both dates
// of the document are fixed, so that the same pictures give the same bytes.
func DrawPDF(w, h vg.Length, plain font.Face, paint func(PDF)) (data []byte, err error) {
	defer func() { // gonum panics if it cannot write the font into a temporary file
		if broken := recover(); broken != nil {
			err = fmt.Errorf("%v", broken)
		}
	}()
	c := vgpdf.New(w, h)
	paint(PDF{c, plain})
	var b bytes.Buffer
	_, err = c.WriteTo(&b)
	return made.ReplaceAll(b.Bytes(), []byte("/$1 (D:20000101000000)")), err
}

// NextPage begins a new page.
func (c PDF) NextPage() { c.Canvas.(*vgpdf.Canvas).NextPage() }

// SetColor sets the colour. Gonum's PDF writer expects channels that are not multiplied by the opacity,
// contrary to the contract of color.Color.
func (c PDF) SetColor(of color.Color) {
	c.Canvas.SetColor(color.RGBA(color.NRGBAModel.Convert(of).(color.NRGBA)))
}

// FillString paints a text that Visual has returned. Then the colour can be another one.
func (c PDF) FillString(face font.Face, at vg.Point, text string) {
	if writable := Writable(text); face.Face != c.Plain.Face || !writable {
		Fill(c, face, at, text)
		if !writable {
			return
		}
		c.SetColor(color.Transparent)
	}
	c.Push()
	defer c.Pop()
	c.Translate(at)
	c.Scale(float64(face.Font.Size)/embedded, float64(face.Font.Size)/embedded)
	face = c.Plain
	face.Font.Size = vg.Length(embedded)
	c.Canvas.FillString(face, vg.Point{}, text)
}

// embedded is the size of the font that PDF documents contain, in points. Gonum's PDF writer takes 0.1
// seconds for each new size of a font, so all texts are scaled texts of this size.
var embedded = 12.0

// Writable reports whether canvases can write the text directly. Gonum's PDF writer reads the bytes of
// UTF-8 as characters of Windows-1252, and its PNG writer leaves out characters that the font lacks.
func Writable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}
