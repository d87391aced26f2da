// Package extern lists the models of a formula by other people's SAT solvers,
// each a program of its own that is found on PATH.
//
// A program that lists models itself is run once. Around any other goes the
// blocking loop: run it on the formula and the blocking clauses so far, read the
// model, add its blocking clause, until it says that there is none. That starts
// the program once more for each solution, so that nothing it has learned is
// kept; on a calendar day that is most of the time (BenchmarkDay).
//
// No program is trusted. Every model is held against the formula and must be new
// before anyone sees it; a list is only complete if the program's words and its
// exit status both say so. What cannot be seen here is a program that says too
// early that there are no more: that is for a comparison with other methods.
//
// It does not look after limits. A program runs in a process group of its own,
// which is ended when the search is; Kill is for a process that is about to exit,
// and on Linux a program also ends with the process that has started it. What a
// program starts in another group or session ends with it after Adopt, or when
// Kill or EndMarked finds its mark. Nothing is written to a file: the formula goes
// through standard input.
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

// Version is raised when the way in which programs are run changes what they
// answer or what it costs.
const Version = 1

// A Solver lists the projected models of F by a program.
type Solver struct {
	Tool *Tool
	F    *cnf.Formula
}

// A WrongError says that the program gave an answer that is not true: a model
// that the formula does not have, or the same solution twice.
type WrongError struct {
	Program string
	Err     error
}

func (e *WrongError) Error() string { return e.Program + " is wrong: " + e.Err.Error() }
func (e *WrongError) Unwrap() error { return e.Err }

// ErrCPU is the error of a program that the system ended for its CPU time.
var ErrCPU = errors.New("the program went past its limit of CPU time")

// Search implements cnf.Solver. The error is *NotFoundError, *WrongError,
// ErrCPU, ctx.Err(), or says how the program failed, with the last line of what
// it said.
//
// Memory grows with the number of solutions, by a clause or some 50 bytes each.
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
	vars  []int // projected, ascending
	text  *text
	st    *cnf.Stats
	yield func(cnf.Model) bool
	seen  map[[16]byte]struct{} // the digests of the solutions
	idle  time.Duration         // of the program's run, spent on its models
}

// errEnough ends a run whose answer is not needed further.
var errEnough = errors.New("enough")

// list runs a program that lists models.
func (s *search) list(ctx context.Context) error {
	all, args := len(s.vars) > 0, s.Tool.All
	if !all { // one model says everything
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
		return fmt.Errorf("%s says %v, lists %d models and ends with exit status %d", s.Tool.Name, status, found, code)
	}
	return nil
}

// loop runs a program that finds one model, until there is none.
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
			return fmt.Errorf("%s says %v and ends with exit status %d", s.Tool.Name, status, code)
		}
		more, err := s.take(m)
		if err != nil || !more || len(s.vars) == 0 {
			return err
		}
		s.text.add(s.F.Blocking(m))
	}
}

// take certifies a model and yields it.
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
		return false, &WrongError{s.Tool.Name, fmt.Errorf("the model after %d solutions is one of them again", len(s.seen))}
	}
	s.seen[key] = struct{}{}
	return s.yield(m), nil
}
