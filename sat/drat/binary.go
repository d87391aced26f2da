package drat

import (
	"fmt"
	"io"

	"counterproof/sat/cnf"
)

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
