package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/study/theme"
	"counterproof/reports/test/recordtest"
)

// TestHeaps checks that coinciding points are counted: three of five instances take 1 s by both
// methods, so one point must have the label 3.
func TestHeaps(t *testing.T) {
	var recs []result.Record
	for i, x := range [][2]float64{{1, 1}, {1, 1}, {1, 1}, {1, 2}, {3, 1}} {
		recs = append(recs, recordtest.Ran(fmt.Sprint(i), "a", x[0]), recordtest.Ran(fmt.Sprint(i), "b", x[1]))
	}
	f, got := drawnTexts(t, recs, Plot{Kind: "scatter"})
	if want := "3, 5, 1 s, 1 s"; !facttest.States(f.Caption, want) {
		t.Errorf("no %q in %q", want, f.Caption)
	}
	if !slices.Contains(got, "3") {
		t.Errorf("no 3 among %q", got)
	}
	if f, _ = drawnTexts(t, recs[4:], Plot{Kind: "scatter"}); strings.Contains(f.Caption, " area ") {
		t.Errorf("three different points: %q", f.Caption)
	}
	var cloud []point // 110 places; the first one gets 2 and then 40 points
	for i := range 110 {
		cloud = append(cloud, point{XY: plotter.XY{X: float64(i)}, sample: &data.Sample{}})
	}
	if got := heapsOf(append(cloud, cloud[0]))[0].n; got != 1 {
		t.Errorf("got %d, want 1: two of a cloud are an accident", got)
	}
	if got := heapsOf(append(cloud, slices.Repeat(cloud[:1], 39)...))[0].n; got != 40 {
		t.Errorf("got %d, want 40", got)
	}
}

// TestJoined joins the heaps of a large cloud until few enough are left. No instance may get lost, and
// each heap must still be where one of its instances is.
func TestJoined(t *testing.T) {
	var cloud []point
	for i := range 40_000 {
		at := plotter.XY{X: float64(i % 200), Y: float64(i / 200)}
		cloud = append(cloud, point{XY: at, sample: &data.Sample{Value: at.X + 1000*at.Y}})
	}
	n := 0
	heaps := joined(heapsOf(cloud), func(p plotter.XY) vg.Point { return vg.Point{X: vg.Length(p.X), Y: vg.Length(p.Y)} })
	for _, h := range heaps {
		if n += h.n; h.n != len(h.samples) || !slices.ContainsFunc(h.samples, func(s *data.Sample) bool { return s.Value == h.X+1000*h.Y }) {
			t.Errorf("a heap of %d instances with %d samples at %v", h.n, len(h.samples), h.XY)
		}
	}
	if n != len(cloud) || len(heaps) > mostPlaces || len(heaps) < mostPlaces/4 {
		t.Errorf("%d heaps of %d instances", len(heaps), n)
	}
	few := heapsOf(cloud[:100])
	if got := joined(few, func(plotter.XY) vg.Point { return vg.Point{} }); len(got) != len(few) {
		t.Errorf("%d of %d places are left", len(got), len(few))
	}
	if xys := theme.Thinned(make(plotter.XYs, 2000)); len(xys) != 2000 {
		t.Errorf("a short line has %d corners", len(xys))
	}
	line := make(plotter.XYs, 123_457)
	for i := range line {
		line[i].X = float64(i)
	}
	if xys := theme.Thinned(line); len(xys) > theme.MostCorners+1 || len(xys) < theme.MostCorners/2 || xys[0] != line[0] || xys[len(xys)-1] != line[len(line)-1] {
		t.Errorf("a long line has %d corners", len(xys))
	}
}

// TestCutPoints checks how instances without an answer are drawn. Two methods work on boards of 4,
// 9 and 16 cells. One method is cut at 10 s on the largest board. The fit of this method uses only
// the times 1 s and 2 s on the two smaller boards.
func TestCutPoints(t *testing.T) {
	var recs []result.Record
	for side, x := range [][2]float64{{1, 1}, {1.5, 2}, {2, 10}} {
		for k, m := range []string{"a", "b"} {
			recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(side), m, x[k]), func(r *result.Record) {
				r.Height, r.Width = recordtest.Of(int64(side+2)), recordtest.Of(int64(side+2))
				if r.Count != "" {
					r.Count = fmt.Sprint(side + 1)
				}
			}))
		}
	}
	want := "triangles, 1"
	f, got := drawnTexts(t, recs, Plot{Kind: "growth"})
	if !facttest.States(f.Caption, want) || !drawn(got, "limit 10 s, triangles") || !slices.Contains(got, "16") || !facttest.States(f.Answer, "b, n = 2, 1") {
		t.Errorf("growth: got %q, %q, %q", f.Caption, f.Answer, got)
	}
	// Method a has counted the solutions of the third board.
	f, got = drawnTexts(t, recs, Plot{Kind: "scatter", By: "count"})
	if !facttest.States(f.Caption, want) || !drawn(got, "limit 10 s, triangles") || !facttest.States(f.Answer, "b ρ = 1, τ = 1, n = 2, 1") {
		t.Errorf("scatter: got %q, %q, %q", f.Caption, f.Answer, got)
	}
	for i := range recs { // now the work before the cut is unknown
		recs[i].Nodes = recordtest.Of(int64(10 * (i + 1)))
		if recs[i].Status == result.Unknown {
			recs[i].Nodes = nil
		}
	}
	f, got = drawnTexts(t, recs, Plot{Kind: "growth", Measure: "nodes"})
	if want := "triangles, margin, 1"; !facttest.States(f.Caption, want) || !drawn(got, "answer") {
		t.Errorf("nodes: got %q, %q", f.Caption, got)
	}
}

