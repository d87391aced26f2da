package coordinator

import (
	"cmp"
	"context"
	"errors"
	"time"

	"counterproof/bench/queue"
	"counterproof/bench/queue/transport"
)

// A session is one run of the queue's server, from its start to its end. A new session follows if
// the folder of the queue was deleted.
type session struct {
	*Coordinator
	server *transport.Server
}

// run runs one session until the experiment is over. The error is context.Cause(ctx), ErrGone, or an
// error of the queue or the ledger.
func (s *session) run(ctx context.Context, ready func(port int)) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.server, err = transport.Start(ctx, s.options.Queue)
	if err != nil {
		return err
	}
	defer s.server.Close()
	err = s.locked(func() error { return s.keeper.Begin(ctx, s.server) })
	if err != nil {
		return s.gone(err)
	}
	err = s.server.Answer(s.welcome, s.beat, func(err error) { s.outside(refusedMessages, err.Error()) })
	if err != nil {
		return err
	}
	ready(s.server.Port())
	letters := make(chan queue.Letter, 256)
	go func() {
		err := s.server.Letters(ctx, func(l queue.Letter) {
			select {
			case letters <- l:
			case <-ctx.Done():
			}
		})
		if err != nil {
			cancel(s.gone(err))
		}
	}()
	if err := s.loop(ctx, letters); err != nil {
		return err
	}
	return s.server.Over()
}

// gone returns ErrGone if the folder of the queue was deleted, because any other error is then a
// consequence of the deletion. If the folder exists, gone returns err.
func (s *session) gone(err error) error {
	if full := s.server.Working(); errors.Is(full, transport.ErrFull) {
		return full
	}
	if gone := s.server.Intact(); gone != nil {
		return gone
	}
	return err
}

// loop handles deliveries and timers until the experiment is over.
func (s *session) loop(ctx context.Context, letters <-chan queue.Letter) error {
	tick, minute, verdicts := time.NewTicker(queue.Ticking), time.NewTicker(cmp.Or(s.options.Audit, queue.Auditing)), time.NewTicker(judging)
	defer tick.Stop()
	defer minute.Stop()
	defer verdicts.Stop()
	for !s.over() {
		var err error
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case l := <-letters:
			err = s.locked(func() error { return s.keeper.Handle(ctx, gather(l, letters)) })
		case <-tick.C:
			err = s.locked(func() error { return s.look(ctx) })
		case <-minute.C:
			err = s.locked(func() error { return s.keeper.Compare(ctx) })
		case <-verdicts.C:
			err = s.locked(s.judge)
			if len(s.round) == 0 {
				verdicts.Reset(judging)
			} else {
				verdicts.Reset(time.Millisecond) // first come the messages that have arrived
			}
		}
		if err != nil && ctx.Err() == nil {
			return s.gone(err)
		}
	}
	return nil
}

func (s *session) locked(do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return do()
}

// gather returns the delivery and all others that have arrived.
func gather(first queue.Letter, more <-chan queue.Letter) []queue.Letter {
	all := []queue.Letter{first}
	for {
		select {
		case l := <-more:
			all = append(all, l)
		default:
			return all
		}
	}
}

// refuse counts and reports a record that was refused.
func (c *Coordinator) refuse(why error) {
	c.refused++
	c.flood(refusedRecords, "refused: "+why.Error())
}

// look checks the folder of the queue and fills the queue.
func (s *session) look(ctx context.Context) error {
	s.options.Tick(s.now())
	s.say(s.floods.settle(time.Now()))
	if err := s.server.Intact(); err != nil {
		return err
	}
	if err := s.server.Working(); err != nil {
		return err
	}
	return s.keeper.Fill(ctx)
}
