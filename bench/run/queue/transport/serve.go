package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"counterproof/bench/run/queue"
)

func (s *Server) Publish(ctx context.Context, h queue.Handout) error {
	_, err := s.js.Publish(ctx, subject(h.Class, h.Key), queue.JobsText(h.Jobs))
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && strings.Contains(api.Description, "maximum messages per subject") {
		return queue.ErrPending
	}
	return err
}

func (s *Server) State(ctx context.Context) (lists map[string]bool, last uint64, err error) {
	jobs, err := s.jobs.Info(ctx, jetstream.WithSubjectFilter(jobsStream+".>"))
	if err != nil {
		return nil, 0, err
	}
	records, err := s.records.Info(ctx)
	if err != nil {
		return nil, 0, err
	}
	lists = map[string]bool{}
	for name := range jobs.State.Subjects {
		if _, key, ok := parts(name); ok {
			lists[key] = true
		}
	}
	if records.State.Msgs > 0 {
		last = records.State.LastSeq
	}
	return lists, last, nil
}

func (s *Server) Lists(ctx context.Context, each func(queue.Handout)) error {
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
			jobs, _ := queue.ParseJobs(m.Data)
			each(queue.Handout{Class: class, Key: key, Jobs: jobs})
		}
	}
}

func (s *Server) Remove(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if err := s.jobs.Purge(ctx, jetstream.WithPurgeSubject(subject("*", key))); err != nil {
			return err
		}
	}
	return nil
}

// Letters passes all deliveries to a channel until ctx ends.
func (s *Server) Letters(ctx context.Context, to chan<- queue.Letter) error {
	all, err := s.reader.Messages(jetstream.PullMaxMessages(100))
	if err != nil {
		return err
	}
	defer all.Stop()
	for {
		m, err := all.Next(jetstream.NextContext(ctx))
		if errors.Is(err, jetstream.ErrNoHeartbeat) {
			continue
		}
		if err != nil {
			return err
		}
		meta, err := m.Metadata()
		if err != nil {
			return fmt.Errorf("the queue: %w", err)
		}
		select {
		case to <- queue.Letter{Text: m.Data(), Number: meta.Sequence.Stream, Arrived: meta.Timestamp, Ack: m.Ack}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Answer answers the signs of life of workers. Other texts get no answer; the function bad reports
// them.
func (s *Server) Answer(answer func(queue.Sign) queue.Answer, bad func(error)) error {
	_, err := s.nc.Subscribe(signSubject, func(m *nats.Msg) {
		var question queue.Sign
		if err := json.Unmarshal(m.Data, &question); err != nil {
			bad(fmt.Errorf("a message from a worker that is not a question: %w", err))
			return
		}
		_ = m.Respond(queue.Text(answer(question))) // the worker may be gone
	})
	return errors.Join(err, s.nc.Flush()) // otherwise, the first question of a worker may find nobody who answers
}

// Over announces to all workers that the experiment is done.
func (s *Server) Over() error { return errors.Join(s.nc.Publish(overSubject, nil), s.nc.Flush()) }
