package crosscheck

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
)

// TestSummary checks that a Summary of made-up records has the right counts and median times.
func TestSummary(t *testing.T) {
	exact := func(method, count string, seconds float64) result.Record {
		return result.Record{Method: method, Status: result.Exact, Reason: result.Done, Count: count, WallSeconds: &seconds}
	}
	ended := func(method, reason, text string) result.Record {
		return result.Record{Method: method, Status: result.Unknown, Reason: reason, Error: text}
	}
	least := exact("sat/product", "5", 8)
	least.Status, least.Reason = result.AtLeast, result.Limit
	broke := ended("sat/product", result.Error, "a rule broken")
	broke.Verdict = result.Wrong
	var s Summary
	for _, records := range [][]result.Record{
		{exact("native/a", "2", 1), exact("sat/product", "2", 2)},                        // agree
		{exact("native/b", "7", 3), least},                                               // agree
		{exact("native/a", "2", 10), exact("sat/product", "3", 4)},                       // disagree
		{exact("native/a", "2", 2), broke},                                               // disagree
		{exact("native/a", "2", 2), ended("sat/product", result.Timeout, "")},            // undecided
		{ended("native/a", result.CPU, ""), ended("sat/product", result.Memory, "")},     // undecided
		{exact("native/a", "2", 2), ended("sat/product", result.Killed, "gone")},         // failed
		{exact("native/a", "2", 2), ended("sat/product", result.Error, "no projection")}, // failed
	} {
		s.Add(Checked{judge.Compare(records), []string{"native", "sat"}})
	}
	refused := ended("brute", result.Error, "refused: large")
	refused.Failure = result.Refused
	s.Add(Checked{judge.Compare([]result.Record{exact("native/a", "1", 2), exact("sat/product", "1", 2), refused}), []string{"native", "sat", "brute"}})
	s.Finish()
	want := Summary{Instances: 9, Agree: 3, Disagree: 2, Failed: 2, Undecided: 2, Methods: []*MethodSummary{
		{Method: "native", Exact: 7, CPU: 1, Disagree: 1, MedianSeconds: 2, TotalSeconds: 24},
		{Method: "sat", Exact: 2, AtLeast: 1, Timeout: 1, Memory: 1, Error: 1, Killed: 1, Disagree: 1, Wrong: 1, MedianSeconds: 3, TotalSeconds: 16},
		{Method: "brute", Refused: 1},
	}}
	if diff := cmp.Diff(want, s, cmpopts.IgnoreUnexported(Summary{}, MethodSummary{})); diff != "" {
		t.Error(diff)
	}
	for i, want := range []int{9, 9, 1} { // each job once
		m := s.Methods[i]
		if got := m.Exact + m.AtLeast + m.Timeout + m.CPU + m.Memory + m.Error + m.Killed + m.Refused + m.Disagree + m.Wrong; got != want {
			t.Errorf("%s: the columns add up to %d, want %d", m.Method, got, want)
		}
	}
}
