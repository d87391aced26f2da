// Package child starts this program again as a child process, writes lines to it, and reads the
// lines that it answers. It ends such processes together with their outside programs, and measures
// the memory of processes.
package child

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"time"

	"counterproof/sat/extern"
)

// Command returns the command that starts a child process: the result of the function own or, if own
// is nil, our own binary with the given argument.
func Command(own func() *exec.Cmd, arg string) *exec.Cmd {
	if own != nil {
		return own()
	}
	cmd := self()
	cmd.Args = append(cmd.Args, arg)
	return cmd
}

// A Process is the parent's handle of a child process.
type Process struct {
	Cmd     *exec.Cmd
	Lines   chan []byte // of its stdout, one or several lines at a time; closed at the end
	TooLong bool        // Lines was closed because of a line that is too long; valid after it is closed
	Stdin   io.WriteCloser
	mark    string // marks all outside programs that the process starts
}

// Start starts a process. The parameter longest limits the length of the lines that it may write,
// in bytes. The caller must call End.
func Start(cmd *exec.Cmd, longest int) (*Process, error) {
	p := &Process{Cmd: cmd, Lines: make(chan []byte, 1), mark: extern.NewMark()}
	cmd.Env = append(cmd.Environ(), extern.MarkVariable+"="+p.mark)
	cmd.WaitDelay = time.Second // in case a process that it has started still holds stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		p.Stdin, err = cmd.StdinPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	go p.listen(bufio.NewReaderSize(stdout, 1<<16), longest)
	return p, nil
}

// listen reads the lines that the process writes. It passes on all lines that have arrived together.
func (p *Process) listen(in *bufio.Reader, longest int) {
	defer close(p.Lines)
	var lines []byte
	for {
		part, err := in.ReadSlice('\n')
		lines = append(lines, part...)
		switch {
		case len(lines) > longest:
			p.TooLong = true
			return
		case err == bufio.ErrBufferFull:
			continue
		case err != nil: // ignore half a line, from a process that died while writing
			return
		}
		arrived, _ := in.Peek(in.Buffered())
		more, _ := in.Discard(bytes.LastIndexByte(arrived, '\n') + 1)
		lines = append(lines, arrived[:more]...)
		p.Lines <- lines
		lines = nil
	}
}

// Send writes lines to the process. It does not wait for a process that does not read. If the
// process has died, Lines is closed.
func (p *Process) Send(lines []byte) {
	go func() { _, _ = p.Stdin.Write(lines) }()
}

// End ends the process and its outside programs, reaps it, and returns the lines that arrived first
// and that nobody has read. First, End closes stdin, so that the process exits. If the process takes
// longer than the time grace, or if its memory exceeds the limit by more than the Tolerance, End
// kills it.
func (p *Process) End(grace time.Duration, memory *Watch) (unread []byte) {
	p.Stdin.Close()
	late := time.After(grace)
	for open := true; open; { // Wait requires that all lines have been read
		select {
		case lines, ok := <-p.Lines:
			if open = ok; unread == nil {
				unread = lines
			}
		case <-late:
			_ = p.Cmd.Process.Kill()
		case <-memory.Due():
			if _, much := memory.Past(0); much {
				_ = p.Cmd.Process.Kill()
			}
		}
	}
	_ = p.Cmd.Process.Kill() // this does not change the exit status of a process that is exiting
	_ = p.Cmd.Wait()
	if code := p.Cmd.ProcessState.ExitCode(); code != 0 && code != 1 { // a process that exits by itself ends its programs
		extern.EndMarked(p.mark)
	}
	return unread
}

// An Inbox holds the lines that a child process has read and not yet answered. It reads ahead, so
// that it notices the end of stdin while the process works.
type Inbox struct {
	mu      sync.Mutex
	changed sync.Cond
	lines   []line
	busy    bool // the last line of Next is not answered
	ended   bool
}

type line struct {
	text    []byte
	arrived time.Time
}

// Listen prepares this process to be a child process, and reads lines from stdin.
//
// If stdin ends before all lines are answered, the parent has died or does not need the answers.
// Listen then calls the function cut, ends the outside programs, and exits with the status 1. It
// cannot just stop the work, because some solvers cannot be interrupted. The process ignores
// SIGINT: a terminal sends it to the whole process group, and the parent decides what to do.
// SIGTERM ends the process, whatever the program around Listen does with the signal.
func Listen(stdin io.Reader, cut func()) *Inbox {
	signal.Ignore(os.Interrupt)
	signal.Reset(syscall.SIGTERM)
	if mark := os.Getenv(extern.MarkVariable); mark != "" { // Start has started this process
		extern.Adopt(mark)
	}
	if f, ok := stdin.(*os.File); ok {
		stdin = polled(f)
	}
	b := &Inbox{}
	b.changed.L = &b.mu
	go func() {
		if b.fill(bufio.NewReaderSize(stdin, 1<<16)) {
			cut()
			extern.Kill()
			os.Exit(1)
		}
	}()
	return b
}

