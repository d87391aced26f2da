package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
	"counterproof/bench/system/usage"
	"counterproof/bench/test/fakes"
	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
)

// A meetingPool is a pool that counts the workers that it starts. Each fake puzzle writes a file
// when it begins to work, so that a test can wait for this moment.
type meetingPool struct {
	Pool
	started atomic.Int64
	dir     string // the folder for the files of the fakes
}

func meet(t *testing.T, workers int) *meetingPool {
	w := &meetingPool{dir: t.TempDir()}
	w.Pool = Pool{Workers: workers, Command: w.worker}
	return w
}

// worker returns the command that starts a worker of the pool, and counts it.
func (w *meetingPool) worker() *exec.Cmd {
	w.started.Add(1)
	cmd := child.Command(nil, WorkerCommand)
	cmd.Env = append(os.Environ(), fakes.Meeting+"="+w.dir)
	return cmd
}

// files returns the names of the files that fake puzzles at work have written. The names are
// process ids.
func (w *meetingPool) files() []string {
	files, _ := filepath.Glob(filepath.Join(w.dir, "[0-9]*"))
	return files
}

func (w *meetingPool) atWork() int { return len(w.files()) }

// open writes the file that the jobs of the puzzle "fake-gate" wait for, so that these jobs end.
func (w *meetingPool) open(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, fakes.Gate), nil, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestLimits tests each kind of limit. It runs a job that exceeds this limit, between two jobs that
// keep their limits. The record must have the right reason, and another worker must do the next
// job.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		puzzle string
		limits result.Limits
		reason string
		says   string
		least  time.Duration // of the wall time
		linux  bool
	}{
		{"fake-hang", result.Limits{Wall: 200 * time.Millisecond}, result.Timeout, "", 200 * time.Millisecond, false},
		{"fake-spin", result.Limits{CPU: 300 * time.Millisecond}, result.CPU, "", 100 * time.Millisecond, true},
		{"fake-spin", result.Limits{CPU: 1300 * time.Millisecond}, result.CPU, "", 500 * time.Millisecond, true},
		{"fake-eat", result.Limits{Memory: 200_000_000}, result.Memory, "", 0, true},
		{"fake-exit", result.Limits{}, result.Killed, "exit status 3, out of luck", 0, false},
		{"fake-half", result.Limits{}, result.Killed, "exit status 0", 0, false},
		{"fake-noise", result.Limits{}, result.Error, `"hello\n"`, 0, false},
		{"fake-panic", result.Limits{}, result.Error, "panic: runtime error: index out of range [2] with length 2", 0, false},
	} {
		t.Run(c.puzzle+" "+c.reason, func(t *testing.T) {
			if c.linux && runtime.GOOS != "linux" {
				t.Skip("this limit is only kept on Linux")
			}
			t.Parallel()
			good := result.Job{Limits: result.Limits{Wall: time.Hour, CPU: time.Hour, Memory: 1 << 40}}
			pool, outcomes := begun(t, c.limits, func(limits result.Limits) []result.Job {
				return []result.Job{
					job(t, "fake", 2, "native", good),
					job(t, c.puzzle, 2, "native", result.Job{Limits: limits}),
					job(t, "fake", 3, "native", good),
				}
			})
			r := outcomes[1].Record
			if r.Status != result.Unknown || r.Reason != c.reason || !facttest.States(r.Error, c.says) || (r.Error == "") != (c.says == "") {
				t.Errorf("got %s, %s, %q, want %s, %q", r.Status, r.Reason, r.Error, c.reason, c.says)
			}
			if c.puzzle != "fake-panic" {
				if r.WallSeconds == nil || *r.WallSeconds < c.least.Seconds() {
					t.Errorf("wall time %v, want at least %v", r.WallSeconds, c.least)
				}
				if *r.WallSeconds > processtest.Patience.Seconds() {
					t.Errorf("it took %v s to end it", *r.WallSeconds)
				}
			}
			// A job that was cut has the CPU time and memory that it has used, like a finished job.
			if cut := c.reason == result.Timeout || c.reason == result.CPU || c.reason == result.Memory; cut {
				if _, known := usage.CPU(); known && (r.CPUSeconds == nil || *r.CPUSeconds < c.limits.CPU.Seconds()) {
					t.Errorf("CPU time %v, the limit is %v", r.CPUSeconds, c.limits.CPU)
				}
				if peakBytes() > 0 && (r.PeakBytes == nil || *r.PeakBytes < max(1<<20, c.limits.Memory)) {
					t.Errorf("peak %v, the limit is %d", r.PeakBytes, c.limits.Memory)
				}
			}
			for i, want := range map[int]string{0: "2", 2: "3"} {
				if r := outcomes[i].Record; r.Status != result.Exact || r.Count != want {
					t.Errorf("the other job %d: %+v", i, r)
				}
			}
			want := int64(2)
			if c.puzzle == "fake-panic" {
				want = 1 // a panic does not end the worker
			}
			if got := pool.started.Load(); got != want {
				t.Errorf("%d workers were started, want %d", got, want)
			}
		})
	}
}

