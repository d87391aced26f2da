package models

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"counterproof/bench/system/minizinc"
	"counterproof/encode"
	"counterproof/encode/flatzinc"
	"counterproof/encode/model"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// AsSolver does the work of a solver of MiniZinc if the program was started by a link of the command minizinc.
// Otherwise, the result ok is false. The standard error gets messages; the answer is in the format of FlatZinc
// solvers, which the MiniZinc handbook describes.
func AsSolver(ctx context.Context, args []string, stdout, stderr io.Writer) (status int, ok bool) {
	if len(args) == 0 {
		return 0, false
	}
	solver, ok := strings.CutPrefix(filepath.Base(args[0]), minizinc.LinkPrefix)
	if !ok || !slices.Contains(minizinc.Solvers, solver) {
		return 0, false
	}
	a := &answering{solver: solver, out: stdout, began: time.Now()}
	err := a.flags(args[1:])
	if err == nil {
		var text []byte
		if text, err = os.ReadFile(a.file); err == nil {
			if a.program, err = model.ReadProgram(text); err != nil {
				err = fmt.Errorf("%s: %w", a.file, err)
			}
		}
	}
	if err == nil {
		if a.limit > 0 {
			limited, stop := context.WithTimeout(ctx, a.limit)
			defer stop()
			ctx = limited
		}
		err = a.run(ctx)
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", minizinc.LinkPrefix+solver, err)
		fmt.Fprintln(stdout, "=====ERROR=====")
		return 1, true
	}
	return 0, true
}

// An answering is one run of the solver.
type answering struct {
	solver     string
	file       string
	all, every bool // -a, -i: print the solutions on the way to the best one
	statistics bool
	number     int // of solutions; 0: all
	limit      time.Duration

	program *model.Program
	out     io.Writer
	began   time.Time

	mu       sync.Mutex
	closed   bool // no more solutions are printed
	found    int
	best     *encode.Solution // of an optimisation; it is not printed yet
	enough   bool             // the search stopped because of -n
	work     native.Stats
	failures int64
}

// flags reads the command line. Some flags have no effect.
func (a *answering) flags(args []string) error {
	f := flag.NewFlagSet(a.solver, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(&a.all, "a", false, "")
	f.BoolVar(&a.every, "i", false, "")
	f.BoolVar(&a.statistics, "s", false, "")
	f.IntVar(&a.number, "n", 1, "")
	limit := f.Int("t", 0, "")
	for _, ignored := range []string{"v", "f"} {
		f.Bool(ignored, false, "")
	}
	for _, ignored := range []string{"p", "r"} {
		f.Int(ignored, 0, "")
	}
	err := f.Parse(args)
	if err == nil && f.NArg() > 0 {
		a.file = f.Arg(0)
		err = f.Parse(f.Args()[1:]) // flags after the file
	}
	switch {
	case err != nil:
		return err
	case a.file == "" || f.NArg() > 0:
		return errors.New("want the flags -a -i -n -s -t -v -p -r -f and one file with FlatZinc")
	case a.number < 0 || *limit < 0:
		return errors.New("want numbers from 0 after -n and -t")
	}
	a.limit = time.Duration(*limit) * time.Millisecond
	if a.every = a.every || a.all; a.all {
		a.number = 0
	}
	return nil
}

// grace is the time that a search has to end after an interruption. gophersat cannot be interrupted. MiniZinc kills a
// solver about 240 ms after SIGTERM, which it sends if the solver exceeds its time limit. After SIGINT, it waits.
const grace = 100 * time.Millisecond

// run searches and prints the answer.
func (a *answering) run(ctx context.Context) (err error) {
	search := wording.Either(a.solver == minizinc.Solvers[0], a.propagate, a.sat)
	done := make(chan error, 1)
	if ctx.Err() != nil {
		search = context.Context.Err
	}
	go func() { done <- search(ctx) }()
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case err = <-done:
		case <-time.After(grace):
			err = ctx.Err()
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	if a.best != nil {
		a.print(*a.best)
	}
	interrupted := ctx.Err() != nil && errors.Is(err, ctx.Err())
	switch {
	case err != nil && !interrupted:
		return err
	case interrupted && a.found == 0:
		fmt.Fprintln(a.out, "=====UNKNOWN=====")
	case interrupted || a.enough:
	case a.found == 0:
		fmt.Fprintln(a.out, "=====UNSATISFIABLE=====")
	default:
		fmt.Fprintln(a.out, "==========")
	}
	if a.statistics {
		for _, s := range []struct {
			key   string
			value any
		}{{"nSolutions", a.found}, {"solveTime", fmt.Sprintf("%.3f", time.Since(a.began).Seconds())}, {"nodes", a.work.Nodes}, {"failures", a.failures}} {
			fmt.Fprintf(a.out, "%%%%%%mzn-stat: %s=%v\n", s.key, s.value)
		}
		fmt.Fprintln(a.out, "%%%mzn-stat-end")
	}
	return nil
}

// take prints or keeps a solution and reports whether the search goes on.
func (a *answering) take(s encode.Solution) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return false
	}
	a.found++
	if a.program.Goal != flatzinc.Satisfy && !a.every {
		a.best = &s
		return true
	}
	a.print(s)
	a.enough = a.program.Goal == flatzinc.Satisfy && a.found == a.number
	return !a.enough
}

func (a *answering) print(s encode.Solution) {
	_, _ = io.WriteString(a.out, a.program.Text(s)+"----------\n") // at once, so that readers see it
}

// propagate searches with the solver csp.
func (a *answering) propagate(ctx context.Context) error {
	problem, objective, solution := a.program.Network()
	problem.Failures = &a.failures
	if a.program.Goal == flatzinc.Satisfy {
		return problem.Search(ctx, &a.work, func(answer []int) bool { return a.take(solution(answer)) })
	}
	return problem.Optimize(ctx, &a.work, objective, a.program.Goal == flatzinc.Maximize, func(answer []int, _ int) bool { return a.take(solution(answer)) })
}

// sat searches with the SAT solver. After each solution of an optimisation, it starts again with a tighter bound.
func (a *answering) sat(ctx context.Context) (err error) {
	for again := true; again && err == nil; {
		again = false
		enc, broken := a.program.Formula()
		if broken != nil {
			return broken
		}
		var st cnf.Stats
		err = sat.Blocking{F: &enc.Formula}.Search(ctx, &st, func(m cnf.Model) bool {
			s := enc.Decode(m)
			more := a.take(s)
			if a.program.Goal == flatzinc.Satisfy {
				return more
			}
			a.program.Improve(s)
			again = more
			return false
		})
		a.mu.Lock()
		a.work.Nodes += st.Decisions
		a.failures += st.Conflicts
		a.mu.Unlock()
	}
	return err
}
