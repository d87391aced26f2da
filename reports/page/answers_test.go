package page

import (
	"strings"
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/recordtest"
)

func TestSummaryOfTheYear(t *testing.T) {
	got := (&Page{Records: recordtest.CalendarYear(t)}).Summary().String()
	const want = `fewest      6 October (7), then 6 April (8), 6 July (12), 5 October (13), 24 May (14)
most        25 January (216), then 20 January (195), 7 June (191), 28 August (189), 7 January (188)
total       24,405 solutions of 366 days; mean 66.68, median 59
agreement   366 of 366 days agree by count, 366 by digest of the solutions too
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant it to begin with\n%s", got, want)
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
		want string
	}{
		{"nothing", nil, "no records of counts\n"},
		{"parts have no say", []result.Record{recordtest.With(recordtest.Exact("01-01", "native/a", "5"), func(r *result.Record) { r.Cube = "1/2" })}, "no records of counts\n"},
		{"other tasks are no counts", []result.Record{recordtest.With(recordtest.Exact("01-01", "native/a", "1"), func(r *result.Record) { r.Task = result.Solve })},
			"agreement   nothing was compared: no two methods answered on any of 1 day\n"},
		{"nor have orbits beside all", []result.Record{recordtest.Exact("4x4", "native/a", "5"),
			recordtest.With(recordtest.Exact("4x4", "native/a", "2"), func(r *result.Record) { r.Orbits = true })}, `fewest      4x4 (5)
most        4x4 (5)
total       5 solutions of 1 instance; mean 5, median 5
agreement   nothing was compared: no two methods answered on any of 1 instance
`},
		{"orbits alone", []result.Record{recordtest.With(recordtest.Exact("4x4", "native/a", "2"), func(r *result.Record) { r.Orbits = true })}, `fewest      4x4 (2)
most        4x4 (2)
total       2 solutions up to symmetry of 1 instance; mean 2, median 2
agreement   nothing was compared: no two methods answered on any of 1 instance
`},
		{"one method", []result.Record{recordtest.Exact("4x4", "native/a", "0"), recordtest.Exact("2x2", "native/a", "1000")}, `fewest      4x4 (0), then 2x2 (1,000)
most        2x2 (1,000), then 4x4 (0)
total       1,000 solutions of 2 instances; mean 500, median 500
agreement   nothing was compared: no two methods answered on any of 2 instances
`},
		{"digests", []result.Record{
			recordtest.With(recordtest.Exact("01-01", "native/a", "5"), digest("aa")), recordtest.With(recordtest.Exact("01-01", "sat/b", "5"), digest("aa")),
			recordtest.With(recordtest.Exact("01-02", "native/a", "5"), digest("aa")), recordtest.Exact("01-02", "sat/b", "5"),
			recordtest.With(recordtest.Exact("01-03", "native/a", "5"), digest("aa")), recordtest.With(recordtest.Exact("01-03", "sat/b", "5"), digest("bb")),
		}, `DISAGREEMENT on 3 January: native/a says 5 and sat/b says 5, but the digests of their solutions differ
fewest      1 January and 2 January (5)
most        1 January and 2 January (5)
total       10 solutions of 2 of 3 days; mean 5, median 5
agreement   2 of 3 days agree by count, 1 by digest of the solutions too; 1 DISAGREE
`},
		{"a wrong answer is in no average", []result.Record{
			recordtest.Exact("01-25", "native/a", "216"), recordtest.With(recordtest.Exact("01-25", "gophersat/countmodels", "343"), func(r *result.Record) { r.Verdict = result.Wrong }),
		}, `DISAGREEMENT on 25 January: gophersat/countmodels says 343 and native/a says 216
WRONG: gophersat/countmodels says 343 on 25 January
fewest      25 January (216)
most        25 January (216)
total       216 solutions of 1 day; mean 216, median 216
agreement   0 of 1 day agree by count, 0 by digest of the solutions too; 1 DISAGREE
`},
		{"repetitions: a median, one method", []result.Record{
			recordtest.With(recordtest.Exact("01-01", "native/a", huge), took(1)), recordtest.With(recordtest.Exact("01-01", "native/a", huge), took(9)), recordtest.With(recordtest.Exact("01-01", "native/a", huge), took(2)),
			recordtest.With(recordtest.Exact("01-01", "sat/b", "7"), func(r *result.Record) { r.Status, r.Reason = result.AtLeast, result.Limit }),
			recordtest.With(recordtest.Unknown("01-02", "sat/b", result.Timeout), took(60)), recordtest.With(recordtest.Unknown("01-03", "sat/b", result.Error), func(r *result.Record) { r.Error = "no such file" }),
			recordtest.Exact("01-02", "native/a", "1"),
		}, `UNKNOWN: sat/b gave no answer on 3 January (error, no such file)
fewest      2 January (1), then 1 January (99,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999)
most        1 January (99,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999), then 2 January (1)
total       100,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000 solutions of 2 of 3 days; mean 50,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000, median 50,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000
agreement   1 of 3 days agree by count, 0 by digest of the solutions too; 1 have the answer of one method only; 1 have no answer
no answer   1 of 7 jobs: 1 by sat/b (time-out)
time        native/a: 2 s for 1 day
time        sat/b: 1 cut
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := (&Page{Records: test.recs}).Summary().String(); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
