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

	"counterproof/bench/solve/generator"
	"counterproof/sat/extern"
)

// A Finding is a fault of a program on a formula that was shrunk.
type Finding struct {
	Fault
	Traits []string // of the shrunk formula
	Case            // the formula, with the kind that it had before it was shrunk
	Folder string   // where Write has written it
}

// kind identifies findings that probably have one cause.
func (f *Finding) kind() string {
	return strings.Join(append([]string{f.Fault.Kind}, f.Traits...), "; ")
}

// Findings collects the faults of one program.
type Findings struct {
	*Subject
	Emit     func(*Finding) error // called for each new finding, and again when its formula gets smaller
	Asked    int                  // number of formulas
	Skipped  int                  // number of formulas that do not fit the program, or whose answer is not known
	Findings []*Finding
	Faults   map[string]int // number of formulas, by the kind of the fault
	Refused  map[string]int // number of texts that the program may refuse, and has, by the kind of the formula
	Untested []string       // the limits that were not tested, and why

	seen map[string]int // number of formulas by the kinds of the fault and of the formula
}

// Examine returns the findings about a program, none so far.
func Examine(s *Subject) *Findings {
	none := func(*Finding) error { return nil }
	return &Findings{Subject: s, Emit: none, Faults: map[string]int{}, Refused: map[string]int{}, seen: map[string]int{}}
}

// mostShrunk limits the formulas of one kind and with one kind of fault that are shrunk. The other
// faults only count.
const mostShrunk = 3

// add shrinks a formula with a fault. It emits the finding if its kind is new or if its formula is
// smaller than before.
func (a *Findings) add(ctx context.Context, c Case, fault *Fault) error {
	a.Faults[fault.Kind]++
	key := fault.Kind + "; " + c.Kind
	if a.seen[key]++; a.seen[key] > mostShrunk {
		return nil
	}
	found := &Finding{Fault: *fault, Case: c}
	if err := a.shrink(ctx, found); err != nil {
		return err
	}
	for _, old := range a.Findings {
		if old.kind() != found.kind() {
			continue
		}
		if found.Formula.size() >= old.Formula.size() {
			return nil
		}
		found.Folder = old.Folder
		*old = *found
		return a.Emit(old)
	}
	a.Findings = append(a.Findings, found)
	return a.Emit(found)
}

// Run asks the program about random formulas, which the function draw makes for the numbers 0, 1, 2 and so on. The
// parameter jobs says how many runs take place at once. Run stops after most formulas or after the time limit, and
// 0 means no limit. The order of the formulas, and so of the findings, does not depend on the time.
func (a *Findings) Run(ctx context.Context, jobs, most int, limit time.Duration, draw func(context.Context, int) (Case, error)) error {
	start := time.Now()
	numbers := func(yield func(int, error) bool) {
		for i := 0; (most == 0 || i < most) && (limit == 0 || time.Since(start) < limit) && yield(i, nil); i++ {
		}
	}
	type judged struct {
		Case
		fits  bool
		fault *Fault
		err   error
	}
	ask := func(ctx context.Context, i int) (j judged) {
		if j.Case, j.err = draw(ctx, i); j.err == nil && j.Count == nil {
			j.Count, j.err = truth(ctx, &j.Formula)
		}
		if j.fits = j.err == nil && j.Count != nil && a.fits(&j.Formula, j.Count); j.fits {
			j.fault, j.err = a.Judge(ctx, &j.Formula, j.Count)
		}
		return j
	}
	return generator.InOrder(ctx, jobs, 4*jobs, numbers, ask, func(j judged) error {
		switch {
		case j.err != nil:
			return j.err
		case !j.fits:
			a.Skipped++
			return nil
		}
		a.Asked++
		switch {
		case j.fault == nil:
			return nil
		case j.Layout != nil && j.Layout.optional && j.fault.Kind == NoAnswer:
			a.Refused[j.Case.Kind]++
			return nil
		}
		return a.add(ctx, j.Case, j.fault)
	})
}

// Test asks the program about the formulas of the conformance suite, and then tests its limits.
func (a *Findings) Test(ctx context.Context, jobs int) error {
	cases := Suite()
	err := a.Run(ctx, jobs, len(cases), 0, func(_ context.Context, i int) (Case, error) { return cases[i], nil })
	if err != nil {
		return err
	}
	defer extern.Kill()
	return a.limits(ctx)
}

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
