package work

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
)

// doList gives jobs to the processes of a pool as one list, and returns their outcomes.
func doList(t *testing.T, p *Pool, lazy bool, jobs ...result.Job) []Outcome {
	t.Helper()
	var rest, all []Outcome
	for i, j := range jobs {
		rest = append(rest, Outcome{Index: i, Job: j})
	}
	var worker *process
	for len(rest) > 0 {
		list := rest[:together(rest)]
		n, err := p.next(t.Context(), &worker, list, lazy, func(batch []Outcome) { all = append(all, batch...) })
		if err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
		lazy = lazy && n == len(list)
	}
	worker.end(nil)
	if len(all) != len(jobs) {
		t.Fatalf("%d outcomes of %d jobs", len(all), len(jobs))
	}
	for i, o := range all {
		if o.Index != i || o.Job != jobs[i] || o.Record.Instance != jobs[i].Instance || !p.Unmeasured && o.Record.Key != jobs[i].Key() {
			t.Errorf("outcome %d is %+v", i, o)
		}
	}
	return all
}

// TestBlame gives a worker one list. Some jobs of the list end the worker in several ways. Only
// these jobs may fail. The other jobs of the list must have their answers, and no process may be
// started without need. The same holds if the worker may hold replies back, and if nobody reads what
// the jobs cost.
func TestBlame(t *testing.T) {
	for _, lazy := range []bool{false, true} {
		for _, bare := range []bool{false, true} {
			t.Run(fmt.Sprintf("lazy=%v,bare=%v", lazy, bare), func(t *testing.T) { testBlame(t, lazy, bare) })
		}
	}
}

func testBlame(t *testing.T, lazy, bare bool) {
	pool := meet(t, 1)
	pool.Unmeasured = bare
	var jobs []result.Job
	var want []string
	add := func(puzzle string, n int, limits result.Limits, reason string) {
		j := job(t, puzzle, n, "native", result.Job{Limits: limits})
		j.Repetition = len(jobs)
		jobs, want = append(jobs, j), append(want, reason)
	}
	good := func(n int) {
		for i := range n {
			add("fake", i+1, result.Limits{}, result.Done)
		}
	}
	good(20)
	add("fake-exit", 2, result.Limits{}, result.Killed)
	add("fake-exit", 3, result.Limits{}, result.Killed)
	good(3)
	add("fake-hang", 2, result.Limits{Wall: 300 * time.Millisecond}, result.Timeout)
	good(2)
	add("fake-panic", 2, result.Limits{}, result.Error) // does not end the worker
	good(2)
	add("fake-noise", 2, result.Limits{}, result.Error)
	good(1)
	for i, o := range doList(t, &pool.Pool, lazy, jobs...) {
		r := o.Record
		if r.Reason != want[i] || want[i] == result.Done && r.Count != r.Instance {
			t.Errorf("job %d, %s: %s, count %q, %s; want %s", i, r.Puzzle, r.Reason, r.Count, r.Error, want[i])
		}
		if r.Started == "" || r.Host != host() || o.Took <= 0 {
			t.Errorf("job %d: started %q on %q, took %v", i, r.Started, r.Host, o.Took)
		}
	}
	processes := int64(5)
	if lazy {
		processes++ // the first job that ends its worker does so twice, because the first time nobody knows which job it was
	}
	if got := pool.started.Load(); got != processes {
		t.Errorf("%d workers were started, want %d: the first, and one after each of the four that ended", got, processes)
	}
}

// TestBlameAfterAKill kills a worker with kill -9 in the middle of a list, while a job is at work. Only
// that job is blamed. If the worker may hold replies back, the job gets a second attempt, which is killed, too.
func TestBlameAfterAKill(t *testing.T) {
	for _, lazy := range []bool{false, true} {
		t.Run(fmt.Sprintf("lazy=%v", lazy), func(t *testing.T) { testKill(t, lazy) })
	}
}

