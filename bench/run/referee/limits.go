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
	hardTime   = time.Second      // the time limit that it learns
	hardMemory = 100 << 20        // the memory limit that it learns, in bytes
	moreMemory = 200 << 20        // how much more it may use
	runTime    = time.Second      // before it is interrupted
	strayTime  = time.Second / 10 // how long its processes may live after it
)

// hard returns an unsatisfiable formula that no known program solves in a few seconds: 600 variables
// with 4.6 clauses of three literals for each.
func hard() Formula { return uniform(rand.New(rand.NewPCG(4, 6)), 600, 2760, 3) }

// Limits asks the program about a hard formula, with a time limit, with a memory limit, and with an
// interrupt. It passes what could not be tested, and why, to the function skip. No other run may be
// active. It ends all processes that the program leaves behind.
func (a *Findings) Limits(ctx context.Context, skip func(part, why string)) error {
	for _, part := range []struct {
		name, place string
		check       func(context.Context) (*Fault, string, error)
	}{
		{"processes", "", a.Subject.strays},
		{"the time limit", "{seconds}", a.Subject.timeLimit},
		{"the memory limit", "{memory}", a.Subject.memoryLimit},
		{"an interrupt", "", a.Subject.interrupt},
	} {
		uses := func(word string) bool { return strings.Contains(word, part.place) }
		if !slices.ContainsFunc(a.Subject.Command, uses) {
			skip(part.name, "the command has no "+part.place)
			continue
		}
		fault, why, err := part.check(ctx)
		extern.Kill()
		switch {
		case err != nil:
			return err
		case why != "":
			skip(part.name, why)
		case fault != nil:
			a.Faults++
			a.Findings = append(a.Findings, &Finding{Fault: *fault, Shape: part.name, Times: 1})
		}
	}
	return nil
}

// strays asks about a small formula and counts the processes that are left.
func (s *Subject) strays(ctx context.Context) (*Fault, string, error) {
	f := chain(5)
	if _, err := s.Judge(ctx, &f, number(6)); err != nil {
		return nil, "", err
	}
	time.Sleep(strayTime)
	if n := extern.Strays(); n > 0 {
		return faultf(Strays, "%d processes are left after the answer", n), "", nil
	}
	return nil, "", nil
}

// run asks about the hard formula. The result done is true if the program ended by itself.
func (s *Subject) run(ctx context.Context, l extern.Limits, most time.Duration) (done bool, err error) {
	bounded, cancel := context.WithTimeout(extern.WithLimits(ctx, l), most)
	defer cancel()
	f := hard()
	_, err = s.Ask(bounded, f.Text(s.Form), f.NumVars)
	if ctx.Err() != nil || errors.As(err, new(*extern.NotFoundError)) {
		return false, errors.Join(ctx.Err(), err)
	}
	return !errors.Is(err, context.DeadlineExceeded), nil
}

func (s *Subject) timeLimit(ctx context.Context) (*Fault, string, error) {
	done, err := s.run(ctx, extern.Limits{Wall: hardTime}, hardTime+s.Late)
	if err == nil && !done {
		return faultf(IgnoresTime, "it was still running %v after its limit of %v", s.Late, hardTime), "", nil
	}
	return nil, "", err
}

func (s *Subject) memoryLimit(ctx context.Context) (*Fault, string, error) {
	ended := make(chan struct{})
	peak := make(chan int64)
	go func() {
		most := int64(0)
		for tick := time.NewTicker(20 * time.Millisecond); ; {
			select {
			case <-ended:
				peak <- most
				return
			case <-tick.C:
				for _, pid := range extern.Running() {
					most = max(most, extern.Peak(pid))
				}
			}
		}
	}()
	_, err := s.run(ctx, extern.Limits{Wall: hardTime, Memory: hardMemory}, hardTime+s.Late)
	close(ended)
	if most := <-peak; err == nil && most > hardMemory+moreMemory {
		return faultf(IgnoresMemory, "it used %d MB with a limit of %d MB", most>>20, hardMemory>>20), "", nil
	}
	return nil, "", err
}

func (s *Subject) interrupt(ctx context.Context) (*Fault, string, error) {
	sent := false
	timer := time.AfterFunc(runTime, func() {
		for _, pid := range extern.Running() {
			if p, err := os.FindProcess(pid); err == nil {
				sent = p.Signal(syscall.SIGTERM) == nil
			}
		}
	})
	done, err := s.run(ctx, extern.Limits{}, runTime+s.Late)
	switch early := timer.Stop(); {
	case err != nil:
		return nil, "", err
	case !done:
		return faultf(IgnoresSignal, "it was still running %v after SIGTERM", s.Late), "", nil
	case early || !sent:
		return nil, "it ended before the signal", nil
	}
	time.Sleep(strayTime)
	if n := extern.Strays(); n > 0 {
		return faultf(Strays, "%d processes are left after SIGTERM", n), "", nil
	}
	return nil, "", nil
}
