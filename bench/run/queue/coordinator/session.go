package coordinator

import (
	"cmp"
	"context"
	"time"

	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/transport"
)

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
