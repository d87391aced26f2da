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

// maxLine is the longest line that readModels takes, in bytes. clasp breaks its
// lines at 80.
const maxLine = 1 << 16

// readModels reads the models of a listing in competition output, each on `v`
// lines up to a 0 and with a value for each of the variables 1..vars, and the `s`
// line under them. A model is only valid during the call of each, whose error
// ends the reading and is returned. Any other line is an error with its number.
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
		return cnf.Unknown, l.fail("want a line of s, got the end of the file")
	}
	return l.status, nil
}

// A listing is models that are read line by line.
type listing struct {
	in     *bufio.Reader
	line   int
	model  cnf.Model
	given  []int // by variable: the number of the last model that has a value for it
	next   int   // the number of the model that comes next, or is open
	open   bool  // wants its 0
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
		return l.fail("want nothing but comments under the line of s, got %.20q", line)
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
	return l.fail("want a line of s, v or c, got %.20q", line)
}

func (l *listing) value(word []byte) error {
	n, err := strconv.Atoi(string(word))
	v := max(n, -n)
	switch {
	case err != nil || v < 0 || v > len(l.model): // the least integer has no positive one
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