// TestGrowthMedians checks that a size has no median if most of its instances were cut.
func TestGrowthMedians(t *testing.T) {
	var recs []result.Record
	for i, x := range []float64{1, 10, 10, 1, 2, 10} {
		recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(i), "a", x), func(r *result.Record) { r.Number = recordtest.Of(int64(i/3 + 1)) }))
	}
	f, err := Draw(recs, Plot{Kind: "growth", By: "number"})
	if err != nil {
		t.Fatal(err)
	}
	svg, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	// Points of instances are pale, and points of medians are not. The times 1, cut and cut have
	// no median. The times 1, 2 and cut have the median 2.
	if got := strings.Count(string(svg), `"fill:#0072B2"`); got != 1 {
		t.Errorf("got %d medians, want 1", got)
	}
}

// TestGrowthEnds checks that the line of a fit is drawn even where the line is below the smallest
// number. The numbers 1, 1 and 100 at the sizes 1, 2 and 3 have the fit 10^(x-4/3), which is 0.46
// at size 1.
func TestGrowthEnds(t *testing.T) {
	var recs []result.Record
	for i, n := range []int64{1, 1, 100} {
		recs = append(recs, recordtest.With(recordtest.Exact(fmt.Sprint(i), "a", "1"), func(r *result.Record) { r.Number, r.Nodes = recordtest.Of(int64(i+1)), recordtest.Of(n) }))
	}
	m, _ := data.FindMeasure("nodes")
	d, _ := data.FindAxis("number")
	samples, _, _ := data.SamplesOf(recs, m)
	all, fits, _ := growthLines(data.LinesBy(samples), d)
	if got := all[0].at(1, false); fits.power() || !recordtest.Near(got, math.Pow(10, -1./3), 1e-9) {
		t.Errorf("got %g, %v", got, fits)
	}
	f, err := Draw(recs, Plot{Kind: "growth", Measure: "nodes", By: "number"})
	if err != nil {
		t.Fatal(err)
	}
	svg, _ := f.SVG()
	most := 0
	for _, path := range strings.Split(string(svg), "<path ") {
		most = max(most, strings.Count(path, "L"))
	}
	if most < 200 {
		t.Errorf("the line has %d steps, want 200", most)
	}
}

