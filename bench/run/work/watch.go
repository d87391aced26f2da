package work

import (
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
)

// tolerance is the fraction of the memory limit by which a worker may exceed this limit while the
// worker ends itself. A worker that exceeds the limit by more is killed, and its parent writes the
// record.
const tolerance = 0.1

// unfit reports whether the worker cannot take the job j. This is the case if its cgroup has
// another limit, or if earlier jobs have left the worker with more memory than j is allowed to use.
// The worker would give this memory back at the beginning of j, but perhaps only after the first
// measurement.
func (p *process) unfit(j result.Job) bool {
	return p.group != nil && p.group.limit != j.Limits.Memory ||
		j.Limits.Memory > 0 && child.Resident(p.cmd.Process.Pid) > j.Limits.Memory
}

// A watch measures the resident size of a worker during a job with a memory limit. A job without a
// limit has a nil watch.
type watch struct {
	limit int64
	size  *child.Gauge
	most  int64         // the largest size so far
	cpu   time.Duration // CPU time that the worker had used before the job
	timer *time.Timer
}

func watchMemory(pid int, limit int64) *watch {
	if limit <= 0 {
		return nil
	}
	return &watch{limit: limit, size: child.NewGauge(pid), cpu: processTime(pid), timer: time.NewTimer(0)}
}

func (w *watch) due() <-chan time.Time {
	if w == nil {
		return nil
	}
	return w.timer.C
}

func (w *watch) past() (limit, tolerated bool) {
	resident := w.size.Bytes()
	w.most = max(w.most, resident)
	w.timer.Reset(child.UntilLook(resident, w.limit))
	return resident > w.limit, float64(resident) > (1+tolerance)*float64(w.limit)
}

// complete sets the peak memory and the CPU time of a job that was killed, if its record lacks them.
// The worker has used the CPU time whole for all its jobs.
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
		w.size.Close()
	}
}
