package plot

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"counterproof/bench/record/result"
	"counterproof/reports/study/theme"
	"counterproof/reports/test/recordtest"
)

// A sheet is a canvas that records everything that is drawn on it.
type sheet struct {
	recorder.Canvas
	w, h vg.Length
}

func (s *sheet) Size() (w, h vg.Length) { return s.w, s.h }

// A printed text is a line of letters with its bounding rectangle in the figure. A rotated text
// does not fill its rectangle.
type printed struct {
	text  string
	size  vg.Length
	leans bool
	vg.Rectangle
	corners [4]vg.Point
}

// printedTexts draws the figure and returns all its texts. Letters extend 0.75 of their size above
// the base line, and 0.22 below it.
func printedTexts(t *testing.T, f *Figure) []printed {
	t.Helper()
	s := &sheet{w: f.W, h: f.H}
	s.KeepCaller = false
	f.paint(s)
	var all []printed
	angle, angles := 0.0, []float64{}
	for _, a := range s.Actions {
		switch a := a.(type) {
		case *recorder.Push:
			angles = append(angles, angle)
		case *recorder.Pop:
			angle, angles = angles[len(angles)-1], angles[:len(angles)-1]
		case *recorder.Rotate:
			angle += a.Angle
		case *recorder.Translate:
			t.Fatal("a translation")
		case *recorder.FillString:
			sin, cos := math.Sincos(angle)
			var r vg.Rectangle
			var corners [4]vg.Point
			width := theme.Style(a.Font.Size, theme.Black).Width(a.String)
			for i, p := range []vg.Point{{X: 0, Y: -0.22 * a.Font.Size}, {X: width, Y: 0.75 * a.Font.Size}, {X: 0, Y: 0.75 * a.Font.Size}, {X: width, Y: -0.22 * a.Font.Size}} {
				p = p.Add(a.Point)
				p = vg.Point{X: p.X*vg.Length(cos) - p.Y*vg.Length(sin), Y: p.X*vg.Length(sin) + p.Y*vg.Length(cos)}
				if i == 0 {
					r = vg.Rectangle{Min: p, Max: p}
				}
				corners[i] = p
				r.Min, r.Max = vg.Point{X: min(r.Min.X, p.X), Y: min(r.Min.Y, p.Y)}, vg.Point{X: max(r.Max.X, p.X), Y: max(r.Max.Y, p.Y)}
			}
			all = append(all, printed{a.String, a.Font.Size, math.Abs(sin*cos) > 0.01, r, corners})
		}
	}
	return all
}

// everything returns records from which every kind of plot can be drawn.
func everything(t *testing.T) map[string][]result.Record {
	long := recordtest.Laboratory([]string{"native/bitset", "native/dlx", "sat/pairwise/cubes=12", "sat/sequential/cubes=12"}, 8)
	for i := range long {
		long[i].Suite = "a rather long name " + fmt.Sprint(*long[i].Height%2)
	}
	all := map[string][]result.Record{"": long}
	for _, k := range Kinds[:7] {
		all[k.Name] = recordtest.CalendarYear(t)
	}
	for _, k := range Kinds[7:11] {
		all[k.Name] = append(shaped(), recordtest.TwoFamilies()...)
	}
	return all
}

