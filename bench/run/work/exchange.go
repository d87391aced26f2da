package work

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"counterproof/bench/record/result"
)

// A reply is a line that a worker writes for a job. The reply has the record, and the time Took
// that ends with the job. This time begins at the end of the previous job or, if that is later,
// when the worker receives this job.
type reply struct {
	result.Record
	Took time.Duration `json:"took_ns,omitempty"`
}

// An exchange gives jobs to a process and reads their records. The process does the jobs in their
// order and does not wait between them. So a small job costs no round trip.
type exchange struct {
	*process
	jobs     []Outcome
	parallel int // how many jobs can run at once
	done     int // how many of the first jobs have a record
	emit     func([]Outcome)
	began    time.Time // when the current job began, as far as this process knows
	memory   *watch    // of the first job
}

// run gives all jobs to the process. It passes the outcomes to the function emit as soon as they
// arrive. The result ended is true if the process has ended and was reaped. After every job that
// was cut short, ended is true. The jobs from x.done on then have no outcome. The error is
// ctx.Err(), or an error about encoding a job.
func (x *exchange) run(ctx context.Context, emit func([]Outcome)) (ended bool, err error) {
	x.emit = emit
	text, err := encoded(x.jobs)
	if err != nil {
		return false, err
	}
	x.expect(x.jobs)
	x.began = time.Now()
	// A worker that does not read must not block this process. If the worker has died, the loop
	// below reads the end of its lines.
	go func() { _, _ = x.stdin.Write(text) }()

	x.memory = watchMemory(x.cmd.Process.Pid, x.job().Limits.Memory)
	defer x.memory.stop()
	if early := x.surplus; len(early) > 0 { // a line that belongs to no job cannot be right
		x.surplus = nil
		if ended = x.read(early); ended || x.done == len(x.jobs) {
			return ended, nil
		}
	}
	for {
		select {
		case lines, ok := <-x.lines:
			if !ok {
				r, err := x.gone(ctx, x.job(), x.began, x.memory)
				if err == nil {
					x.finish(r)
				}
				return true, err
			}
			ended = x.read(lines)
			if ended || x.done == len(x.jobs) {
				return ended, nil
			}
		case <-x.rung():
			x.finish(x.cut(x.job(), result.Timeout, "", x.began, x.memory))
			return true, nil
		case <-x.memory.due():
			if past, _ := x.memory.past(); past {
				x.finish(x.cut(x.job(), result.Memory, "", x.began, x.memory))
				return true, nil
			}
		case <-ctx.Done():
			x.kill()
			return true, ctx.Err()
		}
	}
}

func encoded(jobs []Outcome) ([]byte, error) {
	var b bytes.Buffer
	for i := range jobs {
		text, err := json.Marshal(jobs[i].Job)
		if err != nil {
			return nil, fmt.Errorf("job: %w", err)
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}

func (x *exchange) job() result.Job { return x.jobs[x.done].Job }

func (x *exchange) read(lines []byte) (ended bool) {
	from := x.done
	defer func() {
		if x.done > from {
			x.emit(x.jobs[from:x.done:x.done])
		}
	}()
	for len(lines) > 0 && x.done < len(x.jobs) {
		var line []byte
		line, lines, _ = bytes.Cut(lines, []byte("\n"))
		if x.job().Limits.Memory > 0 && x.group.killed() { // the kernel killed a program, not the worker
			x.cutShort(result.Memory, "")
			return true
		}
		var a reply
		if err := json.Unmarshal(line, &a); err != nil || a.Key != x.jobs[x.done].Job.Key() {
			x.cutShort(result.Error, fmt.Sprintf("the worker wrote something else than a record of the job: %.100q", append(line, '\n')))
			return true
		}
		over := a.Reason == result.CPU || a.Reason == result.Memory
		if over {
			a.WallSeconds = new(time.Since(x.began).Seconds())
			x.kill() // the worker may be about to exit
		}
		x.store(a)
		if over {
			return true
		}
	}
	x.surplus = lines
	return false
}

// cutShort ends the process in the middle of the current job, and stores the record of this job.
func (x *exchange) cutShort(reason, message string) {
	x.store(reply{Record: x.cut(x.job(), reason, message, x.began, x.memory)})
}

func (x *exchange) finish(r result.Record) {
	x.store(reply{Record: r})
	x.emit(x.jobs[x.done-1 : x.done : x.done])
}

func (x *exchange) store(a reply) {
	o := &x.jobs[x.done]
	now := time.Now()
	a.Took = cmp.Or(a.Took, now.Sub(x.began))
	if a.Started == "" {
		a.Started = x.began.UTC().Format(time.RFC3339Nano)
	}
	a.Host, a.Go, a.Commit, a.Solver = host(), runtime.Version(), commit(), o.Job.Solver
	a.Parallel, a.Cores = x.parallel, Cores()
	o.Record, o.Took = a.Record, a.Took
	x.done++
	x.began = now
}

// rung returns a channel that receives a value when the current job reaches its limit of wall time.
func (x *exchange) rung() <-chan time.Time {
	if limit := x.job().Limits.Wall; limit > 0 {
		return time.After(time.Until(x.began.Add(limit)))
	}
	return nil
}
