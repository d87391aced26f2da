package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/chunk"
)

// A shelf is a queue that loses nothing.
type shelf struct {
	lists map[string]Handout
	last  uint64 // the number of the last delivery
	count int    // deliveries that were not acknowledged
}

func (s *shelf) Publish(_ context.Context, h Handout) error {
	if _, ok := s.lists[h.Key]; ok {
		return ErrPending
	}
	s.lists[h.Key] = h
	return nil
}

func (s *shelf) Lists(_ context.Context, each func(Handout)) error {
	for _, h := range s.lists {
		each(h)
	}
	return nil
}

func (s *shelf) State(context.Context) (map[string]bool, uint64, error) {
	keys, last := map[string]bool{}, s.last
	for key := range s.lists {
		keys[key] = true
	}
	if s.count == 0 {
		last = 0
	}
	return keys, last, nil
}

func (s *shelf) Remove(_ context.Context, keys ...string) error {
	for _, key := range keys {
		delete(s.lists, key)
	}
	return nil
}

// letter returns the delivery of the records of a job.
func (s *shelf) letter(t *testing.T, j result.Job, r result.Record) Letter {
	t.Helper()
	text, err := json.Marshal(Delivery{Worker: "w", List: "any", Records: []Sealed{seal(t, j, r)}})
	if err != nil {
		t.Fatal(err)
	}
	s.count++
	s.last++
	return Letter{Text: text, Number: s.last, Ack: func() error {
		s.count--
		return nil
	}}
}

