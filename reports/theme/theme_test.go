package theme

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
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

// TestInk checks that the text on each colour of Shade has a contrast of at least 4.5 (WCAG 2.1,
// level AA).
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
	}
}
