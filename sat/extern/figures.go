//go:build !js

package extern

import (
	"bytes"
	"io"
	"math"
	"regexp"
	"strconv"
	"sync"

	"counterproof/sat/cnf"
)

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