// keep returns a Keeper of the jobs that fills an empty queue for one slot. The Keeper writes
// notes to the result notes.
func keep(t *testing.T, jobs []result.Job) (k *Keeper, s *shelf, notes *[]string) {
	t.Helper()
	notes, s = new([]string), &shelf{lists: map[string]Handout{}}
	k = &Keeper{
		Plan: New(jobs), Slots: func() int { return 1 }, Store: func([]ledger.Row) error { return nil }, Ended: func(Arrival) {},
		Received: func(string, int) {}, Refuse: func(err error) { t.Error(err) }, Note: func(text string) { *notes = append(*notes, text) },
	}
	if err := k.Begin(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	return k, s, notes
}

// TestBegin starts the queue again. The queue must lose a list that cannot be read and a list of another
// experiment. If the own list cannot be read, the queue must get it again.
func TestBegin(t *testing.T) {
	jobs := jobsOf(t, 2)
	k, s, _ := keep(t, jobs[:1])
	own, foreign := chunk.Key(jobs[:1]), chunk.Key(jobs[1:])
	for _, has := range [][]result.Job{jobs[:1], nil} {
		s.lists[own] = Handout{BuiltIn, own, has}
		s.lists["broken"] = Handout{BuiltIn, "broken", nil}
		s.lists[foreign] = Handout{BuiltIn, foreign, jobs[1:]}
		if err := k.Begin(t.Context(), s); err != nil || len(s.lists) != 1 || len(s.lists[own].Jobs) != 1 {
			t.Errorf("own list with %d jobs: %v, then the queue has %+v", len(has), err, s.lists)
		}
	}
}

// TestAuditMeanwhile publishes a list after the queue has stated its lists, and before the deliveries
// of that time are handled. The audit must not call this list lost.
func TestAuditMeanwhile(t *testing.T) {
	jobs := jobsOf(t, leastPending+2)
	k, s, notes := keep(t, jobs)
	first, second := s.letter(t, jobs[0], answered(jobs[0])), s.letter(t, jobs[1], answered(jobs[1]))
	if err := k.Compare(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := len(s.lists)
	for _, l := range []Letter{first, second} {
		if err := k.Handle(t.Context(), []Letter{l}); err != nil {
			t.Fatal(err)
		}
	}
	if len(*notes) > 0 || before != leastPending || len(s.lists) != leastPending {
		t.Errorf("%q; %d lists, then %d, want %d", *notes, before, len(s.lists), leastPending)
	}
	for key := range s.lists { // without a delivery under way, the audit ends at once
		delete(s.lists, key)
		break
	}
	if err := k.Compare(t.Context()); err != nil || len(*notes) != 1 {
		t.Errorf("after the loss of a list: %v, %q", err, *notes)
	}
}

// TestAgain lets a job be killed while the queue still has the job's list. When the Keeper
// publishes an equal list, the queue refuses it. The Keeper must try again after the worker has
// acknowledged the first list.
func TestAgain(t *testing.T) {
	jobs := jobsOf(t, 1)
	k, s, _ := keep(t, jobs)
	if err := k.Handle(t.Context(), []Letter{s.letter(t, jobs[0], killed(jobs[0]))}); err != nil {
		t.Fatal(err)
	}
	clear(s.lists) // the worker acknowledges the list
	for n := range 2 {
		if err := k.Fill(t.Context()); err != nil || len(s.lists) != 1 {
			t.Errorf("try %d: %v, %d lists", n, err, len(s.lists))
		}
	}
}

// TestAckAfterStoring checks that a delivery stays in the queue if the ledger cannot store its
// records.
func TestAckAfterStoring(t *testing.T) {
	jobs := jobsOf(t, 1)
	k, s, _ := keep(t, jobs)
	k.Store = func([]ledger.Row) error { return fmt.Errorf("the disk is full") }
	if err := k.Handle(t.Context(), []Letter{s.letter(t, jobs[0], answered(jobs[0]))}); err == nil || s.count != 1 || k.Plan.Count().Done != 0 {
		t.Errorf("%v, %d unread deliveries, %+v", err, s.count, k.Plan.Count())
	}
}

// TestCrew checks which workers count as present.
func TestCrew(t *testing.T) {
	var c Crew
	at := func(seconds int) time.Time { return time.Unix(1_000_000, 0).Add(time.Duration(seconds) * time.Second) }
	slots := func(seconds, want int) {
		t.Helper()
		if got := c.Slots(at(seconds)); got != want {
			t.Errorf("after %d s: %d slots, want %d", seconds, got, want)
		}
	}
	slots(0, 0)
	c.Sign(Sign{Worker: "a", Slots: 3}, at(0))
	slots(1, 3)
	c.Sign(Sign{Worker: "b", Slots: 4}, at(10))
	slots(10, 7)
	c.Sign(Sign{Worker: "a", Slots: 3}, at(20))
	slots(39, 7)
	slots(40, 3) // b is silent
	c.Sign(Sign{Worker: "b", Slots: 4}, at(41))
	slots(41, 7) // and is there again
	c.Sign(Sign{Worker: "b", Slots: 4, Idle: true}, at(42))
	slots(42, 3)
	c.Sign(Sign{Worker: "a", Slots: 3, Leaving: true}, at(43))
	slots(43, 0)
	if n := c.Present(at(44)); n != 1 {
		t.Errorf("after one of two workers has left, %d are present", n)
	}
	if _, before := c.Sign(Sign{Worker: "a"}, at(44)); before.Worker != "" {
		t.Error("a worker that has left is still known")
	}
}

// TestRunning checks that the time of an experiment begins when the first worker joins, and ends with
// the last job.
func TestRunning(t *testing.T) {
	at := func(seconds int) time.Time { return time.Unix(1_000_000, 0).Add(time.Duration(seconds) * time.Second) }
	var c Crew
	running := func(seconds int, over bool, want int) {
		t.Helper()
		if got := c.Running(at(seconds), over); got != time.Duration(want)*time.Second {
			t.Errorf("after %d s, over %v: running for %v, want %d s", seconds, over, got, want)
		}
	}
	running(100, false, 0)
	running(100, true, 0) // the ledger had all records
	c.Sign(Sign{Worker: "a", Slots: 1}, at(100))
	running(103, false, 3)
	running(103, true, 0) // interrupted before the first job ended
	c.Sign(Sign{Worker: "b", Slots: 1}, at(104))
	c.Ended(at(106))
	running(110, false, 10)
	c.Ended(at(120))
	running(150, true, 20)
	c = Crew{}
	c.Ended(at(5)) // a record from before a new start of the coordinator
	running(7, false, 2)
}
