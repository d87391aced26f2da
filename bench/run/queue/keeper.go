package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/encode"
	"counterproof/encode/wording"
)

// ErrPending means that the queue has a list already.
var ErrPending = errors.New("the queue has the list already")

// A Server is the queue as a coordinator uses it. The queue may lose and repeat messages at any
// time.
type Server interface {
	// Publish puts a list into the queue. If the queue has the list already, the error is
	// ErrPending.
	Publish(context.Context, Handout) error
	// Lists calls the function with every list that the queue has. A list that cannot be read has no
	// jobs.
	Lists(context.Context, func(Handout)) error
	// State returns the keys of all lists that the queue has. After that, it reads the Letter.Number of
	// the last delivery that the queue has received. If all deliveries are acknowledged, last is 0.
	State(context.Context) (lists map[string]bool, last uint64, err error)
	// Remove removes the lists with the given keys from the queue.
	Remove(ctx context.Context, keys ...string) error
}

// A Letter is the text of a Delivery, as the queue hands it to the coordinator.
type Letter struct {
	Text    []byte
	Number  uint64       // of the delivery; later deliveries have larger numbers
	Arrived time.Time    // as in Delivery
	Ack     func() error // removes the delivery from the queue
}

// A Keeper keeps the queue filled and handles deliveries. It connects a Plan with the queue and the
// ledger. The coordinator calls the methods of a Keeper when a delivery arrives, and from time to
// time. A Keeper has no clock and starts no goroutine, so that a simulator can run it. A Keeper is
// not safe for concurrent use.
type Keeper struct {
	Plan     *Plan
	Slots    func() int                       // returns how many jobs the workers that are present run at once
	Store    func([]ledger.Row) error         // stores records in the ledger
	Ended    func(Arrival)                    // reports a job that is done or has failed
	Received func(worker string, records int) // reports the records of a delivery that were not refused
	Refuse   func(error)                      // reports a delivery or a record that was refused
	Note     func(text string)                // reports what a user may want to know

	server Server
	again  map[string]Handout // lists that the queue has refused because it still had equal lists
	read   uint64             // the number of the last delivery that was handled

	// present has the lists of the queue while an audit waits, and is nil otherwise. The audit waits until
	// all deliveries that came before the queue stated its lists are handled.
	present map[string]bool
	last    uint64 // the number of the last delivery at that time
}

// Begin compares the plan with the lists that the queue has at its start, and fills the queue.
func (k *Keeper) Begin(ctx context.Context, s Server) error {
	k.server, k.again, k.read, k.present = s, map[string]Handout{}, 0, nil
	present := map[string]bool{}
	err := s.Lists(ctx, func(h Handout) {
		k.Plan.Adopt(h)
		present[h.Key] = len(h.Jobs) > 0 // otherwise, Audit replaces the list
	})
	if err != nil {
		return err
	}
	_, remove := k.Plan.Audit(present)
	if err := s.Remove(ctx, remove...); err != nil {
		return err
	}
	return k.settle(ctx)
}

// Handle checks and stores the records of deliveries. It acknowledges the deliveries only after
// their records are stored.
func (k *Keeper) Handle(ctx context.Context, letters []Letter) error {
	arrived := k.open(letters)
	rows := wording.Each(arrived, func(a Arrival) ledger.Row { return a.Row })
	if len(rows) > 0 {
		if err := k.Store(rows); err != nil {
			return err
		}
	}
	for _, a := range arrived {
		if k.Plan.Arrive(a) {
			k.Ended(a)
		}
	}
	for _, l := range letters {
		k.read = max(k.read, l.Number)
		if err := l.Ack(); err != nil {
			return err
		}
	}
	return k.settle(ctx)
}

func (k *Keeper) open(letters []Letter) (arrived []Arrival) {
	for _, l := range letters {
		d, err := ParseDelivery(l.Text)
		if err != nil {
			k.Refuse(fmt.Errorf("a delivery of %d bytes: %w", len(l.Text), err))
			continue
		}
		d.Arrived = l.Arrived
		if d.Lost {
			arrived = append(arrived, k.Plan.GiveUp(d.List)...)
		}
		own, refused := k.Plan.Check(d)
		arrived = append(arrived, own...)
		for _, err := range refused {
			k.Refuse(err)
		}
		k.Received(d.Worker, len(own))
	}
	return arrived
}

// Fill fills the queue, because workers may have joined. Lists that the queue refused before
// are published again.
func (k *Keeper) Fill(ctx context.Context) error {
	var refused []Handout
	for _, key := range slices.Sorted(maps.Keys(k.again)) {
		if k.Plan.Pending(key) {
			refused = append(refused, k.again[key])
		}
	}
	clear(k.again)
	return k.publish(ctx, refused...)
}

