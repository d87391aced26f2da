package work

import (
	"context"
	"sync"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/run/chunk"
)

// listWork is the estimated work of a list. Giving a list to a process of this machine costs about
// 0.2 ms, so a twentieth of a second is enough. Streams print records in the order of the jobs. So
// with longer lists, the records of one worker would wait longer for the records of another worker.
const listWork = 50 * time.Millisecond

const (
	// small is the estimated time below which a job is small. A worker may hold back the replies to
	// small jobs.
	small = time.Millisecond / 2
	// strict is the limit of wall time below which replies are never held back.
	strict = 100 * rest
)

// A queue holds jobs that wait for a worker, and divides them into lists.
type queue struct {
	ctx     context.Context
	workers int
	jobs    chan Outcome

	taking sync.Mutex // held while a worker takes a list
	ahead  []Outcome  // the jobs that were received but not taken

	mu    sync.Mutex // held while lists is used
	lists chunk.Grouper
}

func newQueue(ctx context.Context, workers int) *queue {
	return &queue{ctx: ctx, workers: workers, jobs: make(chan Outcome, window(workers)), lists: chunk.Grouper{Target: listWork}}
}

// take returns the next list of jobs. It waits for the first job of the list, but not for further
// jobs. If no more jobs will come, the result is nil. Either all outcomes of a list have the field
// Kept set, or the jobs of all of them are still to be done.
//
// A list takes only a part of the waiting jobs, so that every worker gets jobs. So the lists
// become shorter at the end, and all workers finish at about the same time. The result lazy says that
// all jobs of the list are small.
func (q *queue) take() (list []Outcome, lazy bool) {
	q.taking.Lock()
	defer q.taking.Unlock()
	if n := q.related(); n > 0 {
		list, q.ahead = q.ahead[:n:n], q.ahead[n:]
		list[0].Job.Together = n
		return list, false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	room := q.lists.Room()
	most := max(1, (len(q.ahead)+len(q.jobs))/(2*q.workers))
	for len(q.ahead) > 0 {
		next := q.ahead[0]
		if len(list) > 0 && next.Kept != list[0].Kept || !next.Kept && (len(list) == most || !room.Take(next.Job)) {
			break
		}
		wall := next.Job.Limits.Wall
		lazy = (lazy || len(list) == 0) && room.Longest < small && (wall == 0 || wall >= strict)
		if list == nil {
			list = make([]Outcome, 0, most)
		}
		list, q.ahead = append(list, next), q.ahead[1:]
		if len(q.ahead) == 0 && len(q.jobs) > 0 {
			q.receive()
		}
	}
	return list, lazy
}

// receive waits for one more job. It returns false if no more jobs will come.
func (q *queue) receive() bool {
	select {
	case o, ok := <-q.jobs:
		if ok {
			q.ahead = append(q.ahead, o)
		}
		return ok
	case <-q.ctx.Done():
		return false
	}
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
