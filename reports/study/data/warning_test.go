package data

import (
	"fmt"
	"slices"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// TestApart checks that a warning names the methods that were never measured on the same machine,
// for example if one of two machines ran all jobs of one method.
func TestApart(t *testing.T) {
	wall, _ := FindMeasure("wall_seconds")
	nodes, _ := FindMeasure("nodes")
	on := func(method string, hosts ...string) (recs []result.Record) {
		for i, host := range hosts {
			recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(i), method, 1), func(r *result.Record) { r.Host, r.Nodes = host, recordtest.Of(int64(1)) }))
		}
		return recs
	}
	for _, c := range []struct {
		name string
		m    Measure
		recs []result.Record
		want string
	}{
		{"two machines", wall, slices.Concat(on("native", "x", "x"), on("sat", "y", "y")), "native and sat"},
		{"one in common", wall, slices.Concat(on("native", "x", "y"), on("sat", "y", "y")), ""},
		{"one machine", wall, slices.Concat(on("native", "x", "x"), on("sat", "x")), ""},
		{"not said", wall, slices.Concat(on("native", "x", "y"), on("sat", "", "")), ""},
		{"nodes", nodes, slices.Concat(on("native", "x", "x"), on("sat", "y", "y")), ""},
		{"a third", wall, slices.Concat(on("a", "x"), on("b", "y"), on("c", "x", "y"), on("d", "z")), "a and b; a and d; b and d; c and d"},
		{"many", wall, slices.Concat(on("a", "1"), on("b", "2"), on("c", "3"), on("d", "4"), on("e", "5")),
			"a and b; a and c; a and d; a and e; b and c; b and d; 4"},
	} {
		samples, _, _ := SamplesOf(c.recs, c.m)
		var w Warnings
		w.Measured(samples, c.m)
		got := ""
		for _, x := range w {
			if x.Kind == SeparateMachines {
				got = x.Text
			}
		}
		if (got == "") != (c.want == "") || !facttest.States(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// warned reports whether one of the warnings has the same kind and number as the warning want, and
// states the facts in the text of want.
func warned(all []Warning, want Warning) bool {
	return slices.ContainsFunc(all, func(w Warning) bool {
		return w.Kind == want.Kind && w.N == want.N && facttest.States(w.Text, want.Text)
	})
}

// TestMistaken checks that the warning about wrong answers names only three boards if a method is
// wrong on many.
func TestMistaken(t *testing.T) {
	var recs []result.Record
	for i := range 8 {
		r := recordtest.Ran(fmt.Sprintf("i%d", i), "b", 1)
		if i < 5 {
			recordtest.Wrongly(&r)
		}
		recs = append(recs, r, recordtest.Ran(fmt.Sprintf("i%d", i), "a", 1), recordtest.With(recordtest.Ran(fmt.Sprintf("i%d", i), "c", 1), func(r *result.Record) {
			if i == 7 {
				recordtest.Wrongly(r)
			}
		}))
	}
	for key, want := range map[string]string{
		"wall_seconds":  "b, 5, 8 (i0, i1, i2, 2, c, 1, 8 (i7)",
		"exact":         "b, 5, 8 (i0, i1, i2, 2, c, 1, 8 (i7)",
		"count_claimed": "", "wrong": "", "count": "",
	} {
		m, _ := FindMeasure(key)
		samples, _, _ := SamplesOf(recs, m)
		var w Warnings
		w.Measured(samples, m)
		got := ""
		for _, x := range w {
			if x.Kind == LeftOut {
				got = x.Text
			}
		}
		if (got == "") != (want == "") || !facttest.States(got, want) {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
}

// TestFewRatios checks that a mean over three ratios, from six boards, has no confidence interval
// and gets a warning. Five ratios must be enough.
func TestFewRatios(t *testing.T) {
	var recs []result.Record
	for i := range 6 {
		b := float64(2 * (i + 1))
		if i > 2 {
			b = 10
		}
		recs = append(recs, recordtest.Ran(fmt.Sprint(i), "a", 1), recordtest.Ran(fmt.Sprint(i), "b", b))
	}
	wall, _ := FindMeasure("wall_seconds")
	samples, _, _ := SamplesOf(recs, wall)
	c := Compare(samples, "a", "b", wall)
	want := []Warning{
		{FewInstances, 3, "3, 6 instances"},
		{Ignored, 3, "3, 6 instances, (b: wall time 3)"},
	}
	for _, w := range want {
		if !warned(c.Warnings, w) {
			t.Errorf("got %v, want %v", c.Warnings, w)
		}
	}
	if c.Ratios != 3 || c.Interval.OK() || !c.Bounds.OK() || c.Bounded != 6 {
		t.Errorf("got %+v", c)
	}
	for _, w := range c.OwnWarnings() {
		if w.Kind == FewInstances {
			t.Errorf("a bound over 6: got %v", w)
		}
	}
	for i := range recs { // now neither method solves the last three boards
		if i >= 6 {
			recs[i] = recordtest.Ran(recs[i].Instance, recs[i].Method, 10)
		}
	}
	samples, _, _ = SamplesOf(recs, wall)
	c = Compare(samples, "a", "b", wall)
	if w := (Warning{Ignored, 3, "3, 6 instances, (a: wall time 3; b: wall time 3)"}); !warned(c.Warnings, w) || c.Interval.OK() {
		t.Errorf("got %v, %+v, want %v", c.Warnings, c, w)
	}
	if got := c.Summary(wall); !facttest.States(got, "a, b, 3.63 ×, 3 instances, p = 0.25, p = 0.25, 6: 3") {
		t.Errorf("got %q", got)
	}
	// Five ratios from five boards are enough.
	five := append(slices.Clone(recs[:6]), recordtest.Ran("3", "a", 1), recordtest.Ran("3", "b", 3), recordtest.Ran("4", "a", 1), recordtest.Ran("4", "b", 3))
	samples, _, _ = SamplesOf(five, wall)
	if c = Compare(samples, "a", "b", wall); !c.Interval.OK() || slices.ContainsFunc(c.Warnings, func(w Warning) bool { return w.Kind == FewInstances }) {
		t.Errorf("five: got %+v", c)
	}
}

// TestVersionsOfAPuzzle checks that there is no warning if a method has different versions for two
// puzzles.
func TestVersionsOfAPuzzle(t *testing.T) {
	of := func(puzzle, version string) result.Record {
		return recordtest.With(recordtest.Ran(version, "rules/extreme", 1), func(r *result.Record) { r.Puzzle, r.Version = puzzle, version })
	}
	for want, recs := range map[string][]result.Record{
		"":                       {of("map", "1"), of("sudoku", "2")},
		"2, rules/extreme: 1, 3": {of("map", "1"), of("sudoku", "2"), of("map", "3")},
	} {
		samples, _, _ := SamplesOf(recs, MustMeasure("count"))
		var w Warnings
		w.Measured(samples, MustMeasure("count"))
		got := ""
		for _, x := range w {
			got += x.Text
		}
		if (got == "") != (want == "") || !facttest.States(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestWarnings checks that every warning appears where it should, and no warning appears without a
// reason.
func TestWarnings(t *testing.T) {
	m, _ := FindMeasure("wall_seconds")
	good := func(i, repetition int) result.Record {
		return recordtest.With(recordtest.Ran(fmt.Sprint(i), "a", 2), func(r *result.Record) {
			r.Repetition, r.Host, r.Go, r.Commit, r.Version = repetition, "h", "go1", "c", "1"
		})
	}
	all := func(change func(*result.Record)) (kinds string) {
		var recs []result.Record
		for i := range 5 {
			for k := range 3 {
				recs = append(recs, good(i, k))
			}
		}
		change(&recs[0])
		samples, _, _ := SamplesOf(recs, m)
		var w Warnings
		w.Measured(samples, m)
		w.LeftOutOf("the mean", samples)
		for _, x := range w {
			kinds += fmt.Sprintf("%s %d;", x.Kind, x.N)
		}
		return kinds
	}
	for _, c := range []struct {
		want   string
		change func(*result.Record)
	}{
		{"", func(r *result.Record) {}},
		{"mixed 2;", func(r *result.Record) { r.Host = "other" }},
		{"mixed 2;", func(r *result.Record) { r.Go = "go2" }},
		{"mixed 2;", func(r *result.Record) { r.Commit = "d" }},
		{"mixed 2;", func(r *result.Record) { r.Version = "2" }},
		{"mixed 2;", func(r *result.Record) { r.Solver = "s 1" }},
		{"repetitions 2;", func(r *result.Record) { r.Version, r.Orbits, r.Instance = "1-symmetry2", true, "another" }},
		{"repetitions 1;", func(r *result.Record) { r.WallSeconds = nil }},
		{"", func(r *result.Record) { r.WallSeconds = recordtest.Of(1e-9) }}, // the median of the runs is not below the error of the clock
	} {
		if got := all(c.change); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	fast, _, _ := SamplesOf([]result.Record{recordtest.Ran("1", "a", 1e-7), recordtest.Ran("2", "a", 10), recordtest.With(recordtest.Ran("3", "a", 10), func(r *result.Record) { r.WallLimit = 20 })}, m)
	var w Warnings
	w.Measured(fast, m)
	if len(w) != 3 || w[1].Kind != MixedLimits || w[2].Kind != TooFast || w[2].N != 1 {
		t.Errorf("got %v", w)
	}
	nodes, _ := FindMeasure("nodes")
	plain, _, _ := SamplesOf([]result.Record{recordtest.With(recordtest.Ran("1", "a", 1), func(r *result.Record) { r.Nodes = recordtest.Of(int64(0)) })}, nodes)
	w = nil
	if w.Measured(plain, nodes); len(w) != 0 {
		t.Errorf("nodes are the same each time: %v", w)
	}
}

// TestFew checks that lines with the same small number of instances share one warning.
func TestFew(t *testing.T) {
	var w Warnings
	for i, name := range []string{"a", "b", "c", "d"} {
		w.FewInstances(name, []int{2, 5, 2, 1}[i])
	}
	want := Warnings{{FewInstances, 2, "only 2 instances of a; c"}, {FewInstances, 1, "only 1 instance of d"}}
	if !slices.Equal(w, want) {
		t.Errorf("got %v, want %v", w, want)
	}
}

// TestOutside checks when outside programs lead to a caution, and what it says about their empty runs.
func TestOutside(t *testing.T) {
	ran := func(method string, seconds float64, runs int64, empty *float64) result.Record {
		return recordtest.With(recordtest.Ran("1", method, seconds), func(r *result.Record) { r.Runs, r.EmptyRun = &runs, empty })
	}
	native := recordtest.Ran("1", "native/a", 0.001)
	clasp, cadical := ran("extern/clasp/pairwise", 0.1, 2, recordtest.Of(0.02)), ran("extern/cadical", 0.1, 20, recordtest.Of(0.02))
	for _, c := range []struct {
		measure string
		recs    []result.Record
		want    string
	}{
		{"wall_seconds", []result.Record{native, clasp}, "extern/clasp 20 ms, 40% of its wall time"},
		{"cpu_seconds", []result.Record{native, clasp, cadical}, "extern/cadical 20 ms, 100%, extern/clasp 20 ms, 40%"},
		{"wall_seconds", []result.Record{native, ran("extern/z3", 0.1, 2, nil)}, "extern/z3, not measured"},
		{"wall_seconds", []result.Record{clasp, cadical}, ""},
		{"wall_seconds", []result.Record{native}, ""},
		{"peak_bytes", []result.Record{native, clasp}, ""},
	} {
		for i := range c.recs {
			c.recs[i].CPUSeconds, c.recs[i].PeakBytes = recordtest.Of(0.1), recordtest.Of(int64(1e6))
		}
		samples, _, _ := SamplesOf(c.recs, MustMeasure(c.measure))
		var w Warnings
		w.Measured(samples, MustMeasure(c.measure))
		got := ""
		for _, x := range w {
			if x.Kind == Outside {
				got = x.Text
			}
		}
		if (got == "") != (c.want == "") || !facttest.States(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.measure, got, c.want)
		}
	}
}
