// Package drat reads, writes and checks proofs of unsatisfiability in the DRAT
// format: lemmas, one clause a line, each implied by what stands before it, and
// deletions, which begin with a d.
//
// A lemma is taken if making all its literals false ends in a conflict by unit
// propagation alone: reverse unit propagation, RUP (E. Goldberg and Y. Novikov,
// "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003).
// Clauses are watched by two literals (M. Moskewicz and others, "Chaff", DAC
// 2001). The file format is that of DRUP and DRAT (M. Heule, W. Hunt and N.
// Wetzler, "Trimming while checking clausal proofs", FMCAD 2013; "DRAT-trim",
// SAT 2014), as text and binary.
//
// The checker goes forward, once, and holds every lemma; it does not begin at
// the end and skip what the refutation has no use for, does not trim a proof,
// and writes no hints. It takes no RAT lemmas, which keep satisfiability without
// being implied: a proof by a solver whose inprocessing uses them is refused. It
// knows nothing of the solvers that write proofs.
package drat

import (
	"bufio"
	"io"
	"strconv"

	"counterproof/sat/cnf"
)

// A Writer writes a proof as DRAT text.
type Writer struct {
	w *bufio.Writer
}

// NewWriter writes to w; Flush ends the proof.
func NewWriter(w io.Writer) *Writer { return &Writer{bufio.NewWriterSize(w, bufferSize)} }

// Add writes a lemma; the empty one ends a refutation.
func (w *Writer) Add(clause []cnf.Lit) error { return w.line(clause) }

// Delete writes that a clause, in any order of its literals, is not needed any
// more.
func (w *Writer) Delete(clause []cnf.Lit) error {
	w.w.WriteString("d ")
	return w.line(clause)
}

func (w *Writer) line(clause []cnf.Lit) error {
	for _, l := range clause {
		w.w.Write(append(strconv.AppendInt(w.w.AvailableBuffer(), int64(l), 10), ' '))
	}
	_, err := w.w.WriteString("0\n")
	return err
}

// Flush writes out what is buffered, and returns the first error of writing.
func (w *Writer) Flush() error { return w.w.Flush() }
