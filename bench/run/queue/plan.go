package queue

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/chunk"
)

// MostTries is the number of workers on which a job is killed, in one run of the coordinator,
// before the job fails. If fewer workers are present, the job fails after MostTries tries, once it
// was killed on each of them.
const MostTries = 3

// Limits of the lists in the queue.
const (
	leastPending = 16 // least number of lists of each class in the queue, even before workers join
	perSlot      = 3  // lists of each class for each job that the workers run at once
	mostBytes    = 768 << 10
)

type state uint8

const (
	wanted  state = iota // the ledger has no final record, and no list in the queue has the job
	pending              // a list in the queue has the job
	done                 // the ledger has a final record
	failed               // the ledger has a record, but the job was killed or ended with an error
)

// A Plan knows which jobs of an experiment are done and which lists the queue has. It decides which
// lists to publish. It is not safe for concurrent use.
type Plan struct {
	// Others reports whether any worker other than the given workers is present. If the field
	// Others is nil, no worker is present.
	Others func(workers []string) bool

	tasks   []task
	index   map[string]int      // of the tasks, by the keys of their jobs
	classes []string            // sorted by their first jobs
	todo    map[string][]int    // the wanted jobs of a class; jobs in other states are skipped
	lists   map[string]*pendant // by key
	busy    map[string]int      // by class: the number of lists with unfinished jobs
	grouper chunk.Grouper
	count   Count
}

type task struct {
	*result.Job
	state state
	tries int      // how often the job was killed in this run
	past  int      // how often it was killed in earlier runs
	on    []string // the workers on which it was killed in this run
	alone bool     // it gets a list of its own
	list  *pendant // the pending list that has it, or nil
}

type pendant struct {
	class, key string
	jobs       []int
	left       int // jobs without a record
}

// A Count says how far the experiment is.
type Count struct {
	Jobs     int // of the experiment
	Kept     int // jobs whose final records were in the ledger from the beginning
	Done     int // other jobs with final records
	Failed   int // jobs that were killed or ended with an error
	Repeated int // records that the ledger had already
}

// Over reports whether all jobs are done or have failed.
func (c Count) Over() bool { return c.Kept+c.Done+c.Failed == c.Jobs }

// New returns the plan of all jobs of an experiment, none of which is done. The jobs must differ.
func New(jobs []result.Job) *Plan {
	p := &Plan{
		tasks: make([]task, len(jobs)), index: make(map[string]int, len(jobs)), todo: map[string][]int{}, lists: map[string]*pendant{},
		busy: map[string]int{}, count: Count{Jobs: len(jobs)},
	}
	for i := range jobs {
		p.tasks[i].Job = &jobs[i]
		p.index[jobs[i].Key()] = i
		c := Class(jobs[i])
		if p.todo[c] == nil {
			p.classes = append(p.classes, c)
		}
		p.todo[c] = append(p.todo[c], i)
	}
	return p
}

