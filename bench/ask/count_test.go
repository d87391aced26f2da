package ask

import (
	"math"
	"testing"
	"time"

	"counterproof/bench/record/result"
)

func TestDuration(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{
		0: 0, 0.25: 250 * time.Millisecond, 3e6: 3_000_000 * time.Second, 9e9: 9_000_000_000 * time.Second,
		1e10: math.MaxInt64, math.MaxInt64 / 1e9: math.MaxInt64, math.MaxFloat64: math.MaxInt64,
	} {
		if got, err := duration(seconds); err != nil || got != want {
			t.Errorf("%v seconds are %v, %v; want %v", seconds, got, err, want)
		}
	}
	for _, seconds := range []float64{-1, -1e-9, math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got, err := duration(seconds); err == nil || !ProblemOf(err).Misuse {
			t.Errorf("%v seconds are %v, %v; want a misuse", seconds, got, err)
		}
	}
}

// TestLongLimits asks questions with a time limit that is too long for a time.Duration. The answers
// must be the same as without a limit. The published number of solutions is 7.
func TestLongLimits(t *testing.T) {
	long := object{"seconds": 1e10}
	board := about("calendar", "10-06")
	if r := ask[result.Record](t, "count", and(board, long)); r.Status != result.Exact || r.Count != "7" {
		t.Errorf("count answers %s %s, want 7 solutions", r.Status, r.Count)
	}
	found := false
	for _, f := range ask[Explained](t, "explain", and(board, long)).Facts {
		found = found || f.Name == "solutions" && f.Value == "7"
	}
	if !found {
		t.Error("explain does not find 7 solutions")
	}
	for _, name := range []string{"count", "explain"} {
		refused(t, name, and(board, object{"seconds": -1}))
	}
}
