package bench

import (
	"context"
	"iter"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"time"

	"counterproof/bench/result"
)

// WorkerCommand is the argument with which a Pool starts our own binary, which
// must then return the status of Worker.
const WorkerCommand = "worker"

// A Pool does jobs in worker processes. The zero value is ready to use.
type Pool struct {
	Workers int              // at once; 0: the number of cores
	Command func() *exec.Cmd // starts one worker; nil: our own binary with WorkerCommand
}

// An Outcome is a job of a list and what it gave.
type Outcome struct {
	Index  int // of the job in its list
	Job    result.Job
	Record result.Record
	Kept   bool // the ledger had it
	// Took is the time from handing the job out to having its record, with what is
	// on no clock of the record; 0 if it is kept.
	Took time.Duration
}

// Run does the jobs and passes the outcomes to deliver as they come: all that
// are there at each call, never two calls at once. Each record carries its
// provenance.
//
// A job that goes past a limit gives a record with the reason timeout, cpu or
// memory, a worker that goes away one with the reason killed; both have the
// wall time since the job was handed out. One that was cut has the CPU time of the
// whole job and its peak too, and variables and clauses if the formula was written
// by then, unless the worker was beyond saying it. The error is that of ctx, of deliver,
// or of a worker that could not be started; then the workers are ended and the
// other jobs are not done. No worker outlives Run.
func (p *Pool) Run(ctx context.Context, jobs []result.Job, deliver func([]Outcome) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	return p.run(ctx, cancel, fresh(slices.Values(jobs)), deliver)
}

// fresh are the outcomes that the jobs have before they are done.
func fresh(jobs iter.Seq[result.Job]) iter.Seq[Outcome] {
	return func(yield func(Outcome) bool) {
		for j := range jobs {
			if !yield(Outcome{Job: j}) {
				return
			}
		}
	}
}

// window is how many jobs of a stream are at work or wait for one before them.
const window = 1000

// Stream is Run for any number of jobs, which are asked for as they are needed:
// the outcomes go to emit one by one in the order of the jobs.
func (p *Pool) Stream(ctx context.Context, jobs iter.Seq[result.Job], emit func(Outcome) error) error {
	return p.stream(ctx, fresh(jobs), nil, emit)
}

// stream is Stream for outcomes of which some are kept and passed on as they are.
// keep, unless it is nil, sees all that are there before emit gets them one by
// one.
func (p *Pool) stream(ctx context.Context, jobs iter.Seq[Outcome], keep func([]Outcome) error, emit func(Outcome) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	room := make(chan struct{}, window)
	bounded := func(yield func(Outcome) bool) {
		for o := range jobs {
			select {
			case room <- struct{}{}:
			case <-ctx.Done():
				return
			}
			if !yield(o) {
				return
			}
		}
	}
	deliver := InOrder(func(o Outcome) error {
		<-room
		return emit(o)
	})
	return p.run(ctx, cancel, bounded, func(batch []Outcome) error {
		if keep != nil {
			if err := keep(batch); err != nil {
				return err
			}
		}
		return deliver(batch)
	})
}

// run does the jobs that are not kept; cancel ends ctx.
func (p *Pool) run(ctx context.Context, cancel context.CancelCauseFunc, jobs iter.Seq[Outcome], deliver func([]Outcome) error) error {
	workers := p.Workers
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	next := make(chan Outcome)
	go func() {
		defer close(next)
		i := 0
		for o := range jobs {
			o.Index = i
			select {
			case next <- o:
			case <-ctx.Done():
				return
			}
			i++
		}
	}()
	done := make(chan Outcome, 2*workers)
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			if err := p.work(ctx, next, done); err != nil {
				cancel(err)
			}
		})
	}
	go func() {
		running.Wait()
		close(done)
	}()
	for first := range done {
		batch := []Outcome{first}
		for more := true; more; {
			select {
			case o, ok := <-done:
				if more = ok; ok {
					batch = append(batch, o)
				}
			default:
				more = false
			}
		}
		if context.Cause(ctx) == nil {
			if err := deliver(batch); err != nil {
				cancel(err)
			}
		}
	}
	return context.Cause(ctx)
}

// work does jobs in one worker process at a time.
func (p *Pool) work(ctx context.Context, next <-chan Outcome, done chan<- Outcome) error {
	var worker *process
	defer func() {
		if worker != nil {
			worker.kill()
		}
	}()
	for o := range next {
		if o.Kept {
			done <- o
			continue
		}
		j := o.Job
		taken := time.Now()
		if worker != nil && (j.Fresh || worker.unfit(j)) {
			worker.kill()
			worker = nil
		}
		if worker == nil {
			var err error
			if worker, err = start(p.command()); err != nil {
				return err
			}
			if err = worker.hold(j.Limits.Memory); err != nil {
				return err
			}
		}
		started := time.Now()
		r, ended, err := worker.do(ctx, j)
		if ended {
			worker = nil
		}
		if err != nil {
			return err
		}
		if j.Fresh && worker != nil {
			worker.kill()
			worker = nil
		}
		r.Started = started.UTC().Format(time.RFC3339Nano)
		r.Host, r.Go, r.Commit, r.Solver = host(), runtime.Version(), commit(), j.Solver
		o.Record, o.Took = r, time.Since(taken)
		done <- o
	}
	return nil
}

func (p *Pool) command() *exec.Cmd {
	if p.Command != nil {
		return p.Command()
	}
	cmd := self()
	cmd.Args = append(cmd.Args, WorkerCommand)
	return cmd
}

// InOrder makes a deliver function that passes the outcomes to emit one by one in
// the order of the jobs, each as soon as those before it are there.
func InOrder(emit func(Outcome) error) func([]Outcome) error {
	waiting := map[int]Outcome{} // by index
	next := 0
	return func(batch []Outcome) error {
		for _, o := range batch {
			waiting[o.Index] = o
		}
		for {
			o, ok := waiting[next]
			if !ok {
				return nil
			}
			delete(waiting, next)
			next++
			if err := emit(o); err != nil {
				return err
			}
		}
	}
}