func testKill(t *testing.T, lazy bool) {
	processtest.Need(t)
	pool := meet(t, 1)
	kills := 1
	if lazy {
		kills = 2
	}
	go func() {
		for killed := 0; kills > 0; kills-- {
			pid := 0
			if !processtest.Happens(func() bool {
				for _, file := range pool.files() { // a killed process leaves its file
					if at, err := strconv.Atoi(filepath.Base(file)); err == nil && at != killed {
						pid = at
					}
				}
				return pid != 0
			}) {
				t.Error("the job is not at work")
				return
			}
			if worker, err := os.FindProcess(pid); err != nil || worker.Kill() != nil {
				t.Errorf("cannot kill the worker %d: %v", pid, err)
			}
			killed = pid
		}
	}()
	all := doList(t, &pool.Pool, lazy, job(t, "fake", 1, "native", result.Job{}), job(t, "fake-hang", 2, "native", result.Job{}),
		job(t, "fake", 3, "native", result.Job{}), job(t, "fake", 4, "native", result.Job{}))
	var reasons []string
	for _, o := range all {
		reasons = append(reasons, o.Record.Reason)
	}
	if want := []string{result.Done, result.Killed, result.Done, result.Done}; !slices.Equal(reasons, want) {
		t.Errorf("got %v, want %v", reasons, want)
	}
}

// TestManners runs lists of small jobs in every manner: lazy or not, measured or not. The answers must be
// equal. Only records of unmeasured jobs lack keys and measurements, unless the job has a limit of time or
// an error.
func TestManners(t *testing.T) {
	var jobs []result.Job
	for i := range 200 {
		limits := result.Limits{Solutions: int64(i % 3)}
		if i%20 == 7 {
			limits.Wall = time.Hour
		}
		puzzle := []string{"fake", "fake-rule", "fake-error", "fake-orbits"}[i/10%4]
		j := job(t, puzzle, 1+i%7, "native", result.Job{Limits: limits, Label: result.Label{Suite: puzzle}})
		j.Repetition = i / 50
		jobs = append(jobs, j)
	}
	reference := doList(t, &Pool{}, false, jobs...)
	for _, lazy := range []bool{false, true} {
		for _, bare := range []bool{false, true} {
			for i, o := range doList(t, &Pool{Unmeasured: bare}, lazy, jobs...) {
				got, want := o.Record, reference[i].Record
				if short := bare && jobs[i].Limits.Wall == 0 && want.Error == ""; short != (got.Key == "") || !short && (got.WallSeconds == nil) != (want.WallSeconds == nil) || short && got.WallSeconds != nil {
					t.Errorf("lazy %v, bare %v, job %d: key %q, wall %v", lazy, bare, i, got.Key, got.WallSeconds)
				}
				for _, r := range []*result.Record{&got, &want} {
					r.Key, r.Hash, r.Started, r.WallSeconds, r.CPUSeconds, r.PeakBytes, r.Nodes = "", "", "", nil, nil, nil, nil
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("lazy %v, bare %v, job %d: got %+v, want %+v", lazy, bare, i, got, want)
				}
			}
		}
	}
}

// TestSmall checks which lists of a queue are lazy. Their jobs must be known to be small, and must have no
// strict limit of wall time.
func TestSmall(t *testing.T) {
	for took, lazy := range map[time.Duration]bool{small / 5: true, small: false} {
		for wall, long := range map[time.Duration]bool{0: true, strict: true, strict - 1: false} {
			q := newQueue(t.Context(), 1)
			for range 8 {
				q.jobs <- Outcome{Job: result.Job{Puzzle: "p", Limits: result.Limits{Wall: wall}}}
			}
			close(q.jobs)
			for known := false; ; known = true {
				list, got := q.take()
				if list == nil {
					break
				}
				if want := known && lazy && long; got != want {
					t.Errorf("jobs of %v with a limit of %v, known %v: lazy %v", took, wall, known, got)
				}
				for i := range list {
					list[i].Took = took
				}
				q.learn(list)
			}
		}
	}
}

