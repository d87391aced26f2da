package drat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

const bufferSize = 1 << 16

// A Step is a lemma or a deletion.
type Step struct {
	Line   int // the line where the step begins, from 1; in a binary proof the number of the step
	Delete bool
	Clause []cnf.Lit // valid until the next step
}

// Read yields the steps of a proof until the end of r or the first error: a *cnf.SyntaxError,
// or an error of r. Memory grows with the longest step.
//
// In a text proof, a 0 ends a clause, and line breaks do not matter. If the first word of a
// line begins with c, the line is a comment.
//
// A binary step is an a or a d, then the literals as numbers with seven bits per byte, then a zero
// byte. Read takes a proof as binary if it begins with an a. Read also takes it as binary if it
// begins with a d and one of its first 64 bytes cannot occur in a text proof. This is a guess, as
// in drat-trim. A wrong guess leads to an error but never to a wrong verdict, because each lemma is
// checked in any case. In a binary proof, the column of an error is the byte within the step.
func Read(r io.Reader) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		in := &input{r: bufio.NewReaderSize(r, bufferSize), line: 1}
		next := in.text
		if in.isBinary() {
			next = in.binary
		}
		for {
			step, err := next()
			if in.err != nil {
				err = in.err
			}
			if err == io.EOF || !yield(step, err) || err != nil {
				return
			}
		}
	}
}

type input struct {
	r      *bufio.Reader
	line   int // line of the last byte, from 1; in a binary proof the number of the step
	col    int // column of the last byte, from 1; at the end of the file one more
	ended  bool
	err    error
	word   []byte
	clause []cnf.Lit
}

func (in *input) isBinary() bool {
	head, _ := in.r.Peek(64)
	if len(head) == 0 || head[0] != 'd' {
		return len(head) > 0 && head[0] == 'a'
	}
	for i, b := range head {
		switch {
		case b == 'c' && head[i-1] == '\n':
			return false // a comment, which may contain any bytes
		case b != 'd' && b != '-' && (b < '0' || b > '9') && !space(b):
			return true
		}
	}
	return false
}

func (in *input) read() (byte, bool) {
	b, err := in.r.ReadByte()
	if !in.ended {
		in.col++
	}
	in.ended = err != nil
	if err != nil && !errors.Is(err, io.EOF) {
		in.err = err
	}
	return b, err == nil
}

func space(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

func (in *input) text() (Step, error) {
	in.clause = in.clause[:0]
	step := Step{}
	for {
		line, col, first := in.next()
		word := in.word
		fail := func(format string, args ...any) (Step, error) {
			return Step{}, &cnf.SyntaxError{Line: line, Column: col, Err: fmt.Errorf(format, args...)}
		}
		switch {
		case len(word) == 0 && step.Line == 0:
			return Step{}, io.EOF
		case len(word) == 0:
			return fail("want 0 at the end of the clause, got the end of the proof")
		case first && word[0] == 'c':
			in.endLine()
			continue
		}
		if step.Line == 0 {
			step.Line = line
			if string(word) == "d" {
				step.Delete = true
				continue
			}
		}
		n, ok := number(word)
		switch {
		case !ok:
			return fail("want a literal, got %q", wording.Short(string(word)))
		case n > cnf.MaxVars || n < -cnf.MaxVars:
			return fail("want a literal, got %s, which is beyond the limit %d", wording.Short(string(word)), cnf.MaxVars)
		case n == 0:
			step.Clause = in.clause
			return step, nil
		}
		in.clause = append(in.clause, cnf.Lit(n))
	}
}

// maxWord limits the length of a word. Longer words are cut off; no valid number is that long.
const maxWord = 32

// next reads a word into in.word, and the byte after it. The word is empty at the end of the file.
// The result first is true if the word is the first word of its line.
func (in *input) next() (line, col int, first bool) {
	in.word = in.word[:0]
	first = in.col == 0
	for {
		b, ok := in.read()
		switch {
		case ok && !space(b):
			if len(in.word) == 0 {
				line, col = in.line, in.col
			}
			if len(in.word) < maxWord {
				in.word = append(in.word, b)
			}
			continue
		case len(in.word) == 0 && !ok:
			return in.line, in.col, false
		case ok && b == '\n':
			in.newLine()
			first = first || len(in.word) == 0
		}
		if len(in.word) > 0 {
			return line, col, first
		}
	}
}

func (in *input) newLine() { in.line, in.col = in.line+1, 0 }

func (in *input) endLine() {
	for in.col > 0 {
		if b, ok := in.read(); !ok {
			return
		} else if b == '\n' {
			in.newLine()
		}
	}
}

func number(word []byte) (n int, ok bool) {
	digits := word
	if digits[0] == '-' {
		digits = digits[1:]
	}
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = min(10*n+int(d-'0'), cnf.MaxVars+1)
	}
	if len(digits) < len(word) {
		return -n, n > 0
	}
	return n, len(digits) > 0
}

// binary reads a step of a binary proof. It returns io.EOF if there are no more steps. A
// literal is stored as twice its variable, plus 1 if it is negated, in groups of seven bits,
// the lowest bits first. The highest bit of each byte is set, except in the last byte of the
// number.
func (in *input) binary() (Step, error) {
	in.clause = in.clause[:0]
	in.col = 0
	fail := func(format string, args ...any) (Step, error) {
		return Step{}, &cnf.SyntaxError{Line: in.line, Column: in.col, Err: fmt.Errorf(format, args...)}
	}
	kind, ok := in.read()
	switch {
	case !ok:
		return Step{}, io.EOF
	case kind != 'a' && kind != 'd':
		return fail("want a step, 'a' or 'd', got byte %#02x", kind)
	}
	step := Step{Line: in.line, Delete: kind == 'd'}
	for {
		n := 0
		for shift := 0; ; shift += 7 {
			b, ok := in.read()
			if !ok {
				return fail("want a zero byte at the end of the clause, got the end of the proof")
			}
			n |= int(b&0x7f) << shift
			if n > 2*cnf.MaxVars+1 || shift > 28 {
				return fail("want a literal, got one beyond the limit %d", cnf.MaxVars)
			}
			if b < 0x80 {
				break
			}
		}
		switch {
		case n == 0:
			in.line++
			step.Clause = in.clause
			return step, nil
		case n == 1:
			return fail("want a literal, got -0")
		case n&1 == 0:
			in.clause = append(in.clause, cnf.Lit(n/2))
		default:
			in.clause = append(in.clause, -cnf.Lit(n/2))
		}
	}
}