// begun does jobs in a pool of one worker and returns their outcomes. If a time limit ended a job
// before any fake puzzle had begun its work, begun doubles the limit and does the jobs again.
func begun(t *testing.T, limits result.Limits, jobs func(result.Limits) []result.Job) (*meetingPool, []Outcome) {
	t.Helper()
	for {
		pool := meet(t, 1)
		outcomes := do(t, &pool.Pool, jobs(limits)...)
		ended := func(o Outcome) bool { return o.Record.Reason == result.Timeout || o.Record.Reason == result.CPU }
		if pool.atWork() > 0 || !slices.ContainsFunc(outcomes, ended) || max(limits.Wall, limits.CPU) > processtest.Patience {
			return pool, outcomes
		}
		limits.Wall, limits.CPU = 2*limits.Wall, 2*limits.CPU
	}
}

// TestCPULimitIsTheJobs checks that a CPU limit applies to each job by itself, and not to all jobs
// of a worker together.
func TestCPULimitIsTheJobs(t *testing.T) {
	pool := meet(t, 1)
	var jobs []result.Job
	for i := range 4 {
		j := job(t, "fake-burn", 2, "native", result.Job{Limits: result.Limits{CPU: time.Second}})
		j.Repetition = i
		jobs = append(jobs, j)
	}
	for _, o := range do(t, &pool.Pool, jobs...) {
		if o.Record.Status != result.Exact || *o.Record.CPUSeconds < 0.3 {
			t.Errorf("got %+v", o.Record)
		}
	}
	if got := pool.started.Load(); got != 1 {
		t.Errorf("%d workers, want one", got)
	}
}

// TestShortJobOverItsCPU checks that jobs that use a little more than their limit of 50 ms have no
// answer. Some of them end before the worker measures their time.
func TestShortJobOverItsCPU(t *testing.T) {
	if _, known := usage.CPU(); !known {
		t.Skip("CPU time is not known here")
	}
	var jobs []result.Job
	for i := range 8 {
		j := job(t, "fake-brief", 2, "native", result.Job{Limits: result.Limits{CPU: 50 * time.Millisecond}})
		j.Repetition = i
		jobs = append(jobs, j)
	}
	for _, o := range do(t, &Pool{Workers: 2}, jobs...) {
		r := o.Record
		if r.Reason != result.CPU || r.Count != "" || r.CPUSeconds == nil || *r.CPUSeconds < 0.05 {
			t.Errorf("job %d: %s, count %q, %v s of CPU time", o.Index, r.Reason, r.Count, r.CPUSeconds)
		}
	}
}

// TestCutSaysTheFormula ends a worker during a search by SAT, and checks that the record still has
// the numbers of variables and clauses. The board has 20 switches, of which exactly one is on. So
// there are 20 variables. One clause says that some switch is on, and 20*19/2 clauses say that no
// two switches are on.
func TestCutSaysTheFormula(t *testing.T) {
	p, err := start(child.Command(nil, WorkerCommand), 0)
	if err != nil {
		t.Fatal(err)
	}
	j := job(t, "fake-endless-check", 20, "sat/pairwise", result.Job{Limits: result.Limits{Solutions: 1}})
	j.Task = result.Solve
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	p.Send(append(text, '\n'))
	processtest.Until(t, "the search begins", func() bool { return p.stderr.FirstLine() == "checking" })
	var r result.Record
	if err := json.Unmarshal(p.end(nil), &r); err != nil {
		t.Fatal(err)
	}
	if r.Key != j.Key() || judge.Answer(r) != nil || r.Variables == nil || *r.Variables != 20 || r.Clauses == nil || *r.Clauses != 191 {
		t.Errorf("%s, %v variables, %v clauses", r.Reason, r.Variables, r.Clauses)
	}
}

