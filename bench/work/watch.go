package work

import (
	"time"

	"counterproof/bench/result"
)

// The time between two looks at the memory of a job. A job does not fill memory faster
// than fillRate, so the next look can wait for as long as it would take to reach the limit.
//
// The kernel's RLIMIT_DATA does not replace this. It bounds what is mapped and not what is
// resident, which differ by 37 MB in a Go program that does nothing: under a limit of
// 100 MB one ended at 65 MB, with the runtime's "out of memory" and without a record.
const (
	fillRate     = 4 << 30 // bytes a second; the machine of the figures in docs/experiments.md fills 1.2 GB
	shortestLook = time.Millisecond
	longestLook  = 50 * time.Millisecond
)

// untilLook returns how long to wait before the next look at a job.
func untilLook(resident, limit int64) time.Duration {
	left := float64(limit-resident) / fillRate
	return min(max(time.Duration(left*float64(time.Second)), shortestLook), longestLook)
}

// tolerance is the part of its limit by which a worker may go past it while it ends by
// itself. Beyond that it is killed, and its parent says what is known of the job.
const tolerance = 0.1

// unfit reports whether the worker cannot take the job j: its cgroup has another limit, or
// the jobs before have left it larger than the limit of this one. It would give that back,
// but may be looked at before.
func (p *process) unfit(j result.Job) bool {
	return p.group != nil && p.group.limit != j.Limits.Memory ||
		j.Limits.Memory > 0 && residentBytes(p.cmd.Process.Pid) > j.Limits.Memory
}

// A watch looks at the resident size of a worker during a job with a memory limit. A nil
// watch is that of a job without one.
type watch struct {
	limit int64
	size  *gauge
	most  int64         // seen so far
	cpu   time.Duration // that the worker had used before
	timer *time.Timer
}

func watchMemory(pid int, limit int64) *watch {
	if limit <= 0 {
		return nil
	}
	return &watch{limit: limit, size: newGauge(pid), cpu: processTime(pid), timer: time.NewTimer(0)}
}

// due is when to look.
func (w *watch) due() <-chan time.Time {
	if w == nil {
		return nil
	}
	return w.timer.C
}

// past looks, and reports whether the worker is past its limit, and by more than the
// tolerance.
func (w *watch) past() (limit, tolerated bool) {
	resident := w.size.bytes()
	w.most = max(w.most, resident)
	w.timer.Reset(untilLook(resident, w.limit))
	return resident > w.limit, float64(resident) > (1+tolerance)*float64(w.limit)
}

// complete gives the record of a job that was killed what the looks have seen.
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
