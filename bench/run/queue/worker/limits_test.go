//go:build unix

package worker

import (
	"context"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/bench/run/chunk"
	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/test/fakes"
	"counterproof/bench/test/processtest"
)

// TestLimitsWarning checks that a worker warns only once of limits that its system cannot enforce,
// at the first list with such a limit. The test uses a system without memory limits. The first of
// three lists has no limit.
func TestLimitsWarning(t *testing.T) {
	t.Parallel()
	s, w := offer(t, 0, 1)
	limited := sleeping(t, 0, 1, 1)[1:] // none of these jobs is the offered job
	for i := range limited {
		limited[i].Limits.Memory = 1 << 30
		own := limited[i : i+1]
		if err := s.Publish(t.Context(), queue.Handout{Class: queue.BuiltIn, Key: chunk.Key(own), Jobs: own}); err != nil {
			t.Fatal(err)
		}
	}
	const warning = "there are no memory limits"
	said, checked := 0, 0 // warnings, and lists with a limit
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Options{Dial: transport.Dial{URL: w.url}, Slots: 1, Version: "1", Lookup: fakes.Lookup,
			Say: func(text string) {
				if strings.Contains(text, warning) {
					said++
				}
			}, Note: func(string) {},
			unkept: func(jobs []result.Job) []string {
				if !slices.ContainsFunc(jobs, func(j result.Job) bool { return j.Limits.Memory > 0 }) {
					return nil
				}
				checked++
				return []string{warning}
			}})
	}()
	processtest.Until(t, "the queue has no list", func() bool { return pending(t, s) == 0 })
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if said != 1 || checked < len(limited) {
		t.Errorf("after %d lists with a limit, the worker has warned %d times, want 1", checked, said)
	}
}
