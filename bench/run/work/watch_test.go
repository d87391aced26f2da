//go:build linux

package work

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
	"counterproof/bench/test/fakes"
)

// init makes the test binary fill 4 GB as fast as it can if its last argument is "fill". Such a
// process stands in for a worker or an outside program, and does not end when its stdin is closed.
// If its first argument is "wait", the process first waits for a byte on stdin.
func init() {
	if len(os.Args) < 2 || os.Args[len(os.Args)-1] != "fill" {
		return
	}
	if os.Args[1] == "wait" {
		_, _ = os.Stdin.Read(make([]byte, 1))
	}
	kept := make([]byte, 4<<30)
	for i := 0; i < len(kept); i += 4096 {
		kept[i] = 1
	}
	forever()
	fakes.Sink = kept
}

// TestLooksInTime checks that memory is measured often enough: when a job fills up to 4 GB/s, it
// must exceed its limit by at most as much as it fills in a millisecond. Far from the limit, the
// measurements must be a twentieth of a second apart.
func TestLooksInTime(t *testing.T) {
	const gb = 1_000_000_000
	for _, limit := range []int64{20_000_000, 100_000_000, 500_000_000, 2 * gb, 100 * gb} {
		for rate := int64(gb / 8); rate <= 4*gb; rate *= 2 {
			resident := int64(10_000_000)
			for resident <= limit {
				wait := child.UntilLook(resident, limit)
				if wait < time.Millisecond || wait > 50*time.Millisecond {
					t.Fatalf("at %d of %d bytes the next look is after %v", resident, limit, wait)
				}
				resident += int64(float64(rate) * wait.Seconds())
			}
			if over := resident - limit; over > rate/1000+1 {
				t.Errorf("limit %d, %d bytes a second: past it by %d", limit, rate, over)
			}
		}
	}
	if wait := child.UntilLook(10_000_000, 2*gb); wait != 50*time.Millisecond {
		t.Errorf("far from the limit the next look is after %v", wait)
	}
}

// TestWorkerThatGoesOnFilling checks that a worker that neither ends itself nor stops filling
// memory is killed at once, without the usual time of grace. The record must have the measurements
// that the parent took.
func TestWorkerThatGoesOnFilling(t *testing.T) {
	const limit = 100_000_000
	const graced = 1 << 30 // about as much as it fills in a second; a loaded machine reached 330 MB
	p, err := start(exec.Command(os.Args[0], "fill"), 0)
	if err != nil {
		t.Fatal(err)
	}
	r, ended, err := p.do(t.Context(), job(t, "fake", 2, "native", result.Job{Limits: result.Limits{Memory: limit, Wall: time.Minute}}))
	if err != nil || !ended || r.Reason != result.Memory || r.Status != result.Unknown {
		t.Fatalf("%+v, ended %v, %v", r, ended, err)
	}
	if peak := p.Cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10; peak > graced {
		t.Errorf("it grew to %d bytes, as if it had its second of grace", peak)
	}
	if r.PeakBytes == nil || *r.PeakBytes <= limit || r.CPUSeconds == nil || *r.CPUSeconds <= 0 {
		t.Errorf("peak %v, CPU time %v", r.PeakBytes, r.CPUSeconds)
	}
}

// TestWhatAJobLeavesBehind checks that memory that a job without a limit has used does not count
// towards the limit of the worker's next job.
func TestWhatAJobLeavesBehind(t *testing.T) {
	for range 5 {
		all := do(t, &Pool{Workers: 1}, job(t, "fake-large", 2, "native", result.Job{}),
			job(t, "fake", 3, "native", result.Job{Limits: result.Limits{Memory: 100_000_000}}))
		if r := all[0].Record; r.Count != "2" || *r.PeakBytes < 150<<20 {
			t.Fatalf("the first job: %+v", r)
		}
		if r := all[1].Record; r.Count != "3" {
			t.Errorf("the second job: %+v", r)
		}
	}
}
