//go:build !js

package extern

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"counterproof/sat/cnf"
)

// maxLine limits the length of a line that readModels reads, in bytes. clasp breaks its lines
// at 80.
const maxLine = 1 << 16

// readModels reads a list of models in competition output. Each model consists of `v` lines up to a
// 0, with a value for each of the variables 1..vars. The `s` line comes after the models.
// readModels passes each model to the function each; the model is valid only during that call. If
// the function each returns an error, readModels stops and returns this error. Any other line is an
// error, which names the line number.
func readModels(r io.Reader, vars int, each func(cnf.Model) error) (cnf.Status, error) {
	l := &listing{
		in:    bufio.NewReaderSize(r, maxLine),
		model: make(cnf.Model, vars),
		given: make([]int, vars),
		each:  each,
		next:  1,
	}
	for {
		l.line++
		line, err := l.in.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return cnf.Unknown, l.fail("%w", err)
		}
		if len(line) > 0 {
			if err := l.read(line); err != nil {
				return cnf.Unknown, err
			}
		}
		if err != nil {
			break
		}
	}
	switch {
	case l.open:
		return cnf.Unknown, l.fail("want 0 at the end of the values, got the end of the file")
	case !l.stated:
		return cnf.Unknown, l.fail("want a line that begins with s, got the end of the file")
	}
	return l.status, nil
}

type listing struct {
	in     *bufio.Reader
	line   int
	model  cnf.Model
	given  []int // by variable-1: the number of the last model that has a value for it
	next   int   // the number of the current or next model
	open   bool  // the current model still lacks its 0
	status cnf.Status
	stated bool
	each   func(cnf.Model) error
}

var statuses = map[string]cnf.Status{
	"SATISFIABLE": cnf.Satisfiable, "UNSATISFIABLE": cnf.Unsatisfiable, "UNKNOWN": cnf.Unknown,
}

func (l *listing) read(line []byte) error {
	line = bytes.TrimSpace(line)
	kind, rest, _ := bytes.Cut(line, []byte(" "))
	switch {
	case len(line) == 0 || line[0] == 'c':
		return nil
	case l.stated:
		return l.fail("want only comments after the line that begins with s, got %.20q", line)
	case string(kind) == "v":
		for word := range bytes.FieldsSeq(rest) {
			if err := l.value(word); err != nil {
				return err
			}
		}
		return nil
	case string(kind) == "s":
		status, ok := statuses[string(rest)]
		if !ok {
			return l.fail("want SATISFIABLE, UNSATISFIABLE or UNKNOWN, got %.20q", rest)
		}
		l.status, l.stated = status, true
		return nil
	}
	return l.fail("want a line that begins with s, v or c, got %.20q", line)
}

func (l *listing) value(word []byte) error {
	n, err := strconv.Atoi(string(word))
	v := max(n, -n)
	switch {
	case err != nil || v < 0 || v > len(l.model): // v < 0 for the least integer, whose negation overflows
		return l.fail("want a literal of the variables 1 to %d, got %.20q", len(l.model), word)
	case v > 0 && l.given[v-1] == l.next && l.model[v-1] != (n > 0):
		return l.fail("variable %d is both true and false", v)
	case v > 0:
		l.model[v-1], l.given[v-1], l.open = n > 0, l.next, true
		return nil
	}
	for i, number := range l.given {
		if number != l.next {
			return l.fail("want a value for each of the variables 1 to %d, got none for %d", len(l.given), i+1)
		}
	}
	l.next++
	l.open = false
	return l.each(l.model)
}

func (l *listing) fail(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", l.line, fmt.Errorf(format, args...))
}
