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

// Worker does jobs until stdin ends, and returns the exit status. It reads one job at a time, a line
// of JSON, and writes one record for each job, a line of JSON. An error or a panic during a job
// becomes a record with the reason error.
//
// If stdin ends during a job, the parent has died or does not need the answer.
// The worker then ends the outside program that it runs, writes a record of what the job has used
// so far, and exits. It cannot just stop the job, because some solvers cannot be interrupted. The
// worker ends in the same way when it notices that the job exceeds a limit. Worker ignores SIGINT:
// a terminal sends it to the whole process group, and the parent decides what to do. SIGTERM ends
// the process, whatever the program around Worker does with the signal.
func Worker(lookup encode.Lookup, stdin io.Reader, stdout io.Writer) int {
	signal.Ignore(os.Interrupt)
	signal.Reset(syscall.SIGTERM)
	if mark := os.Getenv(extern.MarkVariable); mark != "" { // a Pool has started this process
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
					leave() // cut found no job: it has not begun, or is just over
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

// leave kills the outside programs and exits the process.
func leave() {
	extern.Kill()
	os.Exit(1)
}

// A worker keeps the state that lasts from one job to the next.
type worker struct {
	lookup encode.Lookup
	stdout io.Writer
	turn   atomic.Pointer[turn] // the job at work, or nil; the goroutine that removes it writes the record
	cpu    cpuLimit
	freed  uint64 // bytes allocated by the time of the last debug.FreeOSMemory

	puzzle *encode.Puzzle // of last
	text   string         // of last, as the job had it
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

// cut writes what the current job has used so far and ends the process. If there is no current job,
// cut returns without doing anything.
func (w *worker) cut(reason string) {
	t := w.turn.Swap(nil)
	if t == nil {
		return
	}
	r := t.record(reason)
	extern.Kill() // before say, which fails or ends this process if the parent has died
	_ = w.say(r)
	os.Exit(1)
}

func (w *worker) do(line []byte) result.Record {
	var j result.Job
	if err := json.Unmarshal(line, &j); err != nil {
		return result.Record{Status: result.Unknown, Reason: result.Error, Error: fmt.Sprintf("bad job: %v", err)}
	}
	// The garbage of earlier jobs must not count for this one.
	w.free()
	t := begin(j)
	w.turn.Store(t)
	r := w.attempt(t)
	if !w.turn.CompareAndSwap(t, nil) {
		select {} // cut is about to end the process
	}
	return t.judge(t.withPeak(r))
}

// attempt does the job. It turns a panic into a record.
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

// garbage is the number of bytes of unused memory that jobs may leave behind before the worker
// gives memory back to the system. The runtime's own collector starts at the same number. Giving
// memory back takes 4 ms, a hundred times as long as a sudoku.
const garbage = 4 << 20

// free gives memory back to the system if earlier jobs have left much behind.
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

// where returns the file and line of a panic as a suffix for its message. It takes the first frame
// below the call of panic.
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
