package transport_test

import (
	"errors"
	"fmt"
	"testing"

	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/transport"
)

// TestPending publishes a list again while the queue has it: before a worker gets it, after a new
// start of the queue, and while a worker has it. The queue must refuse the list each time. When the
// list is done, the queue must take it again, but only once.
func TestPending(t *testing.T) {
	o := transport.Options{Host: "127.0.0.1", Folder: t.TempDir(), Classes: []string{queue.BuiltIn}}
	var s *transport.Server
	start := func() {
		t.Helper()
		var err error
		if s, err = transport.Start(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
	}
	publish := func(when, key string, want error) {
		t.Helper()
		if err := s.Publish(t.Context(), queue.Handout{Class: queue.BuiltIn, Key: key}); !errors.Is(err, want) {
			t.Errorf("%s, the list %s: got the error %v, want %v", when, key, err, want)
		}
	}
	start()
	publish("at first", "a", nil)
	publish("while nobody has a list", "a", queue.ErrPending)
	publish("with another list", "b", nil)
	s.Close()
	start()
	publish("after a new start", "a", queue.ErrPending)
	publish("after a new start", "b", queue.ErrPending)
	c := (&scene{t: t, url: fmt.Sprintf("nats://127.0.0.1:%d", s.Port())}).client("")
	for _, want := range []string{"a", "b"} { // the first one published comes first
		l, err := c.Next(t.Context(), o.Classes)
		if err != nil || l == nil || l.Key != want {
			t.Fatalf("got the list %+v, %v, want %s", l, err, want)
		}
		publish("while a worker has it", want, queue.ErrPending)
		if err := l.Done(t.Context()); err != nil {
			t.Fatal(err)
		}
		publish("after its end", want, nil)
		publish("after its second time", want, queue.ErrPending)
	}
}
