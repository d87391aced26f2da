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

// Stats says what a check has seen.
type Stats struct {
	Lemmas       int
	Deletions    int // of clauses that were there
	Unknown      int // deletions of clauses that were not
	Propagations int // literals made true
}

// Check returns nil if the proof refutes f: if each of its lemmas follows, up to
// and with the first empty clause; it reads no further. If the empty clause is in
// f it reads nothing.
//
// The errors are ErrNoRefutation, *NotRUPError, *VariableError, ErrFull, those of
// Read, and that of ctx. A deletion of a clause that is not there is passed over, as
// drat-trim does, and counted.
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
	if c.refuted {
		return nil
	}
	for step, err := range Read(proof) {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
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
			return at(step.Line, err)
		}
		st.Lemmas++
		if c.refuted {
			return nil
		}
	}
	return ErrNoRefutation
}

// at says in which line of the proof the error is.
func at(line int, err error) error {
	switch e := err.(type) {
	case *NotRUPError:
		e.Line = line
	case *VariableError:
		e.Line = line
	}
	return err
}
