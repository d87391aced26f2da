package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"syscall"

	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/sat/extern"
)

// Worker does jobs until stdin ends and returns the exit status. It reads one
// job at a time, a line of JSON, and writes one record for each, a line of JSON.
// Whatever goes wrong inside a job, a panic too, becomes a record with the
// reason error.
//
// When stdin ends in the middle of a job the process exits at once, and ends the
// outside program that it runs: the one that asked is gone or has had enough, and
// a solver may not be interruptible. SIGINT is ignored,
// since a terminal sends it to the whole group and the one that asked decides;
// SIGTERM ends it, whatever the program around it does with the signal.
func Worker(lookup Lookup, stdin io.Reader, stdout io.Writer) int {
	signal.Ignore(os.Interrupt)
	signal.Reset(syscall.SIGTERM)
	w := &worker{lookup: lookup}
	var busy atomic.Bool
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		in := bufio.NewReader(stdin)
		for {
			line, err := in.ReadBytes('\n')
			if len(bytes.TrimSpace(line)) > 0 {
				busy.Store(true)
				lines <- line
			}
			if err != nil {
				if busy.Load() {
					leave(1)
				}
				return
			}
		}
	}()
	for line := range lines {
		text, err := json.Marshal(w.do(line))
		if err != nil {
			panic(err) // a Record has no field that JSON cannot hold
		}
		busy.Store(false)
		if _, err := stdout.Write(append(text, '\n')); err != nil {
			return 1
		}
	}
	return 0
}

// leave exits, and no outside program goes on.
func leave(status int) {
	extern.Kill()
	os.Exit(status)
}

// A worker keeps what the next job may need again.
type worker struct {
	lookup Lookup
	cpu    cpuLimit
	freed  uint64 // the bytes allocated when memory was given back last

	puzzle *encode.Puzzle // of last
	text   string         // last's, as the job had it
	last   encode.Instance
}

func (w *worker) do(line []byte) (r result.Record) {
	var j Job
	if err := json.Unmarshal(line, &j); err != nil {
		return result.Record{Status: result.Unknown, Reason: result.Error, Error: fmt.Sprintf("bad job: %v", err)}
	}
	defer func() {
		if v := recover(); v != nil {
			r = j.record(result.Error, fmt.Sprintf(panicked+"%v%s", v, where(debug.Stack())))
		}
	}()
	// The garbage of the jobs before is no cost of this one.
	w.free()
	own := resetPeak()
	if method.ProgramOf(j.Method) != nil {
		defer guard(j.Limits)()
	} else {
		w.cpu.set(j.Limits.CPU)
		defer w.cpu.set(0)
	}
	p, in, err := w.instance(j)
	if err != nil {
		return j.record(result.Error, err.Error())
	}
	if r = w.run(j, p, in); r.Reason == result.Error {
		return r
	}
	// A short job may go past its limit between two looks of the parent.
	if most := j.Limits.Memory; own && most > 0 && r.PeakBytes != nil && *r.PeakBytes > most {
		over := j.record(result.Memory, "")
		over.WallSeconds, over.PeakBytes = r.WallSeconds, r.PeakBytes
		return over
	}
	return r
}

func (w *worker) run(j Job, p *encode.Puzzle, in encode.Instance) result.Record {
	other := func(name, version string) result.Record {
		return j.record(result.Error, fmt.Sprintf("the worker has %s version %s, the job is for %s version %s",
			name, version, j.Method, j.Version))
	}
	if j.Task == Certify {
		return certify(j, p, in)
	}
	if j.Task == Deduce {
		m, err := method.Deduction(p, in, j.Method)
		switch {
		case err != nil:
			return j.record(result.Error, err.Error())
		case m.Name != j.Method || m.Version != j.Version:
			return other(m.Name, m.Version)
		}
		return deduce(j, p, in, m)
	}
	if j.Task == Explain {
		m, err := method.Explanation(p, in, j.Method)
		switch {
		case err != nil:
			return j.record(result.Error, err.Error())
		case m.Name != j.Method || m.Version != j.Version:
			return other(m.Name, m.Version)
		}
		return explain(j, m)
	}
	m, err := method.Resolve(p, in, j.Method)
	switch {
	case err != nil:
		return j.record(result.Error, err.Error())
	case m.Name != j.Method || m.Version != j.Version:
		return other(m.Name, m.Version)
	}
	if m.Clauses > 0 { // nor that of writing the formula of the search
		debug.FreeOSMemory()
	}
	return run(j, in, m)
}

// garbage is how many bytes jobs may leave behind together before they are given
// back to the system: as many as the runtime's own collector lets pass. To give
// back takes 4 ms, a hundred times as long as a sudoku.
const garbage = 4 << 20

// free gives back what jobs before this one have left, if it is much.
func (w *worker) free() {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	if n := sample[0].Value.Uint64(); n-w.freed >= garbage {
		debug.FreeOSMemory()
		w.freed = n
	}
}

func (w *worker) instance(j Job) (*encode.Puzzle, encode.Instance, error) {
	if w.last != nil && w.puzzle.Name == j.Puzzle && w.text == j.Instance {
		return w.puzzle, w.last, nil
	}
	p := w.lookup(j.Puzzle)
	if p == nil {
		return nil, nil, fmt.Errorf("no puzzle %q", j.Puzzle)
	}
	in, err := p.Parse(j.Instance)
	if err != nil {
		return nil, nil, fmt.Errorf("%s %q: %w", j.Puzzle, j.Instance, err)
	}
	w.puzzle, w.text, w.last = p, j.Instance, in
	return p, in, nil
}

// where is the place of a panic, as a suffix for its text: the first frame
// below the one that panicked.
func where(stack []byte) string {
	_, below, ok := strings.Cut(string(stack), "\npanic(")
	if !ok {
		return ""
	}
	lines := strings.Split(below, "\n")
	if len(lines) < 4 {
		return ""
	}
	place, _, _ := strings.Cut(strings.TrimSpace(lines[3]), " ")
	return " at " + place[strings.LastIndexByte(place, '/')+1:]
}
