package work

import (
	"cmp"
	"sync/atomic"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/usage"
	"counterproof/sat/extern"
)

// A turn is the job that a worker is doing. It measures everything that the job and its outside
// programs have used so far, because the limits apply to all of this. In contrast, the record of a
// finished job states only the times of the search.
type turn struct {
	job     result.Job
	began   time.Time
	cpu     time.Duration                 // used by this process before the job
	own     bool                          // peakBytes is the peak of this job only
	formula atomic.Pointer[lookup.Method] // nil until the formula is written
}

// begin begins a turn. If unmeasured is true, nobody reads its measurements.
func begin(j result.Job, unmeasured bool) *turn {
	t := &turn{job: j}
	if !unmeasured {
		t.began, t.own = time.Now(), resetPeak()
		t.cpu, _ = usage.CPU()
	}
	return t
}

func (t *turn) spent() (time.Duration, bool) {
	// A program that ends between the two measurements is not in the sum. In the other order, such
	// a program would count twice.
	used, ok := usage.CPU()
	for _, pid := range extern.Running() {
		used += processTime(pid)
	}
	return used - t.cpu, ok
}

// record returns the record of a job that ends now, without an answer and with everything that it
// has used so far.
func (t *turn) record(reason string) result.Record {
	r := t.job.Record(reason, "")
	r.WallSeconds = new(time.Since(t.began).Seconds())
	if used, ok := t.spent(); ok {
		r.CPUSeconds = new(used.Seconds())
	}
	peak := peakBytes()
	for _, pid := range extern.Running() {
		peak += extern.Peak(pid)
	}
	if peak > 0 {
		r.PeakBytes = &peak
	}
	if m := t.formula.Load(); m != nil && m.Style != "" {
		r.Variables, r.Clauses = new(int64(m.Variables)), new(int64(m.Clauses))
	}
	return r
}

// withPeak adds the peak memory to the record of a finished search: the peak of this process plus,
// if an outside program did the search, the peak of the program.
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

// judge checks whether a finished job has kept its limits, because a short job may exceed a limit
// between two measurements. If the job has kept its limits, judge returns the job's record r. If
// not, judge returns a record without an answer.
func (t *turn) judge(r result.Record) result.Record {
	reason, limits := "", t.job.Limits
	past := func() bool {
		used, _ := t.spent()
		return used > limits.CPU
	}
	switch {
	case r.Reason == result.Error:
	case r.Reason == result.CPU, limits.CPU > 0 && past():
		reason = result.CPU
	case t.own && limits.Memory > 0 && r.PeakBytes != nil && *r.PeakBytes > limits.Memory:
		reason = result.Memory
	}
	if reason == "" {
		return r
	}
	over := t.record(reason)
	over.PeakBytes = cmp.Or(r.PeakBytes, over.PeakBytes) // the first includes programs that have ended
	return over
}