// TestLimitIsTheJobs checks that a limit of wall time applies to each job of a list, and not to the
// whole list. In the test, 80 jobs of 30 ms together take longer than their limit of 2 s.
func TestLimitIsTheJobs(t *testing.T) {
	t.Parallel()
	var jobs []result.Job
	for i := range 80 {
		j := job(t, "fake-slow", 1, "native", result.Job{Limits: result.Limits{Wall: 2 * time.Second}})
		j.Repetition = i
		jobs = append(jobs, j)
	}
	began := time.Now()
	var took time.Duration
	for i, o := range doList(t, &Pool{}, false, jobs...) {
		if o.Record.Reason != result.Done {
			t.Errorf("job %d: %s after %v", i, o.Record.Reason, o.Took)
		}
		took += o.Took
	}
	whole := time.Since(began)
	if whole < 2*time.Second {
		t.Errorf("the list took %v, so this test says nothing", whole)
	}
	if took < 80*30*time.Millisecond || took > whole {
		t.Errorf("the jobs took %v together, the list %v", took, whole)
	}
}

// TestMemoryLimitsInAList checks a list of jobs with and without a memory limit. All limits must be
// enforced. The job that follows a job that exceeds its limit must have its answer.
func TestMemoryLimitsInAList(t *testing.T) {
	if !resetPeak() {
		t.Skip("the peak cannot be reset here")
	}
	small := result.Job{Limits: result.Limits{Memory: 100 << 20}}
	all := doList(t, &Pool{}, false, job(t, "fake", 1, "native", result.Job{}), job(t, "fake-large", 2, "native", small),
		job(t, "fake", 3, "native", small), job(t, "fake-large", 4, "native", result.Job{}), job(t, "fake", 5, "native", small))
	for i, want := range []string{"1", "", "3", "4", "5"} {
		if r := all[i].Record; r.Count != want || (r.Reason == result.Memory) != (want == "") {
			t.Errorf("job %d: %s, count %q, want %q", i, r.Reason, r.Count, want)
		}
	}
}

// TestStreamResponds checks that a stream does not wait for a list to fill: each job comes only after
// the outcome of the job before it.
func TestStreamResponds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), processtest.Patience)
	defer cancel()
	emitted := make(chan int, 1)
	jobs := func(yield func(int, result.Job) bool) {
		for n := range 200 {
			if !yield(n, job(t, "fake", n, "native", result.Job{})) {
				return
			}
			select {
			case got := <-emitted:
				if got != n {
					t.Errorf("outcome %d came after job %d", got, n)
				}
			case <-ctx.Done():
				return
			}
		}
	}
	err := Stream(ctx, jobs, nil, &Pool{Workers: 2}, func(_ int, o Outcome) error {
		emitted <- o.Index
		return nil
	})
	if err != nil {
		t.Errorf("a stream that gets one job at a time: %v", err)
	}
	if _, err := os.Stat("/proc/self"); err == nil {
		nothingLeft(t)
	}
}

// TestQueue checks the lists of a queue: one job of a new kind, and later a share of the waiting jobs,
// so that no worker is left without a job at the end.
func TestQueue(t *testing.T) {
	q := newQueue(t.Context(), 2)
	for i := range 200 {
		q.jobs <- Outcome{Index: i, Job: result.Job{Puzzle: "p"}}
	}
	close(q.jobs)
	var lengths []int
	next := 0
	for batch, _ := q.take(); batch != nil; batch, _ = q.take() {
		lengths = append(lengths, len(batch))
		for i := range batch {
			if batch[i].Index != next {
				t.Fatalf("job %d comes in place %d", batch[i].Index, next)
			}
			batch[i].Took = time.Millisecond
			next++
		}
		q.learn(batch)
	}
	// 1, then twice as many as were measured, then 50 ms, then a quarter of the jobs that are left:
	// 200-1-2-6-18 = 173, 43 of which leave 130, and so on.
	want := []int{1, 2, 6, 18, 43, 32, 24, 18, 14, 10, 8, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1}
	if next != 200 || !slices.Equal(lengths, want) {
		t.Errorf("%d jobs in lists of %v, want %v", next, lengths, want)
	}
}
