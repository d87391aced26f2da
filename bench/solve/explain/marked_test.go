package explain

import (
	"slices"
	"testing"

	"counterproof/bench/solve/answer"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/catalog"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
)

// TestConflictPicture checks, for every puzzle, that the picture of a conflict marks the site of
// each given value of the conflict. If the area of the site is known, the mark must be in this
// area.
func TestConflictPicture(t *testing.T) {
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			_, in := board(t, p.Name, p.Example)
			if _, ok := in.(clues.HasMarks); !ok && !slices.Contains(puzzletest.First, p.Name) {
				t.Skip("a new puzzle need not mark its pictures")
			}
			var given []clues.Given
			for site, n := range in.Sites() {
				given = append(given, clues.Given{Site: site, Value: (7*site + 3) % n})
			}
			c, err := FindConflict(t.Context(), p, in, given, answer.Watcher{})
			if err != nil || c == nil || len(c.Given) == 0 {
				t.Fatalf("want a conflict with given values, got %v, %v", c, err)
			}
			whole := c.Picture(p, in)
			if whole == nil {
				t.Fatal("the picture marks nothing")
			}
			for k, g := range c.Given {
				less := *c
				less.Given = slices.Delete(slices.Clone(c.Given), k, k+1)
				without := less.Picture(p, in)
				marks := slices.DeleteFunc(slices.Clone(whole.Shapes), func(s draw.Shape) bool { return has(without, s) })
				if len(marks) == 0 {
					t.Errorf("no mark for the given value of %s", layout.SiteName(in, g.Site))
				}
				if spotted, ok := in.(play.HasSpots); ok && !slices.ContainsFunc(marks, func(s draw.Shape) bool { return inside(s, spotted.Spots()[g.Site]) }) {
					t.Errorf("no mark in %s; the marks are %v", layout.SiteName(in, g.Site), marks)
				}
			}
		})
	}
}

// has reports whether a picture has a shape that is equal to s. If s is a Path, the result is
// true without a comparison, because marks are not Paths.
func has(p *draw.Picture, s draw.Shape) bool {
	if _, ok := s.(draw.Path); ok {
		return true
	}
	return slices.ContainsFunc(p.Shapes, func(o draw.Shape) bool {
		_, path := o.(draw.Path)
		return !path && o == s
	})
}

// inside reports whether the anchor of a shape is in the rectangle around the area of a site.
func inside(s draw.Shape, area play.Spot) bool {
	var at draw.Point
	switch s := s.(type) {
	case draw.Rect:
		at = draw.Point{s.X, s.Y}
	case draw.Circle:
		at = draw.Point{s.X, s.Y}
	case draw.Text:
		at = draw.Point{s.X, s.Y}
	}
	low, high := draw.Point(area.Lines[0][:2]), draw.Point(area.Lines[0][:2])
	for i, x := range slices.Concat(area.Lines...) { // x and y in turns
		low[i%2], high[i%2] = min(low[i%2], x), max(high[i%2], x)
	}
	return at[0] >= low[0] && at[0] <= high[0] && at[1] >= low[1] && at[1] <= high[1]
}
