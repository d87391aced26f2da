package simulate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
)

// Times that the coordinator takes. BenchmarkBatches of package ledger measures how long storing
// takes.
const (
	committing = 4 * time.Millisecond   // for each transaction of the ledger
	storing    = 120 * time.Microsecond // for checking and storing a record of about recordBytes
)

// recordBytes is about the length of the text of one record in a delivery.
const recordBytes = 800

// reading is the largest number of deliveries that the coordinator handles at once.
const reading = 257

// A stage is one experiment: its jobs, the coordinator with its queue and its ledger, and the
// machines.
type stage struct {
	*world
	jobs   []result.Job
	costs  []time.Duration // of the jobs
	server *server
	loss   float64       // the probability that a message on the network is lost
	audit  time.Duration // between two comparisons of the plan with the queue; 0: never

	up       bool // the coordinator runs
	starts   int  // of the coordinator
	session  string
	plan     *queue.Plan
	keeper   *queue.Keeper
	crew     *queue.Crew
	handling bool // the coordinator handles deliveries
	doomed   bool // the coordinator dies after the next time that it stores records

	machines []*machine
	troubles int
	problems []string

	took     time.Duration // until the ledger has all records
	stored   []bool        // the ledger: which jobs have a record
	records  int           // in the ledger
	ended    []int         // how often the coordinator has reported the end of a job
	missed   int           // comparisons of plan and queue after which lists were published again
	repeated int           // records that the ledger had already
	wasted   time.Duration
	computed time.Duration // by all jobs of all slots
	capacity time.Duration // of machines that have left: the number of slots, multiplied by the time of presence
}

func newStage(seed uint64, draw func(*world) ([]result.Job, []time.Duration)) *stage {
	w := newWorld(seed)
	s := &stage{world: w, server: newServer(w), audit: queue.Auditing}
	s.jobs, s.costs = draw(w)
	s.stored, s.ended = make([]bool, len(s.jobs)), make([]int, len(s.jobs))
	s.server.arrived = s.read
	return s
}

// number returns the index of the job with the given instance.
func number(instance string) int {
	n, err := strconv.Atoi(instance)
	if err != nil {
		panic(err)
	}
	return n - 1
}

// answered returns the right record of a job.
func answered(j result.Job, took time.Duration) result.Record {
	r := j.Record(result.Done, "")
	seconds := took.Seconds()
	r.Status, r.Count, r.WallSeconds = result.Exact, j.Instance, &seconds
	return r
}

var background = context.Background()

// start starts the coordinator with what the ledger and the queue have.
func (s *stage) start() {
	s.starts++
	s.session = strconv.Itoa(s.starts)
	s.up, s.handling, s.doomed = true, false, false
	s.plan, s.crew = queue.New(s.jobs), &queue.Crew{}
	for i, done := range s.stored {
		if done {
			s.plan.Keep(i, answered(s.jobs[i], s.costs[i]))
		}
	}
	s.keeper = &queue.Keeper{
		Plan: s.plan, Slots: func() int { return s.crew.Slots(s.clock()) }, Store: s.store,
		Ended:    func(a queue.Arrival) { s.ended[number(a.Row.Record.Instance)]++ },
		Received: s.crew.Received, Refuse: func(err error) { s.problem("refused: %v", err) }, Note: func(string) { s.missed++ },
	}
	s.do(s.keeper.Begin(background, s.server))
	mine := s.starts
	s.every(queue.Ticking, func() bool {
		if s.starts == mine && s.up {
			s.do(s.keeper.Fill(background))
			s.read() // deliveries that were not acknowledged may be due again
		}
		return s.starts == mine
	})
	s.every(s.audit, func() bool {
		if s.starts == mine && s.up && s.audit > 0 {
			s.do(s.keeper.Compare(background))
		}
		return s.starts == mine && s.audit > 0
	})
	s.read()
}

var errDead = errors.New("the coordinator was killed")

func (s *stage) do(err error) {
	switch {
	case errors.Is(err, errDead):
		s.crash(2 * time.Second)
	case err != nil:
		s.problem("the coordinator ends: %v", err)
	}
}

