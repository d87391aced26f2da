//go:build unix

package worker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"counterproof/bench/run/queue/transport"
	"counterproof/bench/test/fakes"
	"counterproof/bench/test/processtest"
)

// TestIdleReasons checks when a worker with the time Idle of 10 s ends, and with which error.
func TestIdleReasons(t *testing.T) {
	start := time.Unix(1_000_000, 0)
	for _, c := range []struct {
		name          string
		session       string
		busy, waiting int
		passed        time.Duration
		want          string // part of the error; empty: the worker continues
	}{
		{"shortly after a list", "s", 0, 0, 9 * time.Second, ""},
		{"no list", "s", 0, 0, 10 * time.Second, errIdle.Error()},
		{"a list runs", "s", 1, 0, time.Hour, ""},
		{"no coordinator yet", "", 0, 0, 9 * time.Second, ""},
		{"no coordinator", "", 0, 0, 10 * time.Second, "nats://127.0.0.1:1"},
		{"records wait", "s", 0, 2, 99 * time.Second, ""},
		{"records wait too long", "s", 0, 2, 100 * time.Second, "2 finished lists"},
		{"records wait while a list runs", "s", 1, 2, time.Hour, ""},
	} {
		u, err := transport.ParseURL("nats://127.0.0.1:1")
		if err != nil {
			t.Fatal(err)
		}
		w := &worker{Options: Options{Dial: transport.Dial{URL: u}, Idle: 10 * time.Second}, session: c.session, busy: c.busy, waiting: c.waiting, last: start}
		err = w.idle(start.Add(c.passed))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if errors.Is(err, errIdle) != (c.want == errIdle.Error()) {
			t.Errorf("%s: %v must not count as success", c.name, err)
		}
	}
}

// TestSilentPort lets a worker join a port that accepts connections and says nothing. The worker
// must end at once after the time Idle and upon Ctrl-C. An attempt to connect takes ten seconds.
func TestSilentPort(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	u, err := transport.ParseURL(fmt.Sprintf("nats://%s", l.Addr()))
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Dial: transport.Dial{URL: u}, Slots: 1, Version: "1", Lookup: fakes.Lookup, Say: func(string) {}, Note: func(string) {}}
	interrupted, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := Run(interrupted, o); err != nil {
		t.Errorf("after Ctrl-C: %v", err)
	}
	o.Idle = 200 * time.Millisecond
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), l.Addr().String()) {
		t.Errorf("no coordinator answers, but the error is %v", err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the worker ended after %v", took)
	}
}

// TestUndelivered kills the coordinator while a worker runs the only job. The job ends long before the
// coordinator starts again. The worker must keep the record for longer than its time Idle, because nobody
// else would run the job.
func TestUndelivered(t *testing.T) {
	t.Parallel()
	s := newStage(t, sleeping(t, 300), "-wait", "1h")
	s.start()
	w := s.work("-idle", "1500ms")
	processtest.Until(t, "the worker runs the job", func() bool { return len(processtest.Children(w.cmd.Process.Pid)) > 0 })
	s.coord.kill()
	later(3 * time.Second)
	s.start()
	processtest.Until(t, "the coordinator ends", s.coord.over)
	if code := s.coord.cmd.ProcessState.ExitCode(); code != 0 || s.stored() != 1 {
		t.Errorf("the coordinator: exit status %d, %d records: %s", code, s.stored(), s.coord.said())
	}
	processtest.Until(t, "the worker ends", w.over)
	if code := w.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d: %s", code, w.said())
	}
}
