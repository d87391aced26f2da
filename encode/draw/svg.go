package draw

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
)

// limit is the largest absolute value of a number in an SVG document. The largest picture so far is
// a map of 3,000 regions on a circle, with sides of 57,000 units.
const limit = 1e7

// Check returns an error that names the first shape that cannot be drawn. A shape cannot be drawn
// if a number is infinite, NaN or beyond the parameter limit, or if a length is negative. The error
// may also be about the size of the picture.
func (p *Picture) Check(limit float64) error {
	if !(p.W > 0 && p.W <= limit && p.H > 0 && p.H <= limit) {
		return fmt.Errorf("the picture has %g x %g units: want more than 0 and at most %.0f each", p.W, p.H, limit)
	}
	for i, s := range p.Shapes {
		var err error
		s.mapped(func(at Point) Point {
			if !(math.Abs(at[0]) <= limit && math.Abs(at[1]) <= limit) {
				err = fmt.Errorf("shape %d, a %T: want coordinates from %.0f to %.0f, got %g and %g", i+1, s, -limit, limit, at[0], at[1])
			}
			return at
		}, func(length float64) float64 {
			if !(length >= 0 && length <= limit) {
				err = fmt.Errorf("shape %d, a %T: want lengths from 0 to %.0f, got %g", i+1, s, limit, length)
			}
			return length
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// CheckSVG returns an error if the picture has a number that cannot be written as SVG.
func (p *Picture) CheckSVG() error {
	if err := p.Check(limit); err != nil {
		return fmt.Errorf("svg: %w", err)
	}
	return nil
}

// WriteSVG writes the picture as an SVG document. It writes nothing if CheckSVG returns an error.
// The same picture always gives the same bytes.
func (p *Picture) WriteSVG(w io.Writer) error {
	if err := p.CheckSVG(); err != nil {
		return err
	}
	b := &document{}
	width, height := decimal(p.W), decimal(p.H)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img" font-family="sans-serif" text-anchor="middle">`+"\n", width, height, width, height)
	b.element("title", p.Title)
	b.element("desc", p.Description)
	Rect{W: p.W, H: p.H, Style: Style{Fill: White}}.svg(b)
	for _, s := range p.Shapes {
		s.svg(b)
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

type document struct{ bytes.Buffer }

func decimal(x float64) string {
	return strconv.FormatFloat(math.Round(100*x)/100+0, 'f', -1, 64) // + 0 turns -0 into 0
}

func (b *document) element(name, text string) {
	if text != "" {
		b.WriteString("<" + name + ">")
		xml.EscapeText(b, []byte(text))
		b.WriteString("</" + name + ">\n")
	}
}

func (b *document) attribute(name, value string) { b.WriteString(" " + name + `="` + value + `"`) }

func (b *document) number(name string, x float64) { b.attribute(name, decimal(x)) }

func (b *document) colour(name string, c Colour) {
	if c&0xff == 0 {
		b.attribute(name, "none")
		return
	}
	b.attribute(name, fmt.Sprintf("#%06x", c>>8))
	if a := c & 0xff; a < 0xff {
		b.number(name+"-opacity", float64(a)/0xff)
	}
}

func (b *document) style(s Style) {
	b.colour("fill", s.Fill)
	if s.Stroke&0xff > 0 && s.Width > 0 {
		b.colour("stroke", s.Stroke)
		b.number("stroke-width", s.Width)
		if s.Dash > 0 {
			b.number("stroke-dasharray", s.Dash)
		}
		if s.Round {
			b.WriteString(` stroke-linecap="round" stroke-linejoin="round"`)
		}
	}
	b.WriteString("/>\n")
}

func (r Rect) svg(b *document) {
	b.WriteString(`<rect x="` + decimal(r.X) + `" y="` + decimal(r.Y) + `" width="` + decimal(r.W) + `" height="` + decimal(r.H) + `"`)
	b.style(r.Style)
}

func (c Circle) svg(b *document) {
	b.WriteString(`<circle cx="` + decimal(c.X) + `" cy="` + decimal(c.Y) + `" r="` + decimal(c.R) + `"`)
	b.style(c.Style)
}

func (p Path) svg(b *document) {
	b.WriteString(`<path d="`)
	for _, line := range p.Lines {
		step := "M"
		for _, at := range line {
			b.WriteString(step + decimal(at[0]) + " " + decimal(at[1]))
			step = "L"
		}
		if p.Closed && len(line) > 0 {
			b.WriteByte('Z')
		}
	}
	b.WriteByte('"')
	b.style(p.Style)
}

var families = map[bool]string{true: ` font-family="Fraunces, Georgia, serif" font-weight="600"`}

var anchors = map[Anchor]string{Start: ` text-anchor="start"`, End: ` text-anchor="end"`}

func (t Text) svg(b *document) {
	b.WriteString(`<text x="` + decimal(t.X) + `" y="` + decimal(t.Y) + `" font-size="` + decimal(t.Size) + `"` + anchors[t.Anchor] + families[t.Display])
	b.colour("fill", cmp.Or(t.Fill, Black))
	b.WriteByte('>')
	xml.EscapeText(b, []byte(t.Text))
	b.WriteString("</text>\n")
}
