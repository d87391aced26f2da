//go:build !js

package extern

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"counterproof/sat/cnf"
)

// Count asks a program whose answer is a count for the number of projected models. It returns the
// errors of Search.
func (s Solver) Count(ctx context.Context, st *cnf.Stats) (*big.Int, error) {
	r, err := s.search(ctx, st)
	if err != nil {
		return nil, err
	}
	a, err := r.ask(ctx, r.text.reader(), s.F.NumVars)
	if err == nil && a.Count == nil {
		err = fmt.Errorf("%s reports %v but no count", s.Tool.Name, a.Status)
	}
	return a.Count, err
}

// An Answer is what a program has said about a formula. Nothing in it is checked.
type Answer struct {
	Status cnf.Status
	Models []cnf.Model // one, or all if the program lists all models
	Count  *big.Int    // of a program whose answer is a count
	Code   int         // exit status
}

// mostAsked limits the output of a program in Ask, in bytes.
const mostAsked = 64 << 20

// Ask runs the program once on a formula with the given number of variables. The text of the formula
// is passed on as it is. The answer may have any exit status. If Ask cannot read the answer, or if it
// is longer than 64 MB, the error is one of Search.
func (t *Tool) Ask(ctx context.Context, text []byte, vars int) (Answer, error) {
	path, err := t.Path()
	if err != nil {
		return Answer{}, err
	}
	r := &search{Solver: Solver{Tool: t}, path: path, st: &cnf.Stats{}, most: mostAsked, lenient: true}
	return r.ask(ctx, bytes.NewReader(text), vars)
}

func (s *search) ask(ctx context.Context, formula io.Reader, vars int) (a Answer, err error) {
	a.Code, err = s.run(ctx, formula, s.Tool.Answer == AllModels, func(out io.Reader) (err error) {
		switch s.Tool.Answer {
		case Counts:
			var said cnf.Answer
			said, err = cnf.ReadAnswer(out, vars, nil)
			a.Status, a.Count = said.Status, said.Count
			if err == nil && a.Count == nil && a.Status == cnf.Unsatisfiable {
				a.Count = new(big.Int)
			}
		case AllModels:
			a.Status, err = readModels(out, vars, func(m cnf.Model) error {
				a.Models = append(a.Models, slices.Clone(m))
				return nil
			})
		default:
			var m cnf.Model
			if m, a.Status, err = s.Tool.readModel(out, vars); m != nil {
				a.Models = []cnf.Model{m}
			}
		}
		return err
	})
	return a, err
}

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

// The figures have these indices.
const (
	conflicts = iota
	decisions
	propagations
)

func (s *Statistics) patterns() [3]string {
	return [...]string{s.Conflicts, s.Decisions, s.Propagations}
}

var patterns sync.Map

func pattern(text string) *regexp.Regexp {
	if compiled, ok := patterns.Load(text); ok {
		return compiled.(*regexp.Regexp)
	}
	compiled := regexp.MustCompile(text)
	patterns.Store(text, compiled)
	return compiled
}

// maxStatement is the number of bytes at the beginning of a line in which figures are looked for.
const maxStatement = 200

// figures collects the figures (numbers about the work) that a program reports about one run. It is
// a writer for the program's output, and keeps only the current line of it.
type figures struct {
	tool    *Tool
	line    []byte // the current line
	n       [3]int64
	stated  [3]bool
	garbled [3]bool // the line of the figure has no valid number
}

// Write reads the figures from b. It never fails.
func (f *figures) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		line, behind, ended := bytes.Cut(rest, []byte("\n"))
		f.line = append(f.line, line[:min(len(line), maxStatement-len(f.line))]...)
		if ended {
			f.read()
			f.line = f.line[:0]
		}
		rest = behind
	}
	return len(b), nil
}

// read reads the figures from the current line. If several lines state the same figure, the
// last one counts, because it covers the whole run.
func (f *figures) read() {
	line := bytes.TrimRight(f.line, " \r")
	for i, text := range f.tool.Statistics.patterns() {
		if text == "" {
			continue
		}
		if found := pattern(text).FindSubmatch(line); found != nil {
			n, err := strconv.ParseUint(string(found[1]), 10, 63)
			f.n[i], f.stated[i] = int64(n), true
			f.garbled[i] = f.garbled[i] || err != nil
		}
	}
}

// book adds the figures of a run to the statistics of the search. If the run did not end by itself,
// its figures are unknown, because they depend on the time at which the run was stopped.
func (f *figures) book(st *cnf.Stats, ended bool) {
	f.read()
	for i, sum := range []*int64{&st.Conflicts, &st.Decisions, &st.Propagations} {
		known := f.stated[i] || f.tool.Statistics.OmitsZero && f.stated[propagations] && !f.garbled[propagations]
		switch {
		case !ended || !known || f.garbled[i] || *sum == cnf.Unstated || *sum > math.MaxInt64-f.n[i]:
			*sum = cnf.Unstated
		default:
			*sum += f.n[i]
		}
	}
}

// answer is a reader of a program's output without its comments. It writes the comments to the
// field said, and leaves an empty line for each comment. Comments such as CaDiCaL's `c s` would
// have a meaning in other formats. If the field endsEarly is true, answer adds a line with the 0
// that ends the values.
type answer struct {
	r         io.Reader
	said      io.Writer
	within    bool // a line has begun
	comment   bool // that line is a comment
	endsEarly bool
	values    bool // a line of values has begun
}

const lastZero = "\nv 0\n"

func (a *answer) Read(b []byte) (int, error) {
	for {
		n, err := a.r.Read(b)
		kept := b[:0] // never longer than the bytes already examined
		for rest := b[:n]; len(rest) > 0; {
			if !a.within {
				a.comment = rest[0] == 'c'
				a.values = a.values || rest[0] == 'v'
			}
			end := bytes.IndexByte(rest, '\n') + 1
			a.within = end == 0
			if a.within {
				end = len(rest)
			}
			if a.comment {
				a.said.Write(rest[:end])
				if !a.within {
					kept = append(kept, '\n')
				}
			} else {
				kept = append(kept, rest[:end]...)
			}
			rest = rest[end:]
		}
		if err == io.EOF && a.endsEarly && a.values && len(b)-len(kept) >= len(lastZero) {
			kept, a.values = append(kept, lastZero...), false
		}
		if len(kept) > 0 || err != nil || len(b) == 0 {
			return len(kept), err
		}
	}
}