// TestTook checks that Outcome.Took includes work that the times of the record leave out.
func TestTook(t *testing.T) {
	o := do(t, &Pool{}, job(t, "fake-lazy-check", 4, "native", result.Job{Mode: result.List}))[0]
	if o.Took < 200*time.Millisecond { // four checks of 50 ms
		t.Errorf("it took %v", o.Took)
	}
}

func TestPoolFresh(t *testing.T) {
	pool := meet(t, 2)
	var jobs []result.Job
	for n := range 5 {
		jobs = append(jobs, job(t, "fake", n, "native", result.Job{Options: result.Options{Fresh: n > 0}}))
	}
	do(t, &pool.Pool, jobs...)
	if got := pool.started.Load(); got < 5 || got > 6 {
		t.Errorf("%d workers for 4 fresh jobs and another, want one each", got)
	}
}

// TestPeakIsNotTheParents checks that the peak memory of a worker does not include the memory of
// its parent, although the maximum that getrusage reports starts at the size of the parent.
func TestPeakIsNotTheParents(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the peak is only known on Linux")
	}
	const ballast = 200 << 20
	held := make([]byte, ballast)
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1
	}
	r := do(t, &Pool{}, job(t, "fake", 1, "native", result.Job{Options: result.Options{Fresh: true}}))[0].Record
	runtime.KeepAlive(held)
	if r.PeakBytes == nil || *r.PeakBytes < 1<<20 || *r.PeakBytes > ballast/2 {
		t.Errorf("peak %v bytes", r.PeakBytes)
	}
}

// TestPeakIsTheJobs checks that the peak memory of a small job is small even if the same worker did
// a large job before.
func TestPeakIsTheJobs(t *testing.T) {
	if !resetPeak() {
		t.Skip("the peak cannot be reset here")
	}
	if processtest.Race {
		t.Skip("the race detector keeps memory for what a program has given back")
	}
	var peaks []int64
	for _, o := range do(t, &Pool{Workers: 1},
		job(t, "fake-large", 2, "native", result.Job{}), job(t, "fake", 2, "native", result.Job{})) {
		peaks = append(peaks, *o.Record.PeakBytes)
	}
	if peaks[0] < 150<<20 || peaks[1] > 100<<20 {
		t.Errorf("peaks %v bytes", peaks)
	}
}

// TestWorkerTerminated checks the record of a job whose worker is ended by SIGTERM during the job.
func TestWorkerTerminated(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGTERM")
	}
	pool := meet(t, 1)
	p, err := start(pool.worker(), 0)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		if processtest.Happens(func() bool { return pool.atWork() == 1 }) {
			_ = p.Cmd.Process.Signal(syscall.SIGTERM)
		}
	}()
	r, _, err := p.do(t.Context(), job(t, "fake-hang", 2, "native", result.Job{Limits: result.Limits{Wall: processtest.Patience}}))
	if err != nil || r.Reason != result.Killed || !strings.Contains(r.Error, "terminated") {
		t.Errorf("got %s, %q, %v", r.Reason, r.Error, err)
	}
}

