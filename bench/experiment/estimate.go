package experiment

import (
	"fmt"
	"runtime"
	"slices"
	"sort"
	"time"

	"counterproof/bench/result"
	"counterproof/bench/work"
)

// An Estimate tells how long the unfinished jobs of a list will take. Jobs are very unequal, so
// it goes by the mean of finished jobs of the same kind: by one method, on boards of one size in
// one suite.
type Estimate struct {
	workers  int
	total    int // jobs in the list
	done     int // finished jobs, also those that the list lacks
	left     map[kind]int
	limits   time.Duration // the sum of the wall limits of the unfinished jobs
	endless  int           // unfinished jobs without such a limit
	took     means         // by jobs of this run: all of their time
	searched means         // by jobs of the ledger: their searches only
	searches []span        // of the same jobs, where their starts are known
}

// A kind is what jobs of similar length have in common.
type kind struct {
	suite, puzzle, method string
	size                  result.Size // anySize's is not the size of a board
}

func kindOf(j result.Job) kind { return kind{j.Label.Suite, j.Puzzle, j.Method, j.Label.Size} }

// anySize returns the kind with boards of all sizes.
func (k kind) anySize() kind {
	k.size = result.Size{H: -1}
	return k
}

// A span is when the search of a job began and ended. Time before the search counts as time
// after the search before it.
type span struct {
	kind       kind
	start, end time.Time
}

// standstill is the length of a gap after which a run is taken to have been stopped.
const standstill = 10 * time.Second

// means are the mean times of kinds of jobs.
type means map[kind]struct {
	seconds float64
	jobs    int
}

func (m means) add(k kind, seconds float64) {
	for _, k := range []kind{k, k.anySize()} {
		x := m[k]
		x.seconds += seconds
		x.jobs++
		m[k] = x
	}
}

// mean is in seconds. It is that of all sizes, and exact is false, if no job of the kind is
// finished; known is false if none of any size is.
func (m means) mean(k kind) (seconds float64, exact, known bool) {
	x, exact := m[k]
	if !exact {
		x, known = m[k.anySize()]
	}
	return x.seconds / float64(max(x.jobs, 1)), exact, exact || known
}

// NewEstimate returns an estimate with no job finished, for the given number of workers at once
// (0 means one per core).
func NewEstimate(jobs []result.Job, workers int) *Estimate {
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	e := &Estimate{workers: workers, total: len(jobs), left: map[kind]int{}, took: means{}, searched: means{}}
	for _, j := range jobs {
		e.count(j, 1)
	}
	return e
}

func (e *Estimate) count(j result.Job, n int) {
	e.left[kindOf(j)] += n
	e.limits += time.Duration(n) * j.Limits.Wall
	if j.Limits.Wall == 0 {
		e.endless += n
	}
}

// Done takes a finished job of the list into account.
func (e *Estimate) Done(o work.Outcome) {
	e.count(o.Job, -1)
	e.Learn(o)
}

// Learn takes the time of a finished job into account that the list lacks, such as one of another
// shard.
func (e *Estimate) Learn(o work.Outcome) {
	e.done++
	k, r := kindOf(o.Job), o.Record
	switch {
	case !o.Kept:
		e.took.add(k, o.Took.Seconds())
	case r.WallSeconds != nil:
		e.searched.add(k, *r.WallSeconds)
		if start, err := time.Parse(time.RFC3339Nano, r.Started); err == nil {
			e.searches = append(e.searches, span{k, start, start.Add(time.Duration(*r.WallSeconds * float64(time.Second)))})
		}
	}
}

// overhead estimates the time per job outside the search, from the end of a search to the next
// start of any. Small jobs consist of little else. The workers of that run began jobs by turns,
// so this is a share of the run's time and not of one worker's.
func (e *Estimate) overhead() means {
	slices.SortFunc(e.searches, func(a, b span) int { return a.start.Compare(b.start) })
	m := means{}
	for _, s := range e.searches {
		next := sort.Search(len(e.searches), func(i int) bool { return e.searches[i].start.After(s.end) })
		if next == len(e.searches) {
			continue
		}
		if gap := e.searches[next].start.Sub(s.end); gap < standstill {
			m.add(s.kind, gap.Seconds())
		}
	}
	return m
}

// Left estimates how long the unfinished jobs will take. Each takes the mean of jobs of its kind
// that finished in this run, or else of those in the ledger. It is a lower bound if jobs of some
// kind have not finished: a new size then takes the mean of the other sizes, and a new method
// takes no time.
func (e *Estimate) Left() (left time.Duration, bound bool) {
	seconds, exact, _ := e.seconds()
	return rounded(seconds), !exact
}

// seconds is the time of the unfinished jobs. exact reports whether a job of each kind has
// finished, known whether one of each suite and method has.
func (e *Estimate) seconds() (seconds float64, exact, known bool) {
	overhead := e.overhead()
	exact, known = true, true
	for k, n := range e.left {
		if n <= 0 {
			continue
		}
		mean, same, ok := e.took.mean(k)
		rest := 0.0
		if !same {
			if searched, also, found := e.searched.mean(k); also || !ok {
				mean, same, ok = searched, also, found
				rest, _, _ = overhead.mean(k)
			}
		}
		exact, known = exact && same, known && ok
		seconds += float64(n) * (mean/float64(e.workers) + rest)
	}
	return seconds, exact, known
}

// Text says in words how long the unfinished jobs will take: by finished jobs like them, or else
// by their share of the cost that the experiment's file states, or else by their limits. The
// jobs may be a shard of the experiment.
func (e *Estimate) Text(s *Spec) string {
	todo := 0
	for _, n := range e.left {
		todo += n
	}
	cost, size := s.Cost.Quick, "quick"
	if s.Full {
		cost, size = s.Cost.Full, "full"
	}
	at := fmt.Sprintf("with %d at once", e.workers)
	seconds, _, known := e.seconds()
	switch {
	case todo == 0:
		return "nothing to do"
	case known:
		return fmt.Sprintf("about %v %s, by the %d jobs that are done", rounded(seconds), at, e.done)
	case cost.Duration > 0:
		share := float64(todo) / float64(max(e.total, s.jobs))
		return fmt.Sprintf("about %v %s, by the cost that the file gives for the %s size", rounded(cost.Seconds()*share/float64(e.workers)), at, size)
	case e.endless == 0:
		return fmt.Sprintf("%v at most %s, by their limits", rounded(e.limits.Seconds()/float64(e.workers)), at)
	}
	return "no estimate: no job like them is done, and they have no limits"
}

// rounded returns a time with about two digits.
func rounded(seconds float64) time.Duration {
	d := time.Duration(seconds * float64(time.Second))
	for _, unit := range []time.Duration{time.Hour, 10 * time.Minute, time.Minute, 10 * time.Second, time.Second, 100 * time.Millisecond} {
		if d >= 10*unit {
			return d.Round(unit)
		}
	}
	return d.Round(10 * time.Millisecond)
}