// TestWidths draws all kinds of plots in both widths. Texts must not be cut or overlap, and
// must not be smaller than 6.5 points. Letters must have the same sizes in both widths.
func TestWidths(t *testing.T) {
	records := everything(t)
	for _, k := range Kinds {
		plots := []Plot{{Kind: k.Name}}
		switch k.Name {
		case "box", "share":
			plots = append(plots, Plot{Kind: k.Name, By: "suite"}, Plot{Kind: k.Name, By: "method"}, Plot{Kind: k.Name, By: "size"})
		case "ablation":
			plots = append(plots, Plot{Kind: k.Name, By: "suite"})
		case "scatter":
			plots = append(plots, Plot{Kind: k.Name, By: "nodes"})
		case "heat":
			plots = append(plots, Plot{Kind: k.Name, By: "suite,method"})
		}
		for _, p := range plots {
			recs := records[k.Name]
			if recs == nil {
				recs = records[""]
			}
			if k.Name == "share" && p.By == "method" {
				p.Measure = "exact"
			}
			for _, width := range []string{"", "column"} {
				p.Width = width
				p.Title = "A title that is longer than a column is wide, but not longer than a page"
				f, err := Draw(recs, p)
				if err != nil {
					t.Errorf("%s: %v", k.Name, err)
					continue
				}
				if width == "column" && f.W != 3.4*vg.Inch || f.H > 15*vg.Inch {
					t.Errorf("%s: %v x %v inches", k.Name, f.W/vg.Inch, f.H/vg.Inch)
				}
				texts := printedTexts(t, f)
				for i, a := range texts {
					if a.Min.X < 0 || a.Min.Y < 0 || a.Max.X > f.W || a.Max.Y > f.H {
						t.Errorf("%s by %q, %q: %q is cut: %v of %v x %v", k.Name, p.By, width, a.text, a.Rectangle, f.W, f.H)
					}
					if a.size < 6.5 || a.size > theme.TitleSize {
						t.Errorf("%s, %q: %q has %v points", k.Name, width, a.text, a.size)
					}
					for _, b := range texts[:i] {
						if a.leans || b.leans {
							continue
						}
						if w, h := min(a.Max.X, b.Max.X)-max(a.Min.X, b.Min.X), min(a.Max.Y, b.Max.Y)-max(a.Min.Y, b.Min.Y); w > 0.5 && h > 1.5 {
							t.Errorf("%s by %q, %q: %q is printed over %q", k.Name, p.By, width, a.text, b.text)
						}
					}
				}
			}
		}
	}
	if _, err := Check(Plot{Kind: "box", Width: "column"}); err != nil {
		t.Error(err)
	}
	if key, err := Check(Plot{Kind: "box", Width: "wide"}); key != "width" || err == nil {
		t.Errorf("got %q, %v", key, err)
	}
}

// TestColumnStacks checks a figure that is as narrow as a column. Its panels must be one below the
// other, so a figure with two panels is twice as high. Letters must not shrink with the width.
func TestColumnStacks(t *testing.T) {
	recs := recordtest.CalendarYear(t)
	page, _ := Draw(recs, Plot{Kind: "distribution"})
	slim, err := Draw(recs, Plot{Kind: "distribution", Width: "column"})
	if err != nil || slim.H != 2*page.H {
		t.Errorf("%v high, want twice %v: %v", slim.H, page.H, err)
	}
	place := func(f *Figure, text string) printed {
		texts := printedTexts(t, f)
		i := slices.IndexFunc(texts, func(p printed) bool { return p.text == text })
		if i < 0 {
			t.Fatalf("no text %q", text)
		}
		return texts[i]
	}
	for _, f := range []*Figure{page, slim} {
		a, b := place(f, "histogram"), place(f, "ECDF")
		if below := a.Min.Y > b.Max.Y; below != (f == slim) {
			t.Errorf("%v wide: the second panel is below the first: %v", f.W, below)
		}
	}
	if a, b := place(page, "ECDF"), place(slim, "ECDF"); a.size != b.size {
		t.Errorf("%v points become %v", a.size, b.size)
	}
}

// circles returns the centres of the round points.
func circles(t *testing.T, f *Figure) []vg.Point {
	t.Helper()
	s := &sheet{w: f.W, h: f.H}
	f.paint(s)
	var all []vg.Point
	for _, a := range s.Actions {
		if a, ok := a.(*recorder.Fill); ok {
			for _, part := range a.Path {
				if part.Type == vg.ArcComp && part.Angle >= 2*math.Pi-1e-9 {
					all = append(all, part.Pos)
				}
			}
		}
	}
	return all
}
