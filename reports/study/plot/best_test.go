package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/recorder"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/theme"
	"counterproof/reports/test/recordtest"
)

// contest returns records of n methods on ten boards of one suite. Method k solves 10 - k/2 boards,
// in k+1 seconds each; it is cut on the others. So the methods are in the order of their ranks, and
// each pair of methods with equally many boards is in the order of its medians.
func contest(n int, suites ...string) (recs []result.Record) {
	for _, suite := range suites {
		for k := range n {
			for b := range 10 {
				seconds := float64(k+1) / 10
				if b >= 10-k/2 {
					seconds = 10
				}
				recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(suite, b), fmt.Sprintf("m%02d", n-1-k), seconds), func(r *result.Record) {
					r.Suite, r.Height, r.Width = suite, recordtest.Of(int64(b+1)), recordtest.Of(int64(b+1))
				}))
			}
		}
	}
	return recs
}

// TestBestLines checks which lines a picture with too many lines keeps. The methods that solve the
// most instances come first, then the methods with the smallest median. The caption and the answer
// say how many lines there are.
func TestBestLines(t *testing.T) {
	for _, c := range []struct {
		plot   Plot
		n      int
		suites string
		left   string
		lines  int // methods that are drawn
	}{
		{Plot{Kind: "cactus"}, 12, "a", "", 12},
		{Plot{Kind: "cactus"}, 13, "a", "12 of 13 lines", 12},
		{Plot{Kind: "ecdf"}, 16, "a", "12 of 16 lines", 12},
		{Plot{Kind: "histogram"}, 16, "a", "12 of 16 panels", 12},
		{Plot{Kind: "growth"}, 16, "a", "12 of 16 lines", 12},
		{Plot{Kind: "scatter", By: "cells"}, 16, "a", "12 of 16 kinds of points", 12},
		{Plot{Kind: "heat"}, 16, "a", "8 of 16 tables", 8},
		{Plot{Kind: "box", By: "suite"}, 16, "a b", "8 of 16 boxes in a place", 8},
		{Plot{Kind: "scatter"}, 16, "a", "2 of 16 methods", 2},
		{Plot{Kind: "share", Measure: "exact", By: "cells"}, 18, "a", "", 2}, // nine pairs of methods solve the same boards
		// Twelve lines are the lines of four methods in three suites.
		{Plot{Kind: "growth"}, 8, "a b c", "12 of 24 lines", 4},
	} {
		recs := contest(c.n, strings.Fields(c.suites)...)
		f, texts := drawnTexts(t, recs, c.plot)
		if f.Left != c.left || !facttest.States(f.Caption, c.left) || !strings.Contains(f.Answer, c.left) {
			t.Errorf("%+v: %q is left out, want %q: %s; %s", c.plot, f.Left, c.left, f.Caption, f.Answer)
		}
		all := strings.Join(texts, " ") + " "
		for k := range c.n {
			name := fmt.Sprintf("m%02d", c.n-1-k)
			if drawn := strings.Contains(all, name); drawn != (k < c.lines) && c.left != "" {
				t.Errorf("%+v: method %d, %s: drawn %v", c.plot, k, name, drawn)
			}
		}
	}
}

// TestNamedPair draws a scatter that names two methods. One of them has no records. The scatter must
// not show two other methods instead.
func TestNamedPair(t *testing.T) {
	recs := contest(3, "a")
	for i := range recs {
		recs[i].Method = "sat/" + recs[i].Method
	}
	if f, err := Draw(recs, Plot{Kind: "scatter", Methods: []string{"native", "sat"}}); err == nil {
		t.Errorf("got %q", f.Title)
	}
}

// TestBestBars checks a picture of ratios with too many bars: 15 in each of five groups. It keeps the
// twelve best methods of every group. The baseline is the worst method.
func TestBestBars(t *testing.T) {
	recs := contest(16, "a", "b", "c", "d", "e")
	f, texts := drawnTexts(t, recs, Plot{Kind: "ablation", By: "suite"})
	if f.Left != "12 of 16 methods" {
		t.Errorf("%q is left out", f.Left)
	}
	all := strings.Join(texts, " ")
	for k := range 15 {
		if name := fmt.Sprintf("m%02d, n", 15-k); strings.Contains(all, name) != (k < 12) {
			t.Errorf("%s is drawn: %v, want %v", name, k >= 12, k < 12)
		}
	}
}

