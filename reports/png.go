package reports

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// maxPixels bounds a PNG; while it is drawn it takes 8 bytes a pixel.
const maxPixels = 40e6

// ErrTooLarge is PNG's error for a picture that an SVG viewer may still show.
var ErrTooLarge = errors.New("svg: the picture is too large for a PNG: more than 40 megapixels, or a side of more than 20,000 units")

// Lengths and coordinates, and lines and letters, are bounded far beyond any
// picture: the canvas takes half a minute for a circle of 10^5 units drawn with
// a line as wide.
const (
	maxNumber = 2e4
	maxSize   = 1000
)

// PNG draws an SVG document at two pixels a unit, or at one where that would be
// more than 40 megapixels. It knows what the pictures of boards are made of:
// rect, circle, path (absolute M, L, Z and relative h, v), text of one line in
// Liberation Sans, and g; fill, stroke, stroke-width and round line caps, colours
// as #rrggbb or none. Anything else is an error that names it, not a wrong
// picture. Corners of lines are round, whatever stroke-linejoin says. Nothing
// is written unless all is drawn.
func PNG(w io.Writer, svg []byte) error {
	p := painter{pens: []pen{{fill: black0, width: 1, size: 16}}}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = p.token(token)
		}
		if err == ErrTooLarge {
			return err
		}
		if err != nil {
			line, _ := d.InputPos()
			return fmt.Errorf("svg: line %d: %w", line, err)
		}
	}
	if p.canvas == nil {
		return fmt.Errorf("svg: no picture in it")
	}
	if _, err := (vgimg.PngCanvas{Canvas: p.canvas}).WriteTo(w); err != nil {
		return fmt.Errorf("png: %w", err)
	}
	return nil
}

// black0 is SVG's black; that of the plots is softer.
var black0 = color.NRGBA{A: 0xff}

// A pen is what an element inherits from those around it.
type pen struct {
	fill, stroke color.Color // nil: none
	width        float64     // of the stroke
	round        bool        // its ends
	size         float64     // of letters
	anchor       float64     // the part of a text that is left of its point
}

// A painter draws the elements as they come.
type painter struct {
	canvas *vgimg.Canvas // nil before the svg element
	w, h   float64
	pens   []pen  // the last one is that of the innermost open element
	open   string // the element that holds no others: rect, circle, path, text
	text   strings.Builder
	at     vg.Point // of the text
}

// attributes are those that an element does not inherit.
var attributes = map[string]string{
	"svg":    "viewBox width height",
	"g":      "",
	"rect":   "x y width height",
	"circle": "cx cy r",
	"path":   "d",
	"text":   "x y",
}

func (p *painter) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		return p.start(t)
	case xml.EndElement:
		if p.open == "text" {
			p.write()
		}
		p.open = ""
		p.pens = p.pens[:len(p.pens)-1]
	case xml.CharData:
		if p.open == "text" {
			p.text.Write(t)
		} else if strings.TrimSpace(string(t)) != "" {
			return fmt.Errorf("letters outside of a text element: %.20q", t)
		}
	}
	return nil
}

