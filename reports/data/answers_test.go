package data

import (
	"math"
	"slices"
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/recordtest"
)

// The main methods are those of the most instances, so that the seven methods
// of one day's traces do not stand for the year.
func TestMainMethods(t *testing.T) {
	recs := recordtest.CalendarYear(t)
	slices.Reverse(recs)
	s := NewTally(recs)
	if s.Native != "native/bitset" || s.SAT != "sat/pairwise/cubes" || s.Noun(2) != "days" || len(s.Boards) != 366 {
		t.Errorf("got %q, %q, %s, %d instances", s.Native, s.SAT, s.Noun(2), len(s.Boards))
	}
	if first, last := s.Boards[0].Name, s.Boards[365].Name; first != "01-01" || last != "12-31" {
		t.Errorf("got %s to %s", first, last)
	}
	if s := NewTally([]result.Record{recordtest.Exact("01-01", "brute", "5")}); s.Native != "" || s.SAT != "" {
		t.Error("brute is neither native nor sat")
	}
}

func TestMethodTotals(t *testing.T) {
	s := NewTally([]result.Record{
		recordtest.With(recordtest.Exact("a", "sat/b", "1"), func(r *result.Record) { r.Conflicts, r.WallSeconds = recordtest.Of[int64](3), recordtest.Of(0.5) }),
		recordtest.With(recordtest.Exact("b", "sat/b", "1"), func(r *result.Record) { r.Conflicts, r.WallSeconds = recordtest.Of[int64](4), recordtest.Of(0.25) }),
		recordtest.Unknown("c", "sat/b", result.Memory),
	})
	m := s.Totals(false)[0]
	if m.Exact != 2 || m.Others != 1 || len(SolvedValues(m.Times)) != 2 || m.Sum("wall_seconds") != 0.75 || m.Sum("conflicts") != 7 || !math.IsNaN(m.Sum("nodes")) {
		t.Errorf("got %+v", *m)
	}
}
