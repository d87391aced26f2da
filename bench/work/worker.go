package work

import (
	"bufio"
	"bytes"
	"context"
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

	"counterproof/bench/answer"
	"counterproof/bench/engine"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/sat/extern"
)

// Worker does jobs until stdin ends and returns the exit status. It reads one
// job at a time, a line of JSON, and writes one record for each, a line of JSON.
// Whatever goes wrong inside a job, a panic too, becomes a record with the
// reason error.
//
// When stdin ends in the middle of a job the process ends the outside program that
// it runs, writes a record of what the job has used so far and exits: the one that
// asked is gone or has had enough, and a solver may not be interruptible. It does
// the same when the job goes past a limit that the worker sees. SIGINT is ignored,
// since a terminal sends it to the whole group and the one that asked decides;
// SIGTERM ends it, whatever the program around it does with the signal.
func Worker(lookup encode.Lookup, stdin io.Reader, stdout io.Writer) int {
	signal.Ignore(os.Interrupt)
	signal.Reset(syscall.SIGTERM)
	if mark := os.Getenv(extern.MarkVariable); mark != "" { // a process of its own, which a Pool has started
		extern.Adopt(mark)
	}
	w := &worker{lookup: lookup, stdout: stdout}
	var busy atomic.Bool
	if f, ok := stdin.(*os.File); ok {
		stdin = polled(f)
	}
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
					w.cut(result.Killed)
					leave() // the job has not begun, or is just over
				}
				return
			}
		}
	}()
	for line := range lines {
		r := w.do(line)
		busy.Store(false)
		if err := w.say(r); err != nil {
			return 1
		}
	}
	return 0
}

// leave exits, and no outside program goes on.
func leave() {
	extern.Kill()
	os.Exit(1)
}

// A worker keeps what the next job may need again.
type worker struct {
	lookup encode.Lookup
	stdout io.Writer
	turn   atomic.Pointer[turn] // of the job at work; nil: none. Who takes it away writes its record.
	cpu    cpuLimit
	freed  uint64 // the bytes allocated when memory was given back last

	puzzle *encode.Puzzle // of last
	text   string         // last's, as the job had it
	last   encode.Instance
}

// say writes a record.
func (w *worker) say(r result.Record) error {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // a Record has no field that JSON cannot hold
	}
	_, err = w.stdout.Write(append(text, '\n'))
	return err
}

// cut ends the process in the middle of a job, and says first what that has used.
// It returns where there is no job.
func (w *worker) cut(reason string) {
	t := w.turn.Swap(nil)
	if t == nil {
		return
	}
	r := t.record(reason)
	extern.Kill() // first: who asked may not read any more, which ends us too
	_ = w.say(r)
	os.Exit(1)
}

func (w *worker) do(line []byte) result.Record {
	var j result.Job
	if err := json.Unmarshal(line, &j); err != nil {
		return result.Record{Status: result.Unknown, Reason: result.Error, Error: fmt.Sprintf("bad job: %v", err)}
	}
	// The garbage of the jobs before is no cost of this one.
	w.free()
	t := begin(j)
	w.turn.Store(t)
	r := w.attempt(t)
	if !w.turn.CompareAndSwap(t, nil) {
		select {} // the process ends
	}
	return t.judge(t.withPeak(r))
}

// attempt does the job, unless that panics.
func (w *worker) attempt(t *turn) (r result.Record) {
	j := t.job
	defer func() {
		if v := recover(); v != nil {
			r = j.Failed(result.Panicked, fmt.Sprint(v)+where(debug.Stack()))
		}
	}()
	if byProgram(j) {
		defer t.guard(w.cut)()
	} else {
		past := func() { w.cut(result.CPU) }
		w.cpu.set(j.Limits.CPU, past)
		defer w.cpu.set(0, past)
	}
	p, in, err := w.instance(j)
	if err != nil {
		return j.Record(result.Error, err.Error())
	}
	return w.run(t, p, in)
}

func (w *worker) run(t *turn, p *encode.Puzzle, in encode.Instance) result.Record {
	if t.job.Task == result.Certify {
		return certify(t.job, p, in)
	}
	return answer.Answer(context.Background(), t.job, p, in, answer.Watcher{Ready: func(m *engine.Method) {
		t.formula.Store(m)
		if m.Clauses > 0 { // the garbage of writing the formula is not part of the search
			debug.FreeOSMemory()
		}
	}})
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

func (w *worker) instance(j result.Job) (*encode.Puzzle, encode.Instance, error) {
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
