package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// TestCompare checks a comparison that was worked out by hand. On the instances i1 to i7, method A
// takes 1, 2, 4, 8, 10 (cut), 10 (cut) and 3 s. Method B takes 2, 8, 4, 4, 5, 10 (cut) and 10 (cut)
// s. All jobs have a limit of 10 s. Four instances are solved by both, with the ratios 2, 4, 1 and
// 1/2, whose geometric mean is 4^(1/4). A wins i1, i2 and i7, B wins i4 and i5, and i3 is a tie.
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
	// The logarithms of the ratios are 0.69, 1.39, 0, -0.69, -inf and +inf. The five that are not 0
	// have the ranks 1.5, 3, 1.5, 4.5 and 4.5.
	if w := c.Wilcoxon; w.N != 5 || w.Plus != 1.5+3+4.5 || !w.Exact {
		t.Errorf("signed ranks: got %+v", w)
	}
	if c.Interval.OK() {
		t.Errorf("got the interval %v of four ratios", c.Interval)
	}
	var texts []string
	for _, w := range c.Warnings {
		texts = append(texts, fmt.Sprintf("%s %d: %s", w.Kind, w.N, w.Text))
	}
	if got := strings.Join(texts, "\n"); !facttest.Lines(got, "not the same 1: , b, 7, 9", "instances 4: , 4, 7 instances", "repetitions 14: , 3", "ignored 3: , 3, 7 instances, a: wall time 2, b: wall time 2") {
		t.Errorf("got the warnings\n%s", got)
	}

	none := Compare(samples, "a", "c", m)
	if none.N != 0 || !math.IsNaN(none.Ratio) || none.Interval.OK() || none.Sign != 1 || none.Wilcoxon.P != 1 {
		t.Errorf("nothing to compare: got %+v", none)
	}
	if same := Compare(samples, "a", "a", m); !recordtest.Near(same.Ratio, 1, 0) || same.Ties != 6 || same.Sign != 1 || same.Wilcoxon.N != 0 {
		t.Errorf("a with itself: got %+v", same)
	}
}

// TestBounds checks bounds on the mean ratio of two methods that were worked out by hand. If one
// ratio is 2 and another is above 10/2, their geometric mean is above the root of 10. If A and B
// are exchanged, the mean is below the inverse of that. If the cut job ended after 3 s for another
// reason than the limit, the second ratio is above 3/2, and the bound is the root of 2 * 3/2. If
// both methods were cut, or if the spent work is unknown, the comparison lacks a bound.
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
		{"at least", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 2), recordtest.Ran("2", "a", 2), recordtest.Ran("2", "b", 10)}, "a", "b", 2, math.Sqrt(10), true, "timed"},
		{"at most", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 2), recordtest.Ran("2", "a", 2), recordtest.Ran("2", "b", 10)}, "b", "a", 2, 1 / math.Sqrt(10), false, "timed"},
		{"memory", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 2), recordtest.Ran("2", "a", 2), ended}, "a", "b", 2, math.Sqrt(3), true, "answer"},
		{"no other", wall, []result.Record{recordtest.Ran("2", "a", 2), recordtest.Ran("2", "b", 10), recordtest.Ran("3", "a", 10), recordtest.Ran("3", "b", 10)}, "a", "b", 1, 5, true, "timed"},
		{"both", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 10), recordtest.Ran("2", "a", 10), recordtest.Ran("2", "b", 2)}, "a", "b", 0, 0, false, "timed"},
		{"none", wall, []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 2)}, "a", "b", 0, 0, false, "timed"},
		{"nobody knows", nodes, []result.Record{counted("1", "a", 5, 1), counted("1", "b", 0, 10)}, "a", "b", 0, 0, false, "timed"},
		{"measured", cpu, []result.Record{counted("1", "a", 5, 1), recordtest.With(counted("1", "b", 0, 10), func(r *result.Record) { r.CPUSeconds = recordtest.Of(7.) })}, "a", "b", 1, 7, true, "timed"},
		{"by the clock", cpu, []result.Record{counted("1", "a", 5, 1), recordtest.With(counted("1", "b", 0, 10), func(r *result.Record) { r.CPUSeconds = nil })}, "a", "b", 1, 10, true, "timed"},
	} {
		samples, _, _ := SamplesOf(c.recs, c.m)
		got := Compare(samples, c.a, c.b, c.m)
		if got.Bounded != c.n || got.Bounded > 0 && !recordtest.Near(got.Bound, c.bound, 1e-12) || got.AtLeast != c.atLeast || !facttest.States(got.Cut, c.cut) {
			t.Errorf("%s: got %d, %g, %v, %s, want %d, %g, %v, %s", c.name, got.Bounded, got.Bound, got.AtLeast, got.Cut, c.n, c.bound, c.atLeast, c.cut)
		}
	}
	// The median of 2 s, 10 s (cut) and 10 s (cut) is above 10 s. The median of 2 s and 10 s (cut)
	// is above 6 s.
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

