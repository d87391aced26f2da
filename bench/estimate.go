package bench

import (
	"fmt"
	"runtime"
	"time"

	"counterproof/bench/result"
)

// An Estimate says how long the jobs of an experiment that are not done may
// take, by the time of those that are.
type Estimate struct {
	spec *Spec
	time tempo
	done map[string]bool // keys
}

// NewEstimate begins with nothing done.
func NewEstimate(s *Spec) *Estimate {
	return &Estimate{s, tempo{}, map[string]bool{}}
}

// Done takes into account a job that is done.
func (e *Estimate) Done(j Job, r result.Record) {
	e.done[j.Key()] = true
	if r.WallSeconds != nil {
		e.time.add(alike(j), *r.WallSeconds)
	}
}

// Of is the estimate, in words, for those of the jobs, which may be a shard of the
// experiment, that are not done, by as many workers at once, 0 for as many as there
// are cores: by the mean of those like each, where all have some; else their share
// by number of what the experiment's file says that it costs; else by their limits.
func (e *Estimate) Of(jobs []Job, workers int) string {
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	known, limited := true, true
	seconds, most := 0.0, time.Duration(0)
	todo := 0
	for _, j := range jobs {
		if e.done[j.Key()] {
			continue
		}
		todo++
		at := alike(j)
		mean, ok := e.time.mean(at)
		if !ok {
			mean, ok = e.time.mean(at.anySize())
		}
		known = known && ok
		seconds += mean
		limited = limited && j.Limits.Wall > 0
		most += j.Limits.Wall
	}
	cost, size := e.spec.Cost.Quick, "quick"
	if e.spec.Full {
		cost, size = e.spec.Cost.Full, "full"
	}
	at := fmt.Sprintf("with %d at once", workers)
	switch {
	case todo == 0:
		return "nothing to do"
	case known:
		return fmt.Sprintf("about %v %s, by the %d jobs that are done", rounded(seconds/float64(workers)), at, len(e.done))
	case cost.Duration > 0:
		share := float64(todo) / float64(max(len(jobs), len(e.spec.Places)))
		return fmt.Sprintf("about %v %s, by the cost that the file gives for the %s size", rounded(cost.Seconds()*share/float64(workers)), at, size)
	case limited:
		return fmt.Sprintf("%v at most %s, by their limits", rounded(most.Seconds()/float64(workers)), at)
	}
	return "no estimate: none like them is done, and they have no limits"
}

// rounded is a time to two digits or so.
func rounded(seconds float64) time.Duration {
	d := time.Duration(seconds * float64(time.Second))
	for _, unit := range []time.Duration{time.Hour, 10 * time.Minute, time.Minute, 10 * time.Second, time.Second, 100 * time.Millisecond} {
		if d >= 10*unit {
			return d.Round(unit)
		}
	}
	return d.Round(10 * time.Millisecond)
}
