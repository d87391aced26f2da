//go:build linux

package work

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
)

// TestNoCgroup checks that newCgroup returns an error if the named folder is not a cgroup, and
// leaves the folder unchanged.
func TestNoCgroup(t *testing.T) {
	folder := t.TempDir()
	for _, dir := range []string{folder, folder + "/missing"} {
		t.Setenv(cgroupVariable, dir)
		err := Batch(t.Context(), []result.Job{job(t, "fake", 2, "native", result.Job{})}, nil, &Pool{Workers: 1}, func([]Outcome) error {
			t.Error("a job was done")
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), cgroupVariable) {
			t.Errorf("%s: %v", dir, err)
		}
		nothingLeft(t)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// needsCgroup skips the test with a clear message if the environment names no cgroup. At the end of
// the test, it checks that the test has left no cgroup inside the named cgroup.
func needsCgroup(t *testing.T) {
	t.Helper()
	dir := os.Getenv(cgroupVariable)
	if dir == "" {
		t.Skipf("*** SKIPPED: %s names no cgroup ***", cgroupVariable)
	}
	t.Cleanup(func() {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if e.IsDir() {
				t.Errorf("the cgroup %s is left", e.Name())
			}
		}
	})
}

// TestCgroupKeepsTheLimit checks that the kernel ends a worker at its limit plus the tolerance,
// even if the pool does not measure the worker's memory. The worker may also keep the 16 MB that it
// had before it was moved into the cgroup.
func TestCgroupKeepsTheLimit(t *testing.T) {
	needsCgroup(t)
	const limit = 100_000_000
	p, err := start(exec.Command(os.Args[0], "wait", "fill"), limit)
	if err != nil {
		t.Fatal(err)
	}
	p.Send([]byte("\n"))
	for range p.Lines { // until the worker has ended
	}
	p.end(nil)
	peak := p.Cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	if !p.full || p.Cmd.ProcessState.ExitCode() >= 0 || peak > limit/10*11+16_000_000 || peak < limit {
		t.Errorf("full %v, %v, peak %d", p.full, p.Cmd.ProcessState, peak)
	}
}

// TestCgroupHoldsPrograms checks that the memory of a program's child processes counts towards the
// limit. It also checks that a stray process ends with its worker even if the worker is killed and
// the process has lost its mark.
func TestCgroupHoldsPrograms(t *testing.T) {
	needsCgroup(t)
	t.Setenv("BINARY", os.Args[0])
	claspIs(t, `"$BINARY" fill & wait`)
	limits := result.Limits{Memory: 100_000_000, Wall: time.Minute}
	all := do(t, &Pool{Workers: 1}, job(t, "fake", 2, "extern/clasp", result.Job{Limits: limits}), job(t, "fake", 3, "native", result.Job{Limits: limits}), job(t, "fake", 4, "native", result.Job{}))
	if r := all[0].Record; r.Reason != result.Memory {
		t.Errorf("a program whose child fills memory: %+v", r)
	}
	if all[1].Record.Count != "3" || all[2].Record.Count != "4" {
		t.Errorf("the jobs after it: %+v, %+v", all[1].Record, all[2].Record)
	}
	w := watchStray(t)
	t.Setenv("FIFO", w.fifo)
	claspIs(t, `"$BINARY" leave-stray "$FIFO" cleared; exec "$BINARY" hang`)
	ended := make(chan Outcome, 1)
	go func() {
		_ = Batch(t.Context(), []result.Job{job(t, "fake", 2, "extern/clasp", result.Job{})}, nil, &Pool{Workers: 1}, func(all []Outcome) error {
			ended <- all[0]
			return nil
		})
	}()
	pid := w.begun(t)
	for _, worker := range processtest.Children(os.Getpid()) {
		_ = syscall.Kill(worker, syscall.SIGKILL)
	}
	w.gone(t, pid)
	if o := <-ended; o.Record.Reason != result.Killed {
		t.Errorf("got %+v", o.Record)
	}
}
