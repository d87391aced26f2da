//go:build !js

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

// These are the exit statuses of SAT solvers. Only clasp uses exitComplete, after a complete
// list: it adds 10 for satisfiable and 20 for the end of the search.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
	exitComplete      = 30
)

// Search returns a *NotFoundError, a *WrongError, ErrCPU, ctx.Err(), or an error that says how the
// program failed. That error ends with the last line that the program printed, if there is one.
//
// Memory grows with the number of solutions. If the program lists all models in one run, a solution
// takes about 50 bytes. If the program runs once for each model, a solution takes a blocking
// clause.
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

type search struct {
	Solver
	path  string
	vars  []cnf.Lit // projected variables, ascending
	text  *text
	st    *cnf.Stats
	yield func(cnf.Model) bool
	seen  map[[16]byte]struct{} // the digests of the solutions
	idle  time.Duration         // time of the current run spent on handling models
}

// errEnough is the error with which the reader of an answer ends a run whose further output is not
// needed.
var errEnough = errors.New("enough")

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

func (s *search) take(m cnf.Model) (more bool, err error) {
	if err := s.F.Check(m); err != nil {
		return false, &WrongError{s.Tool.Name, err}
	}
	bits := make([]byte, len(s.vars))
	for i, v := range s.vars {
		if m.True(v) {
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