// publish puts lists into the queue: the given lists, and those that the plan adds. If the queue
// refuses a list, Fill tries again.
func (k *Keeper) publish(ctx context.Context, all ...Handout) error {
	for _, h := range append(all, k.Plan.Publish(k.Slots())...) {
		if k.present != nil { // the queue has stated its lists before
			k.present[h.Key] = true
		}
		switch err := k.server.Publish(ctx, h); {
		case errors.Is(err, ErrPending): // a worker has not acknowledged an equal list yet
			k.again[h.Key] = h
		case err != nil:
			return err
		}
	}
	return nil
}

// Compare begins an audit: it asks the queue for the queue's lists. The audit ends when all
// deliveries that the queue had at that time are handled.
func (k *Keeper) Compare(ctx context.Context) (err error) {
	if k.present, k.last, err = k.server.State(ctx); err != nil {
		return err
	}
	return k.settle(ctx)
}

// settle ends the audit if all deliveries that came before it are handled. Then it fills the queue.
func (k *Keeper) settle(ctx context.Context) error {
	if k.present == nil || k.read < k.last {
		return k.publish(ctx)
	}
	for key := range k.again { // published again in any case
		k.present[key] = true
	}
	lost, remove := k.Plan.Audit(k.present)
	k.present = nil
	if lost > 0 {
		k.Note(fmt.Sprintf("jobs that the queue has lost and that are published again: %d", lost))
	}
	if err := k.server.Remove(ctx, remove...); err != nil {
		return err
	}
	return k.publish(ctx)
}

// An Arrival is a record that a worker has sent, after all checks.
type Arrival struct {
	Row  ledger.Row
	Took float64 // seconds from handing out the job to receiving the record

	index  int    // of the job in the plan
	worker string // that has sent the record
	last   bool   // the job is not tried again
}

// Check checks the records of a delivery. It returns the records that fit their jobs. Each other
// record gives an error: the record is too long, its hash does not fit, it is not JSON, it does not
// fit a job of the experiment, or it has an impossible value. A worker does not decide about labels and verdicts, so Check
// sets these fields.
func (p *Plan) Check(d Delivery) (arrived []Arrival, refused []error) {
	for n, s := range d.Records {
		a, err := p.check(d, s)
		if err != nil {
			refused = append(refused, fmt.Errorf("record %d of list %s from worker %s: %w", n+1, wording.Short(d.List[:min(len(d.List), 12)]), wording.Short(d.Worker), err))
			continue
		}
		arrived = append(arrived, a)
	}
	return arrived, refused
}

func (p *Plan) check(d Delivery, s Sealed) (Arrival, error) {
	r, err := s.open()
	if err != nil {
		return Arrival{}, err
	}
	i, ok := p.index[r.Key]
	if !ok {
		return Arrival{}, fmt.Errorf("the experiment has no job with the key %s", wording.Short(r.Key))
	}
	j := p.tasks[i].Job
	if want := j.Record(r.Reason, r.Error); r.Hash != want.Hash {
		return Arrival{}, fmt.Errorf("its key belongs to %s %s, but its instance_hash does not", j.Puzzle, wording.Short(j.Instance))
	}
	r = j.Label.On(r)
	r.Verdict, r.Tries = "", 0
	if r.Reason == result.Killed { // the ledger keeps the number of tries for the next start of the coordinator
		r.Tries = p.tasks[i].past + p.tasks[i].tries + 1
	}
	row := ledger.Row{Job: j.Text(), Record: r}
	if err = cmp.Or(ledger.CheckRow(row), possible(j, r, s.Took, d.Arrived)); err != nil {
		return Arrival{}, fmt.Errorf("its key belongs to %s %s by %s: %w", j.Puzzle, wording.Short(j.Instance), j.Method, err)
	}
	return Arrival{Row: row, Took: s.Took, index: i, worker: d.Worker}, nil
}

// Limits of the values that a record may have.
const (
	mostSeconds = 10 * 366 * 24 * 3600 // of one job
	mostAhead   = 24 * time.Hour       // of the clock of a worker
)

