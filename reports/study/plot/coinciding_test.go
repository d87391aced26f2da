package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/theme"
	"counterproof/reports/test/recordtest"
)

// pixels counts the pixels of each colour above the legend.
func pixels(t *testing.T, f *Figure) map[color.NRGBA]int {
	t.Helper()
	text, err := f.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("LOOKS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "coinciding "+f.Title+fmt.Sprintf(" %v.png", f.W)), text, 0o666); err != nil {
			t.Error(err)
		}
	}
	picture, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	counts, size := map[color.NRGBA]int{}, picture.Bounds()
	size.Max.Y -= int(45 * theme.Dpi / 72)
	for y := range size.Max.Y {
		for x := range size.Max.X {
			counts[color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)]++
		}
	}
	return counts
}

// TestCoincidingCurves draws methods whose times differ by less than the width of a line. Each colour
// must be on a similar part of the picture. A hollow glyph has fewer pixels than a full one.
func TestCoincidingCurves(t *testing.T) {
	for _, kind := range []string{"cactus", "ecdf", "growth"} {
		for n := 2; n <= 4; n++ {
			var recs []result.Record
			for side := 4; side < 40; side++ {
				for m := range n {
					r := recordtest.Ran(fmt.Sprint("b", side), fmt.Sprint("m", m), math.Pow(1.1, float64(side))/10*(1+0.001*float64(m)))
					r.Height, r.Width = recordtest.Of(int64(side)), recordtest.Of(int64(side))
					recs = append(recs, r)
				}
			}
			f, err := Draw(recs, Plot{Kind: kind, Width: Column, By: map[string]string{"growth": "height"}[kind]})
			if err != nil {
				t.Fatal(err)
			}
			counts := pixels(t, f)
			each := wording.Each(theme.Colours[:n], func(c color.NRGBA) int { return counts[c] })
			if least, most := slices.Min(each), slices.Max(each); least < 200 || 10*least < most {
				t.Errorf("%s of %d methods: %v pixels of the colours", kind, n, each)
			}
		}
	}
}
