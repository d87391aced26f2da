package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/test/recordtest"
)

// drawnTexts draws the picture as an SVG. It returns the figure and the texts in the SVG.
func drawnTexts(t *testing.T, recs []result.Record, p Plot) (*Figure, []string) {
	t.Helper()
	f, err := Draw(recs, p)
	if err != nil {
		t.Fatalf("%s: %v", p.Kind, err)
	}
	svg, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	return f, recordtest.SVGTexts(t, svg)
}

// gridRecords returns records of the methods a and b on boards of 1x2 to 3x2 cells, with three runs
// each. Method a takes 2^height ms. Method b takes four times as long, but is cut on the fifth
// board of 3x2.
func gridRecords() []result.Record {
	var recs []result.Record
	for h := int64(1); h <= 3; h++ {
		for i := range 5 {
			for k, m := range []string{"a", "b"} {
				for run := range 3 {
					r := recordtest.Ran(fmt.Sprintf("%d.%d", h, i), m, math.Exp2(float64(h))*1e-3*math.Pow(4, float64(k)))
					if h == 3 && i == 4 && m == "b" {
						r = recordtest.Ran("3.4", m, 10)
					}
					r.Repetition, r.Height, r.Width, r.Density = run, recordtest.Of(h), recordtest.Of(int64(2)), recordtest.Of(float64(i)/10)
					if r.Count != "" && i >= 2 {
						r.Count = "3"
					}
					recs = append(recs, r)
				}
			}
		}
	}
	return recs
}

// TestKindsOfMeasures checks the texts of each kind of plot that draws a measure. All kinds
// draw the same records. The numbers in the texts were worked out by hand.
func TestKindsOfMeasures(t *testing.T) {
	recs := gridRecords()
	cut := "1, 15 instances, (b: wall time 1)"
	for _, c := range []struct {
		plot    Plot
		texts   []string
		caption string
		answer  string
		warning string // the only warning; empty: none
	}{
		// PAR-2 of b: (5*8 + 5*16 + 4*32 ms + 20 s) / 15 = 1.35 s; of a: 14/3 ms.
		{Plot{Kind: "cactus"}, []string{"instances solved", "wall time", "a: 15 of 15", "b: 14 of 15", "limit 10 s"}, "PAR-2",
			"a 15, 15 (PAR-2 4.67 ms); b 14, 15 (PAR-2 1.35 s)", ""},
		// 14 of the ratios are 4. The fifteenth is above 10 s / 8 ms = 1250, and (14 ln 4 + ln
		// 1250)/15 is ln 5.867.
		{Plot{Kind: "scatter"}, []string{"a, wall time", "b, wall time", "answer", "10 ×", "1 ×"}, "triangles: 1, b, 0, a, 0",
			"b, 4 × a, 95%, 4, 4, 14 instances, 15, 0, 0, p < 0.0001, p < 0.0001, exact, 1, 5.87 ×", cut},
		{Plot{Kind: "scatter", Measure: "count", By: "density"}, []string{"density", "solutions"}, "Spearman's ρ and Kendall's τ-b: a ρ = 0.87", "", "1, 30, solutions"},
		{Plot{Kind: "ecdf"}, []string{"share, instances", "100%", "10 ms", "10 s", "limit 10 s"}, "100%, 1", "a 4 ms (2 ms, 8 ms); b 16 ms (8 ms, 32 ms)", ""},
		{Plot{Kind: "histogram", Measure: "count"}, []string{"a, n = 15", "b, n = 14", "instances", "solutions"}, "median, a 3 (1, 3); b 3 (1, 3)", "a 1: 6, 3: 9; b 1: 6, 3: 8", "1, 30, solutions"},
		{Plot{Kind: "heat", By: "density,height"}, []string{"a", "b", "density", "height (cells)", "0.4", "1", "3"}, "density, height, 1, 3",
			"Solutions: a, 1 (6 of 15 cells), 3 (9 of 15 cells); b, 1 (6 of 14 cells), 3 (8 of 14 cells)", "1, 30, solutions"},
		{Plot{Kind: "heat", Measure: "wall_seconds"}, []string{"2 ms", "4 ms", "8 ms", "16 ms", "32 ms"}, "median, 5 boards, 2 ms, 32 ms",
			"a, 2 ms (1x2), 8 ms (3x2); b, 8 ms (1x2), 32 ms (3x2)", ""},
		{Plot{Kind: "heat", Measure: "unique", By: "method, height"}, []string{"40%", "50%"}, "share, 4, 5 instances, 40%, 50%",
			"40% (5 of 6 cells), 50% (b, height 3)", ""},
		{Plot{Kind: "box"}, []string{"a", "b", "n = 15", "method", "wall time", "no answer"}, "7 numbers, triangles, 1", "a 4 ms (2 ms, 8 ms); b 16 ms (8 ms, 32 ms)", ""},
		// 2^h grows by a factor of 2 per row. A power fits worse: r^2 of ln h and h is 0.9776 for
		// a, 0.9765 for b, and 0.977 for both together.
		{Plot{Kind: "growth", By: "height"}, []string{"height (cells)", "1", "2", "3", "limit 10 s", "a: × 2.00 (2.00 to 2.00)", "b: × 2.00 (2.00 to 2.00)"},
			"exponential, 100.0%, power, 97.7%",
			"a × 2.00 (2.00 to 2.00), n = 15; b × 2.00 (2.00 to 2.00), n = 14, 1", "1, (wall time 1)"},
		{Plot{Kind: "ablation"}, []string{"b, n = 15", "≥ 5.87 ×, 1, 15", "1 ×", "wall time, a"}, "95%, 2,000",
			"a: b, 5.87 ×, 4, n = 15), 1, 15", "b, lower, 1, 15"},
		{Plot{Kind: "ablation", Methods: []string{"b", "a"}}, []string{"a, n = 15", "≤ 0.17 ×, b: 1, 15"}, "b, 95%, 2,000",
			"b: a, 0.17 ×, 0.25, n = 15), b: 1, 15", "a, upper, b: 1, 15"},
		{Plot{Kind: "share"}, []string{"density", "share", "0%", "100%", "1x2, 2x2 and 3x2 by a", "3x2 by b"}, "1 instance",
			"", ""},
		{Plot{Kind: "share", Measure: "exact", By: "method"}, []string{"a", "b"}, "5 instances", "1x2 and 2x2 100%, 3x2, 80% (at b), 100% (at a)", ""},
	} {
		f, got := drawnTexts(t, recs, c.plot)
		for _, want := range c.texts {
			if !slices.Contains(got, want) && !drawn(got, want) {
				t.Errorf("%s: no text %q among %q", c.plot.Kind, want, got)
			}
		}
		if !facttest.States(f.Caption, c.caption) {
			t.Errorf("%s: caption: got %q, want %q in it", c.plot.Kind, f.Caption, c.caption)
		}
		if !facttest.States(f.Answer, c.answer) {
			t.Errorf("%s: answer:\ngot  %q\nwant %q", c.plot.Kind, f.Answer, c.answer)
		}
		if c.plot.Kind == "share" || c.plot.Measure == "unique" {
			continue // TestShare checks it
		}
		var warned []string
		for _, w := range f.Warnings {
			warned = append(warned, w.Text)
		}
		if c.warning == "" && len(warned) > 0 || c.warning != "" && !drawn(warned, c.warning) {
			t.Errorf("%s: warnings: got %q, want %q", c.plot.Kind, warned, c.warning)
		}
	}
}

