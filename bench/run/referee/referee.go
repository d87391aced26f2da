// Package referee finds wrong answers of SAT solvers and model counters. It asks a program about a
// suite of small formulas with known answers (Suite), or about random formulas (Source), whose answers
// come from a truth table or from the engines of this project.
//
// A formula with a fault is shrunk by delta debugging (Zeller and Hildebrandt, "Simplifying and
// Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002; Brummayer and Biere, "Fuzzing and
// Delta-Debugging SMT Solvers", SMT 2009). What is still unusual about the shrunk formula, such as an
// unused variable, names the fault.
//
// The referee finds faults on small formulas. It cannot show that a program has none.
package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"counterproof/bench/solve/generator"
	"counterproof/bench/system/atomicfile"
	"counterproof/encode/wording"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
	"counterproof/sat/extern"
)

// A Subject is a program to examine. If its tool has no projection line, it counts or lists all models,
// and the referee asks it about no projection.
type Subject struct {
	*extern.Tool
	// Ask is the method of the tool, except in tests.
	Ask   func(ctx context.Context, text []byte, vars int) (extern.Answer, error)
	Limit time.Duration // wall time of a run
	Late  time.Duration // how long a program may run after a time limit that it learns, or an interrupt
}

// Of returns the program of a tool as a subject.
func Of(t *extern.Tool, limit time.Duration) *Subject {
	return &Subject{t, t.Ask, limit, 5 * time.Second}
}

// A Fault is what is wrong with an answer. The kind has no numbers, so that faults can be grouped.
type Fault struct{ Kind, Text string }

// These are the kinds of faults.
const (
	WrongStatus = "wrong status"
	WrongModel  = "wrong model"
	WrongCount  = "wrong count"
	WrongList   = "wrong list of models"
	NoAnswer    = "no answer" // or one that cannot be read
	TooMuch     = "too much output"
	Crash       = "crash"
	TimeLimit   = "no answer in time"

	IgnoresTime   = "ignores the time limit"
	IgnoresMemory = "ignores the memory limit"
	IgnoresSignal = "ignores the interrupt"
	Strays        = "leaves processes"
)

// longList limits the number of models that a lister is asked for.
const longList = 2000

// fits reports whether the referee asks the program about a formula with n solutions. It does not ask
// about a projection that the program does not know, or for a very long list.
func (s *Subject) fits(f *Formula, n *big.Int) bool {
	switch s.Answer {
	case extern.AllModels:
		return (s.Projection != "" || !f.Projected) && n.Cmp(number(longList)) <= 0
	case extern.Counts:
		return s.Projection != "" || !f.Projected
	}
	return true
}

// Judge asks the program about a formula with n solutions. It returns nil if the answer is right. The
// error is ctx.Err(), or says that the program cannot be run.
func (s *Subject) Judge(ctx context.Context, f *Formula, n *big.Int) (*Fault, error) {
	bounded, cancel := context.WithTimeout(ctx, s.Limit)
	defer cancel()
	a, err := s.Ask(bounded, f.Text(s.Projection), f.NumVars)
	if ctx.Err() != nil || errors.As(err, new(*extern.NotFoundError)) {
		return nil, cmp.Or(ctx.Err(), err)
	}
	switch {
	case err != nil:
		return s.failure(err), nil
	case s.Answer != extern.Counts:
		return s.judgeModels(f, n, a), nil
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
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return faultf(TimeLimit, "no answer within %v", s.Limit)
	case errors.As(err, &failed) && failed.TooMuch:
		return faultf(TooMuch, "%v", err)
	case failed != nil && failed.Code < 0 && !failed.Killed:
		return faultf(Crash, "%v", err)
	}
	return faultf(NoAnswer, "%v", err)
}

// judgeModels judges a status with one model, or with a list of all models.
func (s *Subject) judgeModels(f *Formula, n *big.Int, a extern.Answer) *Fault {
	want := wording.Either(n.Sign() > 0, cnf.Satisfiable, cnf.Unsatisfiable)
	switch {
	case a.Status == cnf.Unknown:
		return faultf(NoAnswer, "the status is %v", a.Status)
	case a.Status != want:
		return faultf(WrongStatus, "the status is %v, want %v", a.Status, want)
	case want == cnf.Satisfiable && len(a.Models) == 0 && f.NumVars > 0:
		return faultf(NoAnswer, "the status is %v, but there are no values", a.Status)
	}
	seen := map[string]bool{}
	for _, m := range a.Models {
		if err := f.Check(m); err != nil {
			return faultf(WrongModel, "%v", err)
		}
		seen[fmt.Sprint(wording.Each(f.Free, m.True))] = true
	}
	// Without projected variables, clasp lists all models.
	if s.Answer == extern.AllModels && len(f.Free) > 0 && (number(len(seen)).Cmp(n) != 0 || len(seen) < len(a.Models)) {
		return faultf(WrongList, "the list has %d models, %d of them different, want %v", len(a.Models), len(seen), n)
	}
	return nil
}