func (p *painter) start(e xml.StartElement) error {
	name := e.Name.Local
	names, ok := attributes[name]
	outermost := len(p.pens) == 1
	switch {
	case !ok || p.open != "":
		return fmt.Errorf("the element %s is not drawn here", name)
	case (name == "svg") != outermost || outermost && p.canvas != nil:
		return fmt.Errorf("want one svg element around all others, got %s", name)
	}
	own := map[string]string{}
	inherited := p.pens[len(p.pens)-1]
	for _, a := range e.Attr {
		if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" {
			continue
		}
		if slices.Contains(strings.Fields(names), a.Name.Local) {
			own[a.Name.Local] = a.Value
		} else if err := inherited.set(a.Name.Local, a.Value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	p.pens = append(p.pens, inherited)
	var err error
	switch name {
	case "svg":
		if err = p.begin(own); err == ErrTooLarge {
			return err
		}
	case "g":
	default:
		p.open = name
		err = p.shape(name, own)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// set takes an attribute that is inherited.
func (p *pen) set(name, value string) (err error) {
	switch name {
	case "fill":
		p.fill, err = readColour(value)
	case "stroke":
		p.stroke, err = readColour(value)
	case "stroke-width":
		p.width, err = number(value, 0, maxSize)
	case "stroke-linecap":
		if p.round = value == "round"; !p.round && value != "butt" {
			err = fmt.Errorf("want butt or round, got %q", value)
		}
	case "stroke-linejoin", "font-family":
	case "font-size":
		p.size, err = number(value, 0, maxSize)
	case "text-anchor":
		anchors := map[string]float64{"start": 0, "middle": 0.5, "end": 1}
		var ok bool
		if p.anchor, ok = anchors[value]; !ok {
			err = fmt.Errorf("want start, middle or end, got %q", value)
		}
	default:
		return fmt.Errorf("the attribute %s is not drawn here", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// readColour reads #rrggbb; none is nil.
func readColour(text string) (color.Color, error) {
	if text == "none" {
		return nil, nil
	}
	if hex, ok := strings.CutPrefix(text, "#"); ok && len(hex) == 6 {
		if v, err := strconv.ParseUint(hex, 16, 32); err == nil {
			return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}, nil
		}
	}
	return nil, fmt.Errorf("want #rrggbb or none, got %q", text)
}

// number reads a length or a coordinate.
func number(text string, least, most float64) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || v < least || v > most {
		return 0, fmt.Errorf("want a number from %g to %g, got %q", least, most, text)
	}
	return v, nil
}

// length reads a number, or a percentage of the whole; 0 where it is not there.
func length(text string, least, whole float64) (float64, error) {
	if text == "" {
		return 0, nil
	}
	if part, ok := strings.CutSuffix(text, "%"); ok {
		v, err := number(part, least, 100)
		return v / 100 * whole, err
	}
	return number(text, least, maxNumber)
}

// begin makes the canvas. Its size in units is that of the viewBox, which
// begins at 0 0, or else width and height.
func (p *painter) begin(own map[string]string) error {
	box := strings.Fields(own["viewBox"])
	if own["viewBox"] == "" {
		box = []string{"0", "0", own["width"], own["height"]}
	}
	if len(box) != 4 || box[0] != "0" || box[1] != "0" {
		return fmt.Errorf("viewBox: want 0 0 and the size, got %q", own["viewBox"])
	}
	var err error
	for i, side := range []*float64{&p.w, &p.h} {
		if *side, err = number(box[2+i], 1, math.MaxFloat32); err != nil {
			return fmt.Errorf("size: %w", err)
		}
	}
	pixels := 2 // a unit, which is a point of 1/72 inch
	if 4*p.w*p.h > maxPixels {
		pixels = 1
	}
	if p.w*p.h > maxPixels || max(p.w, p.h) > maxNumber {
		return ErrTooLarge
	}
	p.canvas = vgimg.NewWith(vgimg.UseWH(vg.Length(p.w), vg.Length(p.h)), vgimg.UseDPI(72*pixels))
	return nil
}

// point turns SVG's y, which grows downwards.
func (p *painter) point(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x), Y: vg.Length(p.h - y)}
}

func (p *painter) shape(name string, own map[string]string) error {
	var x [4]float64
	for i, n := range strings.Fields(attributes[name]) {
		if n == "d" {
			break
		}
		least, whole := -maxNumber, p.w
		if n == "width" || n == "height" || n == "r" {
			least = 0
		}
		if n == "y" || n == "cy" || n == "height" {
			whole = p.h
		}
		var err error
		if x[i], err = length(own[n], least, whole); err != nil {
			return fmt.Errorf("%s: %w", n, err)
		}
	}
	var path vg.Path
	switch name {
	case "rect":
		path.Move(p.point(x[0], x[1]))
		path.Line(p.point(x[0]+x[2], x[1]))
		path.Line(p.point(x[0]+x[2], x[1]+x[3]))
		path.Line(p.point(x[0], x[1]+x[3]))
		path.Close()
	case "circle":
		path = disc(p.point(x[0], x[1]), x[2])
	case "path":
		var err error
		if path, err = p.path(own["d"]); err != nil {
			return err
		}
	case "text": // its letters come next
		p.at = p.point(x[0], x[1])
		p.text.Reset()
		return nil
	}
	p.paint(path)
	return nil
}

func disc(at vg.Point, r float64) vg.Path {
	var path vg.Path
	path.Move(at.Add(vg.Point{X: vg.Length(r)}))
	path.Arc(at, vg.Length(r), 0, 2*math.Pi)
	path.Close()
	return path
}

// paint fills and strokes with the innermost pen.
func (p *painter) paint(path vg.Path) {
	pen := p.pens[len(p.pens)-1]
	if pen.fill != nil {
		p.canvas.SetColor(pen.fill)
		p.canvas.Fill(path)
	}
	if pen.stroke == nil || pen.width == 0 {
		return
	}
	p.canvas.SetColor(pen.stroke)
	p.canvas.SetLineWidth(vg.Length(pen.width))
	p.canvas.Stroke(path)
	// The canvas has butt ends alone, and no corner where a closed line begins.
	// Discs half a pixel smaller than the line, or their soft edges show.
	r := max(0, pen.width/2-0.25)
	for len(path) > 0 {
		n := 1 // steps of the first line
		for n < len(path) && path[n].Type != vg.MoveComp {
			n++
		}
		first, last := path[0], path[n-1]
		path = path[n:]
		closed := last.Type == vg.CloseComp
		if closed || pen.round {
			p.canvas.Fill(disc(first.Pos, r))
		}
		if pen.round && !closed {
			p.canvas.Fill(disc(last.Pos, r))
		}
	}
}

// path reads the steps of a path.
func (p *painter) path(d string) (vg.Path, error) {
	var path vg.Path
	var x, y float64
	for d = strings.TrimSpace(d); d != ""; {
		step := d[0]
		if !strings.ContainsRune("MLZhv", rune(step)) {
			return nil, fmt.Errorf("want one of the steps M L Z h v, got %.20q", d)
		}
		if step != 'M' && (len(path) == 0 || path[len(path)-1].Type == vg.CloseComp) {
			return nil, fmt.Errorf("want M where a line begins, got %.20q", d)
		}
		end := strings.IndexFunc(d[1:], func(r rune) bool { return r >= 'A' && r != 'e' }) + 1
		if end == 0 {
			end = len(d)
		}
		var at []float64
		for _, text := range strings.FieldsFunc(d[1:end], func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
			v, err := number(text, -maxNumber, maxNumber)
			if err != nil {
				return nil, err
			}
			at = append(at, v)
		}
		if want := map[byte]int{'M': 2, 'L': 2, 'Z': 0, 'h': 1, 'v': 1}[step]; len(at) != want {
			return nil, fmt.Errorf("step %c: want %d numbers, got %d", step, want, len(at))
		}
		d = d[end:]
		switch step {
		case 'M':
			x, y = at[0], at[1]
			path.Move(p.point(x, y))
			continue
		case 'Z':
			path.Close()
			continue
		case 'L':
			x, y = at[0], at[1]
		case 'h':
			x += at[0]
		case 'v':
			y += at[0]
		}
		path.Line(p.point(x, y))
	}
	return path, nil
}

// write draws the text that was read, on its base line.
func (p *painter) write() {
	pen := p.pens[len(p.pens)-1]
	text := strings.Join(strings.Fields(p.text.String()), " ")
	if pen.fill == nil || pen.size == 0 || text == "" {
		return
	}
	size := vg.Length(pen.size)
	face := font.DefaultCache.Lookup(style(size, pen.fill).Font, size)
	p.canvas.SetColor(pen.fill)
	p.canvas.FillString(face, p.at.Add(vg.Point{X: -face.Width(text) * vg.Length(pen.anchor)}), text)
}
