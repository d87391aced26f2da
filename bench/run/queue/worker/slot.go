package worker

import (
	"context"
	"sync"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/run/work"
)

// A slot runs one list after the other in one process, which it keeps from list to list.
type slot struct {
	*worker
	jobs     chan []result.Job
	outcomes chan work.Outcome
	stopped  chan error // gets the error of the process
}

// run takes lists from the queue and runs them until ctx ends. The error says why the process could
// not be started.
func (s *slot) run(ctx context.Context) error {
	streaming, stop := context.WithCancel(ctx)
	var background sync.WaitGroup
	defer background.Wait()
	defer stop()
	defer close(s.jobs)
	background.Go(func() { s.stopped <- s.stream(streaming) })
	room := make(chan struct{}, queue.Finishing)
	for ctx.Err() == nil {
		if s.rests(time.Now()) {
			pause(ctx, queue.Retrying)
			continue
		}
		t, err := s.client.Next(ctx, s.taken())
		if err != nil {
			pause(ctx, queue.Retrying)
		}
		if t == nil {
			continue
		}
		holding, release := context.WithCancel(context.Background())
		background.Go(func() {
			for pause(holding, max(t.Wait/queue.Renewals, time.Millisecond)) {
				t.Renew()
			}
		})
		s.occupy(1, 0)
		l := &held{slot: s, task: t}
		finished, err := l.work(ctx)
		if !finished {
			l.leave(ctx)
			release()
			s.occupy(-1, 0)
			if err != nil {
				return err
			}
			continue
		}
		s.occupy(-1, 1)
		room <- struct{}{}
		background.Go(func() {
			l.finish(ctx)
			release()
			s.occupy(0, -1)
			<-room
		})
	}
	return nil
}

func (s *slot) stream(ctx context.Context) error {
	jobs := func(yield func(int, result.Job) bool) {
		for l := range s.jobs {
			for i, j := range l {
				if !yield(i, j) {
					return
				}
			}
		}
	}
	pool := s.Pool
	pool.Workers, pool.Beside = 1, s.Slots-1
	return work.Stream(ctx, jobs, nil, &pool, func(_ int, o work.Outcome) error {
		select {
		case s.outcomes <- o:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

type held struct {
	*slot
	task   *transport.Task
	sealed []queue.Sealed
	bytes  int
}

// mostBytes is the size of a message with records. A single record may be longer.
const mostBytes = 512 << 10

// work runs the jobs of the list. It sends finished records from time to time, so that little is
// lost if the worker is killed. If the list has to be given back, the result finished is false.
func (l *held) work(ctx context.Context) (finished bool, err error) {
	jobs, err := queue.ParseJobs(l.task.Text)
	for i := 0; err == nil && i < len(jobs); i++ {
		err = queue.Verify(l.Lookup, jobs[i])
	}
	if err != nil {
		l.refuse(l.task.Class, err)
		return false, nil
	}
	if l.task.Times > queue.MostDeliveries {
		return true, nil // finish reports the list as lost
	}
	l.warn(jobs)
	l.jobs <- jobs // the stream has room for one list
	flush := time.Tick(queue.Flushing)
	for left := len(jobs); left > 0; {
		select {
		case o := <-l.outcomes:
			left--
			l.ended(o.Record.Reason == result.Killed, time.Now())
			sealed := queue.Seal(o.Job, o.Record, o.Took.Seconds())
			if l.bytes+len(sealed.Record) > mostBytes {
				l.send(ctx)
			}
			l.sealed = append(l.sealed, sealed)
			l.bytes += len(sealed.Record)
		case <-flush:
			l.send(ctx)
		case err := <-l.stopped:
			return false, err
		case <-ctx.Done():
			return false, nil
		}
	}
	return true, nil
}

// send tries until the queue has the finished records, or returns false when ctx ends.
func (l *held) send(ctx context.Context) bool {
	d := queue.Delivery{Worker: l.name, List: l.task.Key, Records: l.sealed, Lost: l.task.Times > queue.MostDeliveries}
	for (len(d.Records) > 0 || d.Lost) && l.client.Deliver(ctx, d) != nil {
		if !pause(ctx, queue.Retrying) {
			return false
		}
	}
	l.sealed, l.bytes = nil, 0
	return true
}

// finish sends the last records, then removes the list from the queue. If ctx ends first, it leaves.
func (l *held) finish(ctx context.Context) {
	if !l.send(ctx) {
		l.leave(ctx)
		return
	}
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), 2*grace)
	defer stop()
	_ = l.task.Done(last) // without the confirmation, another worker runs the list again
}

// leave gives the list back. Even after the end of ctx, it tries for a short time to send records.
func (l *held) leave(ctx context.Context) {
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer stop()
	if l.client.Connected() {
		l.send(last)
	}
	l.task.GiveBack()
}
