package canvas

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"counterproof/encode/draw"
	"counterproof/encode/test/facttest"
)

// painted paints a picture of 40 x 30 units and decodes the PNG.
func painted(t *testing.T, add func(p *draw.Picture)) image.Image {
	t.Helper()
	p := &draw.Picture{W: 40, H: 30}
	add(p)
	var b bytes.Buffer
	if err := PNG(&b, p); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
}

// TestPNGColours checks the colours of pixels inside and outside of the painted shapes, at a
// distance from their edges. A unit is two pixels wide.
func TestPNGColours(t *testing.T) {
	type pixel struct {
		x, y float64 // in units
		want string
	}
	const white, black, red, blue = "#ffffff", "#000000", "#d55e00", "#0072b2"
	stroke := func(width float64) draw.Style { return draw.Style{Stroke: draw.Vermilion, Width: width} }
	for _, c := range []struct {
		name   string
		add    func(p *draw.Picture)
		pixels []pixel
	}{
		{"nothing", func(p *draw.Picture) {}, []pixel{{0, 0, white}, {39.5, 29.5, white}}},
		{"fill", func(p *draw.Picture) { p.Rect(4, 6, 20, 10, draw.Style{Fill: draw.Blue}) },
			[]pixel{{4.5, 6.5, blue}, {23, 15, blue}, {3, 7, white}, {25, 7, white}, {10, 5, white}, {10, 17, white}}},
		{"no style", func(p *draw.Picture) { p.Rect(0, 0, 10, 10, draw.Style{}) }, []pixel{{5, 5, white}}},
		{"opacity", func(p *draw.Picture) { p.Rect(0, 0, 10, 10, draw.Style{Fill: 0x00000080}) }, []pixel{{5, 5, "#7f7f7f"}}},
		{"no fill, stroke", func(p *draw.Picture) { p.Rect(10, 10, 20, 10, stroke(4)) },
			[]pixel{{20, 15, white}, {9, 15, red}, {11, 15, red}, {30, 15, red}, {20, 10, red}, {20, 21, red}, {10, 10, red}, {9, 9, red}, {20, 23, white}, {13, 15, white}}},
		{"circle", func(p *draw.Picture) {
			p.Circle(20, 15, 10, draw.Style{Fill: draw.Blue, Stroke: draw.Vermilion, Width: 2})
		}, []pixel{{20, 15, blue}, {27, 15, blue}, {27, 8, red}, {13, 22, red}, {10, 15, red}, {20, 5, red}, {20, 25, red}, {29, 24, white}, {32, 15, white}}},
		{"polygon", func(p *draw.Picture) {
			p.Polygons(draw.Style{Fill: draw.Blue}, []draw.Point{{5, 5}, {25, 5}, {25, 25}})
		},
			[]pixel{{22, 8, blue}, {8, 22, white}}},
		{"lines", func(p *draw.Picture) {
			p.Lines(stroke(2), []draw.Point{{5, 5}, {25, 5}}, []draw.Point{{5, 10}, {25, 10}, {25, 25}}, nil)
		}, []pixel{{15, 5, red}, {15, 10, red}, {25, 20, red}, {15, 20, white}, {15, 7, white}}},
		{"ends", func(p *draw.Picture) { p.Lines(stroke(6), []draw.Point{{10, 10}, {20, 10}}) },
			[]pixel{{15, 12, red}, {8.5, 10, white}, {21, 10, white}}},
		{"round ends", func(p *draw.Picture) {
			p.Lines(draw.Style{Stroke: draw.Vermilion, Width: 6, Round: true}, []draw.Point{{10, 10}, {20, 10}})
		}, []pixel{{8.5, 10, red}, {21, 10, red}, {7.5, 12.5, white}}},
		{"corners", func(p *draw.Picture) {
			p.Polygons(stroke(8), []draw.Point{{10, 10}, {30, 10}, {30, 25}, {10, 25}})
		}, []pixel{{8, 8, red}, {32, 27, red}, {20, 18, white}}},
		{"dashes", func(p *draw.Picture) {
			p.Lines(draw.Style{Stroke: draw.Vermilion, Width: 4, Dash: 5}, []draw.Point{{5, 5}, {35, 5}})
			p.Lines(stroke(4), []draw.Point{{5, 15}, {35, 15}})
			p.Lines(draw.Style{Stroke: draw.Vermilion, Width: 4, Dash: 1e-9}, []draw.Point{{5, 25}, {35, 25}})
		}, []pixel{{7, 5, red}, {12, 5, white}, {17, 5, red}, {7, 15, red}, {12, 15, red}, {12, 25, red}}},
		{"the last on top", func(p *draw.Picture) {
			p.Rect(0, 0, 9, 9, draw.Style{Fill: draw.Vermilion})
			p.Rect(0, 0, 9, 9, draw.Style{Fill: draw.Blue})
		}, []pixel{{4, 4, blue}}},
	} {
		img := painted(t, c.add)
		if size := img.Bounds().Size(); size != image.Pt(80, 60) {
			t.Errorf("%s: %v pixels, want 80 x 60", c.name, size)
		}
		for _, p := range c.pixels {
			if got := hex(img.At(int(2*p.x), int(2*p.y))); got != p.want {
				t.Errorf("%s: %s at %g %g, want %s", c.name, got, p.x, p.y, p.want)
			}
		}
	}
}

