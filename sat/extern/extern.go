// Package extern lists the models of a formula with outside SAT solvers. Each is a program on
// PATH.
//
// If a program can list models itself, the package runs it once. Otherwise the package uses a
// blocking loop. It runs the program on the formula and the blocking clauses so far, reads the
// model, and adds its blocking clause. It repeats this until the program reports that there is
// no model. The loop starts the program again for each solution, so the program loses its
// learned clauses. On a calendar day this takes most of the time (BenchmarkDay).
//
// The package trusts no program. It yields a model only after it has checked the model against
// the formula and found that the solution is new. A list counts as complete only if both the
// output and the exit status of the program say so. The package cannot notice if a program
// claims too early that there are no more models. To find that error, compare with other
// methods.
//
// The package sets no limits. Each program runs in its own process group, which is ended when
// the search ends. Kill ends all programs when this process is about to exit. On Linux, a
// program also ends with the process that started it. A program may start processes in another
// group or session. They end with the program after Adopt, or when Kill or EndMarked finds
// their mark. The package writes no files: programs read the formula from standard input.
package extern

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"counterproof/sat/cnf"
)

// Version must be raised when a change in how this package runs programs can change their answers
// or their cost.
const Version = 1

// A Solver lists the projected models of F with a program.
type Solver struct {
	Tool *Tool
	F    *cnf.Formula
}

// A WrongError reports a wrong answer of a program: a model that breaks the formula, or the
// same solution twice.
type WrongError struct {
	Program string
	Err     error
}

func (e *WrongError) Error() string { return e.Program + " gave a wrong answer: " + e.Err.Error() }
func (e *WrongError) Unwrap() error { return e.Err }

// ErrCPU reports that the system ended a program because of its CPU time.
var ErrCPU = errors.New("the program exceeded its limit of CPU time")

// Search implements cnf.Solver. It returns a *NotFoundError, a *WrongError, ErrCPU, ctx.Err(), or
// an error that says how the program failed. That error ends with the last line that the program
// printed, if there is one.
//
// Memory grows with the number of solutions. Each takes about 50 bytes if the program lists all
// models in one run, and a blocking clause if the program runs once for each model.
func (s Solver) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	path, err := s.Tool.Path()
	if err != nil {
		return err
	}
	r := &search{
		Solver: s,
		path:   path,
		vars:   s.F.Vars(),
		text:   newText(s.F, s.Tool.All != nil),
		st:     st,
		yield:  yield,
		seen:   map[[16]byte]struct{}{},
	}
	if s.Tool.All != nil {
		return r.list(ctx)
	}
	return r.loop(ctx)
}

// A search is one call of Search.
type search struct {
	Solver
	path  string
	vars  []int // projected variables, ascending
	text  *text
	st    *cnf.Stats
	yield func(cnf.Model) bool
	seen  map[[16]byte]struct{} // the digests of the solutions
	idle  time.Duration         // time of the current run spent on handling models
}

// errEnough is the error with which the reader of an answer ends a run whose further output is not
// needed.
var errEnough = errors.New("enough")

// list runs a program that can list all models in one run.
func (s *search) list(ctx context.Context) error {
	all, args := len(s.vars) > 0, s.Tool.All
	if !all { // there is at most one solution
		args = s.Tool.Args
	}
	var status cnf.Status
	found := 0
	code, err := s.run(ctx, args, s.text.reader(), func(out io.Reader) (err error) {
		status, err = readModels(out, s.F.NumVars, func(m cnf.Model) error {
			found++
			t := time.Now()
			defer func() { s.idle += time.Since(t) }()
			if more, err := s.take(m); err != nil || !more {
				return errors.Join(err, errEnough)
			}
			return nil
		})
		return err
	})
	var wrong *WrongError
	switch {
	case errors.As(err, &wrong):
		return wrong
	case errors.Is(err, errEnough):
		return nil
	case err != nil:
		return err
	}
	complete := status == cnf.Satisfiable && found > 0 && (code == exitComplete || !all && code == exitSatisfiable) ||
		status == cnf.Unsatisfiable && found == 0 && code == exitUnsatisfiable
	if !complete {
		return fmt.Errorf("want a complete list of models from %s, got %v, %d models and exit status %d", s.Tool.Name, status, found, code)
	}
	return nil
}

// loop runs a program that finds one model per run, again and again with further blocking clauses,
// until no model is left.
func (s *search) loop(ctx context.Context) error {
	for {
		var m cnf.Model
		var status cnf.Status
		code, err := s.run(ctx, s.Tool.Args, s.text.reader(), func(out io.Reader) (err error) {
			m, status, err = cnf.ReadModel(out, s.F.NumVars)
			return err
		})
		switch {
		case err != nil:
			return err
		case status == cnf.Unsatisfiable && code == exitUnsatisfiable:
			return nil
		case status != cnf.Satisfiable || code != exitSatisfiable:
			return fmt.Errorf("%s reports %v but ends with exit status %d", s.Tool.Name, status, code)
		}
		more, err := s.take(m)
		if err != nil || !more || len(s.vars) == 0 {
			return err
		}
		s.text.add(s.F.Blocking(m))
	}
}

// take checks a model and yields it. It returns false if the search should stop.
func (s *search) take(m cnf.Model) (more bool, err error) {
	if err := s.F.Check(m); err != nil {
		return false, &WrongError{s.Tool.Name, err}
	}
	bits := make([]byte, len(s.vars))
	for i, v := range s.vars {
		if m[v-1] {
			bits[i] = 1
		}
	}
	sum := sha256.Sum256(bits)
	key := [16]byte(sum[:])
	if _, ok := s.seen[key]; ok {
		return false, &WrongError{s.Tool.Name, fmt.Errorf("its next model repeats one of its %d solutions", len(s.seen))}
	}
	s.seen[key] = struct{}{}
	return s.yield(m), nil
}
