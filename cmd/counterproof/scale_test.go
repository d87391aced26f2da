package main

import (
	"fmt"
	"image/color"
	"os"
	"regexp"
	"testing"

	"counterproof/encode/draw"
	"counterproof/reports/study/theme"
)

// TestOneScale checks that the heat maps of boards, of reports and of the calendar page have the same
// colours: at the five colours of the scale and, where Go draws, between them.
func TestOneScale(t *testing.T) {
	for i := range 101 {
		share := float64(i) / 100
		c := theme.Shade(share)
		if want := draw.Shade(share); draw.RGB(c.R, c.G, c.B) != want {
			t.Errorf("share %v: a report has %v, a board has %v", share, c, want)
		}
	}
	script, err := os.ReadFile("../../reports/web/assets/calendar/year.js")
	if err != nil {
		t.Fatal(err)
	}
	colours := regexp.MustCompile(`(?m)^  \[(\d+), (\d+), (\d+)\],$`).FindAllStringSubmatch(string(script), -1)
	for i, c := range colours {
		share := float64(i) / float64(len(colours)-1)
		var rgb color.NRGBA
		for k, channel := range []*uint8{&rgb.R, &rgb.G, &rgb.B} {
			if _, err := fmt.Sscan(c[k+1], channel); err != nil {
				t.Fatal(err)
			}
		}
		if want := draw.Shade(share); draw.RGB(rgb.R, rgb.G, rgb.B) != want {
			t.Errorf("share %v: the calendar has %v, a board has %v", share, rgb, want)
		}
	}
	if len(colours) != 5 {
		t.Errorf("the calendar has %d colours, want 5", len(colours))
	}
}
