package cluster

import (
	"cmp"
	"math"
	"slices"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/encode/wording"
)

// A Source is the ledger of one task.
type Source struct {
	Index   int  // index of the task, from the name of the file; -1 if the name has no index
	Writing bool // a process is writing the ledger
	Records []result.Record
}

// A State says what a part of an experiment is doing.
type State string

// These are the values of State.
const (
	Waiting State = "waiting" // the part has no ledger yet
	Running State = "running"
	Stopped State = "stopped" // the part has a ledger that no process is writing, and unfinished jobs
	Done    State = "done"
)

// A Part is the progress of one part of an experiment.
type Part struct {
	State  State
	Jobs   int
	Done   int     // jobs that need not run again
	Failed int     // jobs that were killed or ended with an error, which run tries again
	Rate   float64 // jobs per second in the last minutes of the part's run
	Left   time.Duration
	Known  bool // the field Left is known

	speed speed   // if the State is Running
	work  float64 // seconds of unfinished work for one worker
}

// A Status is the progress of an experiment that runs in parts.
type Status struct {
	Parts    []Part // part I has index I-1
	Total    Part   // its State is Running if any part is running; its Jobs include the unlisted jobs
	Wrong    int    // wrong answers, except for the wrong answers of methods under test
	Unlisted int    // jobs of the experiment that no ledger lists
}

// Missing returns the indices of the tasks that must run again, because their parts are neither
// done nor running. If the experiment has unlisted jobs, Missing also returns the tasks whose parts
// are done, because any task may have unlisted jobs.
func (s *Status) Missing() (tasks []int) {
	for i, p := range s.Parts {
		if p.State == Waiting || p.State == Stopped || p.State == Done && s.Unlisted > 0 {
			tasks = append(tasks, (i+1)%len(s.Parts))
		}
	}
	slices.Sort(tasks)
	return tasks
}

// NewStatus computes the progress of an experiment with the given places of jobs. The experiment
// runs in the given number of parts, and the sources are the ledgers of the parts.
func NewStatus(places []result.Place, shards int, suspects judge.Suspects, sources []Source, now time.Time) *Status {
	m := &measure{now: now, shards: max(shards, 1), label: map[string]result.Label{}, records: map[string]result.Record{}, took: experiment.Means{}}
	m.keys, m.part = experiment.Members(places, shards)
	for _, p := range places {
		if _, ok := m.label[p.Key]; !ok {
			m.label[p.Key] = *p.Label
		}
	}
	s := &Status{Parts: make([]Part, m.shards)}
	var all []result.Record
	for _, source := range sources {
		own := slices.DeleteFunc(slices.Clone(source.Records), func(r result.Record) bool { return m.part[r.Key] == 0 })
		all = append(all, own...)
		m.learn(own)
		if i := m.of(source.Index, own); i > 0 {
			p := &s.Parts[i-1]
			p.State = cmp.Or(p.State, Stopped)
			if source.Writing { // a part with several ledgers is running if the task of any of them is running
				p.State, p.speed = Running, m.speed(own)
			}
		}
	}
	m.finish(s)
	s.Wrong = wrong(all, suspects)
	return s
}

// A measure collects what the parts of an experiment have done.
type measure struct {
	now     time.Time
	shards  int
	keys    []string                 // of all jobs, in order
	part    map[string]int           // by key, from 1
	label   map[string]result.Label  // by key
	records map[string]result.Record // by key
	took    experiment.Means         // wall times of searches
}

// kind returns the kind of a job by its key. The kind does not depend on the method, because a
// result.Place does not state the method. All methods of a board are in the same part anyway.
func (m *measure) kind(key string) experiment.Kind {
	return experiment.KindOf(result.Job{Label: m.label[key]})
}

func (m *measure) learn(records []result.Record) {
	for _, r := range records {
		if old, ok := m.records[r.Key]; ok && ledger.Settled(old) {
			continue
		}
		m.records[r.Key] = r
		if r.WallSeconds != nil {
			m.took.Add(m.kind(r.Key), *r.WallSeconds)
		}
	}
}

// of returns the number of the part to which a ledger belongs, or 0 if the part is not known.
func (m *measure) of(index int, records []result.Record) int {
	if len(records) > 0 {
		return m.part[records[0].Key]
	}
	if index >= 0 && index < m.shards {
		return cmp.Or(index, m.shards)
	}
	return 0
}

