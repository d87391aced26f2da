// Package drat reads, writes and checks proofs of unsatisfiability in the DRAT format. A proof
// is a list of lemmas and deletions, one per line. Each lemma is a clause implied by the
// clauses before it. A deletion begins with a d.
//
// The checker accepts a lemma if making all its literals false leads to a conflict by unit
// propagation. This is reverse unit propagation, RUP (E. Goldberg and Y. Novikov, "Verification
// of proofs of unsatisfiability for CNF formulas", DATE 2003). The checker watches two literals
// of each clause (M. Moskewicz and others, "Chaff", DAC 2001). The file format is DRUP
// and DRAT, as text and as binary (M. Heule, W. Hunt and N. Wetzler, "Trimming while checking
// clausal proofs", FMCAD 2013; "DRAT-trim", SAT 2014).
//
// The checker goes through the proof once, forward, and checks every lemma. It does not start
// at the end to skip lemmas that the refutation does not need. It does not trim proofs, but a Hinter
// names the clauses that each lemma needs. It rejects RAT lemmas, which preserve satisfiability
// without being implied. So it rejects proofs of solvers whose inprocessing uses RAT. It knows
// nothing about the solvers that write proofs.
package drat

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"counterproof/sat/cnf"
)

// A Writer writes a proof as DRAT text.
type Writer struct {
	Ended bool // the empty clause was added
	w     *bufio.Writer
}

// NewWriter returns a Writer to w. Call Flush at the end of the proof.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, bufferSize)} }

// Add writes a lemma. The empty clause ends a refutation.
func (w *Writer) Add(clause []cnf.Lit) error {
	w.Ended = w.Ended || len(clause) == 0
	return w.line(clause)
}

// Delete writes a line that deletes a clause, because the rest of the proof does not need it. The literals of the
// clause may be in any order.
func (w *Writer) Delete(clause []cnf.Lit) error {
	w.w.WriteString("d ")
	return w.line(clause)
}

func (w *Writer) line(clause []cnf.Lit) error {
	_, err := w.w.Write(cnf.AppendClause(w.w.AvailableBuffer(), clause))
	return err
}

// Flush writes the buffered text and returns the first write error.
func (w *Writer) Flush() error { return w.w.Flush() }

// ErrFull means that the checker cannot store another lemma, because the clauses that were not
// deleted take 8 GiB.
var ErrFull = errors.New("the proof keeps more than 8 GiB of clauses at one time")

// A StepError is the error of one step of a proof. It wraps ErrFull, ErrBehind, a *NotRUPError
// or the error of a variable that is not in the formula.
type StepError struct {
	Line int // the line of the step, as in Step
	Err  error
}

func (e *StepError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *StepError) Unwrap() error { return e.Err }

// A NotRUPError reports a lemma that does not follow by unit propagation.
type NotRUPError struct {
	Clause []cnf.Lit
}

func (e *NotRUPError) Error() string {
	return fmt.Sprintf("the lemma %s does not follow by unit propagation", brief(e.Clause))
}

func brief(clause []cnf.Lit) string {
	const most = 40
	if len(clause) <= most {
		return fmt.Sprint(clause)
	}
	return fmt.Sprintf("%v and %d more literals", clause[:most], len(clause)-most)
}

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
