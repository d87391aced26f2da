package child

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"time"

	"counterproof/sat/extern"
)

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
