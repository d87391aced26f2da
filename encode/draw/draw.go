// Package draw holds a picture as a list of shapes: rectangles, circles, paths and texts, painted
// in order. It writes the list as SVG. The package reports/paper/canvas writes it as PNG and PDF.
//
// A text is one line, in a sans-serif font unless it is a heading. Circles are the only curves, and
// there are no gradients or transformations.
package draw

import (
	"image/color"
	"math"
	"strings"
	"unicode/utf8"
)

// A Picture is a list of shapes on white paper. The origin is the upper left corner, and y grows
// downwards. A unit is a pixel in an SVG viewer and a point of 1/72 inch in a PDF.
type Picture struct {
	W, H float64
	// Title names the picture and Description says what it shows, both for screen
	// readers. Neither is painted.
	Title, Description string
	Shapes             []Shape // painted in order; the last one is on top
}

// A Shape is a Rect, a Circle, a Path or a Text.
type Shape interface {
	// mapped returns the shape with its points and its lengths replaced.
	mapped(point func(Point) Point, length func(float64) float64) Shape
	svg(b *document)
}

// A Colour is a number 0xRRGGBBAA of red, green, blue and opacity. The zero value is invisible.
type Colour uint32

// A Style says how a shape is painted. A shape with the zero value is invisible.
type Style struct {
	Fill, Stroke Colour
	Width        float64 // the width of the stroke
	Dash         float64 // the length of dashes and of the gaps between them; 0 means a solid line
	Round        bool    // round ends and corners of the stroke
}

// A Rect is a rectangle. X and Y are its upper left corner, W and H its width and height.
type Rect struct {
	X, Y, W, H float64
	Style
}

// A Circle is a circle with its centre at X and Y and the radius R.
type Circle struct {
	X, Y, R float64
	Style
}

// A Point is the coordinates x and y of a point.
type Point [2]float64

// A Path is a list of lines that are painted as one shape. Each line connects its points in order.
// Where filled areas of the same path touch, there is no seam between them.
type Path struct {
	Lines  [][]Point
	Closed bool // whether each line returns to its first point
	Style
}

// An Anchor says which part of a text is at the coordinate X of the text.
type Anchor int

// The coordinate X is the middle, the start or the end of the text.
const (
	Middle Anchor = iota
	Start
	End
)

// A Font says how a text is painted.
type Font struct {
	Size    float64
	Anchor  Anchor
	Fill    Colour // the zero value is black
	Display bool   // whether the text is a heading, in letters with serifs
}

// A Text is one line of text. Its base line is at the height Y, and its Anchor says which part of
// the text is at X.
type Text struct {
	X, Y float64
	Text string
	Font
}

// Rect adds a rectangle to the picture.
func (p *Picture) Rect(x, y, w, h float64, s Style) { p.add(Rect{x, y, w, h, s}) }

// Circle adds a circle to the picture.
func (p *Picture) Circle(x, y, r float64, s Style) { p.add(Circle{x, y, r, s}) }

// Lines adds lines that do not return to their first points. Each line is a list of points.
func (p *Picture) Lines(s Style, lines ...[]Point) { p.add(Path{lines, false, s}) }

// Polygons adds polygons, each as a list of its corners.
func (p *Picture) Polygons(s Style, corners ...[]Point) { p.add(Path{corners, true, s}) }

// Text adds a line of text, unless it is empty.
func (p *Picture) Text(x, y float64, text string, f Font) {
	if text != "" {
		p.add(Text{x, y, text, f})
	}
}

func (p *Picture) add(s Shape) { p.Shapes = append(p.Shapes, s) }

// Place adds the shapes of the picture q, scaled by k, with the upper left corner of q at x, y.
func (p *Picture) Place(q *Picture, x, y, k float64) {
	for _, s := range q.Shapes {
		p.add(s.mapped(
			func(at Point) Point { return Point{x + k*at[0], y + k*at[1]} },
			func(length float64) float64 { return k * length }))
	}
}

func (s Style) mapped(length func(float64) float64) Style {
	s.Width, s.Dash = length(s.Width), length(s.Dash)
	return s
}

func (r Rect) mapped(point func(Point) Point, length func(float64) float64) Shape {
	at := point(Point{r.X, r.Y})
	return Rect{at[0], at[1], length(r.W), length(r.H), r.Style.mapped(length)}
}

func (c Circle) mapped(point func(Point) Point, length func(float64) float64) Shape {
	at := point(Point{c.X, c.Y})
	return Circle{at[0], at[1], length(c.R), c.Style.mapped(length)}
}

