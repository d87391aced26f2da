package workers

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"counterproof/bench/run/cluster"
)

// TestEncodeStatus checks the keys and values of the objects for tasks in all states. Task 0 runs the
// last part. Only running tasks have a rate, and a time that is not known is absent.
func TestEncodeStatus(t *testing.T) {
	s := &cluster.Status{
		Parts: []cluster.Part{
			{State: cluster.Running, Jobs: 10, Done: 4, Failed: 1, Rate: 0.5, Left: 90 * time.Second, Known: true},
			{State: cluster.Running, Jobs: 9},
			{State: cluster.Stopped, Jobs: 8, Done: 7, Rate: 3, Left: time.Hour, Known: true},
			{State: cluster.Waiting, Jobs: 7},
		},
		Total: cluster.Part{State: cluster.Running, Jobs: 34, Done: 11, Failed: 1, Rate: 0.5},
		Wrong: 2,
	}
	want := []string{
		`{"task": 0, "jobs": 7, "done": 0, "failed": 0, "state": "waiting"}`,
		`{"task": 1, "jobs": 10, "done": 4, "failed": 1, "state": "running", "jobs_per_second": 0.5, "seconds_left": 90}`,
		`{"task": 2, "jobs": 9, "done": 0, "failed": 0, "state": "running", "jobs_per_second": 0}`,
		`{"task": 3, "jobs": 8, "done": 7, "failed": 0, "state": "stopped"}`,
		`{"title": "\"T\"\n", "jobs": 34, "done": 11, "failed": 1, "state": "running", "jobs_per_second": 0.5,
			"wrong_answers": 2, "incomplete_tasks": [0, 3]}`,
	}
	var b strings.Builder
	if err := encodeStatus(&b, "\"T\"\n", s); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), b.String())
	}
	for i, line := range lines {
		var x, y any
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if err := json.Unmarshal([]byte(want[i]), &y); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(x, y) {
			t.Errorf("line %d is %s, want %s", i+1, line, want[i])
		}
	}
}
