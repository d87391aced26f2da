package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"counterproof/bench/queue"
)

// Publish implements queue.Server.
func (s *Server) Publish(ctx context.Context, h queue.Handout) error {
	text, err := json.Marshal(h.List.Jobs)
	if err != nil {
		return err
	}
	_, err = s.js.Publish(ctx, subject(h.Class, h.Key), text)
	var api *jetstream.APIError
	if errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject") {
		return queue.ErrPending
	}
	return err
}

// Keys implements queue.Server.
func (s *Server) Keys(ctx context.Context) (map[string]bool, error) {
	info, err := s.jobs.Info(ctx, jetstream.WithSubjectFilter(jobsStream+".>"))
	if err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	for name := range info.State.Subjects {
		if _, key, ok := parts(name); ok {
			keys[key] = true
		}
	}
	return keys, nil
}

// Lists implements queue.Server.
func (s *Server) Lists(ctx context.Context, each func(queue.Pending)) error {
	for next := uint64(1); ; {
		m, err := s.jobs.GetMsg(ctx, next, jetstream.WithGetMsgSubject(jobsStream+".>"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		next = m.Sequence + 1
		if class, key, ok := parts(m.Subject); ok {
			each(queue.Pending{Class: class, Key: key, Text: m.Data})
		}
	}
}

// Remove implements queue.Server.
func (s *Server) Remove(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if err := s.jobs.Purge(ctx, jetstream.WithPurgeSubject(subject("*", key))); err != nil {
			return err
		}
	}
	return nil
}

// Unread implements queue.Server.
func (s *Server) Unread(ctx context.Context) (unread int, last uint64, err error) {
	info, err := s.records.Info(ctx)
	if err != nil {
		return 0, 0, err
	}
	return int(info.State.Msgs), info.State.LastSeq, nil
}

// Letters passes all deliveries to the function each until ctx ends. Calls do not overlap.
func (s *Server) Letters(ctx context.Context, each func(queue.Letter)) error {
	all, err := s.reader.Messages(jetstream.PullMaxMessages(100))
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, all.Stop)()
	for {
		m, err := all.Next()
		switch {
		case ctx.Err() != nil || errors.Is(err, jetstream.ErrMsgIteratorClosed):
			return nil
		case errors.Is(err, jetstream.ErrNoHeartbeat):
			continue
		case err != nil:
			return err
		}
		meta, err := m.Metadata()
		if err != nil {
			return fmt.Errorf("the queue: %w", err)
		}
		each(queue.Letter{Text: m.Data(), Number: meta.Sequence.Stream, Arrived: meta.Timestamp, Ack: m.Ack})
	}
}

// Answer answers the questions of workers. Texts that are not questions get no answer; the function
// bad reports them.
func (s *Server) Answer(hello func(queue.Hello) queue.Welcome, beat func(queue.Beat) queue.Echo, bad func(error)) error {
	_, err := s.nc.Subscribe(helloSubject, func(m *nats.Msg) { answer(m, hello, bad) })
	if err == nil {
		_, err = s.nc.Subscribe(beatSubject, func(m *nats.Msg) { answer(m, beat, bad) })
	}
	if err != nil {
		return err
	}
	return s.nc.Flush() // without it, the first question of a worker may find nobody who answers
}

func answer[Q, A any](m *nats.Msg, reply func(Q) A, bad func(error)) {
	var question Q
	if err := json.Unmarshal(m.Data, &question); err != nil {
		bad(fmt.Errorf("a message from a worker that is not a question: %w", err))
		return
	}
	text, err := json.Marshal(reply(question))
	if err != nil {
		bad(err)
		return
	}
	_ = m.Respond(text) // the worker may be gone
}

// Over announces to all workers that the experiment is done.
func (s *Server) Over() error {
	if err := s.nc.Publish(overSubject, nil); err != nil {
		return err
	}
	return s.nc.Flush()
}
