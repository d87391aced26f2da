package plot

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"counterproof/bench/record/result"
	"counterproof/reports/test/recordtest"
)

// apart reports whether a straight line separates two texts, each of which can be rotated. Texts
// that only touch are apart.
func apart(a, b printed) bool {
	for _, p := range []printed{a, b} {
		for _, to := range p.corners[2:] { // the sides that begin at the first corner
			axis := to.Sub(p.corners[0])
			size := vg.Length(math.Hypot(float64(axis.X), float64(axis.Y)))
			shadow := func(q printed) (lo, hi vg.Length) {
				lo, hi = vg.Length(math.Inf(1)), vg.Length(math.Inf(-1))
				for _, c := range q.corners {
					at := c.Dot(axis) / size
					lo, hi = min(lo, at), max(hi, at)
				}
				return lo, hi
			}
			lo, hi := shadow(a)
			from, end := shadow(b)
			if min(hi, end)-max(lo, from) <= 1.5 {
				return true
			}
		}
	}
	return false
}

// outside returns the first point of a shape outside the figure, and whether there is one.
func outside(f *Figure) (at vg.Point, found bool) {
	s := &sheet{w: f.W, h: f.H}
	f.paint(s)
	for _, a := range s.Actions {
		var path vg.Path
		switch a := a.(type) {
		case *recorder.Fill:
			path = a.Path
		case *recorder.Stroke:
			path = a.Path
		}
		for _, c := range path {
			if p := c.Pos; p.X < -0.01 || p.Y < -0.01 || p.X > f.W+0.01 || p.Y > f.H+0.01 {
				return p, true
			}
		}
	}
	return at, false
}

// named returns a name of the given length that ends with a number.
func named(begin string, i, length int) string {
	end := fmt.Sprintf("%02d", i)
	return begin + strings.Repeat("x", max(length-len(begin)-len(end), 0)) + end
}

// lookRecords returns records of n methods on boards of two suites. All names have the given number
// of characters.
func lookRecords(n, length int) []result.Record {
	var methods []string
	for i := range n {
		methods = append(methods, named(strings.Repeat("extern/", length/40), i, length))
		if length < 8 {
			methods[i] = named("m", i, length)
		}
	}
	recs := recordtest.Laboratory(methods, 3)
	for i := range recs {
		r := &recs[i]
		r.Suite = named(strings.Repeat("a suite of ", length/16), int(*r.Height%3), length)
		r.Instance = named(r.Instance+"-", 0, length)
		last := 0.0
		for k := range 60 {
			last += *r.WallSeconds * float64(k+1) / 1830
			r.ModelSeconds = append(r.ModelSeconds, last)
		}
	}
	return recs
}

// lookPlots lists plots of all kinds whose pictures depend on the number of methods or the lengths
// of names.
var lookPlots = []Plot{
	{Kind: "cactus"}, {Kind: "ecdf"}, {Kind: "histogram"}, {Kind: "growth"}, {Kind: "models"}, {Kind: "extremes"}, {Kind: "distribution"},
	{Kind: "scatter"}, {Kind: "scatter", By: "cells"}, {Kind: "heat"}, {Kind: "heat", By: "suite,method", Measure: "wall_seconds"}, {Kind: "heat", By: "method,suite", Measure: "wall_seconds"},
	{Kind: "box"}, {Kind: "box", By: "suite"}, {Kind: "box", By: "cells"}, {Kind: "ablation"}, {Kind: "ablation", By: "suite"},
	{Kind: "share"}, {Kind: "share", By: "suite"}, {Kind: "share", Measure: "exact", By: "method"}, {Kind: "share", Measure: "exact", By: "cells"},
	{Kind: "ecdf", By: "suite"}, {Kind: "histogram", By: "suite"},
}

// TestLooks draws the pictures with 1, 2, 12 and 40 methods, whose names have 3 or 80 characters.
// Nothing may be outside a picture, and no text may cover another. If the environment variable LOOKS
// names a folder, the pictures are written there, so that a person can look at them.
func TestLooks(t *testing.T) {
	for _, n := range []int{1, 2, 12, 40} {
		for _, length := range []int{3, 80} {
			recs := lookRecords(n, length)
			t.Logf("%d methods, names of %d", n, length)
			for _, p := range lookPlots {
				for _, width := range []string{"", "column"} {
					p.Width = width
					name := strings.Trim(strings.NewReplacer("/", "-", ",", "-").Replace(fmt.Sprintf("%s %s %s %d-%d", p.Kind, p.By, width, n, length)), " ")
					f, err := Draw(recs, p)
					if err != nil {
						if n > 1 || p.Kind != "scatter" && p.Kind != "ablation" { // two methods are needed
							t.Errorf("%s: %v", name, err)
						}
						continue
					}
					if at, found := outside(f); found {
						t.Errorf("%s: a shape is outside, at %v of %v x %v", name, at, f.W, f.H)
					}
					texts := printedTexts(t, f)
					for i, a := range texts {
						if a.Min.X < 0 || a.Min.Y < 0 || a.Max.X > f.W || a.Max.Y > f.H {
							t.Errorf("%s: %q is cut: %v of %v x %v", name, a.text, a.Rectangle, f.W, f.H)
						}
						for _, b := range texts[:i] {
							if a.text != "" && b.text != "" && !apart(a, b) {
								t.Errorf("%s: %q is printed over %q", name, a.text, b.text)
							}
						}
					}
					if dir := os.Getenv("LOOKS"); dir != "" {
						png, err := f.PNG()
						if err == nil {
							err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666)
						}
						if err != nil {
							t.Error(err)
						}
					}
				}
			}
		}
	}
}
