package referee

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"counterproof/sat/extern"
)

// These constants say how a program has to respect its limits.
const (
	hardTime   = time.Second      // the time limit that it learns, and the time before it is interrupted
	hardMemory = 100 << 20        // the memory limit that it learns, in bytes
	moreMemory = 200 << 20        // how much more it may use
	strayTime  = time.Second / 10 // how long its processes may live after it
)

// hard returns an unsatisfiable formula that no known program solves in a few seconds: 600 variables
// with 4.6 clauses of three literals for each.
func hard() Formula { return uniform(rand.New(rand.NewPCG(4, 6)), 600, 2760, 3) }

// limits looks for processes that the program has left. Then it asks the program about a hard formula,
// with a time limit, with a memory limit, and with an interrupt. No other run may be active. It ends all
// processes that the program leaves behind.
func (a *Findings) limits(ctx context.Context) error {
	a.strays("the suite")
	for _, part := range []struct {
		name, place, ignored string
		limits               extern.Limits
	}{
		{"the time limit", "{seconds}", IgnoresTime, extern.Limits{Wall: hardTime}},
		{"the memory limit", "{memory}", IgnoresMemory, extern.Limits{Wall: hardTime, Memory: hardMemory}},
		{"an interrupt", "", IgnoresSignal, extern.Limits{}},
	} {
		uses := func(word string) bool { return strings.Contains(word, part.place) }
		if !slices.ContainsFunc(a.Command, uses) {
			a.Untested = append(a.Untested, part.name+": the command has no "+part.place)
			continue
		}
		r, err := a.watch(ctx, part.limits)
		switch over := r.peak - hardMemory; {
		case err != nil:
			return err
		case part.ignored == IgnoresMemory && over > moreMemory:
			a.found(part.name, faultf(IgnoresMemory, "it used %d MB with a limit of %d MB", r.peak>>20, hardMemory>>20))
		case part.ignored != IgnoresMemory && !r.ended:
			a.found(part.name, faultf(part.ignored, "it was still running %v later", a.Late))
		case part.ignored == IgnoresSignal && !r.sent:
			a.Untested = append(a.Untested, "an interrupt: the program ended before the signal")
		}
		a.strays(part.name)
	}
	return nil
}

func (a *Findings) found(part string, fault *Fault) {
	a.Faults[fault.Kind]++
	a.Findings = append(a.Findings, &Finding{Fault: *fault, Case: Case{Kind: part}})
}

func (a *Findings) strays(part string) {
	time.Sleep(strayTime)
	if n := extern.Strays(); n > 0 {
		a.found(part, faultf(Strays, "%d processes are left", n))
	}
	extern.Kill()
}

// A watched is what was seen of a run.
type watched struct {
	ended bool  // by itself
	peak  int64 // most memory of a process, in bytes
	sent  bool  // the signal to end
}

// watch asks about the hard formula. A program without a time limit gets SIGTERM after hardTime.
func (s *Subject) watch(ctx context.Context, l extern.Limits) (w watched, err error) {
	bounded, cancel := context.WithTimeout(extern.WithLimits(ctx, l), hardTime+s.Late)
	defer cancel()
	result := make(chan error, 1)
	go func() {
		f := hard()
		_, err := s.Ask(bounded, f.Text(s.Projection), f.NumVars)
		result <- err
	}()
	for start, tick := time.Now(), time.Tick(20*time.Millisecond); ; {
		select {
		case err := <-result:
			if ctx.Err() != nil || errors.As(err, new(*extern.NotFoundError)) {
				return w, errors.Join(ctx.Err(), err)
			}
			w.ended = !errors.Is(err, context.DeadlineExceeded)
			return w, nil
		case <-tick:
		}
		for _, pid := range extern.Running() {
			w.peak = max(w.peak, extern.Peak(pid))
			if p, err := os.FindProcess(pid); err == nil && l.Wall == 0 && !w.sent && time.Since(start) > hardTime {
				w.sent = p.Signal(syscall.SIGTERM) == nil
			}
		}
	}
}