func (p Path) mapped(point func(Point) Point, length func(float64) float64) Shape {
	lines := make([][]Point, len(p.Lines))
	for i, line := range p.Lines {
		for _, at := range line {
			lines[i] = append(lines[i], point(at))
		}
	}
	return Path{lines, p.Closed, p.Style.mapped(length)}
}

func (t Text) mapped(point func(Point) Point, length func(float64) float64) Shape {
	at := point(Point{t.X, t.Y})
	t.X, t.Y, t.Size = at[0], at[1], length(t.Size)
	return t
}

const (
	narrowest  = 420  // width of a picture with a caption
	captions   = 15   // smallest font size of a caption
	perLine    = 46   // the largest number of characters per line, at any width of the picture
	letterWide = 0.58 // mean width of a letter, relative to the font size; wide fonts have 0.57
)

// Caption returns the picture with a text below it. The text is broken into lines. The font grows
// with the picture, so that the text can be read where the picture is shown small. A narrow picture
// gets margins on both sides. The title and the description do not change.
func Caption(p *Picture, text string) *Picture {
	lines, size := wrap(text, max(p.W, narrowest))
	line := 1.35 * size
	q := &Picture{W: max(p.W, narrowest), Title: p.Title, Description: p.Description}
	q.H = p.H + line*float64(len(lines)) + size
	q.Place(p, (q.W-p.W)/2, 0, 1)
	for i, s := range lines {
		q.Text(size/2, p.H+line*float64(i+1), s, Font{Size: size, Anchor: Start})
	}
	return q
}

// wrap breaks a text into lines for a picture of the given width, and returns the font size.
func wrap(text string, width float64) (lines []string, size float64) {
	size = max(captions, width/(perLine+1)/letterWide)
	room := int((width - size) / (letterWide * size))
	return Wrap(text, func(line string) bool { return utf8.RuneCountInString(line) <= room }), size
}

// Wrap breaks a text between words into lines that fit. Only a line with a single word can be too wide.
func Wrap(text string, fits func(line string) bool) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && !fits(longer) {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// These colours are the palette of Okabe and Ito (Color Universal Design, 2008). People with any
// kind of colour vision can distinguish them.
const (
	Black     Colour = 0x000000ff
	Orange    Colour = 0xe69f00ff
	Sky       Colour = 0x56b4e9ff
	Green     Colour = 0x009e73ff
	Yellow    Colour = 0xf0e442ff
	Blue      Colour = 0x0072b2ff
	Vermilion Colour = 0xd55e00ff
	Purple    Colour = 0xcc79a7ff
)

// White and the pale colours are backgrounds for text. Grey is for lines.
const (
	White      Colour = 0xffffffff
	Grey       Colour = 0x888888ff
	PaleYellow Colour = 0xfff7c2ff
	PaleSky    Colour = 0xd5ecfbff
)

// RGB returns the opaque colour with the given red, green and blue.
func RGB(r, g, b uint8) Colour {
	return Colour(r)<<24 | Colour(g)<<16 | Colour(b)<<8 | 0xff
}

// RGBA returns red, green and blue, each multiplied by the opacity, and the opacity itself. Each
// number is from 0 to 65535.
func (c Colour) RGBA() (r, g, b, a uint32) {
	return color.NRGBA{uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)}.RGBA()
}

// Ink returns black or white, whichever has more contrast to the colour. The contrast is at least
// 4.5, as the Web Content Accessibility Guidelines 2.1 require for text.
func (c Colour) Ink() Colour {
	if c.luminance() > 0.179 { // both inks have the same contrast there
		return Black
	}
	return White
}

func (c Colour) luminance() float64 {
	channel := func(shift int) float64 {
		x := float64(c>>shift&0xff) / 0xff
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(24) + 0.7152*channel(16) + 0.0722*channel(8)
}

// ramp lists the colours of heat maps for the shares 0, 1/4, 1/2, 3/4 and 1, from light yellow over
// green and blue to dark violet. The colours get darker at every step, so that a heat map can be
// read with any colour vision and in grey.
var ramp = [][3]float64{{255, 250, 205}, {199, 226, 140}, {98, 186, 150}, {46, 117, 148}, {58, 21, 88}}

// Shade returns the colour of a share, such as a probability, in a heat map. It interpolates between the
// colours of ramp.
func Shade(share float64) Colour {
	at := share * float64(len(ramp)-1)
	i := min(int(at), len(ramp)-2)
	var rgb [3]uint8
	for k := range rgb {
		rgb[k] = uint8(math.Round(ramp[i][k] + (at-float64(i))*(ramp[i+1][k]-ramp[i][k])))
	}
	return RGB(rgb[0], rgb[1], rgb[2])
}