// TestHeatSaid checks the text about tables whose numbers are known. The first table contains
// gcd(h+1, w+1)-1 for boards of h x w cells. The second table contains the nullity of Lights Out on
// squares: 0, 0, 0, 4, 2 (A159257).
func TestHeatSaid(t *testing.T) {
	q := &query{Measure: data.Measure{Name: "nullity"}}
	h, w, _ := twoDimensions("height,width")
	of := func(side int, value func(h, w int) float64) table {
		tab := table{Cells: map[[2]string]tableCell{}}
		for i := range side {
			tab.Rows = append(tab.Rows, fmt.Sprint(i+1))
		}
		tab.Columns = tab.Rows
		for i := range side {
			for k := range side {
				tab.Cells[[2]string{tab.Rows[i], tab.Rows[k]}] = tableCell{Value: value(i+1, k+1), N: 1}
			}
		}
		return tab
	}
	gcd := func(a, b int) int {
		for b > 0 {
			a, b = b, a%b
		}
		return a
	}
	for _, c := range []struct {
		table table
		want  string
	}{
		{of(4, func(h, w int) float64 { return float64(gcd(h+1, w+1) - 1) }), "0 (10 of 16 cells), 4 (4x4), 1x1, 4x4: 1, 2, 3, 4"},
		{of(5, func(h, w int) float64 {
			if h != w {
				return 0
			}
			return []float64{0, 0, 0, 4, 2}[h-1]
		}), "0 (23 of 25 cells), 4 (4x4), 1x1, 5x5, 0, 4x4 (4), 5x5 (2)"},
		{of(3, func(h, w int) float64 { return 7 }), "7"},
		{of(3, func(h, w int) float64 { return float64(h - w) }), "-2 (1x3), 2 (3x1); 0, 1x1, 3x3"},
		{of(2, func(h, w int) float64 { return float64(h + w) }), "2 (1x1), 4 (2x2)"},
		{of(2, func(h, w int) float64 { return math.Inf(1) }), ""},
	} {
		if got := q.tableText(c.table, h, w); (got == "") != (c.want == "") || !facttest.States(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestCactusNotTheSame checks that a cactus plot warns if the methods ran on different instances.
// Without the warning, a method could seem better only because it ran on more instances.
func TestCactusNotTheSame(t *testing.T) {
	var recs []result.Record
	for i := range 5 {
		recs = append(recs, recordtest.Ran(fmt.Sprint(i), "a", 1), recordtest.Ran(fmt.Sprint(i), "b", 2))
	}
	f, got := drawnTexts(t, recs[:9], Plot{Kind: "cactus"})
	if !warned(f.Warnings, data.Warning{Kind: data.NotTheSame, N: 1, Text: "b, 4, 5"}) || !slices.Contains(got, "b: 4 of 4") {
		t.Errorf("got %v, %q", f.Warnings, got)
	}
	if f, _ = drawnTexts(t, recs, Plot{Kind: "cactus"}); slices.ContainsFunc(f.Warnings, func(w data.Warning) bool { return w.Kind == data.NotTheSame }) {
		t.Errorf("the same: got %v", f.Warnings)
	}
}

// TestAblationOrder checks that the bars of each group are in the order of the plot's methods. It
// also checks that a warning about all groups except one names the exception.
func TestAblationOrder(t *testing.T) {
	var recs []result.Record
	for _, suite := range []string{"s1", "s2", "s3", "s4"} {
		for i := range 5 {
			if suite == "s3" && i > 0 {
				break
			}
			for m, method := range []string{"base", "x", "y", "z"} {
				t := float64(m + 1)
				if suite == "s2" {
					t = float64(8 - 2*m)
				}
				recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(suite, i), method, t), func(r *result.Record) { r.Suite = suite }))
			}
		}
	}
	p := Plot{Kind: "ablation", Methods: []string{"base", "z", "x", "y"}, By: "suite"}
	f, got := drawnTexts(t, recs, p)
	var order []string
	for _, text := range got {
		if name, _, ok := strings.Cut(text, ", n = "); ok {
			order = append(order, name)
		}
	}
	if want := "s1: z s1: x s1: y s2: z s2: x s2: y s3: z s3: x s3: y s4: z s4: x s4: y"; strings.Join(order, " ") != want {
		t.Errorf("got %q, want %q", order, want)
	}
	// The seconds in the suites s1 and s2 are 1 and 8 for base, 2 and 6 for x, 3 and 4 for y, and 4
	// and 2 for z.
	if want := "base: z 0.25 × (s2, n = 5), 4 × (s1, n = 5); x 0.75 × (s2, n = 5), 2 × (s1, n = 5); y 0.5 × (s2, n = 5), 3 × (s1, n = 5)"; !facttest.States(f.Answer, want) {
		t.Errorf("got  %q\nwant %q", f.Answer, want)
	}
	whole := slices.DeleteFunc(slices.Clone(recs), func(r result.Record) bool { return r.Suite == "s3" })
	even, _ := drawnTexts(t, whole, p)
	if want := "base: z 0.25 × (s2), 4 × (s1); x 0.75 × (s2), 2 × (s1); y 0.5 × (s2), 3 × (s1); n = 5"; !facttest.States(even.Answer, want) || strings.Count(even.Answer, "n = ") != 1 {
		t.Errorf("got  %q\nwant %q", even.Answer, want)
	}
	if want := (data.Warning{Kind: data.FewInstances, N: 1, Text: "s3, 1 instance"}); !warned(f.Warnings, want) {
		t.Errorf("got %v, want %v", f.Warnings, want)
	}
	few := slices.DeleteFunc(slices.Clone(recs), func(r result.Record) bool { return r.Suite != "s4" && !strings.HasSuffix(r.Instance, "0") })
	f, _ = drawnTexts(t, few, p)
	if want := (data.Warning{Kind: data.FewInstances, N: 1, Text: "all but s4, 1 instance"}); !warned(f.Warnings, want) {
		t.Errorf("got %v, want %v", f.Warnings, want)
	}
	f, _ = drawnTexts(t, recs, Plot{Kind: "ablation", Suites: []string{"s1"}, Methods: p.Methods})
	if want := "base: x 2 × (2 to 2, n = 5); y 3 × (3 to 3, n = 5); z 4 × (4 to 4, n = 5)"; !facttest.States(f.Answer, want) {
		t.Errorf("got %q, want %q", f.Answer, want)
	}
}
