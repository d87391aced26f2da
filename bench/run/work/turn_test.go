package work

import (
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/usage"
)

// TestTurnJudge checks that judge keeps the record of a finished job within its limits, and removes
// the answer of a job that has exceeded a limit.
func TestTurnJudge(t *testing.T) {
	if _, known := usage.CPU(); !known {
		t.Skip("CPU time is not known here")
	}
	used := 10 * time.Second // CPU time that the jobs of this test pretend to have used
	for _, c := range []struct {
		name   string
		limits result.Limits
		peak   int64 // 0: not known
		own    bool
		reason string // in the job's record
		want   string
	}{
		{"no limits", result.Limits{}, 1000, true, result.Done, result.Done},
		{"within limits", result.Limits{CPU: time.Hour, Memory: 1000}, 1000, true, result.Limit, result.Limit},
		{"too much CPU time", result.Limits{CPU: used}, 0, true, result.Done, result.CPU},
		{"too much CPU time, with a solution limit", result.Limits{CPU: used}, 0, true, result.Limit, result.CPU},
		{"too much memory", result.Limits{CPU: time.Hour, Memory: 999}, 1000, true, result.Done, result.Memory},
		{"too much of both", result.Limits{CPU: used, Memory: 999}, 1000, true, result.Done, result.CPU},
		{"the peak of a job before", result.Limits{Memory: 999}, 1000, false, result.Done, result.Done},
		{"too much of both, and an error", result.Limits{CPU: used, Memory: 999}, 1000, true, result.Error, result.Error},
		{"a program that was ended", result.Limits{}, 0, true, result.CPU, result.CPU},
	} {
		j := result.Job{Task: result.Count, Puzzle: "p", Instance: "i", Method: "m", Limits: c.limits}
		now := begin(j, false)
		now.own = c.own
		now.cpu -= used
		r := j.Record(c.reason, "")
		r.Status, r.Count, r.WallSeconds = result.Exact, "7", new(0.5)
		if c.peak > 0 {
			r.PeakBytes = &c.peak
		}
		got := now.judge(r)
		if got.Reason != c.want {
			t.Errorf("%s: %s, want %s", c.name, got.Reason, c.want)
			continue
		}
		if c.want != result.CPU && c.want != result.Memory {
			if got.Count != "7" || *got.WallSeconds != 0.5 || got.CPUSeconds != nil {
				t.Errorf("%s: the record was changed: %+v", c.name, got)
			}
			continue
		}
		if got.Status != result.Unknown || got.Count != "" || got.CPUSeconds == nil || *got.CPUSeconds < used.Seconds() {
			t.Errorf("%s: %s %q, %v s of CPU time", c.name, got.Status, got.Count, got.CPUSeconds)
		}
		if c.peak > 0 && *got.PeakBytes != c.peak {
			t.Errorf("%s: peak %d, want %d", c.name, *got.PeakBytes, c.peak)
		}
	}
}