// TestPoolOrder checks the order in which outcomes are delivered when the first job ends last.
func TestPoolOrder(t *testing.T) {
	jobs := []result.Job{job(t, "fake-gate", 1, "native", result.Job{})}
	for n := range 40 {
		jobs = append(jobs, job(t, "fake", n, "native", result.Job{}))
	}
	var all []Outcome
	ordered := inOrder(func(o Outcome) error {
		all = append(all, o)
		return nil
	})
	pool, ended := meet(t, 3), 0
	err := Batch(t.Context(), jobs, nil, &pool.Pool, func(batch []Outcome) error {
		if ended += len(batch); ended == len(jobs)-1 {
			if len(all) > 0 {
				t.Errorf("%d outcomes before the first", len(all))
			}
			pool.open(t)
		}
		return ordered(batch)
	})
	if err != nil || len(all) != len(jobs) {
		t.Errorf("%d outcomes of %d jobs, %v", len(all), len(jobs), err)
	}
	for i, o := range all {
		if o.Index != i || o.Job != jobs[i] || o.Record.Key != jobs[i].Key() || o.Record.Count != jobs[i].Instance {
			t.Errorf("outcome %d is %+v", i, o)
		}
		if r := o.Record; r.Started == "" || r.Host != host() || r.Go != runtime.Version() {
			t.Errorf("provenance of %d: %q %q %q", i, r.Started, r.Host, r.Go)
		}
		if r := o.Record; r.Parallel != 3 || r.Cores != Cores() {
			t.Errorf("%d of %d jobs at once on %d cores, want 3 on %d", i, r.Parallel, r.Cores, Cores())
		}
	}
}

// TestPoolCancel cancels a run while three of its jobs are at work, which would take an hour. It
// checks that the run ends.
func TestPoolCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pool := meet(t, 3)
	var jobs []result.Job
	for i := range 10 {
		jobs = append(jobs, job(t, "fake-hang", i, "native", result.Job{}))
	}
	var cancelled time.Time
	go func() {
		if !processtest.Happens(func() bool { return pool.atWork() == 3 }) {
			t.Error("three jobs are never at work")
		}
		cancelled = time.Now()
		cancel()
	}()
	err := Batch(ctx, jobs, nil, &pool.Pool, func([]Outcome) error {
		t.Error("a job came to an end")
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if d := time.Since(cancelled); d > processtest.Patience {
		t.Errorf("it took %v", d)
	}
	if got := pool.started.Load(); got != 3 {
		t.Errorf("%d workers, want 3", got)
	}
	nothingLeft(t)
}

// nothingLeft checks that no worker of this process is left, not even as a zombie.
func nothingLeft(t *testing.T) {
	t.Helper()
	processtest.Need(t)
	if pids := processtest.Children(os.Getpid()); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
}

func TestPoolDeliverError(t *testing.T) {
	want := errors.New("the disk is full")
	jobs := []result.Job{job(t, "fake", 1, "native", result.Job{}), job(t, "fake-hang", 1, "native", result.Job{}), job(t, "fake", 2, "native", result.Job{})}
	calls := 0
	err := Batch(t.Context(), jobs, nil, &Pool{Workers: 2}, func([]Outcome) error {
		calls++
		return want
	})
	if !errors.Is(err, want) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	nothingLeft(t)
}

func TestPoolCannotStart(t *testing.T) {
	pool := &Pool{Command: func() *exec.Cmd { return exec.Command("./no such program") }}
	err := Batch(t.Context(), []result.Job{{}, {}}, nil, pool, func([]Outcome) error { return nil })
	if err == nil || !strings.HasPrefix(err.Error(), "worker: ") {
		t.Errorf("got %v", err)
	}
}

// TestPoolDeadWorkers checks the records of jobs whose workers die before they read the job.
func TestPoolDeadWorkers(t *testing.T) {
	pool := &Pool{Workers: 2, Command: func() *exec.Cmd { return exec.Command("true") }}
	jobs := make([]result.Job, 6)
	jobs[0].Instance = strings.Repeat("x", 1<<20) // more than a pipe holds
	for _, o := range do(t, pool, jobs...) {
		if o.Record.Reason != result.Killed {
			t.Errorf("got %+v", o.Record)
		}
	}
}

// TestAnswerBeforeTheTimeout checks a record that the pool reads after the time limit, for example
// because its own process did not run for a while. If the search took 10 ms, which is within the
// limit, the pool must accept the record. If the search took 2 s, the pool must reject the record.
func TestAnswerBeforeTheTimeout(t *testing.T) {
	for took, want := range map[float64]string{0.01: result.Done, 2: result.Timeout} {
		j := job(t, "fake", 4, "native", result.Job{Limits: result.Limits{Wall: 300 * time.Millisecond}})
		r := j.Record(result.Done, "")
		r.Status, r.Count, r.WallSeconds = result.Exact, "4", &took
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		pool := &Pool{Workers: 1, Command: func() *exec.Cmd {
			return exec.Command("sh", "-c", `while read -r line; do :; done; printf '%s\n' "$1"`, "worker", string(text))
		}}
		got := do(t, pool, j)[0].Record
		if got.Reason != want || (got.Count == "4") != (want == result.Done) {
			t.Errorf("an answer after %v s: %s, count %q, want %s", took, got.Reason, got.Count, want)
		}
	}
}

func TestPoolNoJobs(t *testing.T) {
	if outcomes := do(t, &Pool{}); len(outcomes) != 0 {
		t.Errorf("got %v", outcomes)
	}
}

// TestPoolLeavesNoGoroutine checks that a pool that has ended leaves no goroutine behind.
func TestPoolLeavesNoGoroutine(t *testing.T) {
	jobs := []result.Job{job(t, "fake", 1, "native", result.Job{}), job(t, "fake-exit", 1, "native", result.Job{}), job(t, "fake", 2, "native", result.Job{})}
	do(t, &Pool{Workers: 2}, jobs...)
	before := runtime.NumGoroutine()
	for range 5 {
		do(t, &Pool{Workers: 2}, jobs...)
	}
	// The goroutines of os/exec may take a moment to end.
	processtest.Until(t, fmt.Sprintf("there are %d goroutines again", before), func() bool { return runtime.NumGoroutine() <= before })
}

// TestWorkerEndsWithItsParent checks that a worker ends when its stdin is closed in the middle of a
// job.
func TestWorkerEndsWithItsParent(t *testing.T) {
	pool := meet(t, 1)
	p, err := start(pool.worker(), 0)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		if processtest.Happens(func() bool { return pool.atWork() == 1 }) {
			p.Stdin.Close()
		}
	}()
	r, _, err := p.do(t.Context(), job(t, "fake-spin", 1, "native", result.Job{Limits: result.Limits{Wall: processtest.Patience}}))
	if err != nil || r.Reason != result.Killed {
		t.Errorf("got %+v, %v", r, err)
	}
	p.end(nil) // the worker has ended, and end reaps it
}

