package data

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/recordtest"
)

// Worked by hand: A takes 1, 2, 4, 8, 10 (cut), 10 (cut), 3 s and B 2, 8, 4, 4, 5,
// 10 (cut), 10 (cut): the ratios of the four that both solved are 2, 4, 1, 1/2, their
// geometric mean 4^(1/4). A wins i1, i2 and i7; B i4 and i5; i3 is a tie.
func TestCompare(t *testing.T) {
	var recs []result.Record
	for i, ab := range [][2]float64{{1, 2}, {2, 8}, {4, 4}, {8, 4}, {10, 5}, {10, 10}, {3, 10}} {
		name := fmt.Sprintf("i%d", i+1)
		recs = append(recs, recordtest.Ran(name, "a", ab[0]), recordtest.Ran(name, "b", ab[1]))
	}
	recs = append(recs, recordtest.Ran("i8", "a", 1), recordtest.With(recordtest.Ran("i9", "a", 1), func(r *result.Record) { r.Verdict = result.Wrong }))
	m, _ := FindMeasure("wall_seconds")
	samples, wrong, without := SamplesOf(recs, m)
	if wrong != 0 || without != 0 || len(samples) != 16 {
		t.Fatalf("got %d samples, %d wrong, %d without", len(samples), wrong, without)
	}
	c := Compare(samples, "a", "b", m)
	if c.N != 7 || c.Ratios != 4 || !recordtest.Near(c.Ratio, math.Sqrt2, 1e-12) || c.Low != 0.5 || !recordtest.Near(c.High, 4, 1e-12) ||
		c.WinsA != 3 || c.WinsB != 2 || c.Ties != 1 || c.Neither != 1 || c.OnlyA != 1 || c.OnlyB != 1 {
		t.Errorf("got %+v", c)
	}
	if !recordtest.Near(c.Sign, 1, 1e-12) {
		t.Errorf("sign test: got %g, want 1 for 3 to 2", c.Sign)
	}
	// The logarithms are 0.69, 1.39, 0, -0.69, -inf, +inf: ranks 1.5 3 - 1.5 4.5 4.5.
	if w := c.Wilcoxon; w.N != 5 || w.Plus != 1.5+3+4.5 || !w.Exact {
		t.Errorf("signed ranks: got %+v", w)
	}
	if c.Interval.OK() {
		t.Errorf("got the interval %v of four ratios", c.Interval)
	}
	var phrases []string
	for _, w := range c.Warnings {
		phrases = append(phrases, fmt.Sprintf("%s %d: %s", w.Kind, w.N, w.Text))
	}
	if got, want := strings.Join(phrases, "\n"), "instances 4: only 4 of 7 instances have a ratio\n"+
		"repetitions 14: all were measured fewer than 3 times (once)\n"+
		"ignored 3: the mean ratio leaves out 3 of 7 instances that not both solved (a: wall time 2; b: wall time 2)"; got != want {
		t.Errorf("got the warnings\n%s\nwant\n%s", got, want)
	}

	none := Compare(samples, "a", "c", m)
	if none.N != 0 || !math.IsNaN(none.Ratio) || none.Interval.OK() || none.Sign != 1 || none.Wilcoxon.P != 1 {
		t.Errorf("nothing to compare: got %+v", none)
	}
	if same := Compare(samples, "a", "a", m); !recordtest.Near(same.Ratio, 1, 0) || same.Ties != 6 || same.Sign != 1 || same.Wilcoxon.N != 0 {
		t.Errorf("a with itself: got %+v", same)
	}
}

