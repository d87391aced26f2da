package drat

import (
	"context"
	"errors"
	"io"

	"counterproof/sat/cnf"
)

// ErrNoRefutation says that a proof ends without the empty clause: its lemmas
// follow, but say nothing of the formula.
var ErrNoRefutation = errors.New("the proof ends without the empty clause")

// ErrBehind says that a proof goes on behind the empty clause.
var ErrBehind = errors.New("here is more, behind the empty clause that ends the proof")

// Stats says what a check has seen.
type Stats struct {
	Lemmas       int
	Deletions    int // of clauses that were there
	Unknown      int // deletions of clauses that were not
	Propagations int // literals made true
}

// Check returns nil if the proof refutes f: if each of its lemmas follows, and the
// last one, with nothing behind it, is the empty clause, which is not asked for if
// it is in f. All of the proof is read.
//
// The errors are ErrNoRefutation, *StepError, those of Read, and that of ctx. A
// deletion of a clause that is not there is passed over, as drat-trim does, and
// counted.
func Check(ctx context.Context, f *cnf.Formula, proof io.Reader) (Stats, error) {
	var st Stats
	if err := ctx.Err(); err != nil {
		return st, err
	}
	c := NewChecker(f)
	err := c.run(ctx, proof, &st)
	st.Propagations = c.propagations
	return st, err
}

func (c *Checker) run(ctx context.Context, proof io.Reader, st *Stats) error {
	ended := false
	for step, err := range Read(proof) {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if ended {
			return &StepError{step.Line, ErrBehind}
		}
		if step.Delete {
			if c.Delete(step.Clause) == nil {
				st.Deletions++
			} else {
				st.Unknown++
			}
			continue
		}
		if err := c.Add(step.Clause); err != nil {
			return &StepError{step.Line, err}
		}
		st.Lemmas++
		ended = len(step.Clause) == 0
	}
	if !c.refuted {
		return ErrNoRefutation
	}
	return nil
}
