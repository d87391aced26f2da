package cluster

import (
	"slices"
	"testing"

	"counterproof/bench/record/result"
)

// TestUnlisted checks which jobs count as unlisted after all tasks have run. A new board counts
// once, even if two suites contain it. If there is a new board, all tasks must run again. Jobs that
// the tasks ran with another version of the method do not count.
func TestUnlisted(t *testing.T) {
	jobs, places := tenJobs()
	added := result.Job{Puzzle: "p", Instance: "10", Method: "native/a"}
	var done []result.Record
	var newer []result.Job // the same jobs with another version
	for _, j := range jobs {
		done = append(done, record(j, 0, 1, "1"))
		j.Version = "2"
		newer = append(newer, j)
	}
	sources := []Source{{Index: 1, Records: done}}
	for _, c := range []struct {
		name     string
		jobs     []result.Job
		unlisted int
		state    State
		tasks    []int
	}{
		{"the same jobs", jobs, 0, Done, nil},
		{"fewer jobs", jobs[:9], 0, Done, nil},
		{"a new board in two suites", slices.Concat(jobs, []result.Job{added, added}), 1, Stopped, []int{0, 1}},
		{"another version", newer, 0, Done, nil},
		{"another version and a new board", append(newer, added), 1, Stopped, []int{0, 1}},
	} {
		s := NewStatus(places, 2, nil, sources, noon)
		s.AddUnlisted(c.jobs, places, sources)
		if s.Unlisted != c.unlisted || s.Total.Jobs != 10+c.unlisted || s.Total.State != c.state || !slices.Equal(s.Missing(), c.tasks) {
			t.Errorf("%s: %d of %d jobs are unlisted, %s, tasks %v; want %d, %s, %v", c.name, s.Unlisted, s.Total.Jobs, s.Total.State, s.Missing(), c.unlisted, c.state, c.tasks)
		}
	}
}
