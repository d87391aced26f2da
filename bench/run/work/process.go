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
	"sync/atomic"
	"time"

	"counterproof/bench/record/result"
	"counterproof/sat/extern"
)

// A process is the parent's handle of one worker process.
type process struct {
	cmd      *exec.Cmd
	stdin    io.WriteCloser
	lines    chan []byte // of its stdout, one or several lines at a time; closed at the end
	stderr   head
	mark     string // marks all processes that it starts
	group    *cgroup
	expected atomic.Int64 // records of the current list that have not arrived; 0 if they are urgent
	surplus  []byte       // lines that arrived after the last record of a list
	full     bool         // the process has ended, and the kernel killed something in its cgroup because of the limit
}

func start(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, lines: make(chan []byte, 1), mark: extern.NewMark()}
	cmd.Env = append(cmd.Environ(), extern.MarkVariable+"="+p.mark)
	cmd.Stderr = &p.stderr
	cmd.WaitDelay = time.Second // in case a process that it has started still holds stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		p.stdin, err = cmd.StdinPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	go p.listen(stdout)
	return p, nil
}

const (
	// rest is the time for which a process may collect records before this process reads them.
	// Reading each record at once takes a system call and two changes of threads. For a small job,
	// this is as long as the job itself.
	rest = time.Millisecond
	// lastFew is the number of records at the end of a list that are read at once, because the
	// process soon needs the next list.
	lastFew = 8
	// strict is the limit of wall time below which records are always read at once.
	strict = 100 * rest
)

func (p *process) expect(jobs []Outcome) {
	n := int64(len(jobs))
	for i := range jobs {
		if d := jobs[i].Job.Limits.Wall; d > 0 && d < strict {
			n = 0
		}
	}
	p.expected.Store(n)
}

// listen reads the lines that the process writes. It passes on all lines that have arrived together.
func (p *process) listen(stdout io.Reader) {
	defer close(p.lines)
	in := bufio.NewReaderSize(stdout, 1<<16)
	for {
		lines, err := in.ReadBytes('\n')
		if err != nil { // ignore half a line, from a worker that died while writing
			return
		}
		arrived, _ := in.Peek(in.Buffered())
		more, _ := in.Discard(bytes.LastIndexByte(arrived, '\n') + 1)
		lines = append(lines, arrived[:more]...)
		p.lines <- lines
		if p.expected.Add(-int64(bytes.Count(lines, []byte("\n")))) > lastFew {
			time.Sleep(rest)
		}
	}
}

// hold puts the process into a new cgroup with the given memory limit, or without a limit if the
// parameter limit is 0. Without cgroups, hold does nothing.
func (p *process) hold(limit int64) (err error) {
	if p.group, err = newCgroup(limit); p.group != nil {
		err = p.group.add(p.cmd.Process.Pid)
	}
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	return nil
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

func (p *process) used() time.Duration {
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// cut ends the process in the middle of a job that began at the given time. It returns a record
// with the last measurements that the worker reports about the job. If the worker reports no
// measurements, the record has the measurements of this process.
func (p *process) cut(j result.Job, reason, message string, began time.Time, memory *watch) result.Record {
	r := j.Record(reason, message)
	r.WallSeconds = new(time.Since(began).Seconds())
	var said result.Record
	if err := json.Unmarshal(p.end(memory), &said); err == nil && said.Key == r.Key {
		// If this process was delayed, the worker may have answered in time.
		if reason == result.Timeout && said.Reason == result.Done && said.WallSeconds != nil && *said.WallSeconds <= j.Limits.Wall.Seconds() {
			return said
		}
		r.CPUSeconds, r.PeakBytes, r.Variables, r.Clauses = said.CPUSeconds, said.PeakBytes, said.Variables, said.Clauses
	}
	memory.complete(&r, p.used())
	return r
}

func (p *process) death() string {
	p.stdin.Close()
	p.wait()
	message := "the worker ended: " + p.cmd.ProcessState.String()
	if said := p.stderr.firstLine(); said != "" {
		message += ": " + said
	}
	return message
}

// grace limits the time in which a worker must end by itself. For machines under load, the limit is
// a thousand times the time that a worker usually needs.
const grace = time.Second

// kill ends the process, reaps it, and returns the line that it has written but nobody has read.
func (p *process) kill() (line []byte) { return p.end(nil) }

// end ends the process, reaps it, and returns the line that the process has written but that nobody has
// read yet. This line belongs to the current job, and end drops lines about later jobs. First, end closes the worker's
// stdin. The worker then ends its outside programs, writes what its job has used, and exits. If the
// worker does not exit, or if meanwhile its memory exceeds the limit by more than the tolerance,
// end kills it.
func (p *process) end(memory *watch) (line []byte) {
	p.stdin.Close()
	late := time.NewTimer(grace)
	defer late.Stop()
	for open := true; open; { // cmd.Wait requires that all lines have been read
		select {
		case lines, ok := <-p.lines:
			if open = ok; ok && line == nil {
				line, _, _ = bytes.Cut(lines, []byte("\n"))
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
	return line
}

// wait reaps the process. A worker that exits with the status 0 or 1 has already ended the
// processes that its outside programs left behind. After any other end of the worker, wait ends
// these processes.
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
