package bench

import (
	"fmt"
	"runtime"
	"slices"
	"sort"
	"time"

	"counterproof/bench/result"
)

// An Estimate says how long the jobs of an experiment that are not done may
// take, by the time of those that are.
type Estimate struct {
	spec *Spec
	time tempo           // of the searches
	runs []ran           // of the same jobs, where their starts are known
	done map[string]bool // keys
}

// ran is when the search of a job began and ended. What it takes before the search counts
// as after it.
type ran struct {
	at         like
	start, end time.Time
}

// A run that stood still for so long was not running.
const standstill = 10 * time.Second

// NewEstimate begins with nothing done.
func NewEstimate(s *Spec) *Estimate {
	return &Estimate{s, tempo{}, nil, map[string]bool{}}
}

// Done takes into account a job that is done.
func (e *Estimate) Done(j result.Job, r result.Record) {
	e.done[j.Key()] = true
	if r.WallSeconds == nil {
		return
	}
	e.time.add(alike(j), *r.WallSeconds)
	if start, err := time.Parse(time.RFC3339Nano, r.Started); err == nil {
		e.runs = append(e.runs, ran{alike(j), start, start.Add(time.Duration(*r.WallSeconds * float64(time.Second)))})
	}
}

// beside is what jobs take beside their searches, which of small ones is nearly all: from
// the end of a search to the next start of any. As many workers as there were then begin
// jobs by turns, so that this is a share of the run's time and not of a worker's.
func (e *Estimate) beside() tempo {
	slices.SortFunc(e.runs, func(a, b ran) int { return a.start.Compare(b.start) })
	t := tempo{}
	for _, r := range e.runs {
		next := sort.Search(len(e.runs), func(i int) bool { return e.runs[i].start.After(r.end) })
		if next == len(e.runs) {
			continue
		}
		if gap := e.runs[next].start.Sub(r.end); gap < standstill {
			t.add(r.at, gap.Seconds())
		}
	}
	return t
}

// Of is the estimate, in words, for those of the jobs, which may be a shard of the
// experiment, that are not done, by as many workers at once, 0 for as many as there
// are cores: by the mean of those like each, where all have some, and what these took
// beside their searches with as many workers as there were then; else their share
// by number of what the experiment's file says that it costs; else by their limits.
func (e *Estimate) Of(jobs []result.Job, workers int) string {
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	known, limited := true, true
	beside := e.beside()
	searches, rest, most := 0.0, 0.0, time.Duration(0)
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
		searches += mean
		more, ok := beside.mean(at)
		if !ok {
			more, _ = beside.mean(at.anySize())
		}
		rest += more
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
		return fmt.Sprintf("about %v %s, by the %d jobs that are done", rounded(searches/float64(workers)+rest), at, len(e.done))
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