func (s *stage) problem(format string, v ...any) {
	if len(s.problems) < 20 {
		s.problems = append(s.problems, fmt.Sprintf(format, v...))
	}
}

// read handles the deliveries that have arrived. This takes the time that the ledger needs to store
// the records.
func (s *stage) read() {
	if s.handling || !s.up {
		return
	}
	letters := s.server.read(reading)
	if len(letters) == 0 {
		return
	}
	s.handling = true
	took := committing
	for i, l := range letters {
		took += storing * time.Duration(1+len(l.Text)/recordBytes)
		ack := l.Ack
		letters[i].Ack = func() error {
			if s.doomed {
				return errDead
			}
			return ack()
		}
	}
	mine := s.starts
	s.after(took, func() {
		if s.starts != mine || !s.up {
			return
		}
		s.do(s.keeper.Handle(background, letters))
		s.handling = false
		s.read()
	})
}

// store stands in for the ledger.
func (s *stage) store(rows []ledger.Row) error {
	for _, row := range rows {
		r := row.Record
		i := number(r.Instance)
		switch {
		case !ledger.Settled(r):
			s.problem("job %d failed: %s", i, r.Error)
		case r.Count != s.jobs[i].Instance:
			s.problem("job %d has the count %s", i, r.Count)
		case s.stored[i]:
			s.repeated++
			s.wasted += time.Duration(*r.WallSeconds * float64(time.Second))
		default:
			s.stored[i] = true
			s.records++
		}
	}
	return nil
}

// crash kills the coordinator, and starts it again after the given time.
func (s *stage) crash(down time.Duration) {
	if !s.up {
		return
	}
	s.up = false
	s.after(down, func() {
		s.server.restart(0.3)
		s.start()
	})
}

// wipe deletes the folder of the queue. The coordinator notices this at the next tick.
func (s *stage) wipe() {
	s.server.wipe()
	mine := s.starts
	s.after(s.between(0, queue.Ticking), func() {
		if s.starts == mine && s.up {
			s.do(s.keeper.Begin(background, s.server))
		}
	})
}

// join starts a worker.
func (s *stage) join(slots int, speed float64, classes ...string) *machine {
	m := &machine{
		stage: s, name: "w" + strconv.Itoa(len(s.machines)), slots: slots, speed: speed, classes: classes,
		joined: s.now, alive: true, linked: true,
	}
	s.machines = append(s.machines, m)
	m.sign()
	return m
}

func (s *stage) over() bool { return s.records == len(s.jobs) }

// finish runs the simulation until the ledger has all records, and then until the queue is empty,
// which takes another audit. It returns everything that went wrong.
func (s *stage) finish(limit time.Duration) []string {
	if !s.run(limit, func() bool { return s.over() || len(s.problems) > 0 }) {
		s.problem("after %v, %d of %d jobs have no record", limit, len(s.jobs)-s.records, len(s.jobs))
	}
	s.took, s.doomed = s.now, false
	for _, m := range s.machines {
		m.kill()
	}
	for i, n := range s.ended {
		if n > 1 || n == 0 && s.over() {
			s.problem("the end of job %d was reported %d times", i, n)
		}
	}
	if len(s.problems) > 0 {
		return s.problems
	}
	if s.up && !s.plan.Count().Over() {
		s.problem("the ledger has all records, but the plan says %+v", s.plan.Count())
	}
	s.server.revive(1) // nobody runs these lists, so the coordinator has to remove them
	if !s.run(s.now+2*rereading, func() bool { return len(s.server.lists)+len(s.server.letters) == 0 }) {
		s.problem("the queue keeps %d lists and %d deliveries after the end", len(s.server.lists), len(s.server.letters))
	}
	return s.problems
}

// busy returns for which part of the time the slots were running jobs.
func (s *stage) busy() float64 { return s.computed.Seconds() / s.capacity.Seconds() }

// doubled returns which part of the slots' work was useless, because the ledger had the records
// already.
func (s *stage) doubled() float64 { return s.wasted.Seconds() / s.computed.Seconds() }

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
