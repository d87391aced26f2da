// Package work does jobs in worker processes. A worker is our own binary, started again. A worker
// that exceeds a limit is ended and replaced. Batch and Stream keep the records in a ledger, so
// that a run can be killed and started again.
package work

import (
	"cmp"
	"context"
	"iter"
	"os/exec"
	"strings"
	"sync"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/chunk"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/child"
)

// WorkerCommand is the argument with which a Pool starts our own binary. The binary must then exit
// with the status that Worker returns.
const WorkerCommand = "worker"

// A Pool does jobs in worker processes. The zero value is ready to use.
type Pool struct {
	Workers int              // number of processes at once; 0: the number of cores
	Beside  int              // number of processes of other pools that work at the same time
	Command func() *exec.Cmd // starts one worker; nil: our own binary with WorkerCommand
	// Unmeasured says that nobody reads the costs of jobs, their keys and the hashes of their instances. The
	// records then lack them, unless the job has a limit of time or memory or ends with an error.
	Unmeasured bool

	// Emitted is called by Stream after it has emitted all outcomes that have arrived together. If
	// Emitted is nil, Stream does not call it.
	Emitted func() error

	// Comparing is called while Batch compares all records at its end, with the number of jobs whose
	// records are compared and the number of all jobs. If Comparing is nil, Batch does not call it.
	Comparing func(compared, jobs int)

	// Skipped is called at the beginning of Batch with the number of jobs that the ledger has settled.
	// Batch then does not deliver their outcomes, so that it need not read their records. If Skipped is
	// nil, Batch delivers them.
	Skipped func(settled int)
}

// An Outcome is a job of a list together with its record.
type Outcome struct {
	Index  int // of the job in its list
	Job    result.Job
	Record result.Record
	Kept   bool // the ledger had the record
	// Took is the time from handing out the job to receiving its record. It includes work that the
	// times in the record leave out. If Kept is true, Took is 0.
	Took time.Duration
}

// do does the jobs of all outcomes whose field Kept is false, and passes all outcomes to the
// function deliver. Each call of deliver gets all outcomes that have arrived since the last call,
// and calls do not overlap. do adds the provenance to each record.
//
// A job that exceeds a limit gives a record with the reason timeout, cpu or memory. A worker that
// dies gives a record with the reason killed. Both records have the wall time since the job was
// handed out. If the worker could still report, the records also have the CPU time and the peak
// memory of the whole job. If the formula was already written, the records also have the formula's
// numbers of variables and clauses.
//
// The error comes from ctx, from deliver, or from a worker that could not be started. After an
// error, the method do ends the workers and leaves out the other jobs. It calls the function cancel
// with the error. The function cancel must end ctx, so that the sequence jobs ends, too. When the
// method do returns, all workers have ended.
func (p *Pool) do(ctx context.Context, cancel context.CancelCauseFunc, jobs iter.Seq[Outcome], deliver func([]Outcome) error) error {
	workers := p.workers()
	q := newQueue(ctx, workers)
	go func() {
		defer close(q.jobs)
		for o := range jobs {
			select {
			case q.jobs <- o:
			case <-ctx.Done():
				return
			}
		}
	}()
	done := make(chan []Outcome, 2*workers)
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			if err := p.work(ctx, q, done); err != nil {
				cancel(err)
			}
		})
	}
	go func() {
		running.Wait()
		close(done)
	}()
	for batch := range done {
		for range len(done) {
			batch = append(batch, <-done...)
		}
		if context.Cause(ctx) == nil {
			if err := deliver(batch); err != nil {
				cancel(err)
			}
		}
	}
	return context.Cause(ctx)
}

func (p *Pool) workers() int {
	return cmp.Or(max(p.Workers, 0), Cores())
}

