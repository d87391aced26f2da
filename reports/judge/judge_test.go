package judge

import (
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/recordtest"
)

// Orbits are compared with orbits, and all solutions with all.
func TestOrbitsApart(t *testing.T) {
	orbits := func(r *result.Record) { r.Orbits = true }
	recs := []result.Record{recordtest.Exact("4x4", "native/a", "8"), recordtest.Exact("4x4", "sat/b", "8"), recordtest.With(recordtest.Exact("4x4", "native/a", "1"), orbits)}
	if b := SurveyOf(recs); b.With[Agree] != 1 || len(b.Boards) != 1 {
		t.Errorf("got %+v", *b)
	}
	recs = append(recs, recordtest.With(recordtest.Exact("4x4", "sat/b", "2"), orbits))
	if b := SurveyOf(recs); b.With[Disagree] != 1 || b.Boards[0].contradiction() != "native/a says 1 and sat/b says 2 up to symmetry" {
		t.Errorf("got %+v, %s", *b, b.Boards[0].contradiction())
	}
}
