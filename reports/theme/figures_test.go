package theme

import (
	"math"
	"testing"
)

// Every number is read at a contrast of 4.5 or more (WCAG 2.1, level AA).
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
			t.Errorf("shade %d %%: contrast %.2f", i, ratio)
		}
	}
}
