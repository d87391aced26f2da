package data

import (
	"slices"
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/recordtest"
)

// Two samples of one suite go together, though one of another suite comes first.
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

// A pair is of one question: the ratios of B to A, in their order, and how many of the pairs are of
// a job that was to list and one that was not.
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
