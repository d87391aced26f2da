// Package drat reads, writes and checks proofs of unsatisfiability in the DRAT
// format: lemmas, one clause a line, each implied by what stands before it, and
// deletions, which begin with a d.
//
// It knows nothing of the solver that wrote a proof.
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
func NewWriter(w io.Writer) *Writer { return &Writer{bufio.NewWriter(w)} }

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
