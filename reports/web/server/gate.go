package server

import (
	"context"
	"errors"
	"slices"
	"sync"
)

var errBusy = errors.New("the server has too many questions: try again in a moment")

// A gate lets a limited number of questions through at the same time, and lets a limited number of
// further questions wait. The questions pass in the order in which they came.
type gate struct {
	// Each waiting question offers one value on the channel wanted, for a running question that can
	// make room.
	wanted chan struct{}

	mu      sync.Mutex
	free    int // the number of free places
	waiting int // the largest number of questions in the queue
	queue   []*ticket
}

// A ticket is the place of a question in the queue.
type ticket struct {
	turn  chan struct{} // closed when it is the question's turn
	moved chan struct{} // holds a value if the number of questions in front has changed
}

func newGate(open, waiting int) *gate {
	return &gate{wanted: make(chan struct{}), free: open, waiting: waiting}
}

// enter waits for the turn of a question. The error is errBusy or ctx.Err(). Without an error, the
// caller must call the result leave when the question has been answered; further calls of leave do
// nothing. If the function report is not nil, enter calls it with the number of waiting questions
// before this question, first at once and then whenever the number changes.
func (g *gate) enter(ctx context.Context, report func(before int)) (leave func(), err error) {
	return g.enterUnless(ctx, report, nil)
}

func (g *gate) enterUnless(ctx context.Context, report func(before int), unless <-chan struct{}) (leave func(), err error) {
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return sync.OnceFunc(g.leave), nil
	}
	if len(g.queue) >= g.waiting {
		g.mu.Unlock()
		return nil, errBusy
	}
	t := &ticket{make(chan struct{}), make(chan struct{}, 1)}
	t.moved <- struct{}{}
	g.queue = append(g.queue, t)
	g.mu.Unlock()
	wanted := g.wanted
	for {
		select {
		case <-t.turn:
			return sync.OnceFunc(g.leave), nil
		case wanted <- struct{}{}:
			wanted = nil
		case <-t.moved:
			if before := g.before(t); report != nil && before >= 0 {
				report(before)
			}
		case <-unless:
			g.abandon(t)
			return nil, errBusy
		case <-ctx.Done():
			g.abandon(t)
			return nil, ctx.Err()
		}
	}
}

// before returns the number of waiting questions before a ticket, or -1 if it is its turn.
func (g *gate) before(t *ticket) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Index(g.queue, t)
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queue) == 0 {
		g.free++
		return
	}
	close(g.queue[0].turn)
	g.remove(0)
}

// abandon takes a ticket out of the queue, or passes on the place that the ticket has just got.
func (g *gate) abandon(t *ticket) {
	g.mu.Lock()
	i := slices.Index(g.queue, t)
	if i >= 0 {
		g.remove(i)
	}
	g.mu.Unlock()
	if i < 0 {
		g.leave()
	}
}

// remove takes a ticket out of the queue, and informs the tickets behind it. The caller holds g.mu.
func (g *gate) remove(i int) {
	g.queue = slices.Delete(g.queue, i, i+1)
	for _, t := range g.queue[i:] {
		select {
		case t.moved <- struct{}{}:
		default:
		}
	}
}