// TestShare checks the lines of the kind share. If all methods agree on the property, there must be
// one line. If the methods disagree, there must be one line for each method. In the test, the share
// is first 1 of 4, then 2 of 4, then 4 of 4.
func TestShare(t *testing.T) {
	var recs []result.Record
	for d, k := range []int{1, 2, 4} {
		for i := range 4 {
			count := "1"
			if i >= k {
				count = "7"
			}
			for _, m := range []string{"native/a", "sat/b"} {
				recs = append(recs, recordtest.With(recordtest.Exact(fmt.Sprintf("%d.%d", d, i), m, count), func(r *result.Record) { r.Density = recordtest.Of(float64(d+1) / 10) }))
			}
		}
	}
	f, _ := drawnTexts(t, recs, Plot{Kind: "share"})
	if want := "25% (at 0.1), 100% (at 0.3), rises, 0.1, 0.2"; !facttest.States(f.Answer, want) {
		t.Errorf("got  %q\nwant %q", f.Answer, want)
	}
	if len(f.Warnings) != 1 || !warned(f.Warnings, data.Warning{Kind: data.FewInstances, N: 4, Text: "4 instances"}) {
		t.Errorf("got %v", f.Warnings)
	}
	recs[1].Status, recs[1].Count = result.Exact, "2" // sat/b disagrees on the first board
	f, got := drawnTexts(t, recs, Plot{Kind: "share"})
	if !slices.Contains(got, "native/a, n = 12") || !slices.Contains(got, "sat/b, n = 12") || !facttest.States(f.Answer, "native/a, sat/b, 0% (at 0.1)") {
		t.Errorf("got %q, %q", f.Answer, got)
	}
	easy := []result.Record{recordtest.Graded("map", "a", result.Solved, "easy", "hard")}
	if _, err := Draw(easy, Plot{Kind: "share", Measure: "level<=line"}); err == nil || !facttest.States(err.Error(), "share, line, easy, hard") {
		t.Errorf("got %v", err)
	}
	if _, err := Draw(recs, Plot{Kind: "share", By: "height"}); err == nil || !facttest.States(err.Error(), "share, height") {
		t.Errorf("got %v", err)
	}
}

