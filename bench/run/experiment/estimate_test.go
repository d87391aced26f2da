package experiment

import (
	"strconv"
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

// TestEstimateBesideSearch checks that the estimate includes the time outside searches. Small jobs
// spend most of their time there. For long jobs, the time in which other workers search must not
// count as time outside searches.
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
		// Each job takes 10 ms: 1 ms of search, which 2 workers share, and 9 ms outside.
		{"small", every(200, 0.01, 0.001), 2, "9.5s, 2"},
		{"stopped for an hour", stopped, 2, "9.5s, 2"},
		// Workers in turn: each searches for 10 s, and begins its next search 10 ms later.
		{"long, one worker", every(10, 10.01, 10), 1, "2h50m0s, 1"},
		{"long, two workers", []job{{0, 10}, {5, 10}, {10.01, 10}, {15.01, 10}, {20.02, 10}}, 2, "1h24m0s, 2"},
		{"one", []job{{0, 2}}, 2, "17m0s, 2"},
	} {
		of := func(i int) result.Job { return result.Job{Puzzle: "p", Instance: strconv.Itoa(i), Method: "native/a"} }
		var jobs []result.Job // 1,000 more than have finished
		for i := range len(c.done) + 1000 {
			jobs = append(jobs, of(i))
		}
		e := NewEstimate(jobs, c.workers)
		for i, d := range c.done {
			start := time.Unix(0, 0).Add(time.Duration(d.start * float64(time.Second))).UTC()
			e.Done(work.Outcome{Job: jobs[i], Record: result.Record{WallSeconds: &d.wall, Started: start.Format(time.RFC3339Nano)}, Kept: true})
		}
		if got := e.Text(&Spec{}); !facttest.States(got, c.want) || strings.ContainsAny(got, "0123456789") != (c.want != "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
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

// TestEstimateKeepsOverhead checks that Left goes through the searches of the ledger only if Left
// needs the time outside the searches. Left must go through them again only when there are more
// searches. Left allocates memory when it goes through the searches. A search takes 1 s. The first
// gaps between two searches are 1 s long, and the later gaps are 3 s long.
func TestEstimateKeepsOverhead(t *testing.T) {
	j, wall := result.Job{Puzzle: "p", Method: "native/a"}, 1.0
	var jobs []result.Job
	for range 20 {
		jobs = append(jobs, j)
	}
	e := NewEstimate(jobs, 1)
	check := func(when string, want time.Duration) {
		t.Helper()
		if left, bound := e.Left(); left != want || bound {
			t.Errorf("%s: %v, a lower bound: %v; want %v", when, left, bound, want)
		}
		if n := testing.AllocsPerRun(100, func() { e.Left() }); n > 0 {
			t.Errorf("%s: Left allocates memory %v times", when, n)
		}
	}
	kept := func(starts ...int) {
		for _, s := range starts {
			start := time.Unix(int64(s), 0).UTC().Format(time.RFC3339Nano)
			e.Done(work.Outcome{Job: j, Record: result.Record{WallSeconds: &wall, Started: start}, Kept: true})
		}
	}
	kept(0, 2, 4)
	check("two gaps of 1 s", 17*2*time.Second)
	kept(8, 12)
	check("two more gaps of 3 s", 15*3*time.Second)
	kept(16)
	e.Done(work.Outcome{Job: j, Took: 5 * time.Second})
	check("after a job of this run", 13*5*time.Second)
	if e.outside != nil {
		t.Error("Left has gone through the searches although this run has finished a job of the kind")
	}
}