func (p *Pool) work(ctx context.Context, q *queue, done chan<- []Outcome) error {
	var worker *process
	defer func() { worker.end(nil) }()
	for taken, lazy := q.take(); taken != nil && ctx.Err() == nil; taken, lazy = q.take() {
		if taken[0].Kept {
			done <- taken
			continue
		}
		for rest := taken; len(rest) > 0; {
			list := rest[:together(rest)]
			n, err := p.next(ctx, &worker, list, lazy, func(batch []Outcome) {
				q.learn(batch)
				done <- batch
			})
			if err != nil {
				return err
			}
			if rest = rest[n:]; n == 0 { // perhaps one search for all jobs needed too much memory
				rest[0].Job.Together = 0
			}
			lazy = lazy && n == len(list) // a second attempt finds out which job is to blame
		}
	}
	return ctx.Err()
}

// next gives the jobs of a batch to the worker, and passes their outcomes to the function emit. If
// there is no process, or if the old process cannot take the first job, next starts a new process. The
// process may end during a job. This job then has an outcome, but the later jobs of the batch do not.
// The result n is the number of jobs with an outcome. They are the first n jobs of the batch. If lazy is
// true, the process may hold replies back, and if it ends, the job that was at work has no outcome.
func (p *Pool) next(ctx context.Context, worker **process, batch []Outcome, lazy bool, emit func([]Outcome)) (n int, err error) {
	first := batch[0].Job
	if err := p.measureEmpty(ctx, worker, batch); err != nil {
		return 0, err
	}
	taken := time.Now()
	if first.Fresh || (*worker).unfit(first) {
		(*worker).end(nil)
		if *worker, err = start(child.Command(p.Command, WorkerCommand), first.Limits.Memory); err != nil {
			return 0, err
		}
	}
	starting := time.Since(taken)
	x := &exchange{process: *worker, jobs: batch, parallel: p.workers() + p.Beside, lazy: lazy, unmeasured: p.Unmeasured}
	err = x.run(ctx, func(batch []Outcome) {
		batch[0].Took += starting
		starting = 0
		emit(batch)
	})
	if first.Fresh {
		(*worker).end(nil)
	}
	return x.done, err
}

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

// emptyRuns has the result of measuring the empty runs of each outside program, as a *float64 by
// Job.Solver. The mutex is locked during a measurement.
var emptyRuns struct {
	sync.Mutex
	seconds sync.Map
}

// emptyTimeout limits the time of measuring the empty runs of a program.
const emptyTimeout = 10 * time.Second

// measureEmpty measures the empty runs of the outside programs of the jobs, once per process. A job of the
// task result.Empty does this in the worker, so that a program that misbehaves is under the limits of the
// first of its jobs.
func (p *Pool) measureEmpty(ctx context.Context, worker **process, jobs []Outcome) error {
	for i := range jobs {
		j := jobs[i].Job
		if p.Unmeasured || j.Task == result.Empty || !strings.HasPrefix(j.Method, method.Extern+"/") {
			continue
		}
		emptyRuns.Lock()
		if _, known := emptyRuns.seconds.Load(j.Solver); !known {
			j.Task, j.Together = result.Empty, 0
			if j.Limits.Wall == 0 || j.Limits.Wall > emptyTimeout {
				j.Limits.Wall = emptyTimeout
			}
			var seconds *float64
			if _, err := p.next(ctx, worker, []Outcome{{Job: j}}, false, func(done []Outcome) {
				if r := done[0].Record; r.Reason == result.Done {
					seconds = r.WallSeconds
				}
			}); err != nil {
				emptyRuns.Unlock()
				return err
			}
			emptyRuns.seconds.Store(j.Solver, seconds)
		}
		emptyRuns.Unlock()
	}
	return nil
}

// emptyRun runs the outside program of a job five times on a formula of one unit clause. The wall time of the
// record is the shortest time, because other processes can only make a run longer.
func emptyRun(j result.Job) result.Record {
	name, err := method.Parse(j.Method)
	if err != nil {
		return answer.Failed(j, err)
	}
	r := j.Record(result.Done, "")
	for range 5 {
		began := time.Now()
		if _, err := lookup.ProgramOf(name).Ask(context.Background(), []byte("p cnf 1 1\n1 0\n"), 1); err != nil {
			return answer.Failed(j, err)
		}
		if took := time.Since(began).Seconds(); r.WallSeconds == nil || took < *r.WallSeconds {
			r.WallSeconds = &took
		}
	}
	return r
}
