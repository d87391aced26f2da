package experiment

import (
	"cmp"
	"fmt"
	"iter"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/encode/wording"
)

// An Estimate predicts how long the unfinished jobs of a list will take. Jobs differ widely, so an
// Estimate uses the mean of finished jobs of the same kind: by the same method, on boards of the
// same size in the same suite.
type Estimate struct {
	Workers  int // parallel workers
	total    int // jobs in the list
	done     int // finished jobs, including jobs that are not in the list
	left     map[Kind]int
	limits   time.Duration // the sum of the wall limits of the unfinished jobs
	endless  int           // unfinished jobs without such a limit
	took     Means         // whole times of jobs of this run
	searched Means         // search times of jobs in the ledger
}

// A Kind identifies jobs of similar length.
type Kind struct {
	suite, puzzle, method string
	size                  result.Size // anySize sets a size that no board has
}

// KindOf returns the kind of a job.
func KindOf(j result.Job) Kind { return Kind{j.Label.Suite, j.Puzzle, j.Method, j.Label.Size} }

func (k Kind) anySize() Kind {
	k.size = result.Size{H: -1}
	return k
}

// A Means has the total time and the number of finished jobs of each kind, and of all kinds together
// under the zero kind.
type Means map[Kind]struct {
	seconds float64
	jobs    int
}

// Add adds the time of a job.
func (m Means) Add(k Kind, seconds float64) {
	for _, k := range []Kind{k, k.anySize(), {}} {
		x := m[k]
		x.seconds += seconds
		x.jobs++
		m[k] = x
	}
}

// Mean returns the mean time of jobs of a kind in seconds. If no job of the kind has finished,
// Mean returns the mean over all sizes, and the result exact is false. If no job of any size has
// finished, the result known is false.
func (m Means) Mean(k Kind) (seconds float64, exact, known bool) {
	x, exact := m[k]
	if !exact {
		x, known = m[k.anySize()]
	}
	return x.seconds / float64(max(x.jobs, 1)), exact, exact || known
}

// Guess returns what Mean does or, if Mean knows no time, the mean over all kinds.
func (m Means) Guess(k Kind) (seconds float64, known bool) {
	if seconds, _, known = m.Mean(k); !known {
		seconds, _, known = m.Mean(Kind{})
	}
	return seconds, known
}

// NewEstimate returns an estimate for the given jobs and the given number of parallel workers (0
// means one per core). None of the jobs may be finished.
func NewEstimate[J result.Keyed](jobs []J, workers int) *Estimate {
	e := &Estimate{Workers: cmp.Or(max(workers, 0), work.Cores()), total: len(jobs), left: map[Kind]int{}, took: Means{}, searched: Means{}}
	for _, j := range jobs {
		e.count(j.Whole(), 1)
	}
	return e
}

func (e *Estimate) count(j result.Job, n int) {
	e.left[KindOf(j)] += n
	e.limits += time.Duration(n) * j.Limits.Wall
	e.endless += wording.Either(j.Limits.Wall == 0, n, 0)
}

// Done takes a finished job of the list into account.
func (e *Estimate) Done(o work.Outcome) {
	e.count(o.Job, -1)
	e.Learn(o)
}

// Learn adds the time of a finished job that is not in the list, such as a job of another shard.
func (e *Estimate) Learn(o work.Outcome) {
	e.done++
	k, r := KindOf(o.Job), o.Record
	switch {
	case !o.Kept:
		e.took.Add(k, o.Took.Seconds())
	case r.WallSeconds != nil:
		e.searched.Add(k, *r.WallSeconds)
	}
}

// Left estimates how long the unfinished jobs will take. For each unfinished job, Left takes the
// mean time of finished jobs of the same kind. Jobs of the ledger count only until a job of the
// same kind has finished in this run. If one of the kinds has no finished job, the result bound is
// true, and the result left is only a lower bound. For a new board size, Left then takes the mean
// of the other sizes. For a new method, Left takes 0.
func (e *Estimate) Left() (left time.Duration, bound bool) {
	seconds, exact, _ := e.seconds()
	return rounded(seconds), !exact
}

