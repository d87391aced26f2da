package bench

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"counterproof/bench/result"
)

func TestEstimate(t *testing.T) {
	jobs := func(wall time.Duration) (all []result.Job) {
		for _, instance := range []string{"1", "2", "3", "4"} {
			for _, m := range []string{"native/a", "sat/b"} {
				all = append(all, result.Job{Puzzle: "p", Instance: instance, Method: m, Limits: result.Limits{Wall: wall}})
			}
		}
		return all
	}
	seconds := func(x float64) result.Record { return result.Record{WallSeconds: &x} }
	cost := &Spec{Cost: Cost{Quick: duration{40 * time.Second}, Full: duration{time.Hour}}}
	full := *cost
	full.Full = true
	shard := *cost // 8 jobs of 32
	shard.Places = map[string][]result.Label{}
	for i := range 32 {
		shard.Places[strconv.Itoa(i)] = nil
	}
	for _, c := range []struct {
		name string
		spec *Spec
		wall time.Duration
		done map[int]float64 // seconds of jobs
		want string
	}{
		// 3 x 2 s and 3 x 8 s are to do.
		{"by the jobs done", cost, 0, map[int]float64{0: 2, 1: 8}, "about 15s with 2 at once, by the 2 jobs"},
		{"one method has none", cost, 0, map[int]float64{0: 2}, "about 18s with 2 at once, by the cost that the file gives for the quick size"},
		{"none", cost, 0, nil, "about 20s with 2"},
		{"full", &full, 0, nil, "about 30m0s with 2 at once, by the cost that the file gives for the full size"},
		{"a shard", &shard, 0, nil, "about 5s with 2 at once, by the cost"},
		{"half a shard", &shard, 0, map[int]float64{0: 2, 2: 2, 4: 2, 6: 2}, "about 2.5s with 2 at once, by the cost"},
		{"by limits", &Spec{}, time.Minute, nil, "4m0s at most with 2 at once, by their limits"},
		{"nothing known", &Spec{}, 0, nil, "no estimate"},
		{"all done", cost, 0, map[int]float64{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1}, "nothing to do"},
	} {
		e := NewEstimate(c.spec)
		all := jobs(c.wall)
		for i, s := range c.done {
			e.Done(all[i], seconds(s))
		}
		if got := e.Of(all, 2); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestEstimateBesideSearch: of small jobs nearly all the time is in no search, and was
// left out. Of long ones it is the searches, whatever else is at work beside them.
func TestEstimateBesideSearch(t *testing.T) {
	type job struct{ start, wall float64 } // seconds
	every := func(n int, step, wall float64) (all []job) {
		for i := range n {
			all = append(all, job{float64(i) * step, wall})
		}
		return all
	}
	stopped := every(200, 0.01, 0.001)
	for i := range stopped[100:] {
		stopped[100+i].start += 3600
	}
	for _, c := range []struct {
		name    string
		done    []job
		workers int
		want    string
	}{
		// Each takes 10 ms: 1 ms of search by 2 workers, and 9 ms.
		{"small", every(200, 0.01, 0.001), 2, "about 9.5s with 2 at once"},
		{"stopped for an hour", stopped, 2, "about 9.5s with 2 at once"},
		// By turns: 10 s of search each, 10 ms later the next of the same worker.
		{"long, one worker", every(10, 10.01, 10), 1, "about 2h50m0s with 1 at once"},
		{"long, two workers", []job{{0, 10}, {5, 10}, {10.01, 10}, {15.01, 10}, {20.02, 10}}, 2, "about 1h24m0s with 2 at once"},
		{"one", []job{{0, 2}}, 2, "about 17m0s with 2 at once"},
	} {
		e := NewEstimate(&Spec{})
		of := func(i int) result.Job { return result.Job{Puzzle: "p", Instance: strconv.Itoa(i), Method: "native/a"} }
		for i, d := range c.done {
			start := time.Unix(0, 0).Add(time.Duration(d.start * float64(time.Second))).UTC()
			e.Done(of(i), result.Record{WallSeconds: &d.wall, Started: start.Format(time.RFC3339Nano)})
		}
		var todo []result.Job
		for i := range 1000 {
			todo = append(todo, of(len(c.done)+i))
		}
		if got := e.Of(todo, c.workers); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
