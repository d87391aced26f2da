// Package referee finds wrong answers of SAT solvers and model counters. It asks a program about a
// suite of small formulas with known answers (Suite), or about random formulas (Fuzz), whose answers
// come from a truth table or from the engines of this project.
//
// A formula with a fault is shrunk by delta debugging (Zeller and Hildebrandt, "Simplifying and
// Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002; Brummayer and Biere, "Fuzzing and
// Delta-Debugging SMT Solvers", SMT 2009). Then the referee changes one thing about it after the
// other, such as the order of its clauses, and reports after which changes the answer is right.
//
// The referee finds faults on small formulas. It cannot show that a program has none.
package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
	"counterproof/sat/extern"
)

// These are the kinds of programs by their answers.
const (
	Solver  = "solver"  // a status and a model
	Lister  = "lister"  // all models
	Counter = "counter" // a count
)

// A Subject is a program to examine.
type Subject struct {
	Name, Kind string
	Command    []string // with the placeholders of extern.Tool
	// Form is the beginning of the line that names the projected variables, such as `c p show`. If it is
	// empty, the program counts or lists all models, and the referee asks it about no projection.
	Form string
	// Ask runs the program once on a text with the given number of variables.
	Ask   func(ctx context.Context, text []byte, vars int) (extern.Answer, error)
	Limit time.Duration // wall time of a run
	Late  time.Duration // how long a program may run after a time limit that it learns, or an interrupt
}

// Of returns the program of a tool as a subject.
func Of(t *extern.Tool, limit time.Duration) *Subject {
	kind := map[string]string{extern.AllModels: Lister, extern.Counts: Counter}[t.Answer]
	return &Subject{t.Name, cmp.Or(kind, Solver), t.Command, t.Projection, t.Ask, limit, 5 * time.Second}
}

// A Fault is what is wrong with an answer. The kind has no numbers, so that faults can be grouped.
type Fault struct {
	Kind string `json:"fault"`
	Text string `json:"text"`
}

// These are the kinds of faults.
const (
	WrongStatus = "wrong status"
	WrongModel  = "wrong model"
	WrongCount  = "wrong count"
	WrongList   = "wrong list of models"
	Unreadable  = "unreadable answer"
	NoAnswer    = "no answer"
	TooMuch     = "too much output"
	Crash       = "crash"
	TimeLimit   = "no answer in time"
	Refusal     = "refusal"

	IgnoresTime   = "ignores the time limit"
	IgnoresMemory = "ignores the memory limit"
	IgnoresSignal = "ignores the interrupt"
	Strays        = "leaves processes"
)

// longList limits the number of models that a lister is asked for.
const longList = 2000

// Fits reports whether the referee asks a program of this kind about a formula with n solutions. It
// does not ask about a projection that the program does not know, or for a very long list.
func (s *Subject) Fits(f *Formula, n *big.Int) bool {
	return s.Kind == Solver || (s.Form != "" || !f.Projected) && (s.Kind == Counter || n != nil && n.Cmp(big.NewInt(longList)) <= 0)
}

// Judge asks the program about a formula with n solutions. It returns nil if the answer is right. The
// error is ctx.Err(), or says that the program cannot be run.
func (s *Subject) Judge(ctx context.Context, f *Formula, n *big.Int) (*Fault, error) {
	bounded, cancel := context.WithTimeout(ctx, s.Limit)
	defer cancel()
	a, err := s.Ask(bounded, f.Text(s.Form), f.NumVars)
	if ctx.Err() != nil || errors.As(err, new(*extern.NotFoundError)) {
		return nil, cmp.Or(ctx.Err(), err)
	}
	switch {
	case err != nil:
		return s.failure(err), nil
	case s.Kind == Lister:
		return s.judgeList(f, n, a), nil
	case s.Kind == Solver:
		return judgeModel(f, n, a), nil
	case a.Count == nil:
		return faultf(NoAnswer, "the answer has no count"), nil
	case a.Count.Cmp(n) != 0:
		return faultf(WrongCount, "the count is %v, want %v", a.Count, n), nil
	}
	return nil, nil
}

func faultf(kind, format string, args ...any) *Fault {
	return &Fault{kind, fmt.Sprintf(format, args...)}
}

// failure returns the fault of a run without an answer.
func (s *Subject) failure(err error) *Fault {
	var failed *extern.FailedError
	kind := Unreadable
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return faultf(TimeLimit, "no answer within %v", s.Limit)
	case !errors.As(err, &failed):
	case failed.TooMuch:
		kind = TooMuch
	case failed.Code < 0 && !failed.Killed:
		kind = Crash
	case !failed.Killed && (failed.Code%10 != 0 || failed.Code > 30):
		kind = Refusal
	case failed.Empty:
		kind = NoAnswer
	}
	return faultf(kind, "%v", err)
}

func judgeModel(f *Formula, n *big.Int, a extern.Answer) *Fault {
	switch {
	case a.Status == cnf.Unknown:
		return faultf(NoAnswer, "the status is %v", a.Status)
	case a.Status == cnf.Unsatisfiable && n.Sign() > 0:
		return faultf(WrongStatus, "the status is %v, but there is a model", a.Status)
	case a.Status == cnf.Satisfiable && len(a.Models) == 0 && f.NumVars > 0:
		return faultf(NoAnswer, "the status is %v, but there are no values", a.Status)
	case a.Status == cnf.Satisfiable && n.Sign() == 0:
		return faultf(WrongStatus, "the status is %v, but there is no model", a.Status)
	}
	for _, m := range a.Models {
		if err := f.Check(m); err != nil {
			return faultf(WrongModel, "%v", err)
		}
	}
	return nil
}

func (s *Subject) judgeList(f *Formula, n *big.Int, a extern.Answer) *Fault {
	if fault := judgeModel(f, n, a); fault != nil {
		return fault
	}
	seen := map[string]bool{}
	for _, m := range a.Models {
		key := fmt.Sprint(wording.Each(f.Free, m.True))
		if seen[key] && len(f.Free) > 0 { // without projected variables, clasp lists all models
			return faultf(WrongList, "the list has a model twice")
		}
		seen[key] = true
	}
	if int64(len(seen)) != n.Int64() && len(f.Free) > 0 {
		return faultf(WrongList, "the list has %d models, want %v", len(seen), n)
	}
	return nil
}