// TestScale checks that a plot can choose its scale. On a logarithmic axis for 1, 2 and 4 seconds, 2
// is in the middle between 1 and 4. On a linear axis, it is at a third.
func TestScale(t *testing.T) {
	var recs []result.Record
	for i, x := range []float64{1, 2, 4} {
		recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(i), "native/dlx", x), func(r *result.Record) { r.WallLimit = 0 }))
	}
	place := func(scale string) float64 {
		f, err := Draw(recs, Plot{Kind: "box", Scale: scale})
		if err != nil {
			t.Fatal(err)
		}
		var ys []float64
		for _, p := range circles(t, f) {
			ys = append(ys, float64(p.Y))
		}
		slices.Sort(ys)
		return (ys[1] - ys[0]) / (ys[2] - ys[0])
	}
	for scale, want := range map[string]float64{"": 1. / 3, "linear": 1. / 3, "log": 1. / 2} {
		if got := place(scale); !recordtest.Near(got, want, 1e-6) {
			t.Errorf("scale %q: 2 s is at %v of the way from 1 s to 4 s, want %v", scale, got, want)
		}
	}
	wide := contest(3, "a")
	for _, kind := range scaled[3:] {
		for _, scale := range []string{"log", "linear"} {
			p := Plot{Kind: kind, Scale: scale, Methods: []string{"m01", "m02"}}
			if kind == "heat" {
				p.Measure = "wall_seconds"
			}
			if f, err := Draw(wide, p); err != nil || strings.Contains(f.Caption, "logarithmic)") {
				t.Errorf("%s, %s: %v, %v", kind, scale, f, err)
			}
		}
	}
	for i := range recs {
		recs[i].Nodes = recordtest.Of[int64](0)
	}
	if _, err := Draw(recs, Plot{Kind: "box", Measure: "nodes", Scale: "log"}); err == nil || !facttest.States(err.Error(), "logarithmic, search nodes, 0") {
		t.Errorf("zeros on a logarithmic axis: %v", err)
	}
	if _, err := Draw(recs, Plot{Kind: "scatter", By: "nodes", Scale: "log"}); err == nil || !facttest.States(err.Error(), "logarithmic, search nodes, 0") {
		t.Errorf("zeros on a logarithmic axis: %v", err)
	}
}

// TestLimitLines checks that the limit is a dashed line with its number, on the axis of the measure:
// upright in an ECDF, level in a box plot. Without a limit that all jobs share, there is no line.
func TestLimitLines(t *testing.T) {
	recs := contest(2, "a")
	dashes := func(p Plot, recs []result.Record) (upright, level int) {
		f, err := Draw(recs, p)
		if err != nil {
			t.Fatal(err)
		}
		s := &sheet{w: f.W, h: f.H}
		f.paint(s)
		dashed := false
		for _, a := range s.Actions {
			switch a := a.(type) {
			case *recorder.SetLineDash:
				dashed = len(a.Dashes) == 2 && a.Dashes[0] == 4
			case *recorder.Stroke:
				if dashed && a.Path[0].Pos.X == a.Path[1].Pos.X {
					upright++
				}
				if dashed && a.Path[0].Pos.Y == a.Path[1].Pos.Y {
					level++
				}
			}
		}
		return upright, level
	}
	for _, kind := range []string{"ecdf", "box", "cactus"} {
		upright, level := dashes(Plot{Kind: kind}, recs)
		if _, texts := drawnTexts(t, recs, Plot{Kind: kind}); upright+level != 1 || (upright == 1) != (kind == "ecdf") || !slices.Contains(texts, "limit 10 s") {
			t.Errorf("%s: %d upright and %d level lines among %q", kind, upright, level, texts)
		}
	}
	recs[0].WallLimit = 20
	for _, kind := range []string{"ecdf", "box", "cactus"} {
		if upright, level := dashes(Plot{Kind: kind}, recs); upright+level != 0 {
			t.Errorf("%s: a line for different limits", kind)
		}
	}
}