// Keep notes that the ledger has the record r of the i-th job. The result says whether the job is
// done.
func (p *Plan) Keep(i int, r result.Record) bool {
	t := &p.tasks[i]
	t.past = r.Tries
	if !ledger.Settled(r) {
		return false
	}
	t.state = done
	p.count.Kept++
	if r.WallSeconds != nil {
		p.grouper.Learn(*t.Job, seconds(*r.WallSeconds))
	}
	return true
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// Classes returns the classes of the jobs, in the order of their first jobs.
func (p *Plan) Classes() []string { return p.classes }

// Has reports whether the experiment has a job with the key.
func (p *Plan) Has(key string) bool {
	_, ok := p.index[key]
	return ok
}

// Job returns the job of a record.
func (p *Plan) Job(a Arrival) result.Job { return *p.tasks[a.index].Job }

// Pending reports whether the queue should have the list with the given key.
func (p *Plan) Pending(key string) bool {
	l := p.lists[key]
	return l != nil && l.left > 0
}

// Count returns how far the experiment is.
func (p *Plan) Count() Count { return p.count }

// A Handout is a list of jobs of one class that the queue has or should have.
type Handout struct {
	Class string
	Key   string
	Jobs  []result.Job
}

// Publish returns lists that the caller must publish now, so that the workers find enough work.
// The parameter slots is how many jobs the workers run at once. The lists count as pending from
// now on. If a list could not be published, the next Audit finds out.
func (p *Plan) Publish(slots int) (all []Handout) {
	room := max(leastPending, perSlot*slots)
	for _, c := range p.classes {
		if p.busy[c] < room {
			p.grouper.Target = p.target(c, slots)
		}
		for p.busy[c] < room {
			h := p.cut(c)
			if h.Jobs == nil {
				break
			}
			all = append(all, h)
		}
	}
	return all
}

// cut returns the next list of a class, which counts as pending. If no job is wanted, it has no jobs.
func (p *Plan) cut(class string) (h Handout) {
	todo := p.todo[class]
	l := &pendant{class: class}
	h.Class = class
	room, bytes, carried := p.grouper.Room(), 0, map[string]bool{}
	for last := false; len(todo) > 0 && !last; todo = todo[1:] {
		t := p.tasks[todo[0]]
		if t.state != wanted {
			continue
		}
		bytes += 300 + len(t.Instance) + len(t.Given) + 4*len(carriedBy(t.Job, carried))/3 // about the JSON text of the job
		if len(l.jobs) > 0 && (t.alone || bytes > mostBytes) || !room.Take(*t.Job) {
			break
		}
		l.jobs, h.Jobs, last = append(l.jobs, todo[0]), append(h.Jobs, *t.Job), t.alone
	}
	p.todo[class] = todo
	if len(l.jobs) > 0 {
		l.key = chunk.Key(h.Jobs)
		h.Key = l.key
		p.hold(l)
	}
	return h
}

// target returns how much work a list of a class gets. Near the end of the experiment lists are
// shorter, so that all workers end at about the same time. The remaining work is estimated from a
// sample of the remaining jobs.
func (p *Plan) target(class string, slots int) time.Duration {
	const (
		least  = 20 * time.Millisecond
		sample = 32
	)
	todo := p.todo[class]
	step := max(1, len(todo)/sample)
	left, n := time.Duration(0), 0
	for at := 0; at < len(todo); at += step {
		took, known := p.grouper.Estimate(*p.tasks[todo[at]].Job)
		if !known {
			return chunk.Target
		}
		left += took
		n++
	}
	if n == 0 {
		return chunk.Target
	}
	share := left.Seconds() / float64(n) * float64(len(todo)) / float64(2*max(slots, 1))
	return min(chunk.Target, max(least, seconds(share)))
}

func (p *Plan) hold(l *pendant) {
	p.lists[l.key], l.left = l, len(l.jobs)
	p.busy[l.class]++
	for _, i := range l.jobs {
		p.tasks[i].state, p.tasks[i].list = pending, l
	}
}

// Adopt notes that the queue has a list, such as after a new start of the coordinator. If the list has
// none of the wanted jobs, or if its key is wrong, nobody needs the list, and the next Audit says so.
func (p *Plan) Adopt(h Handout) {
	if p.lists[h.Key] != nil || chunk.Key(h.Jobs) != h.Key {
		return
	}
	l := &pendant{class: h.Class, key: h.Key}
	for _, j := range h.Jobs {
		if i, ok := p.index[j.Key()]; ok && p.tasks[i].state == wanted && Class(*p.tasks[i].Job) == h.Class && !slices.Contains(l.jobs, i) {
			l.jobs = append(l.jobs, i)
		}
	}
	if len(l.jobs) > 0 {
		p.hold(l)
	}
}

// Audit compares the plan with the lists that the queue has. The map present contains the keys of
// these lists, with the value false for a list that cannot be read. If the queue has lost a list, the
// plan will publish the list's unfinished jobs again. Audit returns the number of these jobs, and the
// lists that the caller should remove from the queue because nobody needs them. Before the call, the
// caller must handle all deliveries that came before the queue stated its lists. Otherwise a finished
// list could count as lost: a worker removes a list from the queue as soon as the queue has the list's
// records.
func (p *Plan) Audit(present map[string]bool) (lost int, remove []string) {
	again := map[string][]int{} // the jobs of lost lists, by class
	for _, key := range slices.Sorted(maps.Keys(p.lists)) {
		switch l := p.lists[key]; {
		case l.left == 0:
			delete(p.lists, key)
		case !present[key]:
			again[l.class] = append(again[l.class], p.release(l)...)
		}
	}
	for class, jobs := range again {
		p.want(class, jobs...)
		lost += len(jobs)
	}
	for key := range present {
		if p.lists[key] == nil {
			remove = append(remove, key)
		}
	}
	slices.Sort(remove)
	return lost, remove
}

func (p *Plan) release(l *pendant) (again []int) {
	delete(p.lists, l.key)
	p.busy[l.class]--
	for _, i := range l.jobs {
		if t := &p.tasks[i]; t.list == l {
			t.state, t.list = wanted, nil
			again = append(again, i)
		}
	}
	return again
}

func (p *Plan) want(class string, again ...int) {
	slices.Sort(again)
	p.todo[class] = append(again, p.todo[class]...)
}

// Arrive updates the plan after the ledger has stored a record. It reports whether the job has ended with
// this record: the job is done or has failed. Otherwise, the ledger had a record that is at least as good,
// or the job was killed and is published again.
func (p *Plan) Arrive(a Arrival) bool {
	t, r := &p.tasks[a.index], a.Row.Record
	if a.Took > 0 {
		p.grouper.Learn(*t.Job, seconds(a.Took))
	}
	switch {
	case t.state == done, t.state == failed && !ledger.Settled(r):
		p.count.Repeated++
		return false
	case t.state == failed:
		p.count.Failed--
	}
	if l := t.list; l != nil {
		t.list = nil
		if l.left--; l.left == 0 {
			p.busy[l.class]--
		}
	}
	switch {
	case ledger.Settled(r):
		t.state = done
		p.count.Done++
	case r.Reason == result.Killed && !a.last && p.again(t, a.worker):
		t.state, t.alone = wanted, true
		p.want(Class(*t.Job), a.index)
		return false
	default:
		t.state = failed
		p.count.Failed++
	}
	return true
}

// again counts a try after which a job was killed, and reports whether the job is tried again. If one
// machine kills all its jobs, for example because it has too little memory, a job gets another chance on
// another worker.
func (p *Plan) again(t *task, worker string) bool {
	t.tries++
	if !slices.Contains(t.on, worker) {
		t.on = append(t.on, worker)
	}
	return t.tries < MostTries || len(t.on) < MostTries && t.tries < MostDeliveries && p.Others != nil && p.Others(t.on)
}

// GiveUp handles a list that was handed out MostDeliveries times. If several jobs of the list have
// no record, each of these jobs gets a separate list. If only one job has no record, GiveUp returns
// a record for this job, which says that the job was killed.
func (p *Plan) GiveUp(key string) []Arrival {
	l := p.lists[key]
	if l == nil || l.left == 0 {
		return nil
	}
	if l.left > 1 {
		for _, i := range l.jobs {
			p.tasks[i].alone = true
		}
		p.want(l.class, p.release(l)...)
		return nil
	}
	i := l.jobs[slices.IndexFunc(l.jobs, func(i int) bool { return p.tasks[i].list == l })]
	t := &p.tasks[i]
	r := t.Record(result.Killed, fmt.Sprintf("%d workers ended, lost the connection or gave the job back while they had it", MostDeliveries))
	t.tries = max(t.tries, MostTries-1) // workers have tried often enough
	r.Tries = t.past + t.tries + 1
	return []Arrival{{Row: ledger.Row{Job: t.Text(), Record: r}, index: i, last: true}}
}

// Times of a worker.
const (
	// AckWait is the time after which a silent worker loses its list.
	AckWait = 30 * time.Second
	// Renewals is how often a worker renews each of its lists within the time AckWait.
	Renewals = 3
	// Asking is how long the question for a list may wait in the queue before the worker asks again.
	Asking = 5 * time.Second
	// Answering limits how long a worker waits for an answer before it asks again.
	Answering = 10 * time.Second
	// Flushing is the time after which finished records of an unfinished list are sent.
	Flushing = 2 * time.Second
	// Retrying is the time before another try after an error.
	Retrying = time.Second
	// Beating is the time between two signs of life.
	Beating = 5 * time.Second
	// Finishing is the number of finished lists of a slot that may wait for a confirmation of the
	// queue. The slot runs the next list in the meantime.
	Finishing = 2
	// Resting is the time for which a failing worker takes no list, if other workers are present.
	Resting = time.Minute
)

// MostKills is how many jobs in a row are killed on a worker before the worker counts as failing.
const MostKills = 3

// Times of a coordinator.
const (
	// Silent is the time after which a worker without a sign of life does not count as present.
	Silent = 30 * time.Second
	// Ticking is the time between two calls of Keeper.Fill if no delivery arrives.
	Ticking = 500 * time.Millisecond
	// Auditing is the usual time between two comparisons of the plan with the queue.
	Auditing = time.Minute
)