// Worked by hand: ratios 2 and above 10/2 have a mean above the root of 10, and turned
// about below its inverse. What ended otherwise counts with what it had spent, 3 s: above
// the root of 2 * 3/2. Where both were cut, or nobody knows, there is no bound.
func TestBounds(t *testing.T) {
	wall, _ := FindMeasure("wall_seconds")
	nodes, _ := FindMeasure("nodes")
	cpu, _ := FindMeasure("cpu_seconds")
	ended := recordtest.With(recordtest.Ran("2", "b", 10), func(r *result.Record) { r.Reason, r.WallSeconds = result.Memory, recordtest.Of(3.) })
	counted := func(name, method string, n int64, seconds float64) result.Record {
		return recordtest.With(recordtest.Ran(name, method, seconds), func(r *result.Record) {
			if r.CPUSeconds = r.WallSeconds; seconds < 10 {
				r.Nodes = recordtest.Of(n)
			}
		})
	}
	for _, c := range []struct {
		name    string
		m       Measure
		recs    []result.Record
		a, b    string
		n       int
		bound   float64
		atLeast bool
		cut     string
	}{
		{"at least", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 2), recordtest.Ran("2", "a", 2), recordtest.Ran("2", "b", 10)}, "a", "b", 2, math.Sqrt(10), true, "timed out"},
		{"at most", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 2), recordtest.Ran("2", "a", 2), recordtest.Ran("2", "b", 10)}, "b", "a", 2, 1 / math.Sqrt(10), false, "timed out"},
		{"memory", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 2), recordtest.Ran("2", "a", 2), ended}, "a", "b", 2, math.Sqrt(3), true, "had no answer"},
		{"no other", wall, []result.Record{recordtest.Ran("2", "a", 2), recordtest.Ran("2", "b", 10), recordtest.Ran("3", "a", 10), recordtest.Ran("3", "b", 10)}, "a", "b", 1, 5, true, "timed out"},
		{"both", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 10), recordtest.Ran("2", "a", 10), recordtest.Ran("2", "b", 2)}, "a", "b", 0, 0, false, "timed out"},
		{"none", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 2)}, "a", "b", 0, 0, false, "timed out"},
		{"nobody knows", nodes, []result.Record{counted("1", "a", 5, 1), counted("1", "b", 0, 10)}, "a", "b", 0, 0, false, "timed out"},
		{"measured", cpu, []result.Record{counted("1", "a", 5, 1), recordtest.With(counted("1", "b", 0, 10), func(r *result.Record) { r.CPUSeconds = recordtest.Of(7.) })}, "a", "b", 1, 7, true, "timed out"},
		{"by the clock", cpu, []result.Record{counted("1", "a", 5, 1), recordtest.With(counted("1", "b", 0, 10), func(r *result.Record) { r.CPUSeconds = nil })}, "a", "b", 1, 10, true, "timed out"},
	} {
		samples, _, _ := SamplesOf(c.recs, c.m)
		got := Compare(samples, c.a, c.b, c.m)
		if got.Bounded != c.n || got.Bounded > 0 && !recordtest.Near(got.Bound, c.bound, 1e-12) || got.AtLeast != c.atLeast || got.Cut != c.cut {
			t.Errorf("%s: got %d, %g, %v, %s, want %d, %g, %v, %s", c.name, got.Bounded, got.Bound, got.AtLeast, got.Cut, c.n, c.bound, c.atLeast, c.cut)
		}
	}
	// Of three runs 2 s, 10 s cut and 10 s cut the median is above 10; of 2 s and 10 s cut it is above 6.
	for _, c := range []struct {
		runs []float64
		want float64
	}{{[]float64{2, 10, 10}, 10}, {[]float64{2, 10}, 6}, {[]float64{2, 3, 10}, 0}} {
		var recs []result.Record
		for _, x := range c.runs {
			recs = append(recs, recordtest.Ran("1", "a", x))
		}
		if samples, _, _ := SamplesOf(recs, wall); samples[0].Least != c.want {
			t.Errorf("%v: got %g, want %g", c.runs, samples[0].Least, c.want)
		}
	}
}

// 1, 2, 3 and a cut at 10: (1 + 2 + 3 + 20) / 4. Of two runs one cut is a cut; of three it is not.
func TestSamples(t *testing.T) {
	m, _ := FindMeasure("wall_seconds")
	samples, _, _ := SamplesOf([]result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("2", "a", 2), recordtest.Ran("3", "a", 3), recordtest.Ran("4", "a", 10)}, m)
	if got, ok := PAR2(samples); !ok || got != 6.5 {
		t.Errorf("PAR-2: got %g, %v, want 6.5", got, ok)
	}
	samples[3].Limit = 0
	if _, ok := PAR2(samples); ok {
		t.Error("there is a PAR-2 without a limit")
	}
	if got, ok := PAR2(samples[:3]); !ok || got != 2 {
		t.Errorf("PAR-2 of what was solved: got %g, %v, want 2", got, ok)
	}
	if _, ok := PAR2(nil); ok {
		t.Error("there is a PAR-2 of nothing")
	}
	two, _, _ := SamplesOf([]result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "a", 10)}, m)
	three, _, _ := SamplesOf([]result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "a", 10), recordtest.Ran("1", "a", 4)}, m)
	if two[0].Solved() || two[0].Cut != result.Timeout || two[0].Runs != 2 || three[0].Value != 4 || three[0].Cut != "" || three[0].Runs != 3 {
		t.Errorf("got %+v and %+v", two[0], three[0])
	}
}

// Every warning comes up where it should, and none where all is well.
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
		{"", func(r *result.Record) { r.WallSeconds = recordtest.Of(1e-9) }}, // the median is not
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
