//go:build unix

package worker

import (
	"context"
	"crypto/tls"
	"net/url"
	"sync"
	"testing"
	"time"

	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/test/fakes"
	"counterproof/bench/test/processtest"
)

// offer starts a queue that has one list with one job, which takes the given number of
// milliseconds. Workers reach the queue through the returned wire.
func offer(t *testing.T, wait time.Duration, milliseconds int) (*transport.Server, *wire) {
	t.Helper()
	processtest.Need(t)
	s, err := transport.Start(t.Context(), transport.Options{Host: "127.0.0.1", Folder: t.TempDir(), Classes: []string{queue.BuiltIn}, AckWait: wait})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	jobs := sleeping(t, milliseconds)
	answer := func(queue.Sign) queue.Answer { return queue.Answer{Session: "s", Samples: queue.Samples(jobs)} }
	if err := s.Answer(answer, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	lists := queue.New(jobs).Publish(1)
	if len(lists) != 1 {
		t.Fatalf("the plan has %d lists, want 1", len(lists))
	}
	if err := s.Publish(t.Context(), lists[0]); err != nil {
		t.Fatal(err)
	}
	return s, newWire(t, s.Port())
}

// employ runs a worker with one slot at the end of a wire. The returned function lets the worker
// leave, and waits until it has left.
func employ(t *testing.T, w *wire) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Options{Dial: transport.Dial{URL: w.url}, Slots: 1, Version: "1", Lookup: fakes.Lookup,
			Say: func(text string) { t.Log(text) }, Note: func(string) {}})
	}()
	leave = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(leave)
	return leave
}

// pending returns how many lists the queue has.
func pending(t *testing.T, s *transport.Server) int {
	t.Helper()
	keys, _, err := s.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return len(keys)
}

// TestRenewing checks that a worker renews its list again and again while it runs the job.
func TestRenewing(t *testing.T) {
	t.Parallel()
	s, w := offer(t, 300*time.Millisecond, 300_000)
	leave := employ(t, w)
	processtest.Until(t, "the worker has renewed its list three times", func() bool { return w.count(renewed) >= 3 })
	leave()
	if got := pending(t, s); got != 1 || w.count(removed) > 0 {
		t.Errorf("%d lists are pending after %q, want 1", got, w.all())
	}
}

// TestRecordsFirst checks that a worker removes a list only after the queue has confirmed the
// records. The queue is slow. So the worker has to renew the list in the meantime.
func TestRecordsFirst(t *testing.T) {
	t.Parallel()
	s, w := offer(t, 300*time.Millisecond, 1)
	w.delay()
	leave := employ(t, w)
	processtest.Until(t, "the queue has no list", func() bool { return pending(t, s) == 0 })
	leave()
	kept := 0
	for _, event := range w.all() { // on a busy machine, the queue may hand out the list twice
		switch event {
		case stored:
			kept++
		case removed:
			kept--
		}
		if kept < 0 {
			t.Fatalf("the worker has removed a list before its records were stored: %q", w.all())
		}
	}
	if _, last, err := s.State(t.Context()); err != nil || last == 0 {
		t.Errorf("the last delivery that the queue has is %d, %v", last, err)
	}
}

// TestConfirmation checks that Done fails if the queue does not confirm that the list is removed, and
// that the queue has removed the list if Done succeeds.
func TestConfirmation(t *testing.T) {
	t.Parallel()
	for _, silent := range []bool{false, true} {
		s, w := offer(t, time.Minute, 1)
		c, err := transport.Connect(transport.Dial{URL: w.url})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		list := take(t, c)
		limit := queue.Answering
		if silent {
			w.silence()
			limit = 50 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		if err := list.Done(ctx); (err != nil) != silent {
			t.Errorf("the queue is silent: %v; got the error %v", silent, err)
		}
		if got := pending(t, s); got != 0 && !silent {
			t.Errorf("Done has succeeded, but %d lists are pending", got)
		}
	}
}

// take takes a list from the queue.
func take(t *testing.T, c *transport.Client) (list *transport.Task) {
	t.Helper()
	processtest.Until(t, "the queue hands out a list", func() bool {
		var err error
		if list, err = c.Next(t.Context(), []string{queue.BuiltIn}); err != nil {
			t.Fatal(err)
		}
		return list != nil
	})
	return list
}

// TestLostList removes a list from the queue although nobody has run it. The coordinator must notice
// the loss when it compares its plan with the queue. It must then publish the list again.
func TestLostList(t *testing.T) {
	t.Parallel()
	s := newStage(t, sleeping(t, 1), "-audit", "100ms")
	s.start()
	u := &url.URL{Scheme: "nats", Host: s.host + ":" + s.port}
	c, err := transport.Connect(transport.Dial{URL: u, TLS: &tls.Config{}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	lost := take(t, c)
	if err := lost.Done(t.Context()); err != nil {
		t.Fatal(err)
	}
	if again := take(t, c); again.Key != lost.Key {
		t.Errorf("got the list %s, want %s", again.Key, lost.Key)
	} else {
		again.GiveBack()
	}
	s.work()
	s.end()
	s.check()
}
