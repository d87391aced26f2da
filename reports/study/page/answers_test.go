package page

import (
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

func TestSummaryOfTheYear(t *testing.T) {
	got := (&Page{Records: recordtest.CalendarYear(t)}).Summary().String()
	want := []string{
		"fewest, 6 October (7), 6 April (8), 6 July (12), 5 October (13), 24 May (14)",
		"most, 25 January (216), 20 January (195), 7 June (191), 28 August (189), 7 January (188)",
		"total, 24,405 solutions, 366 days, mean 66.68, median 59",
		"agreement, 366, 366 days, count, 366, digest",
	}
	if i := strings.Index(got, "\ntime "); i < 0 || !facttest.Lines(got[:i], want...) {
		t.Errorf("got\n%s\nwant it to begin with %q", got, want)
	}
	if n := strings.Count(got, "\ntime        "); n != 9 {
		t.Errorf("got the times of %d methods, want 9:\n%s", n, got)
	}
}

func TestSummary(t *testing.T) {
	digest := func(d string) func(*result.Record) { return func(r *result.Record) { r.Digest = d } }
	took := func(s float64) func(*result.Record) { return func(r *result.Record) { r.WallSeconds = &s } }
	const huge = "99999999999999999999999999999999999999999999999999"
	for _, test := range []struct {
		name string
		recs []result.Record
		want []string // facts of each line
	}{
		{"nothing", nil, []string{"no, counts"}},
		{"parts have no say", []result.Record{recordtest.With(recordtest.Exact("01-01", "native/a", "5"), func(r *result.Record) { r.Cube = "1/2" })}, []string{"no, counts"}},
		{"other tasks are no counts", []result.Record{recordtest.With(recordtest.Exact("01-01", "native/a", "1"), func(r *result.Record) { r.Task = result.Solve })},
			[]string{"agreement, 1 day"}},
		{"nor have orbits beside all", []result.Record{recordtest.Exact("4x4", "native/a", "5"),
			recordtest.With(recordtest.Exact("4x4", "native/a", "2"), func(r *result.Record) { r.Orbits = true })}, []string{"fewest, 4x4 (5)", "most, 4x4 (5)", "total, 5 solutions, 1 instance, mean 5, median 5", "agreement, 1 instance"}},
		{"orbits alone", []result.Record{recordtest.With(recordtest.Exact("4x4", "native/a", "2"), func(r *result.Record) { r.Orbits = true })}, []string{"fewest, 4x4 (2)", "most, 4x4 (2)", "total, 2 solutions, symmetry, 1 instance, mean 2, median 2", "agreement, 1 instance"}},
		{"one method", []result.Record{recordtest.Exact("4x4", "native/a", "0"), recordtest.Exact("2x2", "native/a", "1000")}, []string{"fewest, 4x4 (0), 2x2 (1,000)", "most, 2x2 (1,000), 4x4 (0)", "total, 1,000 solutions, 2 instances, mean 500, median 500", "agreement, 2 instances"}},
		{"digests", []result.Record{
			recordtest.With(recordtest.Exact("01-01", "native/a", "5"), digest("aa")), recordtest.With(recordtest.Exact("01-01", "sat/b", "5"), digest("aa")),
			recordtest.With(recordtest.Exact("01-02", "native/a", "5"), digest("aa")), recordtest.Exact("01-02", "sat/b", "5"),
			recordtest.With(recordtest.Exact("01-03", "native/a", "5"), digest("aa")), recordtest.With(recordtest.Exact("01-03", "sat/b", "5"), digest("bb")),
		}, []string{"DISAGREEMENT, 3 January, native/a, 5, sat/b, 5, digests", "fewest, 1 January, 2 January (5)", "most, 1 January, 2 January (5)", "total, 10 solutions, 2, 3 days, mean 5, median 5", "agreement, 2, 3 days, count, 1, digest, 1 DISAGREE"}},
		{"a wrong answer is in no average", []result.Record{
			recordtest.Exact("01-25", "native/a", "216"), recordtest.With(recordtest.Exact("01-25", "gophersat/countmodels", "343"), func(r *result.Record) { r.Verdict = result.Wrong }),
		}, []string{"DISAGREEMENT, 25 January, gophersat/countmodels, 343, native/a, 216", "WRONG, gophersat/countmodels, 343, 25 January", "fewest, 25 January (216)", "most, 25 January (216)", "total, 216 solutions, 1 day, mean 216, median 216", "agreement, 0, 1 day, count, 0, digest, 1 DISAGREE"}},
		{"repetitions: a median, one method", []result.Record{
			recordtest.With(recordtest.Exact("01-01", "native/a", huge), took(1)), recordtest.With(recordtest.Exact("01-01", "native/a", huge), took(9)), recordtest.With(recordtest.Exact("01-01", "native/a", huge), took(2)),
			recordtest.With(recordtest.Exact("01-01", "sat/b", "7"), func(r *result.Record) { r.Status, r.Reason = result.AtLeast, result.Limit }),
			recordtest.With(recordtest.Unknown("01-02", "sat/b", result.Timeout), took(60)), recordtest.With(recordtest.Unknown("01-03", "sat/b", result.Error), func(r *result.Record) { r.Error = "no such file" }),
			recordtest.Exact("01-02", "native/a", "1"),
		}, []string{
			"UNKNOWN, sat/b, 3 January, (error, no such file)",
			"fewest, 2 January (1), 1 January (99,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999)",
			"most, 1 January (99,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999), 2 January (1)",
			"total, 100,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000 solutions, 2, 3 days, mean 50,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000, median 50,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000",
			"agreement, 1, 3 days, count, 0, digest, 1, 1",
			"1, 7 jobs: 1, sat/b, (time-out)",
			"time, native/a: 2 s, 1 day",
			"time, sat/b: 1 cut",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := (&Page{Records: test.recs}).Summary().String(); !facttest.Lines(got, test.want...) {
				t.Errorf("got\n%s\nwant %q", got, test.want)
			}
		})
	}
}
