package theme

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func TestWrap(t *testing.T) {
	sty := Style(8, Black)
	for _, c := range []struct {
		text  string
		width vg.Length
		want  string
	}{
		{"", 10, ""}, {"one", 1, "one"}, {"one two three", 500, "one two three"},
		{"one two three", sty.Width("one two"), "one two|three"},
		{"one two three", 1, "one|two|three"},
		{"map, n = 12", 1, "map,|n = 12"}, {"1.5 ×", 1, "1.5 ×"},
		{"sat/pairwise/cubes=2 and", sty.Width("sat/pairwise/") + 10, "sat/pairwise/|cubes=2 and"},
	} {
		if got := strings.Join(Wrap(sty, c.text, c.width), "|"); got != c.want {
			t.Errorf("%q in %v: got %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// TestTextLength checks that a document says how wide each text is: as wide as in Liberation Sans, in
// which a digit takes 1,139 of 2,048 parts of the font's size.
func TestTextLength(t *testing.T) {
	c := NewTipCanvas(100, 100)
	whole := draw.New(c)
	whole.FillText(Style(10, Black), vg.Point{X: 1, Y: 50}, "12\n\n<3")
	Write(draw.Crop(whole, 5, 0, 0, 0), Style(20, Black), vg.Point{X: 1, Y: 20}, "4567")
	svg, err := c.SVG("a & b")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`(?s)<text ([^>]*)>([^<]*)</text>`).FindAllStringSubmatch(string(svg), -1) {
		length, _, _ := strings.Cut(strings.TrimPrefix(m[1], `textLength="`), `"`)
		got = append(got, m[2]+" "+length)
	}
	want := []string{fmt.Sprintf("12 %.2f", 2*10*1139./2048), fmt.Sprintf("&lt;3 %.2f", 10*(1139+1196.)/2048), fmt.Sprintf("4567 %.2f", 4*20*1139./2048)}
	got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, " ") }) // the empty line
	if !slices.Equal(got, want) || !strings.Contains(string(svg), "<title>a &amp; b</title>") {
		t.Errorf("got %q, want %q, in %s", got, want, svg)
	}
}

// TestInk checks that the text on each colour of Shade has a contrast of at least 4.5 (WCAG 2.1,
// level AA). Where white has this contrast, it is white.
func TestInk(t *testing.T) {
	light := func(c [3]uint8) float64 {
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			x := float64(c[i]) / 255
			if x > 0.04045 {
				x = math.Pow((x+0.055)/1.055, 2.4)
			} else {
				x /= 12.92
			}
			sum += weight * x
		}
		return sum
	}
	for i := range 101 {
		c := Shade(float64(i) / 100)
		k := Ink(c)
		a, b := light([3]uint8{c.R, c.G, c.B}), light([3]uint8{k.R, k.G, k.B})
		if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < 4.5 {
			t.Errorf("shade %d%%: contrast %.2f", i, ratio)
		}
		if (1.05 >= 4.5*(a+0.05)) != (k == White) {
			t.Errorf("shade %d%%: %v on %v", i, k, c)
		}
	}
}
