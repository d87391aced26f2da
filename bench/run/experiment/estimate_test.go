package experiment

import (
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/encode/test/facttest"
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
	shard.jobs = 32
	for _, c := range []struct {
		name string
		spec *Spec
		wall time.Duration
		done map[int]float64 // seconds of jobs
		want string
	}{
		// 3 x 2 s and 3 x 8 s are left.
		{"by the jobs done", cost, 0, map[int]float64{0: 2, 1: 8}, "15s, 2, 2"},
		{"one method has none", cost, 0, map[int]float64{0: 2}, "18s, 2"},
		{"none", cost, 0, nil, "20s, 2"},
		{"full", &full, 0, nil, "30m0s, 2"},
		{"a shard", &shard, 0, nil, "5s, 2"},
		{"half a shard", &shard, 0, map[int]float64{0: 2, 2: 2, 4: 2, 6: 2}, "2.5s, 2"},
		{"by limits", &Spec{}, time.Minute, nil, "4m0s, 2"},
		{"nothing known", &Spec{}, 0, nil, ""},
		{"all done", cost, 0, map[int]float64{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1}, ""},
	} {
		all := jobs(c.wall)
		e := NewEstimate(all, 2)
		for i, s := range c.done {
			e.Done(work.Outcome{Job: all[i], Record: seconds(s), Kept: true})
		}
		if got := e.Text(c.spec); !facttest.States(got, c.want) || strings.ContainsAny(got, "0123456789") != (c.want != "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestEstimateLearns checks that jobs of another shard contribute their times to the means but do
// not count as finished jobs of this shard.
func TestEstimateLearns(t *testing.T) {
	job := func(instance string) result.Job {
		return result.Job{Puzzle: "p", Instance: instance, Method: "native/a"}
	}
	seconds := 3.0
	e := NewEstimate([]result.Job{job("1"), job("2")}, 1)
	for _, instance := range []string{"3", "4", "5"} {
		e.Learn(work.Outcome{Job: job(instance), Record: result.Record{WallSeconds: &seconds}, Kept: true})
	}
	if got, want := e.Text(&Spec{}), "6s, 1, 3"; !facttest.States(got, want) {
		t.Errorf("%q, want the facts %q", got, want)
	}
	e.Done(work.Outcome{Job: job("1"), Record: result.Record{WallSeconds: &seconds}, Kept: true})
	if got, want := e.Text(&Spec{}), "3s, 1, 4"; !facttest.States(got, want) {
		t.Errorf("%q, want the facts %q", got, want)
	}
}

// TestEstimateLeft checks Left with 100 jobs of 10 ms and 4 jobs of one minute, for two workers.
// After 50 short jobs and one long job, 50 x 10 ms and 3 x 60 s of work remain: about 90 s for each
// worker.
func TestEstimateLeft(t *testing.T) {
	var jobs []result.Job
	add := func(n int, suite, method string, size int) {
		for range n {
			jobs = append(jobs, result.Job{Puzzle: "p", Method: method, Label: result.Label{Suite: suite, Size: result.Size{H: size, W: size}}})
		}
	}
	add(100, "s", "native/a", 3)
	add(4, "s", "sat/b", 3)
	f := NewEstimate(jobs, 2)
	check := func(when string, want time.Duration, bound bool) {
		t.Helper()
		if left, b := f.Left(); left != want || b != bound {
			t.Errorf("%s: %v, %v, want %v, %v", when, left, b, want, bound)
		}
	}
	done := func(n int, from int, took time.Duration) {
		for i := range n {
			f.Done(work.Outcome{Job: jobs[from+i], Took: took})
		}
	}
	kept := func(n int, from int, seconds float64) {
		for i := range n {
			f.Done(work.Outcome{Job: jobs[from+i], Record: result.Record{WallSeconds: &seconds}, Kept: true})
		}
	}
	check("at first", 0, true)
	done(50, 0, 10*time.Millisecond)
	check("before the first by SAT", 250*time.Millisecond, true)
	done(1, 100, time.Minute)
	check("after it", 90*time.Second, false)
	done(50, 50, 10*time.Millisecond)
	done(2, 101, time.Minute)
	check("before the last", 30*time.Second, false)
	done(1, 103, time.Minute)
	check("at the end", 0, false)

	// Jobs of this run count with their whole time. Jobs of the ledger count until a job of the
	// same kind has finished in this run.
	f = NewEstimate(jobs[:10], 1)
	kept(4, 0, 2)
	check("by the ledger", 12*time.Second, false)
	done(2, 4, 5*time.Second)
	check("by this run", 20*time.Second, false)

	// A new size counts with the mean of the other sizes of its suite, and a new suite with no time.
	jobs = nil
	add(4, "s", "native/a", 3)
	add(6, "s", "native/a", 4)
	add(5, "other", "native/a", 3)
	f = NewEstimate(jobs, 1)
	done(4, 0, 2*time.Second)
	check("a new size", 12*time.Second, true)
	done(1, 4, 30*time.Second)
	check("of which one is done", 150*time.Second, true)
	kept(5, 10, 1)
	check("and the other suite", 150*time.Second, false)
}
