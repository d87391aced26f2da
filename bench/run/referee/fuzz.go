package referee

import (
	"context"
	"iter"
	"math/big"
	"slices"
	"strings"
	"time"

	"counterproof/bench/solve/generator"
)

// A Finding is a fault of a program on a formula that was shrunk.
type Finding struct {
	Fault
	Because []string `json:"because,omitempty"` // after which changes the answer is right
	Shape   string   `json:"shape"`             // of the formula before it was shrunk, or the kind of the case
	Times   int      `json:"times"`             // how many formulas had this fault, as far as is known

	Formula Formula  `json:"-"`
	Count   *big.Int `json:"count"`
}

// kind identifies findings that probably have one cause.
func (f *Finding) kind() string {
	return strings.Join(append([]string{f.Fault.Kind}, f.Because...), "; ")
}

// Findings collects the faults of one program.
type Findings struct {
	Subject  *Subject
	Asked    int // number of formulas
	Skipped  int // number of formulas that do not fit the program, or whose answer is not known
	Faults   int // number of formulas with a fault
	Findings []*Finding
	Refused  map[string]int // by the kind of the formula: texts that the program may refuse, and has

	first map[string]*Finding // by the kind of the fault and the shape of the formula
	seen  map[string]int
}

// Examine returns the findings about a program, none so far.
func Examine(s *Subject) *Findings {
	return &Findings{Subject: s, Refused: map[string]int{}, first: map[string]*Finding{}, seen: map[string]int{}}
}

// mostShrunk limits the formulas of one shape and with one kind of fault that are shrunk. The other
// faults only count.
const mostShrunk = 3

// add shrinks a formula with a fault. It returns the finding if its kind is new or if its formula is
// smaller than before.
func (a *Findings) add(ctx context.Context, shape string, f Formula, n *big.Int, fault *Fault) (*Finding, error) {
	a.Faults++
	key := fault.Kind + "; " + strings.TrimSuffix(shape, ", mutated")
	if a.seen[key]++; a.seen[key] > mostShrunk {
		a.first[key].Times++
		return nil, nil
	}
	s := &shrinker{Subject: a.Subject, runs: 1, f: f, count: n, fault: fault}
	slow := fault.Kind == TimeLimit // each further run may take as long
	if !slow && a.Subject.flaky(ctx, &f, n) {
		s.runs = 2 * againRuns
	}
	if err := s.shrink(ctx); err != nil {
		return nil, err
	}
	found := &Finding{Fault: *s.fault, Shape: shape, Times: 1, Formula: s.f, Count: s.count}
	if !slow {
		found.Because = s.explain(ctx)
	}
	for _, old := range a.Findings {
		if old.kind() == found.kind() {
			old.Times++
			a.first[key] = old
			if found.Formula.size() >= old.Formula.size() {
				return nil, nil
			}
			old.Formula, old.Count, old.Fault, old.Shape = found.Formula, found.Count, found.Fault, found.Shape
			return old, nil
		}
	}
	a.first[key] = found
	a.Findings = append(a.Findings, found)
	return found, nil
}

// flaky reports whether the answer to the same text is not always wrong.
func (s *Subject) flaky(ctx context.Context, f *Formula, n *big.Int) bool {
	for range againRuns {
		if fault, err := s.Judge(ctx, f, n); err == nil && fault == nil {
			return true
		}
	}
	return false
}

// A judged is a formula with the verdict on the program's answer.
type judged struct {
	shape string
	Formula
	count *big.Int // nil if the program was not asked
	fault *Fault
	err   error
}

// Fuzz asks the program about random formulas, with as many runs at once as the parameter jobs says,
// until the formulas or the time are over. The parameter most is the number of formulas; 0 means no
// limit. It passes each finding to the function emit when it is new, and again when its formula gets
// smaller. The order of the formulas, and so of the
// findings, does not depend on the time.
func (a *Findings) Fuzz(ctx context.Context, source *Source, jobs, most int, until time.Time, emit func(*Finding) error) error {
	numbers := func(yield func(int, error) bool) {
		for i := 0; (most == 0 || i < most) && (until.IsZero() || time.Now().Before(until)); i++ {
			if !yield(i, nil) {
				return
			}
		}
	}
	return a.run(ctx, jobs, numbers, func(ctx context.Context, i int) judged {
		d, err := source.Draw(ctx, i)
		if err != nil {
			return judged{err: err}
		}
		n, err := a.Subject.truth(ctx, &d.Formula)
		return judged{shape: d.Shape, Formula: d.Formula, count: n, err: err}
	}, emit)
}

// Test asks the program about the formulas of the conformance suite.
func (a *Findings) Test(ctx context.Context, jobs int, emit func(*Finding) error) error {
	cases := Suite()
	numbers := func(yield func(int, error) bool) {
		for i := 0; i < len(cases) && yield(i, nil); i++ {
		}
	}
	return a.run(ctx, jobs, numbers, func(_ context.Context, i int) judged {
		return judged{shape: cases[i].Kind, Formula: cases[i].Formula, count: cases[i].Count}
	}, emit)
}

func (a *Findings) run(ctx context.Context, jobs int, numbers iter.Seq2[int, error], draw func(context.Context, int) judged, emit func(*Finding) error) error {
	ask := func(ctx context.Context, i int) judged {
		j := draw(ctx, i)
		if j.err == nil && j.count != nil && !a.Subject.Fits(&j.Formula, j.count) {
			j.count = nil
		}
		if j.err == nil && j.count != nil {
			j.fault, j.err = a.Subject.Judge(ctx, &j.Formula, j.count)
		}
		return j
	}
	return generator.InOrder(ctx, jobs, 4*jobs, numbers, ask, func(j judged) error {
		switch {
		case j.err != nil:
			return j.err
		case j.count == nil:
			a.Skipped++
			return nil
		}
		a.Asked++
		switch {
		case j.fault == nil:
			return nil
		case j.Layout.Optional() && slices.Contains([]string{Refusal, NoAnswer, Unreadable}, j.fault.Kind):
			a.Refused[j.shape]++
			return nil
		}
		found, err := a.add(ctx, j.shape, j.Formula, j.count, j.fault)
		if err != nil || found == nil {
			return err
		}
		return emit(found)
	})
}

// Sort orders the findings by how often they occurred.
func (a *Findings) Sort() {
	slices.SortStableFunc(a.Findings, func(x, y *Finding) int { return y.Times - x.Times })
}