func (m *measure) finish(s *Status) {
	known := true
	for _, key := range m.keys {
		p := &s.Parts[m.part[key]-1]
		p.Jobs++
		r, ok := m.records[key]
		switch {
		case ok && ledger.Settled(r):
			p.Done++
			continue
		case ok:
			p.Failed++
		}
		seconds, ok := m.took.Guess(m.kind(key))
		p.work += seconds
		known = known && ok
	}
	t := &s.Total
	t.State = Done
	for i := range s.Parts {
		p := &s.Parts[i]
		p.State = cmp.Or(p.State, Waiting)
		if p.Done == p.Jobs {
			p.State = Done
		}
		if p.State == Running {
			p.Rate = p.speed.jobs
			p.estimate(known)
			t.speed.seconds += p.speed.seconds
			t.State = Running
		}
		t.work += p.work
		t.Jobs, t.Done, t.Failed, t.Rate = t.Jobs+p.Jobs, t.Done+p.Done, t.Failed+p.Failed, t.Rate+p.Rate
	}
	switch {
	case t.State == Running:
		t.estimate(known)
		for _, p := range s.Parts { // the slowest part may take longer than the average
			t.Left = max(t.Left, p.Left)
		}
	case t.Done < t.Jobs:
		t.State = Stopped
	}
}

// estimate sets Left to the time that a part needs for its work at its speed.
func (p *Part) estimate(known bool) {
	seconds := p.work / p.speed.seconds
	p.Known = known && p.speed.seconds > 0 && seconds < math.MaxInt64/float64(time.Second)
	if p.Known {
		p.Left = time.Duration(seconds * float64(time.Second))
	}
}

// wrong counts the wrong answers of trusted methods. It judges the records of all ledgers, because a
// run sets verdicts only at its end.
func wrong(records []result.Record, suspects judge.Suspects) (n int) {
	type instance struct{ puzzle, instance string }
	type answer struct{ key, amount, digest string }
	seen := map[answer]bool{}
	records = slices.DeleteFunc(suspects.Trusted(records), func(r result.Record) bool { // the same answer of the same job counts once
		a := answer{r.Key, r.Amount(), r.Digest}
		before := seen[a]
		seen[a] = true
		return before
	})
	for _, group := range result.GroupBy(records, func(r result.Record) instance { return instance{r.Puzzle, r.Instance} }) {
		for _, verdict := range judge.Verdicts(work.Latest(group)) {
			if verdict == result.Wrong {
				n++
			}
		}
	}
	return n
}

const (
	// recent is the time over which the speed of a part is measured.
	recent = 10 * time.Minute

	// standstill is the shortest time without a search that counts as a stop of a part. The
	// time before a stop does not count for the part's speed.
	standstill = time.Minute
)

// A speed says how many jobs a part finishes per second, and how many seconds of searches it does
// per second. The field seconds would equal the number of the part's workers if these workers were
// always searching.
type speed struct{ jobs, seconds float64 }

func (m *measure) speed(records []result.Record) (v speed) {
	type span struct{ start, end time.Time }
	var all []span // when the searches began and ended, in the order of their starts
	for _, r := range records {
		start, err := time.Parse(time.RFC3339Nano, r.Started)
		if err == nil && r.WallSeconds != nil {
			all = append(all, span{start, start.Add(time.Duration(*r.WallSeconds * float64(time.Second)))})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return a.start.Compare(b.start) })
	if len(all) == 0 {
		return v
	}
	from, last := all[0].start, all[0].end
	for _, s := range all {
		if s.start.Sub(last) > standstill {
			from = s.start
		}
		last = later(last, s.end)
	}
	last = later(last, m.now) // the clock of the other machine may be ahead
	from = later(from, last.Add(-recent))
	window := last.Sub(from).Seconds()
	if window <= 0 {
		return v
	}
	for _, s := range all {
		if s.end.After(from) {
			v.jobs += 1 / window
			v.seconds += s.end.Sub(later(s.start, from)).Seconds() / window
		}
	}
	return v
}

func later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }

// A question identifies a job without versions: the key of the job also depends on the version of
// the method and on the outside solver, but the question does not.
type question struct {
	task, puzzle, instance, method string
	repetition                     int
}

// AddUnlisted counts the given jobs that have no place in the ledgers, and adds their number to the
// status. Such jobs exist, for example, if boards were added after the tasks had run. The machine
// of a task may have other versions of methods and solvers than this machine. So a job does not
// count if the ledgers have a place and a record for it with other versions.
func (s *Status) AddUnlisted(jobs []result.Job, places []result.Place, sources []Source) {
	wanted := make(map[string]result.Job, len(jobs))
	for _, j := range jobs {
		wanted[j.Key()] = j
	}
	listed := wording.Set(places, func(p result.Place) string { return p.Key })
	done := map[question]bool{}
	for _, source := range sources {
		for _, r := range source.Records {
			if _, ok := wanted[r.Key]; !ok && listed[r.Key] {
				done[question{r.Task, r.Puzzle, r.Instance, r.Method, r.Repetition}] = true
			}
		}
	}
	for key, j := range wanted {
		if !listed[key] && !done[question{j.Task, j.Puzzle, j.Instance, j.Method, j.Repetition}] {
			s.Unlisted++
		}
	}
	s.Total.Jobs += s.Unlisted
	if s.Unlisted > 0 && s.Total.State == Done {
		s.Total.State = Stopped
	}
}
