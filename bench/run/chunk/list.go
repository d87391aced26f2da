// Package chunk divides jobs into lists of about half a second of estimated work. A pool gives a whole
// list to a worker process, and a queue sends it as one message. So the cost of handing out is paid
// once for thousands of small jobs, while a hard job has a list of its own.
//
// The package starts no process and reads no clock: callers pass the times that they have measured.
// So a simulation can run the same code in virtual time. Equal jobs and equal measurements, in the
// same order, give equal lists.
package chunk

import (
	"cmp"
	"math/bits"
	"strings"
	"time"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// Key returns the key of a list of jobs that one worker does: the SHA-256 of the keys of the jobs, each
// followed by a line feed, in hex. It depends on the order of the jobs, but not on their labels.
func Key(jobs []result.Job) string {
	return result.Hash(strings.Join(wording.Each(jobs, func(j result.Job) string { return j.Key() + "\n" }), ""))
}

// Target is the usual estimated work of a list. It is a compromise: handing out a list costs less
// than 1 ms, and a worker that leaves loses at most about this much work.
const Target = 500 * time.Millisecond

// mostJobs is the usual limit of the number of jobs in a list. 4,096 easy sudokus take 0.2 s. Their
// jobs are 0.8 MB of JSON, and some queues limit a message to 1 MB.
const mostJobs = 4096

// A Grouper divides jobs into lists. It estimates the time of a job by the measured times of similar
// jobs, which the caller passes to Learn. The zero value is ready to use. A Grouper is not safe for
// concurrent use.
type Grouper struct {
	Target time.Duration // estimated work of a list; 0: the constant Target
	times  map[kind]*average
}

// Learn notes the time that the job j took in a worker. This time includes everything that the job
// needs apart from its search.
func (g *Grouper) Learn(j result.Job, took time.Duration) {
	if g.times == nil {
		g.times = map[kind]*average{}
	}
	k := kindOf(&j)
	a := g.times[k]
	if a == nil {
		a = new(average)
		g.times[k] = a
	}
	a.add(took)
}

// Estimate returns the mean time of the jobs like j that were measured. The result known is false if
// there is no such job.
func (g *Grouper) Estimate(j result.Job) (took time.Duration, known bool) {
	if a := g.times[kindOf(&j)]; a != nil {
		return a.mean, true
	}
	return 0, false
}

// A Room is the free space of a list that is being made.
type Room struct {
	grouper *Grouper
	left    time.Duration
	jobs    int
	taken   map[*average]int

	Longest time.Duration // the longest estimate of a job in the list; the whole list if there is no estimate
}

// Room returns the free space of an empty list.
func (g *Grouper) Room() *Room {
	return &Room{grouper: g, left: cmp.Or(g.Target, Target), taken: map[*average]int{}}
}

// Take reports whether the list has room for one more job, and takes up this room. An empty list
// has room for every job. A job without a measured similar job gets a list of its own. A list has
// at most twice as many jobs of a kind as were measured. So the lists of a new kind of job have 1,
// 2, 6, 18 jobs and so on, and a wrong estimate from few measurements does little harm.
func (r *Room) Take(j result.Job) bool {
	a := r.grouper.times[kindOf(&j)]
	estimate := r.left
	if a != nil {
		estimate = a.mean
	}
	if r.jobs > 0 && (a == nil || r.jobs >= mostJobs || estimate > r.left || r.taken[a] >= 2*a.jobs) {
		return false
	}
	r.jobs++
	r.taken[a]++
	r.left -= estimate
	r.Longest = max(r.Longest, estimate)
	return true
}

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
