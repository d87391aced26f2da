package data

import (
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/reports/test/recordtest"
)

// TestParallelWarnings checks the warnings about times of jobs that ran at the same time as other jobs.
func TestParallelWarnings(t *testing.T) {
	at := func(board string, jobs, cores int) result.Record {
		return recordtest.With(recordtest.Ran(board, "native/x", 1), func(r *result.Record) { r.Parallel, r.Cores = jobs, cores })
	}
	for name, c := range map[string]struct {
		recs []result.Record
		want map[string][]string // the facts of the warning of each kind
	}{
		"as many as cores": {[]result.Record{at("01-01", 2, 2), at("01-02", 2, 2)}, nil},
		"unknown":          {[]result.Record{at("01-01", 0, 0), at("01-02", 2, 2)}, nil},
		"too many":         {[]result.Record{at("01-01", 64, 2), at("01-02", 64, 2)}, map[string][]string{TooParallel: {"2 of 2", "64 on 2 cores"}}},
		"different":        {[]result.Record{at("01-01", 1, 8), at("01-02", 8, 8)}, map[string][]string{Mixed: {"jobs at once", "1 and 8"}}},
	} {
		samples, _, _ := SamplesOf(c.recs, MustMeasure("wall_seconds"))
		var w Warnings
		w.parallel(samples)
		if len(w) != len(c.want) {
			t.Errorf("%s: %v", name, w)
		}
		for _, warning := range w {
			for _, fact := range c.want[warning.Kind] {
				if !strings.Contains(warning.Text, fact) {
					t.Errorf("%s: no %s in %q", name, fact, warning.Text)
				}
			}
		}
	}
}
