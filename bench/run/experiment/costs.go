package experiment

import (
	"cmp"
	"iter"

	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
)

// A Costs estimates the times of single jobs. With the estimates, NewSplit makes parts of about
// equal time.
type Costs struct {
	exact    map[string]float64 // seconds of the searches of finished jobs, by key
	similar  Means              // the same by kind; the zero kind combines all jobs
	overhead Means
}

// NewCosts returns the costs that follow from the records of finished jobs, such as a ledger of the
// experiment in its quick size.
func NewCosts(records iter.Seq2[result.Record, error]) (*Costs, error) {
	c := &Costs{exact: map[string]float64{}}
	e := NewEstimate[result.Job](nil, 1)
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		if r.WallSeconds == nil {
			continue
		}
		c.exact[r.Key] = *r.WallSeconds
		e.Learn(work.Outcome{Job: similarTo(r), Record: r, Kept: true})
		e.searched.Add(Kind{}, *r.WallSeconds)
	}
	c.similar, c.overhead = e.searched, e.overhead()
	return c, nil
}

func similarTo(r result.Record) result.Job {
	number := func(n *int64) int { return int(*cmp.Or(n, new(int64))) }
	size := result.Size{H: number(r.Height), W: number(r.Width), N: number(r.Number)}
	return result.Job{Puzzle: r.Puzzle, Method: r.Method, Label: result.Label{Suite: r.Suite, Size: size}}
}

// Of estimates the time of a job in seconds. If the job has a record, Of takes the time in the
// record. If not, Of takes the mean of the jobs of the same kind that have records. If there are
// none, Of takes the mean over all board sizes, or else the mean of all jobs. Without any record,
// the result is not a time, but the square of the number of the board's cells, because large boards
// usually take much longer.
func (c *Costs) Of(j result.Job) float64 {
	k := KindOf(j)
	overhead, _, _ := c.overhead.Mean(k)
	if seconds, ok := c.exact[j.Key()]; ok {
		return seconds + overhead
	}
	if seconds, _, known := c.similar.Mean(k); known {
		return seconds + overhead
	}
	if seconds, _, known := c.similar.Mean(Kind{}); known {
		return seconds
	}
	size := j.Label.Size
	cells := float64(max(size.H*size.W, size.N, 1))
	return cells * cells
}

// Known reports whether the costs follow from records.
func (c *Costs) Known() bool { return len(c.exact) > 0 }
