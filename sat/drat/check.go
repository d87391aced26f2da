package drat

import (
	"cmp"
	"context"
	"errors"
	"io"

	"counterproof/sat/cnf"
)

// ErrNoRefutation reports that a proof ends without the empty clause. Its lemmas follow from
// the formula, but they do not refute it.
var ErrNoRefutation = errors.New("the proof ends without the empty clause")

// ErrBehind means that a proof has a step after the empty clause. The empty clause must be the last
// step.
var ErrBehind = errors.New("want the end of the proof after the empty clause, got another step")

// Stats counts the steps of a check and its work.
type Stats struct {
	Lemmas       int
	Deletions    int // deletions of known clauses
	Unknown      int // deletions of unknown clauses, which are ignored
	Propagations int // literals made true
}

// Check returns nil if the proof refutes f. Each lemma must follow, and the last step must be
// the empty clause. If f itself contains the empty clause, the proof need not end with it.
// Check reads the whole proof.
//
// It returns ErrNoRefutation, a *StepError, an error of Read, or the error of ctx. Like
// drat-trim, it ignores the deletion of an unknown clause, but counts it.
func Check(ctx context.Context, f *cnf.Formula, proof io.Reader) (st Stats, err error) {
	if err := ctx.Err(); err != nil {
		return st, err
	}
	c := NewChecker(f)
	defer func() { st.Propagations = c.propagations }()
	ended := false
	for step, err := range Read(proof) {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return st, err
		}
		if ended {
			return st, &StepError{step.Line, ErrBehind}
		}
		if step.Delete {
			if c.Delete(step.Clause) {
				st.Deletions++
			} else {
				st.Unknown++
			}
			continue
		}
		if err := c.Add(step.Clause); err != nil {
			return st, &StepError{step.Line, err}
		}
		st.Lemmas++
		ended = len(step.Clause) == 0
	}
	if !c.refuted {
		return st, ErrNoRefutation
	}
	return st, nil
}