// TestGrowth checks fits of y = 5 x^3 for x = 1, 2, 4 and 8, where an exponential is worse. With
// two sizes both fits are exact, and with one size there is no fit.
func TestGrowth(t *testing.T) {
	d, _ := data.FindAxis("number")
	m, _ := data.FindMeasure("nodes")
	of3 := func(sizes ...int64) []*data.Group {
		var recs []result.Record
		for _, x := range sizes {
			for i := range 2 {
				recs = append(recs, recordtest.With(recordtest.Exact(fmt.Sprint(x, i), "a", "1"), func(r *result.Record) { r.Number, r.Nodes = recordtest.Of(x), recordtest.Of(5*x*x*x) }))
			}
		}
		samples, _, _ := data.SamplesOf(recs, m)
		return data.LinesBy(samples)
	}
	all, fits, left := growthLines(of3(1, 2, 4, 8), d)
	if len(all) != 1 || !fits.power() || left != 0 || len(all[0].cut) != 0 || !recordtest.Near(all[0].Power.Slope, 3, 1e-9) || !recordtest.Near(math.Exp(all[0].Power.Intercept), 5, 1e-9) {
		t.Errorf("got %+v, %v, %d", all, fits, left)
	}
	if got, want := all[0].law(true, d), "number^3.00 (3.00 to 3.00)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if all, fits, _ = growthLines(of3(2, 4), d); !fits.power() || all[0].law(true, d) != "number^3.00 (3.00 to 3.00)" {
		t.Errorf("two sizes: %v, %s", fits, all[0].law(true, d))
	}
	if got := new(query).fitText(all, fits); !facttest.States(got, "power, exponential") || strings.Contains(got, "%") {
		t.Errorf("two sizes: %s", got)
	}
	if all, _, _ = growthLines(of3(2), d); strings.Contains(all[0].law(true, d), "number") {
		t.Errorf("one size: %s", all[0].law(true, d))
	}
	if all, _, left = growthLines(of3(0), d); len(all) != 0 || left != 2 {
		t.Errorf("none: got %v, %d", all, left)
	}
}

// TestBoxStats checks Tukey's five numbers, worked out by hand. Of the ten numbers 1 to 9 and 100,
// the lower half is 1 to 5, and the upper half is 6 to 9 and 100. The whisker ends at 9, so 100 is
// an outside value. Both halves of nine numbers contain the middle one. On a logarithmic axis, the
// median of two numbers is their mean, too, and not the geometric mean. Instances without an answer
// are larger than all numbers.
func TestBoxStats(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		xs      []float64
		least   float64    // the beginning of a logarithmic axis, or 0
		want    [5]float64 // the ends of the whiskers, the quartiles and the median, in ascending order
		outside []float64
	}{
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 100}, 0, [5]float64{1, 3, 5.5, 8, 9}, []float64{100}},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, 0, [5]float64{1, 3, 5, 7, 9}, nil},
		{[]float64{1, 2, 4, 8, 16, 32, 64, 128}, 0.5, [5]float64{1, 3, 12, 48, 128}, nil},
		{[]float64{0, 1, 2, 4, 8}, 0.5, [5]float64{0, 1, 2, 4, 8}, nil}, // 0 is drawn at 0.5
		{[]float64{0, 10, 20, 40, 80}, 0.5, [5]float64{10, 10, 20, 40, 80}, []float64{0}},
		{[]float64{0, 0, 0, 1, 1, 1, inf}, 0.5, [5]float64{0, 0, 1, 1, 1}, []float64{inf}},
		{[]float64{0.002, 0.004, 0.008, inf}, 0.001, [5]float64{0.002, 0.003, 0.006, inf, inf}, nil},
		{[]float64{1, 2, inf, inf}, 0, [5]float64{1, 1.5, inf, inf, inf}, nil},
		{[]float64{1, 2, 3, 4, 5, 6, inf}, 0, [5]float64{1, 2.5, 4, 5.5, 6}, []float64{inf}},
		{[]float64{inf}, 1, [5]float64{inf, inf, inf, inf, inf}, nil},
		{[]float64{3}, 1, [5]float64{3, 3, 3, 3, 3}, nil},
	} {
		b := boxStatsOf(c.xs, c.least)
		if got := [5]float64{b.low, b.quartile1, b.median, b.quartile3, b.high}; got != c.want {
			t.Errorf("%v: got %v, want %v", c.xs, got, c.want)
		}
		if got := slices.DeleteFunc(slices.Clone(c.xs), func(x float64) bool { return !b.outside(x) }); !slices.Equal(got, c.outside) {
			t.Errorf("%v: got the outside values %v, want %v", c.xs, got, c.outside)
		}
	}
}

