package chunk

import (
	"math/bits"
	"time"

	"counterproof/bench/record/result"
)

// A kind identifies jobs of similar length: a method on boards of one puzzle and size.
type kind struct {
	task, puzzle, method, mode string
	orbits                     bool
	limit                      int64 // the limit of solutions
	size                       result.Size
	text                       int // length of the notation in powers of two, if the size is not known
}

func kindOf(j *result.Job) kind {
	k := kind{
		task: j.Task, puzzle: j.Puzzle, method: j.Method, mode: j.Mode,
		orbits: j.Orbits, limit: j.Limits.Solutions, size: j.Label.Size,
	}
	if k.size == (result.Size{}) {
		k.text = bits.Len(uint(len(j.Instance)))
	}
	return k
}

// Constants of an average.
const (
	// memory is the number of measurements after which old measurements begin to count less.
	memory = 64
	// outlier limits the effect of a long measurement. If a measurement is longer than outlier
	// times the average, it counts as outlier times the average. Thus a job of 10 s among thousands
	// of jobs of 1 ms adds a quarter to the average, instead of 150 times the average. If jobs of
	// this kind have become slower for good, the average grows by a quarter with each job until it
	// is right.
	outlier = 16
)

type average struct {
	mean time.Duration
	jobs int // number of measurements
}

func (a *average) add(took time.Duration) {
	took = max(took, 0)
	if a.jobs > 0 {
		took = min(took, outlier*max(a.mean, time.Microsecond))
	}
	a.jobs++
	a.mean += (took - a.mean) / time.Duration(min(a.jobs, memory))
}
