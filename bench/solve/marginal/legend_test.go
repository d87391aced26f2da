package marginal

import (
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/draw"
	"counterproof/native"
)

// counted returns the table of all solutions of a board.
func counted(t *testing.T, puzzle, board string) *Table {
	t.Helper()
	in, err := catalog.Find(puzzle).Parse(board)
	if err != nil {
		t.Fatal(err)
	}
	table := New(in)
	if err := in.Reduce()[0].Search(t.Context(), &native.Stats{}, func(s encode.Solution) bool { table.Add(s); return true }); err != nil {
		t.Fatal(err)
	}
	table.Complete = true
	return table
}

func texts(p *draw.Picture) (all []string) {
	for _, s := range p.Shapes {
		if t, ok := s.(draw.Text); ok {
			all = append(all, t.Text)
		}
	}
	return all
}

// TestLegend checks that every heat map of shares has a colour scale. The last colour of the scale
// must be the colour of a value that all solutions share. The heat map of a calendar must also have
// the labels of months and days.
func TestLegend(t *testing.T) {
	for _, c := range []struct {
		puzzle, board string
		want          []string
		last          draw.Colour // of the scale: the darkest colour
	}{
		{"calendar", "10-06", []string{"Oct", "6", "Jan–Jun", "Jul–Dec", "29–31"}, draw.Shade(0.5)},
		{"nonogram", "2x2:1/1/1/1", nil, draw.Shade(1)},
		{"map", "regions=3 colours=2 edges=0-1,1-2", nil, draw.Shade(1)},
	} {
		table := counted(t, c.puzzle, c.board)
		p := table.Picture()
		got := texts(p)
		for _, want := range append(c.want, "0%", "50%", "100%", "share of the solutions") {
			if !slices.Contains(got, want) {
				t.Errorf("%s: the picture lacks %q among %q", c.board, want, got)
			}
		}
		var scale []draw.Rect
		for _, s := range p.Shapes {
			if r, ok := s.(draw.Rect); ok && r.H == barHeight && r.Fill != 0 {
				scale = append(scale, r)
			}
		}
		near := func(a, b draw.Colour) bool { // the last step of the scale ends at 1, but has the colour of its middle
			for shift := 8; shift < 32; shift += 8 {
				if d := int(a>>shift&255) - int(b>>shift&255); d < -6 || d > 6 {
					return false
				}
			}
			return true
		}
		if len(scale) < 10 || !near(scale[0].Fill, draw.Shade(0)) || !near(scale[len(scale)-1].Fill, c.last) {
			t.Errorf("%s: the scale has %d steps and ends with the wrong colours", c.board, len(scale))
		}
		table.Complete = false
		if slices.Contains(texts(table.Picture()), "100%") {
			t.Errorf("%s: there is a scale although not all solutions are counted", c.board)
		}
	}
}
