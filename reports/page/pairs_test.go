package page

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/data"
	"counterproof/reports/recordtest"
)

// Two suites of two boards, in the order of the experiment and the other way round: with a limit B
// takes 2 and 8 times as long as A, and without 3 and 12. Each is a row, with the mean 4 or 6.
func TestComparisonsOfQuestions(t *testing.T) {
	suite := func(name string, limit int64, seconds ...float64) []result.Record {
		var recs []result.Record
		for i, x := range seconds {
			for _, r := range []result.Record{recordtest.Ran(fmt.Sprint(i), "a", 0.5), recordtest.Ran(fmt.Sprint(i), "b", x/2)} {
				r.Suite, r.SolutionLimit = name, limit
				recs = append(recs, r)
			}
		}
		return recs
	}
	first, all := suite("first", 2, 2, 8), suite("all", 0, 3, 12)
	want := map[string]float64{"count": 6, "count, 2 solutions at most": 4}
	for _, recs := range [][]result.Record{slices.Concat(first, all), slices.Concat(all, first)} {
		got := data.Comparisons(recs, wallTime())
		if len(got) != 2 {
			t.Fatalf("got %d rows", len(got))
		}
		for _, c := range got {
			if c.N != 2 || !recordtest.Near(c.Ratio, want[c.Task], 1e-12) {
				t.Errorf("%s: got %g of %d, want %g", c.Task, c.Ratio, c.N, want[c.Task])
			}
		}
		samples, _, _ := data.SamplesOf(recs, wallTime())
		c := data.Compare(samples, "a", "b", wallTime())
		if c.N != 4 || !recordtest.Near(c.Ratio, math.Sqrt(24), 1e-12) {
			t.Errorf("both: got %g of %d, want the root of 24", c.Ratio, c.N)
		}
		if w := (data.Warning{Kind: data.MixedLimits, N: 2, Text: "2 of 2 instances have jobs that stop at different numbers of solutions"}); !slices.Contains(c.Warnings, w) {
			t.Errorf("got %v", c.Warnings)
		}
	}
	orbits := recordtest.With(recordtest.Ran("1", "a", 1), func(r *result.Record) { r.Orbits, r.SolutionLimit = true, 1 })
	if got, want := (&data.Sample{Record: &orbits}).Question(), "count up to symmetry, 1 solution at most"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Jobs of other limits or modes are no repetitions, in one suite either: of 1 and 3 s within 10 s,
// of 5 s within 60 s and of 7 s for a list the times are 2, 5 and 7 s.
func TestSamplesOfOtherJobs(t *testing.T) {
	recs := []result.Record{recordtest.Ran("1", "a", 1), recordtest.With(recordtest.Ran("1", "a", 5), func(r *result.Record) { r.WallLimit = 60 }), recordtest.Ran("1", "a", 3), recordtest.With(recordtest.Ran("1", "a", 7), func(r *result.Record) { r.Mode = "list" })}
	samples, _, _ := data.SamplesOf(recs, wallTime())
	var got []float64
	for _, s := range samples {
		got = append(got, s.Value)
	}
	if !slices.Equal(got, []float64{2, 5, 7}) || samples[0].Runs != 2 || samples[1].Limit != 60 {
		t.Errorf("got %v", got)
	}
}
