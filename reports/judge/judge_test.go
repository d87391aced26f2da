package judge

import (
	"fmt"
	"slices"
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

func TestAgreement(t *testing.T) {
	least := func(n string) result.Record {
		return recordtest.With(recordtest.Exact("i", "sat/b", n), func(r *result.Record) { r.Status, r.Reason = result.AtLeast, result.Limit })
	}
	for _, test := range []struct {
		name           string
		recs           []result.Record
		want           string
		count, atLeast string
	}{
		{"counts", []result.Record{recordtest.Exact("i", "native/a", "5"), recordtest.Exact("i", "sat/b", "5")}, Agree, "5", "<nil>"},
		{"counts differ", []result.Record{recordtest.Exact("i", "native/a", "5"), recordtest.Exact("i", "sat/b", "6")}, Disagree, "<nil>", "<nil>"},
		{"a lower bound below", []result.Record{recordtest.Exact("i", "native/a", "5"), least("5")}, Agree, "5", "<nil>"},
		{"a lower bound above", []result.Record{recordtest.Exact("i", "native/a", "5"), least("6")}, Disagree, "<nil>", "<nil>"},
		{"only a bound", []result.Record{least("6"), recordtest.Unknown("i", "native/a", result.CPU)}, oneAnswer, "<nil>", "6"},
		{"a repetition differs", []result.Record{recordtest.Exact("i", "native/a", "5"), recordtest.Exact("i", "native/a", "6")}, Disagree, "<nil>", "<nil>"},
		{"repetitions are one method", []result.Record{recordtest.Exact("i", "native/a", "5"), recordtest.Exact("i", "native/a", "5")}, oneAnswer, "5", "<nil>"},
		{"nothing", []result.Record{recordtest.Unknown("i", "native/a", result.Killed)}, noAnswer, "<nil>", "<nil>"},
		{"no number", []result.Record{recordtest.Exact("i", "native/a", "many"), recordtest.Exact("i", "sat/b", "-1")}, noAnswer, "<nil>", "<nil>"},
	} {
		in := Boards(test.recs)[0]
		if got := []string{in.Agreement, fmt.Sprint(in.Count), fmt.Sprint(in.AtLeast)}; !slices.Equal(got, []string{test.want, test.count, test.atLeast}) {
			t.Errorf("%s: got %v, want %s, %s, %s", test.name, got, test.want, test.count, test.atLeast)
		}
	}
}
