// Package worker joins a coordinator and runs lists of jobs from the coordinator's queue. A worker
// can join and leave at any time. If a worker is killed, the queue hands the worker's lists to
// other workers.
package worker

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/run/work"
	"counterproof/bench/system/solvers"
	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// Options say what a worker does.
type Options struct {
	Dial    transport.Dial
	Slots   int           // how many jobs it runs at once; 0: the number of cores
	Idle    time.Duration // the worker ends if it has had no list for so long; 0: never
	Version string        // of the program
	Lookup  encode.Lookup
	// AllowCommands permits the commands of the outside programs that experiments define.
	AllowCommands bool

	Pool work.Pool         // how to start processes for the jobs
	Say  func(text string) // gets what a user must know, such as a lost connection
	Note func(text string) // gets what a user may want to know, such as the end of an experiment

	unkept func([]result.Job) []string // says which limits this system cannot enforce; nil: work.Unkept
}

// grace is the time for the last messages of a worker that leaves.
const grace = 3 * time.Second

type worker struct {
	Options
	name   string
	host   string
	client *transport.Client
	cancel context.CancelCauseFunc

	slots   sync.WaitGroup
	started bool // the slots

	mu      sync.Mutex
	session string
	classes []string
	reasons []string  // why it does not take the other classes
	over    bool      // the coordinator has said that the experiment is done
	busy    int       // slots that run a list
	waiting int       // finished lists whose records the coordinator's queue does not have yet
	kills   int       // how many jobs in a row were killed here
	killed  time.Time // when the last of them was killed
	spare   bool      // another worker is present that is not failing
	last    time.Time // when busy or waiting last changed, or when the worker learned of an experiment

	warned map[string]bool // what the worker has said about limits
}

// errIdle ends a worker that has had no list for the time Idle.
var errIdle = errors.New("idle")

// keeping is how often the time Idle must pass before a worker gives up finished records that it
// cannot deliver.
const keeping = 10

// Run joins the coordinator and runs its lists until ctx ends, or until the worker is idle for too
// long. In these two cases, Run returns nil. The error says why the coordinator refuses the
// worker, why the worker can run none of the jobs, or why no process for a job can be started. If
// Idle is set, the error also says that no coordinator has answered, or that the worker could not
// deliver finished records.
func Run(ctx context.Context, o Options) error {
	o.Slots = cmp.Or(max(o.Slots, 0), work.Cores())
	if o.unkept == nil {
		o.unkept = work.Unkept
	}
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &worker{Options: o, name: rand.Text()[:8], cancel: cancel, last: time.Now(), warned: map[string]bool{}}
	w.host, _ = os.Hostname()
	w.run(ctx)
	if cause := context.Cause(ctx); outer.Err() == nil && !errors.Is(cause, errIdle) {
		return cause
	}
	return nil
}

// run works until ctx ends. The cause of ctx then says why.
func (w *worker) run(ctx context.Context) {
	if w.Idle > 0 {
		go w.watchIdle(ctx)
	}
	connected := make(chan struct{})
	go func() {
		defer close(connected)
		if w.connect(ctx); w.client != nil && ctx.Err() != nil {
			w.client.Close()
		}
	}()
	select {
	case <-connected:
	case <-ctx.Done(): // a coordinator that does not answer may keep the attempt to connect busy for some seconds
		return
	}
	if w.client == nil {
		return
	}
	defer w.client.Close()
	for ctx.Err() == nil {
		err := w.sign(ctx)
		pause(ctx, wording.Either(err == nil, queue.Beating, queue.Retrying))
	}
	w.slots.Wait()
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer stop()
	_, _ = w.client.Sign(last, queue.Sign{Protocol: queue.Protocol, Worker: w.name, Host: w.host, Leaving: true}) // the coordinator may be gone
}

// connect sets w.client, unless ctx ends or the coordinator refuses the worker.
func (w *worker) connect(ctx context.Context) {
	d := w.Dial
	d.Changed = func(lost error) {
		w.mu.Lock()
		over := w.over
		w.over = over && lost != nil
		w.mu.Unlock()
		switch {
		case lost == nil:
			w.Note("the worker is connected again")
		case !over && ctx.Err() == nil:
			w.Say(fmt.Sprintf("the connection to the coordinator is lost (%v): the worker connects again as soon as possible", lost))
		}
	}
	d.Over = func() {
		w.mu.Lock()
		w.over = true
		w.mu.Unlock()
		w.Note("the experiment is done; the worker waits for another one")
	}
	for told := false; ctx.Err() == nil; told = true {
		client, err := transport.Connect(d)
		switch {
		case err == nil:
			w.client = client
			return
		case errors.As(err, new(*transport.RefusedError)):
			w.cancel(err)
		case !told && ctx.Err() == nil:
			w.Say(fmt.Sprintf("no coordinator answers at %s (%v): the worker tries again every second", d.URL, err))
		}
		pause(ctx, queue.Retrying)
	}
}

