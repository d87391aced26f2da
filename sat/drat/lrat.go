package drat

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// WriteLRAT writes a proof in the format LRAT as text. The lemmas and deletions are the ones of a DRAT
// proof that refutes f. The clauses of f have the ids from 1, and the lemmas follow. As soon as the empty
// clause follows by unit propagation, WriteLRAT adds it and ignores the rest of the proof.
//
// WriteLRAT keeps a clause that gives a literal its value without assumptions, because later hints need
// it. It returns ErrNoRefutation, a *StepError, an error of Read, of w or of ctx.
func WriteLRAT(ctx context.Context, w io.Writer, f *cnf.Formula, proof io.Reader) error {
	out := lratWriter{bufio.NewWriterSize(w, bufferSize)}
	h := NewHinter(f)
	id := int32(len(f.Clauses))
	var deleted []int32
	for step, err := range Read(proof) {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if h.c.inconsistent {
			break
		}
		if step.Delete {
			if old := h.Delete(step.Clause); old > 0 {
				deleted = append(deleted, old)
			}
			continue
		}
		if id >= math.MaxInt32-1 {
			return &StepError{step.Line, ErrFull}
		}
		hints, err := h.Add(step.Clause, id+1)
		if err != nil {
			return &StepError{step.Line, err}
		}
		if len(deleted) > 0 {
			out.line(id, "d", nil, deleted)
			deleted = deleted[:0]
		}
		id++
		out.line(id, "", step.Clause, hints)
	}
	if !h.c.inconsistent {
		return ErrNoRefutation
	}
	out.line(id+1, "", nil, h.c.hints)
	return out.Flush()
}

type lratWriter struct{ *bufio.Writer }

// line writes a lemma, or a deletion with the word d. A bufio.Writer reports errors when it is flushed.
func (w lratWriter) line(id int32, word string, clause []cnf.Lit, ids []int32) {
	w.Write(append(strconv.AppendInt(w.AvailableBuffer(), int64(id), 10), ' '))
	if word == "" {
		for _, l := range clause {
			w.Write(append(strconv.AppendInt(w.AvailableBuffer(), int64(l), 10), ' '))
		}
		word = "0"
	}
	w.WriteString(word + " ")
	for _, n := range ids {
		w.Write(append(strconv.AppendInt(w.AvailableBuffer(), int64(n), 10), ' '))
	}
	w.WriteString("0\n")
}

// CheckLRAT returns nil if a proof in the format LRAT refutes f. It uses none of the code that makes
// hints. It makes all literals of a lemma false, and then follows the hints. In each clause that a hint
// names, all literals except one must be false, and CheckLRAT makes that literal true. All
// literals of the last clause must be false. The proof must end with the empty clause.
//
// CheckLRAT returns ErrNoRefutation, a *StepError for a wrong line, an error of the reader or of ctx.
// It refuses RAT hints, which are negative, and literals of variables above f.NumVars.
func CheckLRAT(ctx context.Context, f *cnf.Formula, proof io.Reader) error {
	r := &replay{clauses: make(map[int32][]cnf.Lit, len(f.Clauses)), vars: f.NumVars, last: int32(len(f.Clauses))}
	r.Grow(f.NumVars)
	for i, clause := range f.Clauses {
		if !slices.ContainsFunc(clause, r.unknown) {
			r.clauses[int32(i+1)] = clause
		}
	}
	lines := bufio.NewScanner(proof)
	lines.Buffer(nil, maxLine)
	n := 1
	for ; lines.Scan(); n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.step(lines.Bytes()); err != nil {
			return &StepError{n, err}
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return &StepError{n, fmt.Errorf("want a line of at most %d bytes, got a longer one", maxLine)}
	case err != nil || r.ended:
		return err
	}
	return ErrNoRefutation
}

// maxLine limits the memory for a line. A lemma needs at most one hint for each variable, and one more.
const maxLine = 1 << 28

type replay struct {
	cnf.Replay
	vars    int
	clauses map[int32][]cnf.Lit // by id
	last    int32               // the id of the last lemma
	ended   bool                // the last lemma is the empty clause
	numbers []int32
}

func (r *replay) unknown(l cnf.Lit) bool { return l == 0 || l.Var() > r.vars }

// step checks a line: "ID LITERALS 0 HINTS 0" or "ID d IDS 0".
func (r *replay) step(line []byte) error {
	r.numbers = r.numbers[:0]
	count, deletes := 0, false
	for word := range bytes.FieldsSeq(line) {
		count++
		n, err := strconv.ParseInt(string(word), 10, 32)
		switch {
		case count == 2 && string(word) == "d":
			deletes = true
		case err != nil || n == math.MinInt32:
			return fmt.Errorf("want a number, got %q", wording.Short(string(word)))
		default:
			r.numbers = append(r.numbers, int32(n))
		}
	}
	if len(r.numbers) < 2 || r.numbers[len(r.numbers)-1] != 0 {
		return fmt.Errorf("want \"ID LITERALS 0 HINTS 0\" or \"ID d IDS 0\", got %q", wording.Short(string(line)))
	}
	id, list := r.numbers[0], r.numbers[1:len(r.numbers)-1]
	if r.ended {
		return ErrBehind
	}
	if deletes {
		for _, old := range list {
			if r.clauses[old] == nil {
				return fmt.Errorf("want the id of a clause to delete, got %d", old)
			}
			delete(r.clauses, old)
		}
		return nil
	}
	at := slices.Index(list, 0)
	if at < 0 || id <= r.last {
		return fmt.Errorf("want an id above %d, the literals, 0, the hints and 0, got %q", r.last, wording.Short(string(line)))
	}
	clause := make([]cnf.Lit, at)
	for i, n := range list[:at] {
		if clause[i] = cnf.Lit(n); r.unknown(clause[i]) {
			return fmt.Errorf("want literals of the variables 1 to %d, got %d", r.vars, n)
		}
	}
	if err := r.Refute(-1, clause, list[at+1:], func(id int32) ([]cnf.Lit, error) {
		lits, known := r.clauses[id]
		if !known {
			return nil, fmt.Errorf("want hints with the ids of clauses, got %d", id)
		}
		return lits, nil
	}); err != nil {
		return err
	}
	r.clauses[id], r.last, r.ended = clause, id, at == 0
	return nil
}
