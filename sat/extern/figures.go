package extern

import (
	"bytes"
	"io"
	"math"
	"regexp"
	"strconv"

	"counterproof/sat/cnf"
)

// What a program may state of its work.
const (
	conflicts = iota
	decisions
	propagations
)

// A wording is how a program states its work: the pattern of each of the lines, with
// the number as its only group. nil: the program does not state it, or not exactly.
type wording [3]*regexp.Regexp

// maxStatement is how much of a line is looked at, in bytes.
const maxStatement = 200

// figures is what a program states of one run. It takes what the program says, of
// which it keeps one line at a time.
type figures struct {
	tool    *Tool
	line    []byte // that has not ended
	n       [3]int64
	stated  [3]bool
	garbled [3]bool // stated as what is no number
}

// Write never fails.
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

// read reads a line. Where several state the same figure the last one holds, which
// is that of the whole run.
func (f *figures) read() {
	line := bytes.TrimRight(f.line, " \r")
	for i, pattern := range f.tool.States {
		if pattern == nil {
			continue
		}
		if found := pattern.FindSubmatch(line); found != nil {
			n, err := strconv.ParseUint(string(found[1]), 10, 63)
			f.n[i], f.stated[i] = int64(n), true
			f.garbled[i] = f.garbled[i] || err != nil
		}
	}
}

// book adds the figures of a run to the work so far. Those of one that did not end
// by itself are not known: what was read of them depends on when it was ended.
func (f *figures) book(st *cnf.Stats, ended bool) {
	f.read()
	for i, sum := range []*int64{&st.Conflicts, &st.Decisions, &st.Propagations} {
		known := f.stated[i] || f.tool.OmitsZero && f.stated[propagations] && !f.garbled[propagations]
		switch {
		case !ended || !known || f.garbled[i] || *sum == cnf.Unstated || *sum > math.MaxInt64-f.n[i]:
			*sum = cnf.Unstated
		default:
			*sum += f.n[i]
		}
	}
}

// answer is what a program answers, without its comments. These go to said, and an
// empty line is left of each: some of them, such as CaDiCaL's `c s`, mean something
// in other formats, and none is to spoil an answer.
type answer struct {
	r       io.Reader
	said    io.Writer
	within  bool // a line has begun
	comment bool // that line is one
}

func (a *answer) Read(b []byte) (int, error) {
	for {
		n, err := a.r.Read(b)
		kept := b[:0] // never longer than what was looked at
		for rest := b[:n]; len(rest) > 0; {
			if !a.within {
				a.comment = rest[0] == 'c'
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
		if len(kept) > 0 || err != nil || len(b) == 0 {
			return len(kept), err
		}
	}
}
