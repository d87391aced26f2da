package work

import (
	"time"

	"counterproof/bench/result"
)

// These constants decide how often a watch measures the memory of a job. No job fills memory faster
// than fillRate. So a watch can wait as long as a job would need at this rate to reach the limit.
//
// The kernel's RLIMIT_DATA cannot replace a watch, because it limits mapped and not resident
// memory. In a Go program that does nothing, the two differ by 37 MB. Under a limit of 100 MB, a
// program ended at 65 MB with the runtime's "out of memory" and without a record.
const (
	fillRate     = 4 << 30 // bytes per second; the machine of the figures in docs/experiments.md fills 1.2 GB
	shortestLook = time.Millisecond
	longestLook  = 50 * time.Millisecond
)

// untilLook returns the time to wait before the memory of a job is measured again.
func untilLook(resident, limit int64) time.Duration {
	left := float64(limit-resident) / fillRate
	return min(max(time.Duration(left*float64(time.Second)), shortestLook), longestLook)
}

// tolerance is the fraction of its memory limit by which a worker may exceed the limit while it
// ends itself. A worker that exceeds the limit by more is killed, and its parent writes the record.
const tolerance = 0.1

// unfit reports whether the worker cannot take the job j, because its cgroup has another limit, or
// because it uses more memory after earlier jobs than j may use. The worker would give this memory
// back at the beginning of j, but perhaps only after the first measurement.
func (p *process) unfit(j result.Job) bool {
	return p.group != nil && p.group.limit != j.Limits.Memory ||
		j.Limits.Memory > 0 && residentBytes(p.cmd.Process.Pid) > j.Limits.Memory
}

// A watch measures the resident size of a worker during a job with a memory limit. A job without a
// limit has a nil watch.
type watch struct {
	limit int64
	size  *gauge
	most  int64         // the largest size so far
	cpu   time.Duration // CPU time that the worker had used before the job
	timer *time.Timer
}

func watchMemory(pid int, limit int64) *watch {
	if limit <= 0 {
		return nil
	}
	return &watch{limit: limit, size: newGauge(pid), cpu: processTime(pid), timer: time.NewTimer(0)}
}

// due returns a channel that receives a value when it is time to call past.
func (w *watch) due() <-chan time.Time {
	if w == nil {
		return nil
	}
	return w.timer.C
}

// past measures the memory of the worker. It reports whether the worker exceeds its limit, and
// whether it does so by more than the tolerance.
func (w *watch) past() (limit, tolerated bool) {
	resident := w.size.bytes()
	w.most = max(w.most, resident)
	w.timer.Reset(untilLook(resident, w.limit))
	return resident > w.limit, float64(resident) > (1+tolerance)*float64(w.limit)
}

// complete sets the peak memory and the CPU time of a job that was killed, if its record lacks
// them. The parameter whole is the CPU time that the worker has used for all its jobs.
func (w *watch) complete(r *result.Record, whole time.Duration) {
	if w == nil || w.most == 0 {
		return
	}
	if r.PeakBytes == nil {
		r.PeakBytes = new(w.most)
	}
	if r.CPUSeconds == nil {
		r.CPUSeconds = new(max(whole-w.cpu, 0).Seconds())
	}
}

func (w *watch) stop() {
	if w != nil {
		w.timer.Stop()
		w.size.close()
	}
}
