package queue

import (
	"maps"
	"slices"
	"time"

	"counterproof/bench/ledger"
	"counterproof/bench/list"
	"counterproof/bench/result"
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

// A state says how far a job is.
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

	jobs  []result.Job
	index map[string]int // of the jobs, by key
	state []state
	tries []int            // how often the job was killed in this run
	past  []int            // how often it was killed in earlier runs
	on    map[int][]string // the workers on which it was killed in this run
	alone []bool           // the job gets a list of its own
	list  []*pendant       // the pending list that has the job, or nil

	classes []string         // sorted by their first jobs
	todo    map[string][]int // the wanted jobs of a class; jobs in other states are skipped
	lists   map[string]*pendant
	busy    map[string]int // by class: the number of lists with unfinished jobs
	grouper list.Grouper
	count   Count
}

// A pendant is a list that the queue has.
type pendant struct {
	class string
	jobs  []int
	left  int // jobs without a record
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
	n := len(jobs)
	p := &Plan{
		on:   map[int][]string{},
		jobs: jobs, index: make(map[string]int, n), state: make([]state, n), tries: make([]int, n), past: make([]int, n),
		alone: make([]bool, n), list: make([]*pendant, n), todo: map[string][]int{}, lists: map[string]*pendant{}, busy: map[string]int{}, count: Count{Jobs: n},
	}
	for i, j := range jobs {
		p.index[j.Key()] = i
		c := Class(j)
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
	p.past[i] = r.Tries
	if !ledger.Settled(r) {
		return false
	}
	p.state[i] = done
	p.count.Kept++
	if r.WallSeconds != nil {
		p.grouper.Learn(p.jobs[i], seconds(*r.WallSeconds))
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
func (p *Plan) Job(a Arrival) result.Job { return p.jobs[a.index] }

// Pending reports whether the queue should have the list with the given key.
func (p *Plan) Pending(key string) bool {
	l := p.lists[key]
	return l != nil && l.left > 0
}

// Count returns how far the experiment is.
func (p *Plan) Count() Count { return p.count }

// A Handout is a list of jobs of one class that the queue should have.
type Handout struct {
	Class string
	Key   string
	List  list.List
}

// Publish returns lists that the caller must publish now, so that the workers find enough work.
// The parameter slots is how many jobs the workers run at once. The lists count as pending from
// now on. If a list could not be published, the next Audit finds out.
func (p *Plan) Publish(slots int) []Handout {
	var all []Handout
	room := max(leastPending, perSlot*slots)
	for _, c := range p.classes {
		if p.busy[c] >= room {
			continue
		}
		p.grouper.Target = p.target(c, slots)
		for p.busy[c] < room {
			h, ok := p.cut(c)
			if !ok {
				break
			}
			all = append(all, h)
		}
	}
	return all
}

// cut makes a list of wanted jobs of a class, and makes the jobs pending.
func (p *Plan) cut(class string) (h Handout, ok bool) {
	todo := p.todo[class]
	at := 0
	bytes := 0
	var own []int
	room := p.grouper.Room()
	for ; at < len(todo); at++ {
		i := todo[at]
		if p.state[i] != wanted {
			continue
		}
		bytes += size(p.jobs[i])
		if len(own) > 0 && (p.alone[i] || bytes > mostBytes) || !room.Take(p.jobs[i]) {
			break
		}
		own = append(own, i)
		if p.alone[i] {
			at++
			break
		}
	}
	p.todo[class] = todo[at:]
	if len(own) == 0 {
		return h, false
	}
	h = Handout{Class: class, List: list.List{Jobs: p.of(own)}}
	h.Key = h.List.Key()
	p.hold(h.Key, &pendant{class: class, jobs: own, left: len(own)})
	return h, true
}

// size returns about how many bytes of JSON a job takes.
func size(j result.Job) int { return 300 + len(j.Instance) + len(j.Given) }

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
		took, known := p.grouper.Estimate(p.jobs[todo[at]])
		if !known {
			return list.Target
		}
		left += took
		n++
	}
	if n == 0 {
		return list.Target
	}
	share := left.Seconds() / float64(n) * float64(len(todo)) / float64(2*max(slots, 1))
	return min(list.Target, max(least, seconds(share)))
}

func (p *Plan) of(own []int) []result.Job {
	jobs := make([]result.Job, 0, len(own))
	for _, i := range own {
		jobs = append(jobs, p.jobs[i])
	}
	return jobs
}

// hold makes the wanted jobs of a list pending.
func (p *Plan) hold(key string, l *pendant) {
	p.lists[key] = l
	p.busy[l.class]++
	for _, i := range l.jobs {
		p.state[i], p.list[i] = pending, l
	}
}

// drop forgets a list with unfinished jobs.
func (p *Plan) drop(key string, l *pendant) {
	delete(p.lists, key)
	p.busy[l.class]--
}

// Adopt notes that the queue has a list, such as after a new start of the coordinator. The result
// says whether the list has any of the wanted jobs. If not, the caller should remove the list from
// the queue.
func (p *Plan) Adopt(class, key string, jobs []result.Job) bool {
	if _, ok := p.lists[key]; ok {
		return true
	}
	if (list.List{Jobs: jobs}).Key() != key {
		return false
	}
	l := &pendant{class: class}
	for _, j := range jobs {
		if i, ok := p.index[j.Key()]; ok && p.state[i] == wanted && Class(p.jobs[i]) == class {
			l.jobs = append(l.jobs, i)
		}
	}
	if l.left = len(l.jobs); l.left == 0 {
		return false
	}
	p.hold(key, l)
	return true
}

// Audit compares the plan with the lists that the queue has. The map present contains the keys of
// these lists. If the queue has lost a list, the plan will publish the list's unfinished jobs
// again. Audit returns the number of these jobs, and the lists that the caller should remove from
// the queue because nobody needs them. Before the call, the caller must handle all deliveries that
// came before the queue stated its lists. Otherwise a finished list could count as lost: a worker
// removes a list from the queue as soon as the queue has the list's records.
func (p *Plan) Audit(present map[string]bool) (lost int, remove []string) {
	again := map[string][]int{} // the jobs of lost lists, by class
	for _, key := range slices.Sorted(maps.Keys(p.lists)) {
		switch l := p.lists[key]; {
		case l.left == 0:
			delete(p.lists, key)
		case !present[key]:
			again[l.class] = append(again[l.class], p.release(key, l)...)
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

// release makes the pending jobs of a list wanted again, and returns them. The caller passes them to
// the function want.
func (p *Plan) release(key string, l *pendant) (again []int) {
	p.drop(key, l)
	for _, i := range l.jobs {
		if p.state[i] == pending && p.list[i] == l {
			p.state[i], p.list[i] = wanted, nil
			again = append(again, i)
		}
	}
	return again
}

// want puts jobs in front of the wanted jobs of a class.
func (p *Plan) want(class string, again ...int) {
	slices.Sort(again)
	p.todo[class] = append(again, p.todo[class]...)
}
