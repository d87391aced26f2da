package judge

import (
	"fmt"
	"slices"
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/recordtest"
)

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
