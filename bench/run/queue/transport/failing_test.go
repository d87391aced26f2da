package transport_test

import (
	"testing"

	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
	"counterproof/bench/test/processtest"
)

// TestFailingWorker lets a worker report more often than MostTries that a job was killed, while another
// worker is present. The job must not fail. The coordinator warns of the worker, and says that
// another worker can run the jobs.
func TestFailingWorker(t *testing.T) {
	s := play(t, "", 1)
	c := s.client("")
	sign := func(name string, kills int) (queue.Answer, error) {
		return c.Sign(t.Context(), queue.Sign{Protocol: queue.Protocol, Worker: name, Host: "h", Version: "1", Slots: 1, Kills: kills})
	}
	for _, name := range []string{"bad", "good"} {
		if _, err := sign(name, 0); err != nil {
			t.Fatal(err)
		}
	}
	for range queue.MostTries + 1 {
		killed := s.sealed(0, func(r *result.Record) { r.Status, r.Reason, r.Count = result.Unknown, result.Killed, "" })
		if err := c.Deliver(t.Context(), queue.Delivery{Worker: "bad", List: "any", Records: []queue.Sealed{killed}}); err != nil {
			t.Fatal(err)
		}
	}
	answer, err := sign("bad", queue.MostKills)
	if err != nil || !answer.Spare {
		t.Errorf("%+v, %v", answer, err)
	}
	if answer, err = sign("good", 0); err != nil || answer.Spare {
		t.Errorf("the other worker is failing, but %+v, %v", answer, err)
	}
	s.warned("worker h (bad)", "killed")
	other := s.sealed(0, func(r *result.Record) { r.Key = "foreign" })
	if err := c.Deliver(t.Context(), queue.Delivery{Worker: "bad", List: "any", Records: []queue.Sealed{other}}); err != nil {
		t.Fatal(err)
	}
	processtest.Until(t, "all deliveries are handled", func() bool { return s.c.Status().Refused == 1 })
	if got := s.c.Status(); got.Failed != 0 {
		t.Errorf("%+v", got)
	}
	if err := s.finish(c); err != nil {
		t.Error(err)
	}
}