// TestKindsOfOddRecords checks that unusual records lead to a picture or an error, and never to a
// panic. The cases are: no records, one point, ties, zeros, huge and tiny numbers, only cut jobs,
// one method, and eight methods.
func TestKindsOfOddRecords(t *testing.T) {
	var huge, ties []result.Record
	for i, x := range []float64{1e-300, 1e-9, 1, 1e9, 1e300} {
		huge = append(huge, recordtest.With(recordtest.Ran(fmt.Sprint(i), "a", 1), func(r *result.Record) { r.WallSeconds, r.WallLimit = &x, 0 }))
	}
	for i := range 9 {
		ties = append(ties, recordtest.Ran(fmt.Sprint(i), "a", 2), recordtest.Ran(fmt.Sprint(i), "b", 2))
	}
	zeros := recordtest.Laboratory(recordtest.EightMethods[1:3], 2)
	for i := range zeros {
		zeros[i].WallSeconds = recordtest.Of(0.0)
	}
	odd := map[string][]result.Record{
		"nothing": nil, "one": recordtest.Laboratory(recordtest.EightMethods[:1], 1)[:1], "ties": ties, "zeros": zeros, "huge": huge,
		"cut": {recordtest.Ran("1", "a", 10), recordtest.Ran("1", "b", 10)}, "unlabelled": {recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 3)},
		"wrong": {recordtest.With(recordtest.Ran("1", "a", 1), func(r *result.Record) { r.Verdict = result.Wrong })},
		"eight": recordtest.Laboratory(recordtest.EightMethods, 2),
	}
	if testing.Short() {
		delete(odd, "eight")
	}
	for name, recs := range odd {
		for _, k := range Kinds[11:] {
			f, err := Draw(recs, Plot{Kind: k.Name})
			if err != nil {
				if !strings.HasPrefix(err.Error(), k.Name+": ") {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			svg, err := f.SVG()
			if err != nil {
				t.Errorf("%s of %s: %v", k.Name, name, err)
			}
			for _, text := range recordtest.SVGTexts(t, svg) {
				if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
					t.Errorf("%s of %s: the text %q", k.Name, name, text)
				}
			}
			if strings.Contains(string(svg), "NaN") || strings.Contains(f.Caption+f.Answer, "NaN") || strings.Contains(f.Caption+f.Answer, "Inf") {
				t.Errorf("%s of %s: NaN or Inf in %q %q or the picture", k.Name, name, f.Caption, f.Answer)
			}
		}
	}
}

// TestAblationOfStyles checks a plot whose baseline is "sat", which stands for a different style in
// each of two puzzles. In each suite, the other method must be compared with that suite's style.
// The other method takes half the time in the first suite, and four times as long in the second.
func TestAblationOfStyles(t *testing.T) {
	var recs []result.Record
	for i := range 5 {
		for _, x := range []struct {
			suite, method string
			seconds       float64
		}{{"maps", "sat/x", 2}, {"maps", "out/x", 1}, {"sums", "sat/y", 2}, {"sums", "out/y", 8}} {
			r := recordtest.Ran(fmt.Sprint(x.suite, i), x.method, x.seconds)
			r.Suite = x.suite
			recs = append(recs, r)
		}
	}
	f, got := drawnTexts(t, recs, Plot{Kind: "ablation", Methods: []string{"sat", "out"}, By: "suite"})
	for _, want := range []string{"maps: out/x, n = 5", "0.5 ×", "sums: out/y, n = 5", "4 ×", "wall time, sat"} {
		if !slices.Contains(got, want) && !drawn(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if want := "sat: maps: out/x 0.5 × (0.5 to 0.5, n = 5); sums: out/y 4 × (4 to 4, n = 5)"; !facttest.States(f.Answer, want) {
		t.Errorf("got %q, want %q", f.Answer, want)
	}
}
