// Package coordinator runs an experiment on the workers that join it. The coordinator owns the
// ledger, serves the queue, and publishes lists of jobs until the ledger has the records of all
// jobs. A queue that loses messages or whose folder is deleted costs time, but no record.
package coordinator

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/run/work"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// Options say what a coordinator does.
type Options struct {
	Title    string // of the experiment
	Version  string // of the program
	Jobs     []result.Job
	Solvers  []extern.Tool  // the outside programs that the experiment defines
	Suspects judge.Suspects // methods under test, whose wrong answers do not count
	Ledger   *ledger.Ledger
	Queue    transport.Options
	Audit    time.Duration // between two comparisons of the plan with the queue; 0: a minute

	// Ready gets the port of the queue when workers can join.
	Ready func(port int)
	// Finished gets the outcome of each job. The field Kept of the outcome is set if the ledger had
	// the record already.
	Finished func(work.Outcome)
	// Warn gets everything that a user must know: workers and records that were refused, alarms.
	Warn func(text string)
	// Tick gets the state of the experiment from time to time. Calls of these functions do not
	// overlap.
	Tick func(Status)
	// Note gets what a user may want to know, such as workers that join and leave.
	Note func(text string)
}

// Times and limits of a coordinator.
const (
	judging = 10 * time.Second // between two judgements of new answers
	filling = 20               // after this many servers in a row without a new record, Run returns an error
)

// A Coordinator runs one experiment.
type Coordinator struct {
	options Options
	session string // changes with every start

	mu      sync.Mutex // protects everything below
	plan    *queue.Plan
	keeper  *queue.Keeper
	crew    queue.Crew
	wrong   map[string]bool    // keys of wrong answers
	alarms  map[[4]string]bool // second answers that differ from the first; see raise
	refused int                // records
	floods  floods
	broken  error // the last error of the ledger
	closed  bool  // no more jobs are handed out

	comparing bool // the answers are compared at the end
	compared  int  // jobs whose answers are compared at the end

	fresh []result.Job   // jobs with new answers that are not judged yet
	round [][]result.Job // by board: jobs that are judged before the jobs in fresh
}

// ErrAlarm means that two workers gave different answers to one job, in this run of the coordinator
// or in an earlier run. The error that Run returns wraps it.
var ErrAlarm = errors.New("two workers gave different answers to the same job")

// New returns a coordinator that has read which jobs the ledger has.
func New(o Options) (*Coordinator, error) {
	o.Warn, o.Note = inOneLine(o.Warn), inOneLine(o.Note)
	c := &Coordinator{
		options: o, session: rand.Text(), plan: queue.New(o.Jobs), wrong: map[string]bool{}, alarms: map[[4]string]bool{}, floods: floods{},
	}
	c.keeper = &queue.Keeper{
		Plan: c.plan, Slots: func() int { return c.crew.Slots(time.Now()) }, Store: c.store, Ended: c.ended,
		Received: c.crew.Received, Refuse: c.refuse, Note: func(text string) { o.Note(text) },
	}
	c.plan.Others = func(workers []string) bool { return c.crew.Others(workers, time.Now()) }
	c.options.Queue.Classes = c.plan.Classes()
	c.options.Queue.Warn = func(kind, text string) { c.outside(kind, text) }
	if err := c.remember(); err != nil {
		return nil, err
	}
	if o.Ledger.Len() == 0 {
		return c, nil
	}
	var kept []result.Record
	for i, j := range o.Jobs {
		r, ok, err := o.Ledger.Get(j.Key())
		if err != nil {
			return nil, err
		}
		if ok && c.plan.Keep(i, r) {
			o.Finished(work.Outcome{Job: j, Record: r, Kept: true})
			if r.Verdict == result.Wrong {
				kept = append(kept, r)
			}
		}
	}
	return c, c.addWrong(kept)
}