func (b *Inbox) fill(in *bufio.Reader) (busy bool) {
	for {
		text, err := in.ReadBytes('\n')
		b.mu.Lock()
		if len(bytes.TrimSpace(text)) > 0 {
			b.lines = append(b.lines, line{text, time.Now()})
		}
		b.ended = err != nil
		busy = b.busy || len(b.lines) > 0
		b.changed.Signal()
		b.mu.Unlock()
		if err != nil {
			return busy
		}
	}
}

// Next waits for the next line that is not blank, and returns when it arrived. If stdin has ended,
// the text is nil.
func (b *Inbox) Next() (text []byte, arrived time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.lines) == 0 {
		if b.ended {
			return nil, arrived
		}
		b.changed.Wait()
	}
	first := b.lines[0]
	b.lines = b.lines[1:]
	b.busy = true
	return first.text, first.arrived
}

// Waiting reports whether a line has arrived that Next has not returned.
func (b *Inbox) Waiting() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.lines) > 0
}

// Finished says that the last line is answered. Call it before the end of the answer is written,
// because the parent might then end this process.
func (b *Inbox) Finished() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.busy = false
}

// These constants decide how often the memory of a process is measured. No process fills memory
// faster than fillRate. So the next measurement can wait until the process could have reached the
// limit at this rate.
//
// The kernel's RLIMIT_DATA cannot replace these measurements, because it limits mapped memory and
// not resident memory. In a Go program that does nothing, the mapped memory is 37 MB larger than
// the resident memory. Under a limit of 100 MB, a program ended at 65 MB of resident memory, with
// the runtime's message "out of memory" and without a record.
const (
	fillRate     = 4 << 30 // bytes per second; the machine of the figures in docs/experiments.md fills 1.2 GB
	shortestLook = time.Millisecond
	LongestLook  = 50 * time.Millisecond
)

// Tolerance is the fraction of its memory limit by which a process may exceed this limit while the
// process ends itself.
const Tolerance = 0.1

// UntilLook returns the time to wait before the memory of a process is measured again.
func UntilLook(resident, limit int64) time.Duration {
	left := float64(limit-resident) / fillRate
	return min(max(time.Duration(left*float64(time.Second)), shortestLook), LongestLook)
}

// A Watch measures the resident size of a process with a memory limit. A process without a limit
// has a nil Watch.
type Watch struct {
	limit int64
	size  *os.File
	most  int64 // the largest size so far
	timer *time.Timer
}

// WatchMemory returns a Watch of a process. If there is no limit, the result is nil.
func WatchMemory(pid int, limit int64) *Watch {
	if limit <= 0 {
		return nil
	}
	return &Watch{limit: limit, size: statm(pid), timer: time.NewTimer(0)}
}

// Due returns a channel that receives a value when Past should be called.
func (w *Watch) Due() <-chan time.Time {
	if w == nil {
		return nil
	}
	return w.timer.C
}

// Limit changes the limit. If the limit is smaller than before, Past should be called at once.
func (w *Watch) Limit(limit int64) {
	if limit < w.limit {
		w.timer.Reset(0)
	}
	w.limit = limit
}

// Size measures the size of the process, which is 0 if it is not known.
func (w *Watch) Size() int64 { return resident(w.size) }

// Past measures the size of the process and adds the size more. It reports whether the sum exceeds
// the limit, and whether it exceeds the limit by more than the Tolerance.
func (w *Watch) Past(more int64) (limit, tolerated bool) {
	resident := resident(w.size) + more
	w.most = max(w.most, resident)
	w.timer.Reset(UntilLook(resident, w.limit))
	return resident > w.limit, float64(resident) > (1+Tolerance)*float64(w.limit)
}

// Most returns the largest size that was measured, or 0 if it is not known.
func (w *Watch) Most() int64 {
	if w == nil {
		return 0
	}
	return w.most
}

// Stop frees the Watch.
func (w *Watch) Stop() {
	if w != nil {
		w.timer.Stop()
		w.size.Close()
	}
}

// Resident returns the resident size of a process, or 0 if it is not known. It is only known on
// Linux.
func Resident(pid int) int64 {
	f := statm(pid)
	defer f.Close()
	return resident(f)
}

// statm opens the file that states the size of a process. The result nil is a file that cannot be
// read.
func statm(pid int) *os.File {
	f, _ := os.Open("/proc/" + strconv.Itoa(pid) + "/statm")
	return f
}

func resident(statm *os.File) int64 {
	var text [128]byte
	n, _ := statm.ReadAt(text[:], 0)
	var size, pages int64
	_, _ = fmt.Sscan(string(text[:n]), &size, &pages)
	return pages * int64(os.Getpagesize())
}