// These constants limit what is spent on the answer to a formula.
const (
	tableVars = 12               // number of variables of a truth table
	countTime = 10 * time.Second // of a count; a formula that takes longer is skipped
	// mostListed is the number of solutions that the engine of cubes lists. With 5,000, one formula in a
	// hundred took more than 10 s.
	mostListed = 100
)

// truth returns the number of solutions of a formula, or nil if it is not known. A small formula is
// counted by a truth table, another one by two engines of this project, which must agree: sat/count, and
// sat/cubes up to mostListed solutions.
func truth(ctx context.Context, f *Formula) (*big.Int, error) {
	if f.NumVars <= tableVars {
		return number(table(f)), nil
	}
	bounded, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	n, err := counter.Counter{F: &f.Formula}.Count(bounded, &cnf.Stats{})
	if err != nil {
		return nil, ctx.Err()
	}
	listed := 0
	err = sat.Cubes{F: &f.Formula, Depth: -1}.Search(ctx, &cnf.Stats{}, func(cnf.Model) bool {
		listed++
		return listed < mostListed
	})
	if sign := n.Cmp(number(listed)); err == nil && (sign < 0 || sign > 0 && listed < mostListed) {
		err = fmt.Errorf("the engines of counterproof disagree: sat/count counts %v solutions, sat/cubes lists %d; "+
			"please report this formula:\n%s", n, listed, f.Text(extern.ShowLine))
	}
	return n, err
}

func number(n int) *big.Int { return big.NewInt(int64(n)) }

// table counts the solutions of a formula by trying all assignments.
func table(f *Formula) int {
	seen := map[int]bool{}
	for row := range 1 << f.NumVars {
		holds := func(l cnf.Lit) bool { return row>>(l.Var()-1)&1 == 1 == (l > 0) }
		if slices.ContainsFunc(f.Clauses, func(c []cnf.Lit) bool { return !slices.ContainsFunc(c, holds) }) {
			continue
		}
		key := 0
		for _, l := range f.Free {
			key |= row & (1 << (l - 1))
		}
		seen[key] = true
	}
	return len(seen)
}

// Write writes a finding into its folder, which is a new one in dir for a new finding: the formula, a page
// with both answers, and a script that shows them. The version is that of the program, and the command
// made the finding.
func (f *Finding) Write(dir string, s *Subject, version, command string) error {
	if f.Folder == "" {
		name := filepath.Join(dir, s.Name+"-"+strings.ReplaceAll(f.Fault.Kind, " ", "-"))
		f.Folder = name
		for i := 2; atomicfile.Free(f.Folder) != nil; i++ {
			f.Folder = fmt.Sprintf("%s-%d", name, i)
		}
	}
	form := wording.Either(f.Formula.Projected, cmp.Or(s.Projection, extern.ShowLine), s.Projection)
	page := fmt.Sprintf("# %s %s: %s\n\n%s.\n\nThe formula formula.cnf has %v solutions and these properties: %s. Run `sh show.sh` for both\n"+
		"answers. It was shrunk from a formula of the kind \"%s\", which this command found:\n\n    %s\n", s.Name, version, f.Fault.Kind,
		strings.TrimSuffix(f.Fault.Text, "."), f.Count, cmp.Or(strings.Join(f.Traits, ", "), "-"), f.Case.Kind, command)
	return atomicfile.WriteAll(f.Folder, []atomicfile.Named{
		{Name: "formula.cnf", Data: f.Formula.Text(form)},
		{Name: "README.md", Data: []byte(page)},
		{Name: "show.sh", Data: []byte(s.script())},
	})
}

// script returns a shell script that shows the answers of counterproof and of the program.
func (s *Subject) script() string {
	count := wording.If(s.Answer == extern.Counts || s.Answer == extern.AllModels, "--count ")
	command := ""
	for _, w := range s.Command {
		w = strings.NewReplacer("{file}", "formula.cnf", "{answer}", "/dev/stdout", "{models}", "0",
			"{seed}", "0", "{seconds}", "60", "{memory}", "1000").Replace(w)
		command += "'" + strings.ReplaceAll(w, "'", `'\''`) + "' "
	}
	return fmt.Sprintf("#!/bin/sh\n# Prints the answers of counterproof and of %s about formula.cnf.\ncd \"$(dirname \"$0\")\" || exit\n"+
		"echo '== counterproof'\ncounterproof sat %sformula.cnf\necho '== %s'\n%s<formula.cnf\necho \"== exit status $?\"\n",
		s.Name, count, s.Name, command)
}

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