// Run runs the experiment until all jobs are done or have failed, or until ctx ends. The error is
// ctx.Err(), an error of the ledger or of the queue, or an error that wraps ErrAlarm.
func (c *Coordinator) Run(ctx context.Context) (err error) {
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	l := c.options.Ledger
	stop := l.Watch(cancel)
	defer stop()
	for ready, vain := false, 0; err == nil && (!ready || !c.over()); { // the address is printed in any case
		before := c.plan.Count()
		err = c.serve(ctx, func(port int) {
			c.options.Queue.Port = port // also for the next server
			if !ready {
				ready = true
				c.options.Ready(port)
			}
		})
		if errors.Is(err, transport.ErrGone) {
			c.mu.Lock()
			c.options.Warn("the folder of the queue was deleted: the queue is made again, and unfinished lists are published again")
			c.mu.Unlock()
			err = nil
		}
		if vain++; c.plan.Count() != before {
			vain = 0
		}
		if err == nil && vain == filling {
			err = fmt.Errorf("the folder of the queue, %s, is deleted again and again", c.options.Queue.Folder)
		}
	}
	if err == nil {
		_ = transport.Clear(c.options.Queue.Folder) // the ledger has everything; a folder that stays does no harm
	} else {
		err = cmp.Or(outer.Err(), context.Cause(ctx), err) // the cause is a change of the ledger
	}
	return c.end(err)
}

// end sets the missing verdicts, and checks the ledger. It locks c.mu only for short times, so that
// Status does not have to wait.
func (c *Coordinator) end(err error) error {
	l := c.options.Ledger
	c.mu.Lock()
	c.closed = true
	c.say(c.floods.settle(time.Now().Add(longestWindow)))
	c.mu.Unlock()
	full := errors.Is(err, transport.ErrFull)
	if full {
		err = fmt.Errorf("%w; the ledger keeps its records (%d): make room and start again", err, l.Len())
	}
	if c.broken == nil && !full {
		c.compare(0)
		if l.Check() == nil {
			_, failed := work.Judge(c.options.Jobs, l, c.compare)
			err = errors.Join(err, failed)
		}
	}
	if changed := l.Check(); changed != nil {
		return changed // then no other error matters
	}
	if err == nil && len(c.alarms) > 0 {
		err = fmt.Errorf("%w %s", ErrAlarm, l.AlarmAdvice(len(c.alarms)))
	}
	return err
}

func (c *Coordinator) compare(compared int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.comparing, c.compared = true, compared
	c.options.Tick(c.now())
}

func (c *Coordinator) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.plan.Count().Over()
}

func (c *Coordinator) store(rows []ledger.Row) error {
	c.broken = c.alarm(work.AddRows(c.options.Ledger, rows))
	return c.broken
}

func (c *Coordinator) ended(a queue.Arrival) {
	j := c.plan.Job(a)
	c.crew.Ended(time.Now())
	c.fresh = append(c.fresh, j)
	c.options.Finished(work.Outcome{Job: j, Record: a.Row.Record, Took: time.Duration(a.Took * float64(time.Second))})
}

// serve serves the queue until the experiment is over. The error is context.Cause(ctx), ErrGone, or an
// error of the queue or the ledger.
func (c *Coordinator) serve(ctx context.Context, ready func(port int)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s, err := transport.Start(ctx, c.options.Queue)
	if err != nil {
		return err
	}
	defer s.Close()
	letters := make(chan queue.Letter, 256)
	if err = c.locked(func() error { return c.keeper.Begin(ctx, s) }); err == nil {
		err = s.Answer(c.answer, func(err error) { c.outside(refusedMessages, err.Error()) })
	}
	if err == nil {
		ready(s.Port())
		go func() { cancel(s.Letters(ctx, letters)) }()
		err = c.loop(ctx, s, letters)
	}
	switch broken := s.Intact(); {
	case err == nil:
		return s.Over()
	case broken != nil: // the other error is a consequence
		return broken
	}
	return err
}

func (c *Coordinator) loop(ctx context.Context, s *transport.Server, letters <-chan queue.Letter) error {
	tick, audit, verdicts := time.Tick(queue.Ticking), time.Tick(cmp.Or(c.options.Audit, queue.Auditing)), time.NewTicker(judging)
	for !c.over() {
		var do func() error
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case l := <-letters:
			all := []queue.Letter{l}
			for range len(letters) {
				all = append(all, <-letters)
			}
			do = func() error { return c.keeper.Handle(ctx, all) }
		case <-tick:
			do = func() error { return c.look(ctx, s) }
		case <-audit:
			do = func() error { return c.keeper.Compare(ctx) }
		case <-verdicts.C:
			do = func() error {
				err := c.judge()
				verdicts.Reset(judging)
				if len(c.round) > 0 {
					verdicts.Reset(time.Millisecond) // first come the messages that have arrived
				}
				return err
			}
		}
		if err := c.locked(do); err != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
	}
	return nil
}

