package work

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"counterproof/bench/result"
	"counterproof/sat/extern"
)

// A process is the parent's handle of one worker process.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	lines  chan []byte // of its stdout; closed at the end
	stderr head
	mark   string // marks all processes that it starts
	group  *cgroup
	full   bool // it has ended, and the kernel killed something in its cgroup because of the limit
}

func start(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, lines: make(chan []byte, 1), mark: extern.NewMark()}
	cmd.Env = append(cmd.Environ(), extern.MarkVariable+"="+p.mark)
	cmd.Stderr = &p.stderr
	cmd.WaitDelay = time.Second // in case a process that it has started still holds stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	p.stdin = stdin
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	go func() {
		defer close(p.lines)
		in := bufio.NewReader(stdout)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil { // ignore half a line, from a worker that died while writing
				return
			}
			p.lines <- line
		}
	}()
	return p, nil
}

// hold puts the process into a new cgroup with the given memory limit, or without a limit if limit
// is 0. It does nothing if no cgroups can be used.
func (p *process) hold(limit int64) (err error) {
	if p.group, err = newCgroup(limit); p.group != nil {
		err = p.group.add(p.cmd.Process.Pid)
	}
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	return nil
}

// do gives the job to the process and waits for its record. ended reports whether the process has
// ended and was reaped, which is the case after every job that was cut short. The error is
// ctx.Err(), or an error about encoding the job.
func (p *process) do(ctx context.Context, j result.Job) (r result.Record, ended bool, err error) {
	text, err := json.Marshal(j)
	if err != nil {
		return r, false, fmt.Errorf("job: %w", err)
	}
	began := time.Now()
	// A worker that does not read must not block this process. If the worker has died, its lines end
	// below.
	go func() { _, _ = p.stdin.Write(append(text, '\n')) }()

	memory := watchMemory(p.cmd.Process.Pid, j.Limits.Memory)
	defer memory.stop()
	end := func(reason, message string) (result.Record, bool, error) {
		return p.cut(j, reason, message, began, memory), true, nil
	}
	var wall <-chan time.Time
	if d := j.Limits.Wall; d > 0 {
		timer := time.NewTimer(d)
		defer timer.Stop()
		wall = timer.C
	}
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				r, err = p.gone(ctx, j, began, memory)
				return r, true, err
			}
			if j.Limits.Memory > 0 && p.group.killed() { // the kernel killed a program, not the worker
				return end(result.Memory, "")
			}
			if err := json.Unmarshal(line, &r); err != nil || r.Key != j.Key() {
				return end(result.Error, fmt.Sprintf("the worker wrote something else than a record of the job: %.100q", line))
			}
			if r.Reason == result.CPU || r.Reason == result.Memory {
				r.WallSeconds = new(time.Since(began).Seconds())
				p.kill() // the worker may be about to exit
				return r, true, nil
			}
			return r, false, nil
		case <-wall:
			return end(result.Timeout, "")
		case <-memory.due():
			if past, _ := memory.past(); past {
				return end(result.Memory, "")
			}
		case <-ctx.Done():
			p.kill()
			return r, true, ctx.Err()
		}
	}
}

// gone returns the record of a job whose worker has died during the job, or ctx.Err() if the
// context has ended.
func (p *process) gone(ctx context.Context, j result.Job, began time.Time, memory *watch) (result.Record, error) {
	why := p.death()
	// Ctrl-C in a terminal also reaches a worker, which may not ignore it yet.
	if p.cmd.ProcessState.String() == "signal: interrupt" {
		select {
		case <-ctx.Done():
			return result.Record{}, ctx.Err()
		case <-time.After(grace):
		}
	}
	r := j.Record(result.Killed, why)
	if p.full && j.Limits.Memory > 0 {
		r = j.Record(result.Memory, "")
		memory.complete(&r, p.used())
	}
	r.WallSeconds = new(time.Since(began).Seconds())
	return r, nil
}

// used returns the CPU time of a process that has ended.
func (p *process) used() time.Duration {
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// cut ends the process in the middle of a job that began at the given time. It returns a record
// with the last measurements that the worker reports or, if there are none, with what this process
// has measured.
func (p *process) cut(j result.Job, reason, message string, began time.Time, memory *watch) result.Record {
	r := j.Record(reason, message)
	r.WallSeconds = new(time.Since(began).Seconds())
	var last result.Record
	if err := json.Unmarshal(p.end(memory), &last); err == nil && last.Key == r.Key {
		// If this process was delayed, the worker may have answered in time.
		if reason == result.Timeout && last.Reason == result.Done && last.WallSeconds != nil && *last.WallSeconds <= j.Limits.Wall.Seconds() {
			return last
		}
		r.CPUSeconds, r.PeakBytes, r.Variables, r.Clauses = last.CPUSeconds, last.PeakBytes, last.Variables, last.Clauses
	}
	memory.complete(&r, p.used())
	return r
}

// death reaps a process that has ended by itself, and returns a message that says why it ended.
func (p *process) death() string {
	p.stdin.Close()
	p.wait()
	message := "the worker ended: " + p.cmd.ProcessState.String()
	if said := p.stderr.firstLine(); said != "" {
		message += ": " + said
	}
	return message
}

// grace limits the time in which a worker must end by itself. It is a thousand times as long as a
// worker needs, for machines under load.
const grace = time.Second

// kill ends the process, reaps it, and returns the last line that it has written.
func (p *process) kill() (last []byte) { return p.end(nil) }

// end ends the process, reaps it, and returns the last line that it has written. It closes the
// worker's stdin, so that the worker ends its outside programs, writes what its job has used, and
// exits. If the worker does not exit, or if meanwhile its memory exceeds the limit by more than the
// tolerance, end kills it.
func (p *process) end(memory *watch) (last []byte) {
	p.stdin.Close()
	late := time.NewTimer(grace)
	defer late.Stop()
	for open := true; open; { // cmd.Wait requires that all lines have been read
		select {
		case line, ok := <-p.lines:
			if open = ok; ok {
				last = line
			}
		case <-late.C:
			_ = p.cmd.Process.Kill()
		case <-memory.due():
			if _, much := memory.past(); much {
				_ = p.cmd.Process.Kill()
			}
		}
	}
	_ = p.cmd.Process.Kill()
	p.wait()
	return last
}

// wait reaps the process. A worker that exits with the status 0 or 1 has already ended the
// processes that its outside programs left behind. After any other end of the worker, wait ends
// them.
func (p *process) wait() {
	_ = p.cmd.Wait()
	p.full = p.group.killed()
	p.group.remove()
	if code := p.cmd.ProcessState.ExitCode(); code != 0 && code != 1 {
		extern.EndMarked(p.mark)
	}
}

// A head keeps the beginning of what a worker writes to stderr, because a Go program that crashes
// says why in its first line.
type head struct {
	mu   sync.Mutex
	text []byte
}

func (h *head) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if room := 4096 - len(h.text); room > 0 {
		h.text = append(h.text, b[:min(room, len(b))]...)
	}
	return len(b), nil
}

func (h *head) firstLine() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	line, _, _ := bytes.Cut(h.text, []byte("\n"))
	return strings.TrimSpace(string(line))
}