// seconds returns the estimated time of the unfinished jobs. The result exact is true if at least
// one job of each kind has finished. The result known is true if at least one job of each suite and
// method has finished.
func (e *Estimate) seconds() (seconds float64, exact, known bool) {
	exact, known = true, true
	for k, n := range e.left {
		if n <= 0 {
			continue
		}
		mean, same, ok := e.took.Mean(k)
		if !same {
			if searched, also, found := e.searched.Mean(k); also || !ok {
				mean, same, ok = searched, also, found
			}
		}
		exact, known = exact && same, known && ok
		seconds += float64(n) * mean / float64(e.Workers)
	}
	return seconds, exact, known
}

// Text returns the estimate in words. The estimate comes from finished jobs of the same kinds.
// Without such jobs, it comes from the cost that the experiment's file states, and without a cost,
// from the time limits. For a shard of the experiment, Text uses the shard's part of the cost.
func (e *Estimate) Text(s *Spec) string {
	todo := 0
	for _, n := range e.left {
		todo += n
	}
	cost, size := s.Cost.Quick, "quick"
	if s.Full {
		cost, size = s.Cost.Full, "full"
	}
	at := "with " + wording.Plural(e.Workers, "worker")
	seconds, _, known := e.seconds()
	switch {
	case todo == 0:
		return "nothing to do"
	case known:
		return fmt.Sprintf("about %v %s, estimated from the finished jobs (%d)", rounded(seconds), at, e.done)
	case cost.Duration > 0:
		share := float64(todo) / float64(max(e.total, s.jobs))
		return fmt.Sprintf("about %v %s, estimated from the cost of the %s size in the file", rounded(cost.Seconds()*share/float64(e.Workers)), at, size)
	case e.endless == 0:
		return fmt.Sprintf("at most %v %s, because of the time limits", rounded(e.limits.Seconds()/float64(e.Workers)), at)
	}
	return "no estimate: too few similar jobs have finished, the file states no cost, and some jobs have no time limit"
}

func rounded(seconds float64) time.Duration {
	d := time.Duration(seconds * float64(time.Second))
	for _, unit := range []time.Duration{time.Hour, 10 * time.Minute, time.Minute, 10 * time.Second, time.Second, 100 * time.Millisecond} {
		if d >= 10*unit {
			return d.Round(unit)
		}
	}
	return d.Round(10 * time.Millisecond)
}

// A Costs estimates the times of single jobs. With the estimates, NewSplit makes parts of about
// equal time.
type Costs struct {
	exact   map[string]float64 // seconds of the searches of finished jobs, by key
	similar Means              // the same by kind; the zero kind combines all jobs
}

// NewCosts returns the costs that follow from the records of finished jobs, such as a ledger of the
// experiment in its quick size.
func NewCosts(records iter.Seq2[result.Record, error]) (*Costs, error) {
	c := &Costs{exact: map[string]float64{}, similar: Means{}}
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		if r.WallSeconds == nil {
			continue
		}
		c.exact[r.Key] = *r.WallSeconds
		c.similar.Add(kindOfRecord(r), *r.WallSeconds)
	}
	return c, nil
}

func kindOfRecord(r result.Record) Kind {
	number := func(n *int64) int { return int(*cmp.Or(n, new(int64))) }
	return Kind{r.Suite, r.Puzzle, r.Method, result.Size{H: number(r.Height), W: number(r.Width), N: number(r.Number)}}
}

// Of estimates the time of a job in seconds. If the job has a record, Of takes the time in the
// record. If not, Of takes the mean of the jobs of the same kind that have records. If there are
// none, Of takes the mean over all board sizes, or else the mean of all jobs. Without any record,
// the result is not a time, but the square of the number of the board's cells, because large boards
// usually take much longer.
func (c *Costs) Of(j result.Job) float64 {
	if seconds, ok := c.exact[j.Key()]; ok {
		return seconds
	}
	if seconds, known := c.similar.Guess(KindOf(j)); known {
		return seconds
	}
	size := j.Label.Size
	cells := float64(max(size.H*size.W, size.N, 1))
	return cells * cells
}

// Known reports whether the costs follow from records.
func (c *Costs) Known() bool { return len(c.exact) > 0 }
