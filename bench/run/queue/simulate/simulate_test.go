package simulate

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
)

// seedVariable is an environment variable with the seed of a simulation that has failed.
const seedVariable = "SIMULATE_SEED"

// TestMain runs the tests. The tests make much garbage and keep little memory in use, so TestMain
// lets the garbage collector wait.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// seeds returns the seeds from 1 to n, or the seed of the environment variable.
func seeds(t *testing.T, n int) (all []uint64) {
	t.Helper()
	if text := os.Getenv(seedVariable); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", seedVariable, err)
		}
		return []uint64{seed}
	}
	for i := range n {
		all = append(all, uint64(i+1))
	}
	return all
}

// check finishes a simulation. It reports everything that went wrong, together with the seed.
func (s *stage) check(t *testing.T, seed uint64, limit time.Duration) {
	t.Helper()
	for _, p := range s.finish(limit) {
		t.Errorf("%s=%d: %s", seedVariable, seed, p)
	}
}

// String describes a simulation after its end.
func (s *stage) String() string {
	return fmt.Sprintf("%d jobs in %d lists, %d starts of workers, %d of the coordinator, %d troubles, %v: busy %.2f %%, done twice %.2f %% (%d jobs)",
		len(s.jobs), s.server.publish, len(s.machines), s.starts, s.troubles, s.took.Round(time.Second), 100*s.busy(), 100*s.doubled(), s.repeated)
}

// TestBusy runs jobs of 100 ms on 64 slots of eight machines. Nothing disturbs the machines, so no
// job is done twice, and no audit finds that a list is missing.
func TestBusy(t *testing.T) {
	t.Parallel()
	jobs := 19_200 // half a minute of work
	if testing.Short() {
		jobs /= 4
	}
	for _, seed := range seeds(t, 1) {
		s := newStage(seed, steady(jobs, 100*time.Millisecond))
		s.audit = 100 * time.Millisecond
		s.start()
		for range 8 {
			s.join(8, 1, "builtin")
		}
		s.check(t, seed, time.Hour)
		t.Log(s)
		if s.busy() < 0.95 {
			t.Errorf("%s=%d: the slots are busy for %.1f %% of the time, want 95 %% or more", seedVariable, seed, 100*s.busy())
		}
		if want := jobs / 2; s.server.publish > want {
			t.Errorf("%s=%d: %d lists, want at most %d, because five jobs take half a second", seedVariable, seed, s.server.publish, want)
		}
		if s.repeated > 0 || s.missed > 0 {
			t.Errorf("%s=%d: %d jobs were done twice; the coordinator has missed lists %d times, but the queue has lost none",
				seedVariable, seed, s.repeated, s.missed)
		}
	}
}

// TestTroubles runs small experiments on a few machines. Every kind of trouble happens to the
// machines, the network and the queue. The long form has more worlds.
func TestTroubles(t *testing.T) {
	t.Parallel()
	worlds := processtest.Cases(16, 40)
	if testing.Short() {
		worlds = 8
	}
	for _, seed := range seeds(t, worlds) {
		s := small(t, seed)
		s.check(t, seed, 2*time.Hour)
		t.Logf("seed %d: %s", seed, s)
	}
}

// small returns a small experiment on a few machines, with many troubles.
func small(t *testing.T, seed uint64) *stage {
	t.Helper()
	s := newStage(seed, suites(t,
		suite{"calendar-weekday calendar native/dlx", 300},
		suite{"methods-outside lightsout extern/clasp/direct", 100},
		suite{"nonogram-transition nonogram rules/extreme", 400},
	))
	s.loss = 0.002
	s.start()
	for i := range 6 {
		s.join(1+i%2, 1, []string{"builtin", "clasp"}[:1+i%2]...)
	}
	s.disturb(5*time.Second, 10*time.Minute, slices.Concat(ofMachines(), ofAll()))
	return s
}

