// Package glyph paints texts that gonum's canvases cannot write: texts from right to left, and
// characters that the font lacks. It does not join letters, as Arabic needs. It also corrects gonum's
// PDF canvas.
package glyph

import (
	"bytes"
	"fmt"
	"image/color"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/bidi"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// Missing returns the characters of the text that the font lacks, each once, in ascending order.
func Missing(face font.Face, text string) (all []rune) {
	for _, r := range text {
		if index(face, r) == 0 && !unicode.IsSpace(r) && !hidden(r) {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// index returns the index of a character in the font, or 0, which is the box for missing characters.
func index(face font.Face, r rune) sfnt.GlyphIndex {
	var buffer sfnt.Buffer
	i, _ := face.Face.GlyphIndex(&buffer, r) // 0 if there is an error
	return i
}

// hidden reports whether a character is only an instruction, such as the one that joins two emoji.
func hidden(r rune) bool { return unicode.In(r, unicode.Cf, unicode.Variation_Selector) }

func class(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// Visual returns the characters of a text from left to right on paper, in a paragraph from left to
// right, such as a text of an SVG. It removes characters without a shape. It follows UAX #9 without
// explicit marks. Only the classes of characters come from the package bidi. Its orders (version
// 0.43.0) keep the parts of a text in logical order, and it finds no pairs of brackets.
func Visual(text string) string {
	rs := slices.DeleteFunc([]rune(text), hidden)
	if !slices.ContainsFunc(rs, func(r rune) bool { c := class(r); return c == bidi.R || c == bidi.AL }) {
		return string(rs)
	}
	all := levels(rs)
	for i, r := range rs {
		if all[i] == 1 {
			rs[i], _ = utf8.DecodeRuneInString(bidi.ReverseString(string(r))) // which mirrors brackets
		}
	}
	for level := 2; level >= 1; level-- {
		for i := 0; i < len(rs); i++ {
			from := i
			for i < len(rs) && all[i] >= level {
				i++
			}
			slices.Reverse(rs[from:i])
			slices.Reverse(all[from:i])
		}
	}
	return string(rs)
}

// levels returns the level of each character: 0 from left to right, 1 from right to left, 2 for a
// number in a text from right to left.
func levels(rs []rune) []int {
	all := make([]int, len(rs))
	last, end := 0, 0 // the level of the last letter or number, and the index after it
	var open []int
	for i, r := range rs {
		p, _ := bidi.LookupRune(r)
		number := (last + 1) / 2 * 2
		level := -1
		switch p.Class() {
		case bidi.L:
			level = 0
		case bidi.R, bidi.AL:
			level = 1
		case bidi.EN, bidi.AN:
			level = number
		case bidi.CS, bidi.ES: // inside a number, such as a decimal point
			if i > 0 && i+1 < len(rs) && class(rs[i-1]) == bidi.EN && class(rs[i+1]) == bidi.EN {
				level = number
			}
		}
		if n := len(open) - 1; p.IsOpeningBracket() {
			open = append(open, i)
		} else if p.IsBracket() && n >= 0 { // after words from right to left, it is like its partner
			if from := open[n]; all[from] == 1 && !slices.Contains(all[from:end], 0) {
				level = 1
			}
			open = open[:n]
		}
		if level < 0 {
			continue
		}
		for k := end; k < i && last > 0 && level > 0; k++ { // characters between words from right to left
			all[k] = 1
		}
		all[i], last, end = level, level, i+1
	}
	return all
}

// Fill paints a text that Visual has returned on its base line. It paints a box for each character
// that the font lacks.
func Fill(c vg.Canvas, face font.Face, at vg.Point, text string) {
	for i, r := range text {
		c.Fill(outline(face, r, at.Add(vg.Point{X: face.Width(text[:i])})))
	}
}

// outline returns the outline of a character that begins at a point on the base line.
func outline(face font.Face, r rune, at vg.Point) (path vg.Path) {
	const em = 2048 // steps per font size
	var buffer sfnt.Buffer
	segments, _ := face.Face.LoadGlyph(&buffer, index(face, r), em, nil) // none if there is an error
	for _, s := range segments {
		var to [3]vg.Point
		for k, a := range s.Args {
			to[k] = at.Add(vg.Point{X: face.Font.Size * vg.Length(a.X) / em, Y: -face.Font.Size * vg.Length(a.Y) / em})
		}
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			path.Move(to[0])
		case sfnt.SegmentOpLineTo:
			path.Line(to[0])
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(to[0], to[1])
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(to[0], to[1], to[2])
		}
	}
	return path
}

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