// TestNothingSolved checks the reason why a picture is missing if every job was cut.
func TestNothingSolved(t *testing.T) {
	recs := contest(40, "a")
	recs = slices.DeleteFunc(recs, func(r result.Record) bool { return r.Status == result.Exact })
	for _, p := range []Plot{{Kind: "cactus"}, {Kind: "ecdf"}, {Kind: "box"}, {Kind: "histogram"}, {Kind: "growth"}, {Kind: "scatter", By: "cells"}, {Kind: "heat", Measure: "wall_seconds"}} {
		if _, err := Draw(recs, p); err == nil || !facttest.States(err.Error(), "no instance was solved") {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// TestCountsReadable checks that a number next to a point has the contrast 4.5 to its ground (WCAG
// 2.1, level AA), even if dark blue points are below the ground.
func TestCountsReadable(t *testing.T) {
	var recs []result.Record
	for i := range 9 {
		recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(i), "native/dlx", 1), func(r *result.Record) { r.Nodes = recordtest.Of[int64](3) }))
	}
	f, err := Draw(recs, Plot{Kind: "scatter", By: "nodes"})
	if err != nil {
		t.Fatal(err)
	}
	s := &sheet{w: f.W, h: f.H}
	f.paint(s)
	var colours []color.Color // of the shapes and texts, in order
	var ground, ink color.Color
	for _, a := range s.Actions {
		switch a := a.(type) {
		case *recorder.SetColor:
			colours = append(colours, a.Color)
		case *recorder.FillString:
			if n := len(colours); a.String == "9" && n > 1 {
				ground, ink = colours[n-2], colours[n-1]
			}
		}
	}
	if ground == nil {
		t.Fatal("no number 9")
	}
	light := func(c color.Color) (sum float64) { // of the colour on dark blue
		r, g, b, a := c.RGBA()
		r2, g2, b2, _ := theme.Blue.RGBA()
		for i, x := range []float64{float64(r) + float64(r2)*float64(0xffff-a)/0xffff, float64(g) + float64(g2)*float64(0xffff-a)/0xffff, float64(b) + float64(b2)*float64(0xffff-a)/0xffff} {
			sum += []float64{0.2126, 0.7152, 0.0722}[i] * math.Pow(x/0xffff, 2.2)
		}
		return sum
	}
	if ratio := (light(ground) + 0.05) / (light(ink) + 0.05); ratio < 4.5 {
		t.Errorf("%v on %v has the contrast %.2f", ink, ground, ratio)
	}
}

// TestLegendOrder checks that the best method comes first in the legend, and that equal methods are in the
// order of their names. If the measure is not work, or if the lines are not methods, the order is the old one.
func TestLegendOrder(t *testing.T) {
	recs := contest(4, "a", "b") // m03 is the best and m00 the worst
	for _, r := range recs {
		if r.Method == "m03" {
			r.Method = "m04"
			recs = append(recs, r)
		}
	}
	const best, old = "m03 m04 m02 m01 m00", "m00 m01 m02 m03 m04"
	for _, c := range []struct {
		plot Plot
		want string
	}{
		{Plot{Kind: "cactus"}, best}, {Plot{Kind: "cactus", Methods: []string{"m01", "m02"}}, "m02 m01"}, {Plot{Kind: "ecdf"}, best},
		{Plot{Kind: "growth", Suites: []string{"a"}}, best}, {Plot{Kind: "scatter", By: "cells"}, best},
		{Plot{Kind: "ecdf", Measure: "count"}, old}, {Plot{Kind: "cactus", Methods: []string{"m01"}}, "a b"},
	} {
		f, err := Draw(recs, c.plot)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, text := range printedTexts(t, f) {
			if name, _, ok := strings.Cut(strings.ReplaceAll(text.text, ":", ","), ","); ok && strings.Contains(c.want, name) {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: got %q, want %s", c.plot, got, c.want)
		}
		if first := strings.Fields(c.want)[0]; c.plot.Kind == "cactus" && !strings.HasPrefix(f.Answer, "Solved: "+first) {
			t.Errorf("%+v: the answer %q has another order", c.plot, f.Answer)
		}
	}
}
