package work

import (
	"sync/atomic"
	"time"

	"counterproof/bench/engine"
	"counterproof/bench/result"
	"counterproof/bench/usage"
	"counterproof/sat/extern"
)

// A turn is a job at work in a worker, and what it has used so far: the whole job
// and the outside programs that it runs, which is what limits bound. A record of a
// job that came to its end has the times of the search alone.
type turn struct {
	job     result.Job
	began   time.Time
	cpu     time.Duration                 // of this process before
	own     bool                          // peakBytes is that of the job
	formula atomic.Pointer[engine.Method] // nil until it is written
}

func begin(j result.Job) *turn {
	t := &turn{job: j, began: time.Now(), own: resetPeak()}
	t.cpu, _ = usage.CPU()
	return t
}

// spent is the CPU time, and whether it is known.
func (t *turn) spent() (time.Duration, bool) {
	// A program that ends behind this line is missed once; the other order would
	// count it twice.
	used, ok := usage.CPU()
	for _, pid := range extern.Running() {
		used += processTime(pid)
	}
	return used - t.cpu, ok
}

// record is that of the job if it ends here, without an answer.
func (t *turn) record(reason string) result.Record {
	r := t.job.Record(reason, "")
	r.WallSeconds = new(time.Since(t.began).Seconds())
	if used, ok := t.spent(); ok {
		r.CPUSeconds = new(used.Seconds())
	}
	peak := peakBytes()
	for _, pid := range extern.Running() {
		peak += peakOf(pid)
	}
	if peak > 0 {
		r.PeakBytes = &peak
	}
	if m := t.formula.Load(); m != nil && m.Style != "" {
		r.Variables, r.Clauses = new(int64(m.Variables)), new(int64(m.Clauses))
	}
	return r
}

// withPeak returns a record whose search came to its end with the peak memory of this process
// added to that of its outside program.
func (t *turn) withPeak(r result.Record) result.Record {
	peak := peakBytes()
	if peak == 0 || r.WallSeconds == nil {
		return r
	}
	if r.PeakBytes != nil {
		peak += *r.PeakBytes
	}
	r.PeakBytes = &peak
	return r
}

// judge is the record r of the job, now that it is over, if it has kept its limits:
// a short job may go past one between two looks at it.
func (t *turn) judge(r result.Record) result.Record {
	reason, limits := "", t.job.Limits
	used, _ := t.spent()
	switch {
	case r.Reason == result.Error:
	case r.Reason == result.CPU, limits.CPU > 0 && used > limits.CPU:
		reason = result.CPU
	case t.own && limits.Memory > 0 && r.PeakBytes != nil && *r.PeakBytes > limits.Memory:
		reason = result.Memory
	}
	if reason == "" {
		return r
	}
	over := t.record(reason)
	if r.PeakBytes != nil { // with that of programs which have ended
		over.PeakBytes = r.PeakBytes
	}
	return over
}
