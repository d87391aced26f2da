package draw

import "testing"

// TestRamp checks that the colours get darker at every step, and that the letters on
// each colour have the contrast of 4.5 that WCAG 2 requires.
func TestRamp(t *testing.T) {
	before := 1.0
	for k := range 101 {
		fill := Shade(float64(k) / 100)
		y := fill.luminance()
		if y >= before {
			t.Errorf("at %d per cent it is not darker", k)
		}
		before = y
		contrast := (y + 0.05) / 0.05
		if fill.Ink() == White {
			contrast = 1.05 / (y + 0.05)
		}
		if contrast < 4.5 {
			t.Errorf("at %d per cent the contrast is %.2f", k, contrast)
		}
	}
	if first, last := Shade(0).luminance(), Shade(1).luminance(); first < 0.9 || last > 0.05 {
		t.Errorf("from %.2f to %.2f", first, last)
	}
}