func (c *Coordinator) look(ctx context.Context, s *transport.Server) error {
	c.options.Tick(c.now())
	c.say(c.floods.settle(time.Now()))
	if err := s.Intact(); err != nil {
		return err
	}
	return c.keeper.Fill(ctx)
}

func (c *Coordinator) locked(do func() error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return do()
}

// mostReason limits the bytes of a reason that a worker states.
const mostReason = 500

// A Status is the state of the experiment, for people.
type Status struct {
	queue.Count
	Title    string
	Machines int // workers that are present
	Slots    int // jobs that they run at once
	Wrong    int // wrong answers
	Alarms   int // different answers to the same job
	Refused  int // records that were refused

	// Running is the time since the first worker joined. After the last job has ended, Running
	// stays the same.
	Running   time.Duration
	Comparing bool // all jobs have ended, or the experiment was interrupted, and the answers are compared
	Compared  int  // jobs whose answers are compared
}

// Status returns the current state of the experiment.
func (c *Coordinator) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Coordinator) now() Status {
	now := time.Now()
	return Status{
		Count: c.plan.Count(), Title: c.options.Title, Machines: c.crew.Present(now), Slots: c.crew.Slots(now),
		Wrong: len(c.wrong), Alarms: len(c.alarms), Refused: c.refused,
		Running: c.crew.Running(now, c.closed || c.plan.Count().Over()), Comparing: c.comparing, Compared: c.compared,
	}
}

func (c *Coordinator) answer(s queue.Sign) queue.Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := queue.Answer{Session: c.session, Version: c.options.Version}
	name := wording.Short(s.Host) + " (" + wording.Short(s.Worker) + ")"
	if s.Protocol != queue.Protocol {
		a.Refused = fmt.Sprintf("the coordinator has version %s and the protocol %d, this worker has version %s and the protocol %d: use the same program on all machines",
			c.options.Version, queue.Protocol, s.Version, s.Protocol)
		c.flood(otherVersions, fmt.Sprintf("worker %s gets no jobs: it has version %s and the protocol %d, this program has version %s and the protocol %d",
			name, wording.Short(s.Version), s.Protocol, c.options.Version, queue.Protocol))
		return a
	}
	now := time.Now()
	m, before := c.crew.Sign(s, now)
	switch {
	case before.Worker == "" && !s.Leaving:
		c.options.Note(fmt.Sprintf("worker %s has joined: %s at once", name, wording.Plural(s.Slots, "job")))
	case before.Worker != "" && s.Leaving:
		c.options.Note(fmt.Sprintf("worker %s has left after %s", name, wording.Plural(m.Records, "record")))
	}
	if m.Failing() && before.Kills < queue.MostKills {
		c.options.Warn(fmt.Sprintf("worker %s: the last %d jobs in a row were killed there, for example because it has too little memory", name, s.Kills))
	}
	if s.Session != c.session {
		a.Samples, a.Solvers = queue.Samples(c.options.Jobs), c.options.Solvers
	} else if !m.Warned {
		m.Warned = len(s.Refused) > 0
		for _, why := range s.Refused {
			c.flood(partlyRefused, fmt.Sprintf("worker %s does not get all jobs: %s", name, why[:min(len(why), mostReason)]))
		}
	}
	a.Spare = c.crew.Spare(s.Worker, now)
	return a
}

// outside reports something that strangers or workers can cause as often as they like. It is called
// from another goroutine, even after the end of Run.
func (c *Coordinator) outside(kind, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.flood(kind, text)
	}
}

// inOneLine returns a function that escapes the line feeds in a text, and passes the text to f.
// Otherwise, a worker could make up further lines by putting line feeds into the names and reasons
// that it sends. The terminal shows other control characters in an escaped form.
func inOneLine(f func(string)) func(string) {
	return func(text string) { f(strings.ReplaceAll(text, "\n", `\n`)) }
}

func (c *Coordinator) refuse(why error) {
	c.refused++
	c.flood(refusedRecords, "refused: "+why.Error())
}
