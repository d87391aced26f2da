package canvas

import (
	"bytes"
	"image"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"counterproof/encode/draw"
	"counterproof/reports/glyph"
)

// inked returns the number of pixels that are not white, and the box around them.
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

// TestText checks that letters are on their base line, and that the anchor decides on which side of
// the point they are. It also checks that two letters are wider than one, and that their height
// fits the font size.
func TestText(t *testing.T) {
	write := func(text string, f draw.Font) image.Rectangle {
		n, box := inked(painted(t, func(p *draw.Picture) { p.Text(20, 20, text, f) }))
		if n < 20 {
			t.Errorf("%s: %d pixels", text, n)
		}
		return box
	}
	start, middle, end := write("HH", draw.Font{Size: 12, Anchor: draw.Start}), write(" H\nH ", draw.Font{Size: 12}), write("HH", draw.Font{Size: 12, Anchor: draw.End})
	if start.Min.X < 40 || start.Min.X > 44 {
		t.Errorf("start: %v, want it right of pixel 40", start)
	}
	if left, right := 40-middle.Min.X, middle.Max.X-40; left < 10 || left-right > 2 || right-left > 2 {
		t.Errorf("middle: %v, want it on both sides of pixel 40", middle)
	}
	if end.Max.X > 40 || end.Max.X < 36 {
		t.Errorf("end: %v, want it left of pixel 40", end)
	}
	// A capital letter of Liberation Sans is 1409/2048 of the font size high. With a font size of
	// 12 units, the letter is 16.5 pixels high.
	if h := start.Dy(); start.Max.Y < 40 || start.Max.Y > 41 || h < 16 || h > 18 {
		t.Errorf("12 units: %v, want it 17 pixels high above pixel 40", start)
	}
	if one := write("H", draw.Font{Size: 12}); 2*one.Dx() > start.Dx()+2 {
		t.Errorf("H is %d pixels wide, HH %d", one.Dx(), start.Dx())
	}
	// An outline has the same place and size as the letter that a canvas writes.
	umlaut, plain := write("H\u00c4", draw.Font{Size: 12, Anchor: draw.Start}), write("HA", draw.Font{Size: 12, Anchor: draw.Start})
	if umlaut.Min.X != plain.Min.X || umlaut.Max.X != plain.Max.X || umlaut.Max.Y != plain.Max.Y || umlaut.Min.Y >= plain.Min.Y {
		t.Errorf("\u00c4 takes %v and A %v, want them alike but for the dots", umlaut, plain)
	}
	if n, box := inked(painted(t, func(p *draw.Picture) { p.Text(20, 20, " ", draw.Font{Size: 12}); p.Text(20, 20, "H", draw.Font{}) })); n > 0 {
		t.Errorf("a blank and a letter without a size: %d pixels in %v", n, box)
	}
}

// TestHeading checks that headings are in another font than texts, except with a character that this font
// lacks, and that TextWidth returns the width in that font. PDF must paint a heading once and keep its text.
func TestHeading(t *testing.T) {
	for text, other := range map[string]bool{"Puzzle": true, "Rätsel’s": true, "Жук": false} {
		plain, heading := draw.Font{Size: 6, Anchor: draw.Start}, draw.Font{Size: 6, Anchor: draw.Start, Display: true}
		n, _ := inked(painted(t, func(p *draw.Picture) { p.Text(5, 20, text, plain) }))
		m, box := inked(painted(t, func(p *draw.Picture) { p.Text(5, 20, text, heading) }))
		if (m != n) != other || (TextWidth(text, plain) != TextWidth(text, heading)) != other {
			t.Errorf("%s: %d pixels as a text and %d as a heading, want others: %v", text, n, m, other)
		}
		if w := 2 * TextWidth(text, heading); math.Abs(float64(box.Dx())-w) > 5 {
			t.Errorf("%s: %v, want a width of %.0f pixels", text, box, w)
		}
	}
	p := &draw.Picture{W: 200, H: 50}
	p.Text(10, 30, "Puzzle", draw.Font{Size: 24, Anchor: draw.Start, Display: true})
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	var b bytes.Buffer
	if err := PDF(&b, p); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-", "-")
	cmd.Stdin = &b
	if out, err := cmd.Output(); err != nil || strings.TrimSpace(string(out)) != "Puzzle" {
		t.Errorf("the document has the text %q, %v", out, err)
	}
}

// TestMissing checks that a character that the font lacks is drawn as a box, and that Missing
// returns it.
func TestMissing(t *testing.T) {
	_, box := inked(painted(t, func(p *draw.Picture) { p.Text(20, 20, "字", draw.Font{Size: 12, Anchor: draw.Start}) }))
	if box.Dx() < 10 || box.Dy() < 10 || box.Min.X < 40 {
		t.Errorf("a character that the font lacks takes %v, want a box", box)
	}
	p := &draw.Picture{W: 9, H: 9}
	p.Text(1, 1, "a 字–\u2588", draw.Font{Size: 12})
	p.Text(1, 1, "字\x01\tµ☃", draw.Font{Size: 12})
	p.Rect(1, 2, 3, 4, draw.Style{})
	if got := Missing(p); !slices.Equal(got, []rune{1, '☃', '字'}) {
		t.Errorf("missing are %q", got)
	}
}

// TestPDFText checks that ASCII text reaches the canvas as text, with its anchor computed from the
// widths of the PDF's letters, and that other text becomes outlines.
func TestPDFText(t *testing.T) {
	p := &draw.Picture{W: 100, H: 100}
	p.Text(50, 20, "AVAVAVAV", draw.Font{Size: 10})
	p.Text(50, 40, "ü 字", draw.Font{Size: 10})
	var c recorder.Canvas
	(&painter{Canvas: glyph.PDF{Canvas: &c, Plain: sans(1)}, height: 100, pdf: true}).paint(p)
	var texts, fills int
	var at vg.Point
	scale := 1.0
	for _, action := range c.Actions {
		switch a := action.(type) {
		case *recorder.Translate:
			at = a.Point
		case *recorder.Scale:
			scale = a.X
		case *recorder.FillString:
			texts++
			// Each of these letters is 1366/2048 of the font size wide.
			if want := 50 - 4*10*1366/2048.0; a.String != "AVAVAVAV" || math.Abs(float64(at.X)-want) > 0.01 || at.Y != 80 {
				t.Errorf("%q is at %v, want it at %.2f 80", a.String, at, want)
			}
			if size := float64(a.Size) * scale; math.Abs(size-10) > 0.001 {
				t.Errorf("%q has the size %g, want 10", a.String, size)
			}
		case *recorder.Fill:
			fills++
		}
	}
	if texts != 1 || fills != 3 {
		t.Errorf("%d texts and %d outlines, want 1 and 3", texts, fills)
	}
}

// TestHebrew checks that a text from right to left begins at its right end: of shin and vav, the wide
// shin is on the right.
func TestHebrew(t *testing.T) {
	img := painted(t, func(p *draw.Picture) { p.Text(20, 20, "\u05e9\u05d5", draw.Font{Size: 12, Anchor: draw.Start}) })
	var widths []int // of the letters, from left to right
	last := false
	for x := range img.Bounds().Dx() {
		ink := false
		for y := range img.Bounds().Dy() {
			ink = ink || hex(img.At(x, y)) != "#ffffff"
		}
		if ink && !last {
			widths = append(widths, 0)
		}
		if ink {
			widths[len(widths)-1]++
		}
		last = ink
	}
	if len(widths) != 2 || 2*widths[0] > widths[1] {
		t.Errorf("the letters are %d pixels wide, want a narrow and a wide one", widths)
	}
}
