package ledger

import (
	"path/filepath"
	"testing"
	"time"

	"counterproof/bench/record/result"
)

// TestReuse checks that an exact answer under a shorter limit of time becomes the record of the job
// under a longer limit. Other answers, other limits and other jobs must not be used.
func TestReuse(t *testing.T) {
	job := result.Job{Task: result.Count, Puzzle: "p", Instance: "i", Method: "m", Version: "1"}
	under := func(wall, cpu time.Duration) result.Job {
		j := job
		j.Limits.Wall, j.Limits.CPU = wall, cpu
		return j
	}
	other := under(time.Minute, 0)
	other.Repetition = 1
	memory := under(time.Minute, 0)
	memory.Limits.Memory = 1 << 20
	for name, c := range map[string]struct {
		kept   result.Job
		status string
		asked  result.Job
		want   bool
	}{
		"longer":              {under(90*time.Second, 0), result.Exact, under(2*time.Minute, 0), true},
		"no limit":            {under(100*time.Millisecond, 0), result.Exact, under(0, 0), true},
		"both longer":         {under(time.Second, time.Second), result.Exact, under(2*time.Second, 3*time.Second), true},
		"only CPU":            {under(time.Second, time.Second), result.Exact, under(time.Second, 3*time.Second), true},
		"shorter":             {under(time.Minute, 0), result.Exact, under(time.Second, 0), false},
		"a new limit":         {under(0, 0), result.Exact, under(time.Second, 0), false},
		"one is shorter":      {under(time.Second, time.Minute), result.Exact, under(time.Minute, time.Second), false},
		"a time-out":          {under(time.Second, 0), result.Unknown, under(time.Minute, 0), false},
		"a lower bound":       {under(time.Second, 0), result.AtLeast, under(time.Minute, 0), false},
		"another repetition":  {under(time.Second, 0), result.Exact, other, false},
		"another memory":      {under(time.Second, 0), result.Exact, memory, false},
		"the record is there": {under(time.Second, 0), result.Exact, under(time.Second, 0), false},
	} {
		l := openAt(t, filepath.Join(t.TempDir(), "l"))
		r := c.kept.Record(result.Done, "")
		if r.Status = c.status; r.Status == result.Unknown {
			r.Reason = result.Timeout
		} else {
			r.Count = "7"
		}
		r.WallSeconds = new(0.5)
		if err := l.Add(Row{c.kept.Text(), r}); err != nil {
			t.Fatal(err)
		}
		want := 0
		if c.want {
			want = 1
		}
		if n, err := Reuse(l, []result.Job{c.asked}); n != want || err != nil {
			t.Errorf("%s: %d reused, %v, want %d", name, n, err, want)
		}
		got, ok, err := l.Get(c.asked.Key())
		if err != nil || ok != (c.want || c.asked == c.kept) {
			t.Errorf("%s: record %t, %v", name, ok, err)
		}
		if c.want && (got.Count != "7" || got.WallLimit != c.asked.Limits.Wall.Seconds() || got.CPULimit != c.asked.Limits.CPU.Seconds() || *got.WallSeconds != 0.5) {
			t.Errorf("%s: %+v", name, got)
		}
		for _, err := range l.scan(true, "ORDER BY key") {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
