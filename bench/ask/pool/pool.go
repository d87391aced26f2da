// Package pool answers the questions of package ask in separate processes. A process can be
// ended at any moment, and has a memory limit.
package pool

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"counterproof/bench/ask"
	"counterproof/bench/solve/explain"
	"counterproof/bench/system/child"
	"counterproof/encode/contents"
)

// A Pool answers questions in processes. The zero value is ready to use.
type Pool struct {
	Command func() *exec.Cmd // returns the command that starts one process; nil: our own binary with the argument Command
	Memory  int64            // the largest resident size of a process in bytes; 0: no limit
	Longest int              // the largest number of bytes of an object of an answer; 0: 64 MiB
	Idle    int              // the number of idle processes that are kept

	mu      sync.Mutex
	idle    []process
	closed  bool
	working sync.WaitGroup
}

// A process has a Watch that lasts as long as the process, because it opens a file.
type process struct {
	*child.Process
	memory *child.Watch
}

// mostKept limits the resident size of an idle process. A larger process is ended.
const mostKept = 128 << 20

// ErrMemory is the error of a question that needs more memory than Pool.Memory or its own limit.
var ErrMemory = errors.New("the question needs too much memory")

// ErrEnded is the error of a question whose process ended by itself, or was killed by something else.
var ErrEnded = errors.New("the process that answers the question ended early: try again, or try a smaller board")

type memoryKey struct{}

// WithMemory returns a context in which a question may use the given number of bytes of memory, if that is
// less than Pool.Memory.
func WithMemory(ctx context.Context, bytes int64) context.Context {
	return context.WithValue(ctx, memoryKey{}, bytes)
}

// memory returns the limit for a question. Without a limit, it returns a size that no process has.
func (p *Pool) memory(ctx context.Context) int64 {
	limit := cmp.Or(p.Memory, math.MaxInt64)
	if own, _ := ctx.Value(memoryKey{}).(int64); own > 0 {
		limit = min(limit, own)
	}
	return limit
}

// Ask answers a question. It calls the function line with each object of the answer, as JSON. If
// ctx ends or this function returns an error, Ask first ends the process and then returns. The
// error is a *ask.Problem, ErrMemory, ErrEnded, ctx.Err() or an error of the function line. Another error
// says that the process could not be started.
func (p *Pool) Ask(ctx context.Context, name string, body []byte, line func([]byte) error) error {
	if !json.Valid(body) {
		return &ask.Problem{Misuse: true, Text: "the question is not a JSON object"}
	}
	text, _ := json.Marshal(question{name, body}) // no error, because the body is valid
	w, err := p.take()
	if err != nil {
		return err
	}
	defer p.working.Done()
	w.Send(append(text, '\n'))
	free, err := p.answer(ctx, w, line)
	p.put(w, free)
	return err
}

// answer reads the answer of the process. The result free is true if the process can answer another
// question.
func (p *Pool) answer(ctx context.Context, w process, object func([]byte) error) (free bool, err error) {
	limit := p.memory(ctx)
	w.memory.Limit(limit)
	for {
		select {
		case lines, ok := <-w.Lines:
			switch {
			case !ok && w.TooLong:
				return false, fmt.Errorf("an object of the answer has more than %d bytes: ask for less, or use the command line", p.longest())
			case !ok:
				return false, ErrEnded
			}
			for line := range bytes.Lines(lines) {
				switch line = line[:len(line)-1]; string(line) {
				case "", working:
					return len(line) == 0, nil
				}
				if err := object(line); err != nil {
					return false, err
				}
			}
		case <-w.memory.Due():
			if past, _ := w.memory.Past(programs(w.Cmd.Process.Pid)); past {
				_ = w.Cmd.Process.Kill() // it might use a lot more memory before it notices that stdin has ended
				if limit < p.Memory || p.Memory == 0 {
					return false, fmt.Errorf("%w: it is limited to %d bytes", ErrMemory, limit)
				}
				return false, fmt.Errorf("%w: it is limited to %d MiB on a page; the command line has no such limit", ErrMemory, p.Memory>>20)
			}
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// programs returns the total resident size of the outside programs of a process. Any of its threads
// can start a program.
func programs(pid int) (total int64) {
	tasks := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, _ := os.ReadDir(tasks) // empty if the process has ended
	for _, t := range threads {
		text, _ := os.ReadFile(tasks + t.Name() + "/children")
		for word := range strings.FieldsSeq(string(text)) {
			if program, err := strconv.Atoi(word); err == nil {
				total += child.Resident(program)
			}
		}
	}
	return total
}

func (p *Pool) longest() int { return cmp.Or(p.Longest, 64<<20) }

// take returns an idle process or a new one. The caller must call p.working.Done at the end.
func (p *Pool) take() (w process, err error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return w, errors.New("the server is ending")
	}
	p.working.Add(1)
	if n := len(p.idle); n > 0 {
		w, p.idle = p.idle[n-1], p.idle[:n-1]
	}
	p.mu.Unlock()
	if w.Process != nil {
		return w, nil
	}
	if w.Process, err = child.Start(child.Command(p.Command, Command), p.longest()); err != nil {
		p.working.Done()
		return w, fmt.Errorf("the process for the question does not start: %w", err)
	}
	w.memory = child.WatchMemory(w.Cmd.Process.Pid, math.MaxInt64)
	return w, nil
}

// grace limits the time in which a process must end by itself.
const grace = 500 * time.Millisecond

// put keeps a process that is free for the next question, or ends it.
func (p *Pool) put(w process, free bool) {
	free = free && w.memory.Size() <= mostKept
	p.mu.Lock()
	if free = free && !p.closed && len(p.idle) < p.Idle; free {
		p.idle = append(p.idle, w)
	}
	p.mu.Unlock()
	if !free {
		w.end()
	}
}

func (w process) end() {
	w.End(grace, nil)
	w.memory.Stop()
}

// Close ends the idle processes and waits until the other processes have ended. The caller must
// stop their questions first. A closed Pool answers no questions.
func (p *Pool) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, w := range idle {
		w.end()
	}
	p.working.Wait()
}

// Command is the argument with which a Pool starts our own binary. The binary must then call Serve.
const Command = "answerer"

// A question is a line that a Pool writes to a process. The process answers with the objects of the
// answer, one on each line, and then with an empty line. If a search that took too long still runs,
// the process writes the line "working" instead of the empty line. Only the end of the process
// stops such a search.
type question struct {
	Name string          `json:"name"`
	Body json.RawMessage `json:"body"`
}

const working = "working"

// Serve answers questions until stdin ends. If stdin ends during a question, the process exits; see
// child.Listen.
func Serve(desk *ask.Desk, stdin io.Reader, stdout io.Writer) error {
	in := child.Listen(stdin, func() {})
	out := json.NewEncoder(stdout)
	out.SetEscapeHTML(false)
	ctx, searching := explain.Track(context.Background())
	for {
		line, _ := in.Next()
		if line == nil {
			return nil
		}
		if err := answer(ctx, desk, line, out.Encode); err != nil {
			return err
		}
		end := "\n"
		if searching() {
			end = working + "\n"
		} else {
			contents.Clear() // a next question names its own formula
		}
		in.Finished()
		if _, err := io.WriteString(stdout, end); err != nil {
			return err
		}
	}
}

func answer(ctx context.Context, desk *ask.Desk, line []byte, emit ask.Emit) error {
	var q question
	err := json.Unmarshal(line, &q)
	if err == nil {
		err = desk.Ask(ctx, q.Name, q.Body, emit)
	}
	if err != nil {
		return emit(ask.ProblemOf(err))
	}
	return nil
}
