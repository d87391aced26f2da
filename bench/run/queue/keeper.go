package queue

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"counterproof/bench/record/ledger"
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
