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
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"counterproof/bench/ask"
	"counterproof/bench/system/child"
)

// A Pool answers questions in processes. The zero value is ready to use.
type Pool struct {
	Command func() *exec.Cmd // returns the command that starts one process; nil: our own binary with the argument Command
	Memory  int64            // the largest resident size of a process in bytes; 0: no limit
	Longest int              // the largest number of bytes of an object of an answer; 0: 64 MiB
	Idle    int              // the number of idle processes that are kept

	mu      sync.Mutex
	idle    []*child.Process
	closed  bool
	working sync.WaitGroup
}

// mostKept limits the resident size of an idle process. A larger process is ended.
const mostKept = 128 << 20

// ErrMemory is the error of a question that needs more memory than Pool.Memory.
var ErrMemory = errors.New("the question needs too much memory")

// Ask answers a question. It calls the function line with each object of the answer, as JSON. If
// ctx ends or this function returns an error, Ask first ends the process and then returns. The
// error is a *ask.Problem, ErrMemory, ctx.Err() or an error of the function line. Another error
// says that the process could not be started or has ended early.
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
func (p *Pool) answer(ctx context.Context, w *child.Process, object func([]byte) error) (free bool, err error) {
	pid := w.Cmd.Process.Pid
	memory := child.WatchMemory(pid, p.Memory)
	defer memory.Stop()
	for {
		select {
		case lines, ok := <-w.Lines:
			switch {
			case !ok && w.TooLong:
				return false, fmt.Errorf("an object of the answer has more than %d bytes: ask for less, or use the command line", p.longest())
			case !ok:
				return false, errors.New("the process that answers the question ended early: try again, or try a smaller board")
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
		case <-memory.Due():
			if past, _ := memory.Past(programs(pid)); past {
				_ = w.Cmd.Process.Kill() // it might use a lot more memory before it notices that stdin has ended
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
func (p *Pool) take() (w *child.Process, err error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, errors.New("the server is ending")
	}
	p.working.Add(1)
	if n := len(p.idle); n > 0 {
		w, p.idle = p.idle[n-1], p.idle[:n-1]
	}
	p.mu.Unlock()
	if w != nil {
		return w, nil
	}
	if w, err = child.Start(child.Command(p.Command, Command), p.longest()); err != nil {
		p.working.Done()
		return nil, fmt.Errorf("the process for the question does not start: %w", err)
	}
	return w, nil
}

// grace limits the time in which a process must end by itself.
const grace = 500 * time.Millisecond

// put keeps a process that is free for the next question, or ends it.
func (p *Pool) put(w *child.Process, free bool) {
	free = free && child.Resident(w.Cmd.Process.Pid) <= mostKept
	p.mu.Lock()
	if free = free && !p.closed && len(p.idle) < p.Idle; free {
		p.idle = append(p.idle, w)
	}
	p.mu.Unlock()
	if !free {
		w.End(grace, nil)
	}
}

// Close ends the idle processes and waits until the other processes have ended. The caller must
// stop their questions first. A closed Pool answers no questions.
func (p *Pool) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, w := range idle {
		w.End(grace, nil)
	}
	p.working.Wait()
}