// TestPairsOfSuites checks that Pairs prefers two samples of the same suite, even if a sample of
// another suite comes first.
func TestPairsOfSuites(t *testing.T) {
	in := func(suite, method string, seconds float64) result.Record {
		return recordtest.With(recordtest.Ran("1", method, seconds), func(r *result.Record) { r.Suite = suite })
	}
	m, _ := FindMeasure("wall_seconds")
	samples, _, _ := SamplesOf([]result.Record{in("s1", "a", 1), in("s2", "a", 2), in("s2", "b", 8), in("s3", "b", 9), in("s4", "c", 5)}, m)
	if c := Compare(samples, "a", "b", m); c.N != 1 || !recordtest.Near(c.Ratio, 4, 1e-12) {
		t.Errorf("got %+v, want a ratio of 8 to 2", c)
	}
	if c := Compare(samples, "a", "c", m); c.N != 1 || !recordtest.Near(c.Ratio, 5, 1e-12) {
		t.Errorf("got %+v, want a ratio of 5 to 1", c)
	}
}

// TestPairsOfQuestions checks that both samples of a pair answer the same question. A test case
// states the expected ratios of B to A, in the order of the pairs. The case also states the number
// of pairs in which only one of the two jobs had to list the solutions.
func TestPairsOfQuestions(t *testing.T) {
	type change = func(*result.Record)
	in := func(suite, method string, seconds float64, changes ...change) result.Record {
		return recordtest.With(recordtest.Ran("1", method, seconds), func(r *result.Record) {
			r.Suite = suite
			for _, c := range changes {
				c(r)
			}
		})
	}
	upTo := func(n int64) change { return func(r *result.Record) { r.SolutionLimit = n } }
	task := func(name string) change { return func(r *result.Record) { r.Task = name } }
	key := func(k string) change { return func(r *result.Record) { r.Key = k } }
	orbits, lists := func(r *result.Record) { r.Orbits = true }, func(r *result.Record) { r.Mode = "list" }
	again := func(r *result.Record) { r.Repetition = 1 }
	m, _ := FindMeasure("wall_seconds")
	for _, c := range []struct {
		name   string
		recs   []result.Record
		ratios []float64
		unlike int
	}{
		{"symmetry", []result.Record{in("s", "a", 1), in("t", "b", 2, orbits)}, nil, 0},
		{"both up to symmetry", []result.Record{in("s", "a", 1, orbits), in("t", "b", 2, orbits)}, []float64{2}, 0},
		{"limits", []result.Record{in("s", "a", 1), in("t", "b", 2, upTo(2))}, nil, 0},
		{"limits of one suite", []result.Record{in("s", "a", 1, upTo(3)), in("s", "b", 2, upTo(2))}, nil, 0},
		{"the same limit", []result.Record{in("s", "a", 1), in("t", "a", 2, upTo(2)), in("u", "b", 8, upTo(2))}, []float64{4}, 0},
		{"one solution", []result.Record{in("s", "a", 1, task("solve")), in("t", "b", 3, task("solve"), upTo(1))}, []float64{3}, 0},
		{"unique", []result.Record{in("s", "a", 1, task("unique")), in("t", "b", 3, task("unique"), upTo(9))}, []float64{3}, 0},
		{"two questions", []result.Record{in("s", "a", 1, upTo(2)), in("s", "b", 2, upTo(2)), in("t", "a", 2), in("t", "b", 6)}, []float64{2, 3}, 0},
		{"two suites", []result.Record{in("s", "a", 1), in("s", "b", 2), in("t", "a", 2), in("t", "b", 6), in("u", "b", 9)}, []float64{2, 3}, 0},
		{"the same jobs in two suites", []result.Record{in("s", "a", 1, key("k")), in("s", "b", 2, key("l")), in("t", "a", 1, key("k")), in("t", "b", 2, key("l"))}, []float64{2}, 0},
		{"the same jobs, once more in one", []result.Record{in("s", "a", 1, key("k1"), again), in("s", "a", 3, key("k")), in("s", "b", 6, key("l")), in("t", "a", 3, key("k")), in("t", "b", 6, key("l"))}, []float64{3}, 0},
		{"one of them the same", []result.Record{in("s", "a", 1, key("k")), in("s", "b", 2, key("l")), in("t", "a", 1, key("k")), in("t", "b", 5, key("m"))}, []float64{2, 5}, 0},
		{"lists elsewhere", []result.Record{in("s", "a", 1), in("t", "b", 2, lists), in("u", "b", 7)}, []float64{7}, 0},
		{"lists alone", []result.Record{in("s", "a", 1), in("t", "b", 2, lists)}, []float64{2}, 1},
		{"lists without suites", []result.Record{in("", "a", 1, lists), in("", "a", 2), in("", "b", 6)}, []float64{3}, 0},
	} {
		samples, _, _ := SamplesOf(c.recs, m)
		var got []float64
		for _, p := range Pairs(samples, "a", "b") {
			got = append(got, p.B.Value/p.A.Value)
		}
		if !slices.Equal(got, c.ratios) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.ratios)
		}
		unlike := 0
		for _, w := range Compare(samples, "a", "b", m).Warnings {
			if w.Kind == MixedModes {
				unlike += w.N
			}
		}
		if unlike != c.unlike {
			t.Errorf("%s: got %d of a list and none, want %d", c.name, unlike, c.unlike)
		}
	}
}