// sign sends a sign of life. If the answer is about another experiment, sign finds out which classes
// of jobs the worker takes. The first sign that states these classes starts the slots.
func (w *worker) sign(ctx context.Context) error {
	w.mu.Lock()
	s := queue.Sign{Protocol: queue.Protocol, Worker: w.name, Host: w.host, Version: w.Version, Slots: w.Slots,
		Session: w.session, Refused: w.reasons, Idle: w.session != "" && len(w.classes) == 0, Kills: w.kills}
	w.mu.Unlock()
	a, err := w.client.Sign(ctx, s)
	w.mu.Lock()
	w.spare = err == nil && a.Spare
	w.mu.Unlock()
	switch {
	case errors.As(err, new(*transport.RefusedError)):
		w.cancel(err)
		return nil
	case err != nil:
		return err
	case a.Refused != "":
		w.cancel(errors.New(a.Refused))
		return nil
	case a.Session != s.Session:
		return w.examine(ctx, a, s.Session == "")
	case !w.started:
		w.started = true
		for range w.Slots {
			w.slots.Go(func() {
				s := &slot{worker: w, jobs: make(chan []result.Job, 1), outcomes: make(chan work.Outcome, 256), stopped: make(chan error, 1)}
				if err := s.run(ctx); err != nil {
					w.cancel(err)
				}
			})
		}
	}
	return nil
}

// examine finds out which classes of jobs the worker takes, and tells the coordinator.
func (w *worker) examine(ctx context.Context, a queue.Answer, first bool) error {
	refused := w.permit(a.Solvers)
	classes, reasons := queue.Classes(w.Lookup, a.Samples)
	if refused != nil && len(reasons) > 0 {
		reasons = append(reasons, refused.Error())
	}
	w.mu.Lock()
	w.session, w.classes, w.reasons, w.last = a.Session, classes, reasons, time.Now()
	w.mu.Unlock()
	err := w.sign(ctx)
	versions := fmt.Sprintf("the coordinator has version %s, this worker has version %s", a.Version, w.Version)
	if len(classes) == 0 && len(reasons) > 0 && first {
		w.cancel(fmt.Errorf("this worker can run none of the jobs (%s): %s", versions, strings.Join(reasons, "; ")))
		return nil
	}
	for _, why := range reasons {
		w.Say(fmt.Sprintf("this worker does not get all jobs (%s): %s", versions, why))
	}
	return err
}

// permit makes the programs known that an experiment defines, if the user of this worker allows its
// commands. Otherwise, the worker takes jobs for a program only if it has the same definition itself.
func (w *worker) permit(tools []extern.Tool) error {
	if len(tools) > 0 && !w.AllowCommands {
		return fmt.Errorf("the experiment runs commands of its own: %s; if you trust it, start the worker with --allow-commands", solvers.Commands(tools))
	}
	for i := range tools {
		if err := tools[i].Check(); err != nil {
			return err
		}
	}
	return solvers.Use(tools)
}

func (w *worker) refuse(class string, why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if slices.Contains(w.classes, class) {
		w.classes = slices.DeleteFunc(slices.Clone(w.classes), func(c string) bool { return c == class })
		w.reasons = append(w.reasons, why.Error())
		w.Say("this worker does not get all jobs: " + why.Error())
	}
}

// warn says which limits of the jobs this system cannot enforce. It says the same only once.
func (w *worker) warn(jobs []result.Job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, line := range w.unkept(jobs) {
		if !w.warned[line] {
			w.warned[line] = true
			w.Say("warning: " + line)
		}
	}
}

func (w *worker) taken() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.classes
}

func (w *worker) occupy(busy, waiting int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy += busy
	w.waiting += waiting
	w.last = time.Now()
}

func (w *worker) ended(killed bool, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !killed {
		w.kills = 0
		return
	}
	w.kills++
	w.killed = now
	if w.kills == queue.MostKills && w.spare {
		w.Say(fmt.Sprintf("the last %d jobs in a row were killed on this machine, for example because it has too little memory: this worker waits a minute before each further list, because other workers are present", w.kills))
	}
}

func (w *worker) rests(now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.kills >= queue.MostKills && w.spare && now.Sub(w.killed) < queue.Resting
}

func (w *worker) watchIdle(ctx context.Context) {
	for pause(ctx, min(w.Idle/10+time.Millisecond, time.Second)) {
		if over := w.idle(time.Now()); over != nil {
			w.cancel(over)
		}
	}
}

// idle returns why the worker ends now, or nil. It waits longer while finished records wait.
func (w *worker) idle(now time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch passed := now.Sub(w.last); {
	case w.busy > 0 || passed < w.Idle:
		return nil
	case w.session == "":
		return fmt.Errorf("no coordinator has answered at %s for %v, so this worker has run no jobs", w.Dial.URL, w.Idle)
	case w.waiting == 0:
		return errIdle
	case passed >= keeping*w.Idle:
		return fmt.Errorf("the records of %s could not be delivered for %v: the coordinator hands these jobs to other workers",
			wording.Plural(w.waiting, "finished list"), keeping*w.Idle)
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

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
