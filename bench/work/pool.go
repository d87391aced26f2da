// Package work does jobs in worker processes. A worker is our own binary, started again. When it
// exceeds a limit, it is ended and replaced. Batch and Stream keep the records in a ledger, so that a
// run can be killed and started again.
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

// WorkerCommand is the argument with which a Pool starts our own binary. The binary must then exit
// with the status that Worker returns.
const WorkerCommand = "worker"

// A Pool does jobs in worker processes. The zero value is ready to use.
type Pool struct {
	Workers int              // number of processes at once; 0: the number of cores
	Command func() *exec.Cmd // starts one worker; nil: our own binary with WorkerCommand
}

// An Outcome is a job of a list together with its record.
type Outcome struct {
	Index  int // of the job in its list
	Job    result.Job
	Record result.Record
	Kept   bool // the ledger had the record
	// Took is the time from handing out the job to receiving its record. It includes work that the
	// times in the record leave out. It is 0 if Kept is true.
	Took time.Duration
}

// do does the jobs of all outcomes whose field Kept is false, and passes all outcomes to the
// function deliver. Each call of deliver gets all outcomes that have arrived since the last call,
// and calls do not overlap. do adds the provenance to each record.
//
// A job that exceeds a limit gives a record with the reason timeout, cpu or memory. A worker that
// dies gives a record with the reason killed. Both records have the wall time since the job was
// handed out. If the worker could still report them, they also have the CPU time and the peak
// memory of the whole job, and, if the formula was already written, the numbers of variables and
// clauses.
//
// The error comes from ctx, from deliver, or from a worker that could not be started. After an
// error do ends the workers and does not do the other jobs. It calls the function cancel with the
// error. This must end ctx, so that the sequence jobs ends, too. No worker outlives do.
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

// work does jobs one after the other in a worker process. It starts a new process when the old one
// has ended or cannot take the next job.
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
