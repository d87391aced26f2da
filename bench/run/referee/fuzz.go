package referee

import (
	"context"
	"strings"
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

// Run asks the program about the formulas that the function draw makes for the numbers 0, 1, 2 and so
// on, with as many runs at once as the parameter jobs says. It stops after most formulas or after the time;
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
