package worker

import (
	"context"
	"errors"
	"sync"
	"time"

	"counterproof/bench/queue"
	"counterproof/bench/queue/transport"
	"counterproof/bench/result"
	"counterproof/bench/work"
)

// A slot runs one list after the other in one process, which it keeps from list to list.
type slot struct {
	*worker
	jobs     chan []result.Job
	outcomes chan work.Outcome
	stopped  chan error // gets the error of the process
}

func newSlot(w *worker) *slot {
	return &slot{worker: w, jobs: make(chan []result.Job), outcomes: make(chan work.Outcome, 256), stopped: make(chan error, 1)}
}

// run takes lists from the queue and runs them until ctx ends. The error says why the process could
// not be started.
func (s *slot) run(ctx context.Context) error {
	streaming, stop := context.WithCancel(ctx)
	var background sync.WaitGroup
	defer background.Wait()
	defer stop()
	background.Go(func() { s.stopped <- s.stream(streaming) })
	room := make(chan struct{}, queue.Finishing)
	for ctx.Err() == nil {
		if s.rests(time.Now()) {
			pause(ctx, queue.Retrying)
			continue
		}
		t, err := s.next(ctx)
		if err != nil {
			pause(ctx, queue.Retrying)
			continue
		}
		if t == nil {
			continue
		}
		s.occupy(1, 0)
		l := &held{slot: s, task: t, renewed: make(chan struct{})}
		background.Go(l.renew)
		finished, err := l.work(ctx)
		if err != nil || !finished {
			l.leave(ctx)
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
			s.occupy(0, -1)
			<-room
		})
	}
	return nil
}

// next asks for a list.
func (s *slot) next(ctx context.Context) (*transport.Task, error) {
	classes := s.taken()
	if len(classes) == 0 {
		return nil, errors.New("this worker takes no class of jobs")
	}
	return s.client.Next(ctx, classes)
}

// stream runs the jobs of all lists in one process.
func (s *slot) stream(ctx context.Context) error {
	jobs := func(yield func(result.Job) bool) {
		for {
			select {
			case l := <-s.jobs:
				for _, j := range l {
					if !yield(j) {
						return
					}
				}
			case <-ctx.Done():
				return
			}
		}
	}
	pool := s.Pool
	pool.Workers, pool.Beside = 1, s.Slots-1
	return work.Stream(ctx, jobs, nil, &pool, func(o work.Outcome) error {
		select {
		case s.outcomes <- o:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// A held is a list that the worker has got from the queue.
type held struct {
	*slot
	task    *transport.Task
	renewed chan struct{} // closed when the list need not be renewed any more
	once    sync.Once
	sealed  []queue.Sealed
	bytes   int
}

// renew keeps the list for this worker until release is called.
func (l *held) renew() {
	t := time.NewTicker(max(l.task.Wait/queue.Renewals, time.Millisecond))
	defer t.Stop()
	for {
		select {
		case <-t.C:
			l.task.Renew()
		case <-l.renewed:
			return
		}
	}
}

func (l *held) release() { l.once.Do(func() { close(l.renewed) }) }

// mostBytes is the size of a message with records. A single record may be longer.
const mostBytes = 512 << 10

// work runs the jobs of the list. It sends finished records from time to time, so that little is
// lost if the worker is killed. If the list has to be given back, the result finished is false.
func (l *held) work(ctx context.Context) (finished bool, err error) {
	jobs, err := l.check()
	if err != nil {
		l.refuse(l.task.Class, err)
		return false, nil
	}
	if l.task.Times > queue.MostDeliveries {
		return true, nil // finish reports the list as lost
	}
	l.warn(jobs)
	select {
	case l.jobs <- jobs:
	case err := <-l.stopped:
		return false, err
	case <-ctx.Done():
		return false, nil
	}
	flush := time.NewTicker(queue.Flushing)
	defer flush.Stop()
	for range jobs {
		for waiting := true; waiting; {
			select {
			case o := <-l.outcomes:
				waiting = false
				l.ended(o.Record.Reason == result.Killed, time.Now())
				sealed, err := queue.Seal(o.Job, o.Record, o.Took.Seconds())
				if err != nil {
					return false, err
				}
				if l.bytes > 0 && l.bytes+len(sealed.Record) > mostBytes {
					l.send(ctx)
				}
				l.sealed = append(l.sealed, sealed)
				l.bytes += len(sealed.Record)
			case <-flush.C:
				if l.bytes > 0 {
					l.send(ctx)
				}
			case err := <-l.stopped:
				return false, err
			case <-ctx.Done():
				return false, nil
			}
		}
	}
	return true, nil
}

// check parses the list and checks that this program would give all jobs the same keys.
func (l *held) check() ([]result.Job, error) {
	jobs, err := queue.ParseJobs(l.task.Text)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if err := queue.Verify(l.Lookup, j); err != nil {
			return nil, err
		}
	}
	return jobs, nil
}

// send sends the finished records. It tries until the queue has the records or ctx ends. The result
// says whether the queue has the records.
func (l *held) send(ctx context.Context) bool {
	d := queue.Delivery{Worker: l.name, List: l.task.Key, Records: l.sealed, Lost: l.task.Times > queue.MostDeliveries}
	for len(d.Records) > 0 || d.Lost {
		if l.client.Deliver(ctx, d) == nil {
			break
		}
		if !pause(ctx, queue.Retrying) {
			return false
		}
	}
	l.sealed, l.bytes = nil, 0
	return true
}

// finish sends the last records and then removes the list from the queue. Even after the end of
// ctx, finish tries for a short time.
func (l *held) finish(ctx context.Context) {
	defer l.release()
	if !l.send(ctx) {
		l.leave(ctx)
		return
	}
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), 2*grace)
	defer stop()
	_ = l.task.Done(last) // without the confirmation, another worker runs the list again
}

// leave sends what is finished, and gives the list back to the queue.
func (l *held) leave(ctx context.Context) {
	defer l.release()
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer stop()
	if l.client.Connected() {
		l.send(last)
	}
	l.task.GiveBack()
}
