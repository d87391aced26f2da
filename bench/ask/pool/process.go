package pool

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"counterproof/bench/system/child"
	"counterproof/sat/extern"
)

type process struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines chan []byte // of its stdout; closed at the end
	mark  string      // marks all outside programs that the process starts
	long  error       // why the channel lines was closed before the end of stdout; valid after it is closed
}

func start(cmd *exec.Cmd, longest int) (*process, error) {
	p := &process{cmd: cmd, lines: make(chan []byte), mark: extern.NewMark()}
	cmd.Env = append(cmd.Environ(), extern.MarkVariable+"="+p.mark)
	cmd.WaitDelay = time.Second
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("the process for the question does not start: %w", err)
	}
	p.stdin = stdin
	go func() {
		defer close(p.lines)
		in := bufio.NewReaderSize(stdout, 64<<10)
		for {
			line, err := readLine(in, longest)
			if err != nil {
				if err != io.EOF {
					p.long = err
				}
				return
			}
			p.lines <- line
		}
	}()
	return p, nil
}

func readLine(in *bufio.Reader, longest int) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > longest {
			return nil, fmt.Errorf("an object of the answer has more than %d bytes: ask for less, or use the command line", longest)
		}
		if err == nil {
			return line[:len(line)-1], nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, io.EOF // half a line comes from a process that died while writing
		}
	}
}

// ask puts a question to the process. Unless the result free is true, the caller must end the process.
func (p *process) ask(ctx context.Context, question []byte, memory int64, line func([]byte) error) (free bool, err error) {
	// This must not block if the process does not read. The loop below notices if it has died.
	go func() { _, _ = p.stdin.Write(question) }()
	size := child.NewGauge(p.cmd.Process.Pid)
	defer size.Close()
	look := time.NewTimer(0)
	defer look.Stop()
	for {
		select {
		case text, ok := <-p.lines:
			switch {
			case !ok && p.long != nil:
				return false, p.long
			case !ok:
				return false, errors.New("the process that answers the question ended early: try again, or try a smaller board")
			case len(text) == 0:
				return true, nil
			case string(text) == working:
				return false, nil
			}
			if err := line(text); err != nil {
				return false, err
			}
		case <-look.C:
			if memory <= 0 {
				continue
			}
			resident := size.Bytes() + programs(p.cmd.Process.Pid)
			if resident > memory {
				_ = p.cmd.Process.Kill() // it might use a lot more memory before it notices that stdin has ended
				return false, fmt.Errorf("%w: it is limited to %d MiB on a page; the command line has no such limit", ErrMemory, memory>>20)
			}
			look.Reset(child.UntilLook(resident, memory))
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// programs returns the total resident size of the outside programs of a process.
func programs(pid int) (total int64) {
	id := strconv.Itoa(pid)
	threads, err := os.ReadDir("/proc/" + id + "/task")
	if err != nil {
		return 0
	}
	for _, t := range threads { // any thread of the process can start a program
		text, _ := os.ReadFile("/proc/" + id + "/task/" + t.Name() + "/children")
		for word := range strings.FieldsSeq(string(text)) {
			if program, err := strconv.Atoi(word); err == nil {
				total += child.Resident(program)
			}
		}
	}
	return total
}

const grace = 500 * time.Millisecond

// end ends the process and its outside programs, and reaps it. First, end closes stdin, so
// that the process exits. If the process takes too long, end kills it.
func (p *process) end() {
	p.stdin.Close()
	late := time.AfterFunc(grace, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	for range p.lines { // Wait requires that all lines have been read
	}
	if p.long != nil {
		_ = p.cmd.Process.Kill()
	}
	_ = p.cmd.Wait()
	if code := p.cmd.ProcessState.ExitCode(); code != 0 && code != 1 { // a process that exits by itself ends its programs
		extern.EndMarked(p.mark)
	}
}
