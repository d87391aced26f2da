package draw

import (
	"strings"
	"testing"
)

// TestCaption checks that a caption has all words, and that its lines fit if the letters are as
// wide as in a wide font. The picture above the caption must only change its place.
func TestCaption(t *testing.T) {
	text := strings.Repeat("row 4, column 7 is 5, the only place for 5 in row 4. ", 12)
	for _, width := range []float64{30, 420, 1300} {
		p := &Picture{W: width, H: 100, Title: "t", Description: "d"}
		p.Rect(0, 0, width, 100, Style{Fill: Yellow})
		q := Caption(p, text)
		if q.Title != "t" || q.Description != "d" || q.W != max(width, 420) || len(p.Shapes) != 1 {
			t.Errorf("%g wide: %q, %q, %g x %g", width, q.Title, q.Description, q.W, q.H)
		}
		if r := q.Shapes[0].(Rect); r.W != width || r.X != (q.W-width)/2 || r.Y != 0 {
			t.Errorf("%g wide: the board is at %+v", width, r)
		}
		var words []string
		last := 100.0
		for _, s := range q.Shapes[1:] {
			line := s.(Text)
			if end := line.X + 0.57*line.Size*float64(len(line.Text)); end > q.W || line.Anchor != Start {
				t.Errorf("%g wide: the line %q ends at %g of %g", width, line.Text, end, q.W)
			}
			if line.Y-last < line.Size || line.Y+line.Size/3 > q.H || line.Size < q.W/30 {
				t.Errorf("%g wide: a line of size %g at %g, after %g", width, line.Size, line.Y, last)
			}
			last = line.Y
			words = append(words, strings.Fields(line.Text)...)
		}
		if strings.Join(words, " ") != strings.TrimSpace(text) {
			t.Errorf("%g wide: the caption has the words %q", width, words)
		}
	}
	if q := Caption(&Picture{W: 500, H: 50}, ""); len(q.Shapes) != 0 || q.W != 500 {
		t.Errorf("an empty caption: %+v", q)
	}
}