func TestPNGSize(t *testing.T) {
	for _, c := range []struct {
		w, h float64
		want image.Point
	}{
		{30, 20, image.Pt(60, 40)},
		{5000, 2001, image.Pt(5000, 2001)}, // two pixels per unit would be 40 megapixels
	} {
		var b bytes.Buffer
		if err := PNG(&b, &draw.Picture{W: c.w, H: c.h}); err != nil {
			t.Errorf("%g x %g: %v", c.w, c.h, err)
			continue
		}
		got, err := png.DecodeConfig(&b)
		if err != nil || got.Width != c.want.X || got.Height != c.want.Y {
			t.Errorf("%g x %g: %d x %d pixels, %v, want %v", c.w, c.h, got.Width, got.Height, err, c.want)
		}
	}
}

// TestRefused checks that a picture that is too large or has bad numbers leads to an error, and
// that nothing is written.
func TestRefused(t *testing.T) {
	bad := &draw.Picture{W: 9, H: 9}
	bad.Circle(0, math.NaN(), 1, draw.Style{})
	far := &draw.Picture{W: 9, H: 9}
	far.Circle(0, 0, 1e5, draw.Style{})
	good := &draw.Picture{W: 9, H: 9}
	for _, c := range []struct {
		picture *draw.Picture
		want    string
	}{
		{bad, "shape 1, draw.Circle, -20000, 20000, 0, NaN"},
		{far, "shape 1, draw.Circle, 0, 20000, 100000"},
		{&draw.Picture{W: 1e6, H: 1}, "1e+06 x 1, 0, 20000"},
		{&draw.Picture{}, "0 x 0"},
	} {
		var b bytes.Buffer
		if err := PNG(&b, c.picture); err == nil || !facttest.States(err.Error(), "png, "+c.want) || b.Len() > 0 {
			t.Errorf("PNG: %v, and %d bytes, want %s and none", err, b.Len(), c.want)
		}
		if err := PDF(&b, good, c.picture); err == nil || !facttest.States(err.Error(), "pdf: page 2, "+c.want) || b.Len() > 0 {
			t.Errorf("PDF: %v, and %d bytes, want %s and none", err, b.Len(), c.want)
		}
	}
	var b bytes.Buffer
	if err := PNG(&b, &draw.Picture{W: 1e4, H: 1e4}); err == nil || !facttest.States(err.Error(), "png, 10000 x 10000, 40 million") {
		t.Errorf("PNG of 100 megapixels: %v", err)
	}
	if err := PDF(&b); err == nil || b.Len() > 0 {
		t.Errorf("no pages: %v, and %d bytes", err, b.Len())
	}
}

// TestPDF checks that a document has a page for each picture, that all pages are as large as the
// largest picture, and that the same pictures give the same bytes.
func TestPDF(t *testing.T) {
	one, two := &draw.Picture{W: 300, H: 100}, &draw.Picture{W: 200, H: 400}
	for _, p := range []*draw.Picture{one, two} {
		p.Rect(1, 2, 3, 4, draw.Style{Fill: 0xd55e0080})
		p.Text(10, 20, "searched", draw.Font{Size: 12})
		p.Text(10, 40, "größer", draw.Font{Size: 12})
	}
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := PDF(b, one, two); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.HasPrefix(first.Bytes(), []byte("%PDF-")) || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("the documents begin with %.8q and %.8q and differ", first.String(), second.String())
	}
	if !strings.Contains(first.String(), "/CreationDate (D:20000101000000)") {
		t.Error("the document says when it was made")
	}
	for text, want := range map[string]int{"/Type /Page\n": 2, "/MediaBox [0 0 300.00 400.00]": 1} {
		if got := strings.Count(first.String(), text); got != want {
			t.Errorf("%q occurs %d times, want %d", text, got, want)
		}
	}
}
