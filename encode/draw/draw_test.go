package draw

import (
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"

	"github.com/google/go-cmp/cmp"
)

// sample returns a picture with shapes of all kinds, which together set every field of the shapes.
func sample() *Picture {
	p := &Picture{W: 80, H: 40.5, Title: "a <b>", Description: "b & c"}
	p.Rect(1, 2, 3, 4.256, Style{Fill: Yellow, Stroke: Grey, Width: 1})
	p.Circle(-5, 6, 7, Style{Fill: 0x0072b280, Stroke: Black, Width: 2.5, Dash: 3})
	p.Lines(Style{Stroke: Vermilion, Width: 3, Round: true}, []Point{{1, 2}, {3, 4}}, []Point{{-0.001, 6}})
	p.Polygons(Style{Fill: Green}, []Point{{1, 2}, {3, 4}, {5, 6}})
	p.Text(10, 20, "x < y", Font{Size: 12})
	p.Text(10, 20, `"`, Font{Size: 9, Anchor: Start, Fill: Blue})
	p.Text(10, 20, "end", Font{Size: 9, Anchor: End, Display: true})
	p.Text(10, 20, "", Font{Size: 12})
	return p
}

func TestWriteSVG(t *testing.T) {
	var b strings.Builder
	if err := sample().WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	want := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40.5" width="80" height="40.5" role="img" font-family="sans-serif" text-anchor="middle">
<title>a &lt;b&gt;</title>
<desc>b &amp; c</desc>
<rect x="0" y="0" width="80" height="40.5" fill="#ffffff"/>
<rect x="1" y="2" width="3" height="4.26" fill="#f0e442" stroke="#888888" stroke-width="1"/>
<circle cx="-5" cy="6" r="7" fill="#0072b2" fill-opacity="0.5" stroke="#000000" stroke-width="2.5" stroke-dasharray="3"/>
<path d="M1 2L3 4M0 6" fill="none" stroke="#d55e00" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M1 2L3 4L5 6Z" fill="#009e73"/>
<text x="10" y="20" font-size="12" fill="#000000">x &lt; y</text>
<text x="10" y="20" font-size="9" text-anchor="start" fill="#0072b2">&#34;</text>
<text x="10" y="20" font-size="9" text-anchor="end" font-family="Fraunces, Georgia, serif" font-weight="600" fill="#000000">end</text>
</svg>
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	broken := errors.New("a broken pipe")
	if err := sample().WriteSVG(failing{broken}); !errors.Is(err, broken) {
		t.Errorf("the writer's error is lost: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestPlace checks that Place scales all coordinates and lengths of a picture, moves its
// coordinates, and does not change the original.
func TestPlace(t *testing.T) {
	small, large := sample(), &Picture{W: 200, H: 100}
	large.Place(small, 10, 20, 2)
	want := &Picture{W: 200, H: 100}
	want.Rect(12, 24, 6, 8.512, Style{Fill: Yellow, Stroke: Grey, Width: 2})
	want.Circle(0, 32, 14, Style{Fill: 0x0072b280, Stroke: Black, Width: 5, Dash: 6})
	want.Lines(Style{Stroke: Vermilion, Width: 6, Round: true}, []Point{{12, 24}, {16, 28}}, []Point{{9.998, 32}})
	want.Polygons(Style{Fill: Green}, []Point{{12, 24}, {16, 28}, {20, 32}})
	want.Text(30, 60, "x < y", Font{Size: 24})
	want.Text(30, 60, `"`, Font{Size: 18, Anchor: Start, Fill: Blue})
	want.Text(30, 60, "end", Font{Size: 18, Anchor: End, Display: true})
	if diff := cmp.Diff(want, large); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(sample(), small); diff != "" {
		t.Errorf("the placed picture changed: %s", diff)
	}
}

// TestBadNumbers checks pictures with a number that cannot be drawn. WriteSVG must return an error
// that names the shape, and write nothing.
func TestBadNumbers(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name string
		add  func(p *Picture)
		want string
	}{
		{"x", func(p *Picture) { p.Rect(nan, 0, 1, 1, Style{}) }, "8, draw.Rect"},
		{"height", func(p *Picture) { p.Rect(0, 0, 1, -1, Style{}) }, "8, draw.Rect, 0"},
		{"centre", func(p *Picture) { p.Circle(0, -inf, 1, Style{}) }, "8, draw.Circle"},
		{"radius", func(p *Picture) { p.Circle(0, 0, inf, Style{}) }, "8, draw.Circle"},
		{"stroke", func(p *Picture) { p.Lines(Style{Width: nan}) }, "8, draw.Path"},
		{"dash", func(p *Picture) { p.Circle(0, 0, 1, Style{Dash: -1}) }, "8, draw.Circle"},
		{"corner", func(p *Picture) { p.Polygons(Style{}, []Point{{1, 2}}, []Point{{1, 1e9}}) }, "8, draw.Path"},
		{"letters", func(p *Picture) { p.Text(1, 1, "x", Font{Size: inf}) }, "8, draw.Text"},
		{"base line", func(p *Picture) { p.Text(1, nan, "x", Font{}) }, "8, draw.Text"},
		{"placed", func(p *Picture) { p.Place(sample(), 0, 0, inf) }, "8, draw.Rect"},
		{"no width", func(p *Picture) { p.W = 0 }, "0, 40.5"},
		{"no number", func(p *Picture) { p.H = nan }, "80, NaN"},
		{"huge", func(p *Picture) { p.H = inf }, "80, +Inf"},
	} {
		p := sample()
		c.add(p)
		var b strings.Builder
		if err := p.WriteSVG(&b); err == nil || !facttest.States(err.Error(), c.want) || b.Len() > 0 {
			t.Errorf("%s: %v, and %d bytes; want an error with %q and none", c.name, err, b.Len(), c.want)
		}
	}
}

func TestColour(t *testing.T) {
	if got := RGB(0xd5, 0x5e, 0); got != Vermilion {
		t.Errorf("%08x, want %08x", got, Vermilion)
	}
	for _, c := range []Colour{0, Black, White, Vermilion, 0x0072b280, 0x12345601, 0xfffffffe} {
		want := color.NRGBA{uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)}
		r, g, b, a := c.RGBA()
		wr, wg, wb, wa := want.RGBA()
		if r != wr || g != wg || b != wb || a != wa {
			t.Errorf("%08x: %d %d %d %d, want %d %d %d %d", c, r, g, b, a, wr, wg, wb, wa)
		}
	}
}

// FuzzSVG checks that WriteSVG writes one XML element that contains the texts of a picture, or
// returns an error and writes nothing. Numbers, colour and texts are arbitrary.
func FuzzSVG(f *testing.F) {
	f.Add(1.5, -2.0, 3.0, uint32(Yellow), "a < b & \"c\"", "]]>")
	f.Add(math.NaN(), 0.0, 0.0, uint32(0), "", "")
	f.Add(1e300, math.Inf(-1), -1.0, uint32(0x80), "\x00\xff\ufffe", "<!--")
	f.Add(math.Copysign(0, -1), 1e-300, 1e7, uint32(0xffffffff), "字 \t\n\r", "<svg/>")
	f.Fuzz(func(t *testing.T, x, y, size float64, colour uint32, text, title string) {
		p := &Picture{W: 10, H: 10, Title: title, Description: text}
		s := Style{Fill: Colour(colour), Stroke: Colour(colour), Width: size, Dash: y, Round: colour&1 == 1}
		p.Rect(x, y, size, size, s)
		p.Circle(y, x, size, s)
		p.Polygons(s, []Point{{x, y}, {y, x}}, nil)
		p.Text(x, y, text, Font{Size: size, Fill: Colour(colour), Anchor: Anchor(colour)})
		var b strings.Builder
		if err := p.WriteSVG(&b); err != nil {
			if b.Len() > 0 {
				t.Errorf("%v, and %d bytes are written", err, b.Len())
			}
			return
		}
		got := map[string]string{}
		depth, roots := 0, 0
		var open []string
		d := xml.NewDecoder(strings.NewReader(b.String()))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
			switch token := token.(type) {
			case xml.StartElement:
				if depth++; depth == 1 {
					roots++
				}
				open = append(open, token.Name.Local)
				for _, a := range token.Attr {
					if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") || strings.Contains(a.Value, "e+") {
						t.Errorf("%s=%q", a.Name.Local, a.Value)
					}
				}
			case xml.EndElement:
				depth--
				open = open[:len(open)-1]
			case xml.CharData:
				if depth > 1 {
					got[open[len(open)-1]] += string(token)
				}
			}
		}
		if roots != 1 {
			t.Errorf("%d elements, want one around all others", roots)
		}
		want := map[string]string{"title": title, "desc": text, "text": text}
		for name, text := range want {
			var legal strings.Builder // XML forbids all other characters, so the document has U+FFFD in their place
			for _, r := range text {
				if r < ' ' && !strings.ContainsRune("\t\n\r", r) || r == 0xfffe || r == 0xffff {
					r = 0xfffd
				}
				legal.WriteRune(r)
			}
			if got[name] != legal.String() {
				t.Errorf("%s is %q, want %q", name, got[name], legal.String())
			}
		}
	})
}

// TestInk checks that texts are legible on every colour of the palette. The expected contrasts of
// white on blue and of black on vermilion were worked out by hand from the formula of the
// guidelines.
func TestInk(t *testing.T) {
	for c, want := range map[Colour]Colour{White: Black, Black: White, Blue: White, Vermilion: Black, Yellow: Black, Sky: Black, Orange: Black, Green: Black, Purple: Black, 0x1f3b4dff: White} {
		if c.Ink() != want {
			t.Errorf("the ink on %08x is %08x, want %08x", c, c.Ink(), want)
		}
	}
}
