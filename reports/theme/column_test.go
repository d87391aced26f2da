package theme

import (
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
