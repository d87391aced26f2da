package bench

import (
	"runtime"
	"time"

	"counterproof/bench/result"
)

// Jobs of one suite by one method on boards of one size are alike.
type like struct {
	suite, puzzle, method string
	size                  result.Size // anySize's is no size of a board
}

func alike(j result.Job) like { return like{j.Label.Suite, j.Puzzle, j.Method, j.Label.Size} }

// anySize stands for the boards of all sizes.
func (l like) anySize() like {
	l.size = result.Size{H: -1}
	return l
}

// A tempo is how long jobs take, by what they are like.
type tempo map[like]took

type took struct {
	seconds float64
	jobs    int
}

func (t tempo) add(at like, seconds float64) {
	for _, at := range []like{at, at.anySize()} {
		t[at] = took{t[at].seconds + seconds, t[at].jobs + 1}
	}
}

// mean is in seconds; false where none is known.
func (t tempo) mean(at like) (float64, bool) {
	x, ok := t[at]
	return x.seconds / float64(max(x.jobs, 1)), ok
}

// A Forecast says while jobs are done how long the others will take. Jobs are very
// unequal, so that it goes by what each is like and not by their number.
type Forecast struct {
	workers int
	left    map[like]int
	now     tempo // with all that a job takes
	kept    tempo // of jobs of the ledger: the searches alone
}

// NewForecast begins with nothing done of the jobs, for as many workers at once, 0
// for as many as there are cores.
func NewForecast(jobs []result.Job, workers int) *Forecast {
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	f := &Forecast{workers, map[like]int{}, tempo{}, tempo{}}
	for _, j := range jobs {
		f.left[alike(j)]++
	}
	return f
}

// Done takes into account a job that is done.
func (f *Forecast) Done(o Outcome) {
	at := alike(o.Job)
	f.left[at]--
	if !o.Kept {
		f.now.add(at, o.Took.Seconds())
	} else if o.Record.WallSeconds != nil {
		f.kept.add(at, *o.Record.WallSeconds)
	}
}

// Left is how long the jobs that are not done will take: each the mean of those
// done in its suite by its method on boards of its size. It is a lower bound where
// there are jobs like none that is done: one of a new size then counts as the mean
// of the others of its suite and method, one of a new method as nothing.
func (f *Forecast) Left() (left time.Duration, bound bool) {
	seconds := 0.0
	for at, n := range f.left {
		if n <= 0 {
			continue
		}
		mean, ok := f.now.mean(at)
		if !ok {
			mean, ok = f.kept.mean(at)
		}
		if !ok {
			bound = true
			if mean, ok = f.now.mean(at.anySize()); !ok {
				mean, _ = f.kept.mean(at.anySize())
			}
		}
		seconds += mean * float64(n)
	}
	return rounded(seconds / float64(f.workers)), bound
}
