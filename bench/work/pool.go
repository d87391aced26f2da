// Package work does jobs in worker processes. A worker is our own binary started again; it is
// ended and replaced when it exceeds a limit. Batch and Stream keep the records in a ledger, so
// that a run can be killed and started again.
package work

import (
	"context"
	"iter"
	"os/exec"
	"runtime"
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

// do does the jobs of outcomes that are not kept, and passes all outcomes to deliver as they
// come: all that are there at each call, never two calls at once. Each record carries its
// provenance.
//
// A job that exceeds a limit gives a record with the reason timeout, cpu or memory; a worker
// that goes away gives one with the reason killed. Both have the wall time since the job was
// handed out, the CPU time and the peak memory of the whole job, and variables and clauses if
// the formula was written by then, as far as the worker could still tell. The error is that of
// ctx, of deliver, or of a worker that could not be started; then the workers are ended and the
// other jobs are not done. No worker outlives do. It calls cancel, which must end ctx, with its
// error, so that jobs ends, too.
func (p *Pool) do(ctx context.Context, cancel context.CancelCauseFunc, jobs iter.Seq[Outcome], deliver func([]Outcome) error) error {
	workers := p.Workers
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	next := make(chan Outcome)
	go func() {
		defer close(next)
		for o := range jobs {
			select {
			case next <- o:
			case <-ctx.Done():
				return
			}
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