// TestStream checks that Stream asks for jobs only when it needs them, passes the outcomes in
// order, and ends after an error. While the first job is slow, Stream must not ask for more jobs
// than window allows.
func TestStream(t *testing.T) {
	slow := job(t, "fake-hang", 2, "native", result.Job{Limits: result.Limits{Wall: 500 * time.Millisecond}})
	fast := job(t, "fake", 2, "native", result.Job{})
	const workers = 2
	window := window(workers)
	var asked atomic.Int64
	jobs := func(yield func(int, result.Job) bool) {
		for i := range 3 * window {
			asked.Add(1)
			j := fast
			if i == 0 {
				j = slow
			}
			if !yield(i, j) {
				return
			}
		}
	}
	n, ahead := 0, int64(0)
	err := Stream(t.Context(), jobs, nil, &Pool{Workers: 2}, func(i int, o Outcome) error {
		if o.Index != n || i != n {
			t.Fatalf("outcome %d comes in place %d", o.Index, n)
		}
		if want := "done"; n > 0 && o.Record.Reason != want || n == 0 && o.Record.Reason != result.Timeout {
			t.Fatalf("job %d ended with %s", n, o.Record.Reason)
		}
		ahead = max(ahead, asked.Load()-int64(n))
		n++
		return nil
	})
	if err != nil || n != 3*window {
		t.Errorf("%d outcomes, %v", n, err)
	}
	if ahead > int64(window)+2 {
		t.Errorf("%d jobs were asked for ahead, want at most %d", ahead, window+2)
	}

	asked.Store(0)
	enough := errors.New("enough")
	err = Stream(t.Context(), jobs, nil, &Pool{Workers: 2}, func(int, Outcome) error { return enough })
	if !errors.Is(err, enough) || asked.Load() > int64(window)+2 {
		t.Errorf("%v after %d jobs", err, asked.Load())
	}
}