// possible returns an error for a record with a value that no worker can have measured. The clock of
// a worker may be wrong by a day. A record may arrive long after its job, so there is no limit for the
// past.
func possible(j *result.Job, r result.Record, took float64, arrived time.Time) error {
	for _, l := range []struct {
		reason, name string
		set          bool
	}{
		{result.Timeout, "wall time", j.Limits.Wall > 0}, {result.CPU, "CPU time", j.Limits.CPU > 0}, {result.Memory, "memory", j.Limits.Memory > 0},
	} {
		if r.Reason == l.reason && !l.set {
			return fmt.Errorf("its reason is %s, but its job has no limit of %s", l.reason, l.name)
		}
	}
	if d := r.Digest; d != "" && (len(d) != 64 || strings.Trim(d, "0123456789abcdef") != "") {
		return fmt.Errorf("its digest is %q: want 64 hexadecimal digits", wording.Short(d))
	}
	for _, t := range []struct {
		name  string
		value *float64
	}{{"took", &took}, {"wall_seconds", r.WallSeconds}, {"cpu_seconds", r.CPUSeconds}, {"sat_seconds", r.SATSeconds}} {
		if t.value != nil && !(*t.value >= 0 && *t.value <= mostSeconds) {
			return fmt.Errorf("its %s is %g: want 0 to %d", t.name, *t.value, mostSeconds)
		}
	}
	if slices.ContainsFunc(r.ModelSeconds, func(t float64) bool { return t < 0 || t > mostSeconds }) {
		return fmt.Errorf("its model_seconds has a value outside of 0 to %d", mostSeconds)
	}
	if r.PeakBytes != nil && *r.PeakBytes < 0 {
		return fmt.Errorf("its peak_bytes is %d: want 0 or more", *r.PeakBytes)
	}
	if r.Started == "" {
		return nil
	}
	switch began, err := time.Parse(time.RFC3339Nano, r.Started); {
	case err != nil:
		return fmt.Errorf("its job started at %q: want a time as in RFC 3339", wording.Short(r.Started))
	case !arrived.IsZero() && began.Sub(arrived) > mostAhead:
		return fmt.Errorf("its job started at %s, but the record arrived at %s: set the clock of the worker or of the coordinator",
			r.Started, arrived.UTC().Format(time.RFC3339))
	}
	return nil
}

// BuiltIn is the class of jobs that need no outside program.
const BuiltIn = "builtin"

// Class returns the class of a job: the name of the outside program that the job needs, or BuiltIn.
// All jobs of a list have the same class. A worker takes a class if it computes the same keys for
// the jobs of the class as the coordinator. So a machine without clasp works on the jobs of all
// other classes.
func Class(j result.Job) string {
	name, _, _ := strings.Cut(j.Solver, " ")
	if name == "" || name == method.Gophersat {
		return BuiltIn
	}
	return name
}

// Samples returns the first job for each need. Two jobs have different needs if, for example, their
// puzzles, their methods or the versions of their methods differ.
func Samples(jobs []result.Job) (samples []result.Job) {
	seen := map[[7]string]bool{}
	for _, j := range jobs {
		need := [...]string{j.Task, j.Puzzle, j.Method, j.Style, j.Version, j.Solver, strconv.FormatBool(j.Orbits)}
		if !seen[need] {
			seen[need] = true
			samples = append(samples, j)
		}
	}
	return samples
}

// Classes returns those classes of the samples that this program takes, sorted. For each other
// class, the result reasons has the first reason that Classes found.
func Classes(lookup encode.Lookup, samples []result.Job) (taken, reasons []string) {
	takes := map[string]bool{}
	for _, j := range samples {
		c := Class(j)
		if ok, seen := takes[c]; seen && !ok {
			continue
		}
		err := Verify(lookup, j)
		if takes[c] = err == nil; err != nil {
			reasons = append(reasons, err.Error())
		}
	}
	maps.DeleteFunc(takes, func(_ string, takes bool) bool { return !takes })
	return slices.Sorted(maps.Keys(takes)), reasons
}

// Verify returns an error if this program would give the job another key. A different key means
// that the versions of the program, of a method or of an outside solver differ, so the record
// would not be comparable.
func Verify(lookup encode.Lookup, j result.Job) error {
	p := lookup(j.Puzzle)
	if p == nil {
		return fmt.Errorf("%s by %s: this worker has no puzzle %s", j.Puzzle, j.Method, j.Puzzle)
	}
	if p.OfFile != nil { // the contents come with the lists, and the key depends on the file only by its hash
		j.Instance, j.Given = p.Example, ""
	}
	in, err := p.Parse(j.Instance)
	if err != nil {
		return fmt.Errorf("%s %s: this worker cannot read the board: %w", j.Puzzle, wording.Short(j.Instance), err)
	}
	own, err := answer.PrepareNamed(j, p, in, j.Method)
	if err != nil {
		return fmt.Errorf("%s by %s: %w", j.Puzzle, j.Method, err)
	}
	for _, f := range []struct{ name, want, got string }{
		{"version", j.Version, own.Version}, {"solver", j.Solver, own.Solver}, {"style", j.Style, own.Style},
		{"method", j.Method, own.Method}, {"board", j.Instance, own.Instance}, {"job", j.Text(), own.Text()},
	} {
		if f.want != f.got {
			return fmt.Errorf("%s by %s: the coordinator has the %s %q, this worker has %q", j.Puzzle, j.Method, f.name, f.want, f.got)
		}
	}
	return nil
}
