package work

import (
	"context"
	"slices"
	"sync"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/run/chunk"
)

// listWork is the estimated work of a list. Giving a list to a process of this machine costs about
// 0.2 ms, so a twentieth of a second is enough. Streams print records in the order of the jobs. So
// with longer lists, the records of one worker would wait longer for the records of another worker.
const listWork = 50 * time.Millisecond

// A queue holds jobs that wait for a worker, and divides them into lists.
type queue struct {
	workers int

	mu      sync.Mutex
	changed sync.Cond // a job was added or taken, or the queue has ended
	jobs    []Outcome
	head    int // index of the first waiting job
	ended   bool
	lists   chunk.Grouper
}

func newQueue(ctx context.Context, workers int) (q *queue, stop func() bool) {
	q = &queue{workers: workers, lists: chunk.Grouper{Target: listWork}}
	q.changed.L = &q.mu
	return q, context.AfterFunc(ctx, q.end)
}

func (q *queue) put(o Outcome) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs)-q.head >= window(q.workers) && !q.ended {
		q.changed.Wait()
	}
	if q.ended {
		return false
	}
	q.jobs = append(q.jobs, o)
	q.changed.Broadcast()
	return true
}

func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended = true
	q.changed.Broadcast()
}

// take returns the next list of jobs. It waits for the first job of the list, but not for further
// jobs. If no more jobs will come, the result is nil. Either all outcomes of a list have the field
// Kept set, or the jobs of all of them are still to be done.
//
// A list takes only a part of the waiting jobs, so that every worker gets jobs. So the lists
// become shorter at the end, and all workers finish at about the same time.
func (q *queue) take() []Outcome {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.head == len(q.jobs) {
		if q.ended {
			return nil
		}
		q.changed.Wait()
	}
	waiting := q.jobs[q.head:]
	n := 0
	for n < len(waiting) && waiting[n].Kept {
		n++
	}
	if n == 0 {
		room := q.lists.Room()
		most := max(1, len(waiting)/(2*q.workers))
		for n < most && !waiting[n].Kept && room.Take(waiting[n].Job) {
			n++
		}
	}
	taken := slices.Clone(waiting[:n])
	if q.head += n; 2*q.head >= len(q.jobs) { // using the array again costs less than a new one
		left := copy(q.jobs, q.jobs[q.head:])
		clear(q.jobs[left:])
		q.jobs, q.head = q.jobs[:left], 0
	}
	q.changed.Broadcast()
	return taken
}

func (q *queue) learn(batch []Outcome) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range batch {
		q.lists.Learn(batch[i].Job, batch[i].Took)
	}
}

// together returns how many of the first jobs of a list a process can get at once. Before and after a
// fresh job and a job with a memory limit, the pool may have to replace the process.
func together(batch []Outcome) int {
	apart := func(j *result.Job) bool { return j.Fresh || j.Limits.Memory > 0 }
	n := 1
	for n < len(batch) && !apart(&batch[0].Job) && !apart(&batch[n].Job) {
		n++
	}
	return n
}
