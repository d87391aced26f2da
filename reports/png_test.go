package reports

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strings"
	"testing"
)

// drawn is the picture that PNG makes of the elements in a box of 40 x 30 units.
func drawn(t *testing.T, elements string) image.Image {
	t.Helper()
	var b bytes.Buffer
	svg := `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30" width="80" height="60">` + elements + "</svg>\n"
	if err := PNG(&b, []byte(svg)); err != nil {
		t.Fatalf("%s: %v", elements, err)
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

// TestPNGColours looks at pixels well inside and well outside of what is
// drawn; two pixels are a unit.
func TestPNGColours(t *testing.T) {
	type pixel struct {
		x, y float64 // in units
		want string
	}
	const white, black, red, blue = "#ffffff", "#000000", "#d55e00", "#0072b2"
	for _, c := range []struct {
		name, elements string
		pixels         []pixel
	}{
		{"nothing", "", []pixel{{0, 0, white}, {39.5, 29.5, white}}},
		{"fill", `<rect x="4" y="6" width="20" height="10" fill="#0072b2"/>`,
			[]pixel{{4.5, 6.5, blue}, {23, 15, blue}, {3, 7, white}, {25, 7, white}, {10, 5, white}, {10, 17, white}}},
		{"black unless told", `<rect width="10" height="10"/>`, []pixel{{5, 5, black}, {11, 5, white}}},
		{"percent", `<rect width="50%" height="100%" fill="#D55E00"/>`, []pixel{{1, 1, red}, {19, 29, red}, {21, 1, white}}},
		{"no fill, stroke", `<rect x="10" y="10" width="20" height="10" fill="none" stroke="#d55e00" stroke-width="4"/>`,
			[]pixel{{20, 15, white}, {9, 15, red}, {11, 15, red}, {30, 15, red}, {20, 10, red}, {20, 21, red}, {10, 10, red}, {9, 9, red}, {20, 23, white}, {13, 15, white}}},
		{"circle", `<circle cx="20" cy="15" r="10" fill="#0072b2" stroke="#d55e00" stroke-width="2"/>`,
			[]pixel{{20, 15, blue}, {27, 15, blue}, {30, 15, red}, {20, 5, red}, {20, 25, red}, {29, 24, white}, {32, 15, white}}},
		{"path", `<path fill="#0072b2" d="M5 5L25 5 L25,25Z"/>`, []pixel{{22, 8, blue}, {8, 22, white}}},
		{"steps", `<path fill="none" stroke="#d55e00" stroke-width="2" d="M5 5h20M25 5v-4M5 10 h 20 v 15"/>`,
			[]pixel{{15, 5, red}, {25, 3, red}, {15, 10, red}, {25, 20, red}, {15, 20, white}, {15, 7, white}}},
		{"butt", `<path stroke="#d55e00" stroke-width="6" d="M10 10h10"/>`, []pixel{{15, 12, red}, {8.5, 10, white}, {21, 10, white}}},
		{"round", `<path stroke="#d55e00" stroke-width="6" stroke-linecap="round" d="M10 10h10"/>`, []pixel{{8.5, 10, red}, {21, 10, red}, {7.5, 12.5, white}}},
		{"corner of a closed line", `<path fill="none" stroke="#d55e00" stroke-width="8" d="M10 10L30 10L30 25L10 25Z"/>`, []pixel{{8, 8, red}, {32, 27, red}}},
		{"group", `<g fill="#d55e00" stroke="none"><rect width="5" height="5"/><g fill="#0072b2"><rect x="10" width="5" height="5"/></g><rect x="20" width="5" height="5"/></g><rect x="30" width="5" height="5"/>`,
			[]pixel{{2, 2, red}, {12, 2, blue}, {22, 2, red}, {32, 2, black}}},
		{"the last on top", `<!-- two --><rect width="9" height="9" fill="#d55e00"/><rect width="9" height="9" fill="#0072b2"/>`, []pixel{{4, 4, blue}}},
	} {
		img := drawn(t, c.elements)
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

// inked counts the pixels that are not white, and says between which they are.
func inked(img image.Image) (n int, box image.Rectangle) {
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if hex(img.At(x, y)) != "#ffffff" {
				n++
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return n, box
}

// TestPNGText: letters stand on their base line, on the side of their point
// that the anchor says; two are wider than one; a larger font is higher.
func TestPNGText(t *testing.T) {
	write := func(attributes, text string) image.Rectangle {
		n, box := inked(drawn(t, `<text x="20" y="20" `+attributes+`>`+text+`</text>`))
		if n < 20 {
			t.Errorf("%s %s: %d pixels", attributes, text, n)
		}
		return box
	}
	start, middle, end := write(`font-size="12"`, "HH"), write(`font-size="12" text-anchor="middle"`, " H\nH "), write(`font-size="12" text-anchor="end"`, "HH")
	if start.Min.X < 40 || start.Min.X > 44 {
		t.Errorf("start: %v, want it right of pixel 40", start)
	}
	if left, right := 40-middle.Min.X, middle.Max.X-40; left < 10 || left-right > 2 || right-left > 2 {
		t.Errorf("middle: %v, want it on both sides of pixel 40", middle)
	}
	if end.Max.X > 40 || end.Max.X < 36 {
		t.Errorf("end: %v, want it left of pixel 40", end)
	}
	// A capital of Liberation Sans is 1409 of 2048 units of the font high:
	// 12 units of the picture are 16.5 pixels.
	if h := start.Dy(); start.Max.Y < 40 || start.Max.Y > 41 || h < 16 || h > 18 {
		t.Errorf("12 units: %v, want it 17 pixels high above pixel 40", start)
	}
	if one := write(`font-size="12"`, "H"); 2*one.Dx() > start.Dx()+2 {
		t.Errorf("H is %d pixels wide, HH %d", one.Dx(), start.Dx())
	}
	if got := write(`font-size="12"`, "&lt;"); got.Dx() > start.Dx()/2 {
		t.Errorf("&lt; is %v, want one letter", got)
	}
	if n, box := inked(drawn(t, `<text x="20" y="20" fill="none">H</text><text x="20" y="20"/>`)); n > 0 {
		t.Errorf("letters without a fill: %d pixels in %v", n, box)
	}
}

func TestPNGSize(t *testing.T) {
	for _, c := range []struct {
		size string
		want image.Point
	}{
		{`width="30" height="20"`, image.Pt(60, 40)},
		{`viewBox="0 0 10 15" width="30" height="20"`, image.Pt(20, 30)},
		{`viewBox="0 0 10 15"`, image.Pt(20, 30)},
		{`viewBox="0 0 5000 2001"`, image.Pt(5000, 2001)}, // 40 megapixels at two a unit
	} {
		var b bytes.Buffer
		if err := PNG(&b, []byte("<svg "+c.size+"/>")); err != nil {
			t.Errorf("%s: %v", c.size, err)
			continue
		}
		got, err := png.DecodeConfig(&b)
		if err != nil || got.Width != c.want.X || got.Height != c.want.Y {
			t.Errorf("%s: %d x %d pixels, %v, want %v", c.size, got.Width, got.Height, err, c.want)
		}
	}
}

// TestPNGRefuses: what is not drawn is named, with its line, and nothing is
// written.
func TestPNGRefuses(t *testing.T) {
	for _, c := range []struct{ svg, want string }{
		{"", "no picture in it"},
		{"hello", "letters outside of a text element"},
		{"<svg width='9' height='9'>\n<rect>", "line 2: XML syntax error"},
		{"<svg width='9' height='9'>\n<ellipse/></svg>", "line 2: the element ellipse is not drawn here"},
		{"<svg width='9' height='9'><title>t</title></svg>", "the element title is not drawn here"},
		{"<svg width='9' height='9'><text x='1' y='1'><tspan/></text></svg>", "the element tspan is not drawn here"},
		{"<svg width='9' height='9'><rect><rect/></rect></svg>", "the element rect is not drawn here"},
		{"<rect/>", "want one svg element around all others, got rect"},
		{"<svg width='9' height='9'><svg/></svg>", "want one svg element around all others, got svg"},
		{"<svg width='9' height='9'/><svg width='9' height='9'/>", "want one svg element around all others"},
		{"<svg width='9' height='9'/><rect/>", "want one svg element around all others, got rect"},
		{"<svg width='9' height='9'><g stroke-linecap='square'/></svg>", "g: stroke-linecap: want butt or round"},
		{"<svg/>", "svg: size: want a number"},
		{"<svg width='9' height='0'/>", "svg: size: want a number from 1 to"},
		{"<svg viewBox='1 0 9 9'/>", "svg: viewBox: want 0 0 and the size"},
		{"<svg viewBox='0 0 9'/>", "svg: viewBox: want 0 0 and the size"},
		{"<svg viewBox='0 0 10000 10000'/>", "too large for a PNG"},
		{"<svg viewBox='0 0 1e9 1'/>", "too large for a PNG"},
		{"<svg width='9' height='9' transform='scale(2)'/>", "svg: the attribute transform is not drawn here"},
		{"<svg width='9' height='9'><rect rx='3'/></svg>", "rect: the attribute rx is not drawn here"},
		{"<svg width='9' height='9'><rect x='NaN'/></svg>", "rect: x: want a number"},
		{"<svg width='9' height='9'><rect x='1px'/></svg>", "rect: x: want a number"},
		{"<svg width='9' height='9'><rect width='-1'/></svg>", "rect: width: want a number from 0"},
		{"<svg width='9' height='9'><circle r='-1'/></svg>", "circle: r: want a number from 0"},
		{"<svg width='9' height='9'><rect fill='red'/></svg>", `rect: fill: want #rrggbb or none, got "red"`},
		{"<svg width='9' height='9'><rect fill='#12345g'/></svg>", `rect: fill: want #rrggbb or none`},
		{"<svg width='9' height='9'><g stroke-width='-1'/></svg>", "g: stroke-width: want a number from 0 to 1000"},
		{"<svg width='9' height='9'><g stroke-width='1e5'/></svg>", "g: stroke-width: want a number from 0 to 1000"},
		{"<svg width='9' height='9'><g font-size='5000'/></svg>", "g: font-size: want a number from 0 to 1000"},
		{"<svg width='9' height='9'><g text-anchor='left'/></svg>", "g: text-anchor: want start, middle or end"},
		{"<svg width='9' height='9'><path d='M1 1C1 2 3 4 5 6'/></svg>", `path: want one of the steps M L Z h v, got "C1 2 3 4 5 6"`},
		{"<svg width='9' height='9'><path d='L1 1'/></svg>", "path: want M where a line begins"},
		{"<svg width='9' height='9'><path d='M1 1h5ZL1 1'/></svg>", "path: want M where a line begins"},
		{"<svg width='9' height='9'><path d='M1 1L1'/></svg>", "path: step L: want 2 numbers, got 1"},
		{"<svg width='9' height='9'><path d='M1 1h'/></svg>", "path: step h: want 1 numbers, got 0"},
		{"<svg width='9' height='9'><path d='1 1'/></svg>", "path: want one of the steps"},
	} {
		var b bytes.Buffer
		err := PNG(&b, []byte(c.svg))
		if err == nil || !strings.HasPrefix(err.Error(), "svg: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; it does not say: %s", c.svg, err, c.want)
		}
		if b.Len() > 0 {
			t.Errorf("%s: %d bytes are written", c.svg, b.Len())
		}
	}
}

// FuzzPNG: no text makes it panic, and what it refuses leaves nothing written.
// Pictures of more than 999 units a side are passed over: they only take time.
func FuzzPNG(f *testing.F) {
	f.Add("<svg viewBox='0 0 9 9'><rect x='1' y='1' width='3' height='3' fill='#ff0000'/></svg>")
	f.Add("<svg width='9' height='9'><g stroke='#000000'><path d='M1 1L3 3h2v2Z'/><circle cx='4' cy='4' r='2'/></g></svg>")
	f.Add("<svg width='9' height='9'><text x='1' y='8' font-size='5' text-anchor='middle'>a&lt;b</text></svg>")
	f.Add("<svg><svg/>")
	large := regexp.MustCompile(`[0-9]{4}|[eE]`)
	f.Fuzz(func(t *testing.T, svg string) {
		if large.MatchString(svg) {
			return
		}
		var b bytes.Buffer
		if err := PNG(&b, []byte(svg)); err != nil && b.Len() > 0 {
			t.Errorf("%v, and %d bytes are written", err, b.Len())
		}
	})
}