// TestLost loses messages while the coordinator runs. Nobody starts it again, so it has to find the
// losses itself. Without losses, the experiment takes 50 s. The long form tries more seeds.
func TestLost(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		trouble func(*stage)
		most    time.Duration
	}{
		"half of all messages": {func(s *stage) { s.server.lose(0.5) }, 100 * time.Second},
		"all messages":         {func(s *stage) { s.server.wipe() }, 150 * time.Second},
		"the folder":           {(*stage).wipe, 58 * time.Second}, // which the coordinator notices before the next audit
	} {
		for _, seed := range seeds(t, processtest.Cases(2, 4)) {
			s := newStage(seed, steady(4000, 100*time.Millisecond))
			s.start()
			s.join(4, 1, "builtin")
			s.join(4, 1, "builtin")
			s.after(5*time.Second, func() { test.trouble(s) })
			s.after(20*time.Second, func() { test.trouble(s) })
			s.check(t, seed, time.Hour)
			t.Logf("%s, seed %d: %s", name, seed, s)
			if s.took > test.most {
				t.Errorf("%s, %s=%d: %v, want %v at most", name, seedVariable, seed, s.took, test.most)
			}
		}
	}
}

// TestThousand runs 25,000 lists on 250 workers that join during the first minute, and in the long
// form 100,000 lists on 1,000 workers. The workers become slow, lose their connections, die and come
// back. The queue loses and repeats messages.
func TestThousand(t *testing.T) {
	t.Parallel()
	scale := processtest.Cases(4, 1)
	if testing.Short() {
		scale = 20
	}
	for _, seed := range seeds(t, 1) {
		s := newStage(seed, suites(t,
			suite{"calendar-weekday calendar native/dlx", 90_000 / scale},
			suite{"calendar-weekday calendar native/bitset", 6_000 / scale},
			suite{"methods-outside lightsout extern/clasp/direct", 4_000 / scale},
			suite{"nonogram-transition nonogram rules/extreme", 1_500 / scale},
		))
		s.loss = 0.0001
		s.start()
		for range 1000 / scale {
			s.after(s.between(0, 10*time.Second), func() { s.join(1, 0.5+0.5*s.rng.Float64(), "builtin", "clasp") })
		}
		s.disturb(200*time.Millisecond*time.Duration(scale), 2*time.Minute, ofMachines())
		s.after(20*time.Second, func() { s.server.lose(0.05) })
		s.after(40*time.Second, func() { s.crash(10 * time.Second) })
		s.after(70*time.Second, s.wipe)
		s.after(90*time.Second, func() { s.doomed = true })
		s.check(t, seed, 24*time.Hour)
		t.Log(s)
		if want := 100_000 / scale; scale <= 4 && s.server.publish < want {
			t.Errorf("%d lists, want %d or more", s.server.publish, want)
		}
		if s.busy() < 0.6 || s.doubled() > 0.05 {
			t.Errorf("%s=%d: the slots are busy for %.1f %% of the time, want 60 %% or more; %.1f %% of the work is done twice, want 5 %% or less",
				seedVariable, seed, 100*s.busy(), 100*s.doubled())
		}
	}
}

// TestSame checks that a simulation depends only on its seed.
func TestSame(t *testing.T) {
	t.Parallel()
	seen := map[string]uint64{}
	for _, seed := range []uint64{5, 6, 5, 6} {
		s := small(t, seed)
		s.check(t, seed, 2*time.Hour)
		text := fmt.Sprint(s, s.took, s.computed, s.capacity)
		if other, ok := seen[text]; ok && other != seed {
			t.Errorf("the seeds %d and %d give the same simulation: %s", seed, other, text)
		}
		seen[text] = seed
	}
	if len(seen) != 2 {
		t.Errorf("two seeds give %d different simulations: %v", len(seen), seen)
	}
}

// TestBlind checks that the simulation notices a coordinator that never compares its plan with the
// queue: lists that the queue loses are then lost for ever.
func TestBlind(t *testing.T) {
	t.Parallel()
	s := newStage(1, steady(2000, 100*time.Millisecond))
	s.audit = 0
	s.start()
	s.join(8, 1, "builtin")
	s.after(10*time.Second, func() { s.server.lose(0.5) })
	if problems := s.finish(time.Hour); len(problems) == 0 {
		t.Errorf("nothing is lost: %s", s)
	}
}
