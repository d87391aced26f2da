// Package pool answers the questions of package ask in separate processes. A process can be
// ended at any moment, and has a memory limit.
package pool

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"sync"

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
	idle    []*process
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
	text, err := json.Marshal(question{name, body})
	if err != nil {
		return err
	}
	w, err := p.take()
	if err != nil {
		return err
	}
	defer p.working.Done()
	free, err := w.ask(ctx, append(text, '\n'), p.Memory, line)
	if free {
		p.put(w)
	} else {
		w.end()
	}
	return err
}

// take returns an idle process or a new one. The caller must call p.working.Done at the end.
func (p *Pool) take() (*process, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, errors.New("the server is ending")
	}
	p.working.Add(1)
	var w *process
	if n := len(p.idle); n > 0 {
		w, p.idle = p.idle[n-1], p.idle[:n-1]
	}
	p.mu.Unlock()
	if w != nil {
		return w, nil
	}
	w, err := start(p.command(), cmp.Or(p.Longest, 64<<20))
	if err != nil {
		p.working.Done()
	}
	return w, err
}

func (p *Pool) put(w *process) {
	small := child.Resident(w.cmd.Process.Pid) <= mostKept
	p.mu.Lock()
	if small && !p.closed && len(p.idle) < p.Idle {
		p.idle = append(p.idle, w)
		w = nil
	}
	p.mu.Unlock()
	if w != nil {
		w.end()
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
		w.end()
	}
	p.working.Wait()
}

func (p *Pool) command() *exec.Cmd {
	if p.Command != nil {
		return p.Command()
	}
	cmd := child.Self()
	cmd.Args = append(cmd.Args, Command)
	return cmd
}
