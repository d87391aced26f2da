package extern

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// manners is how long a program whose answer could not be read may take to end by
// itself, which says more than being killed does.
const manners = 300 * time.Millisecond

// run runs the program once: stdin is what it reads, and what it answers goes to
// read. It returns the exit status. Whatever happens, the program has ended when
// run returns. Where read fails that is the error, unless the program's own end
// says more; after errEnough or a WrongError it is killed at once.
func (s *search) run(ctx context.Context, args []string, stdin io.Reader, read func(io.Reader) error) (code int, err error) {
	began, idle := time.Now(), s.idle
	own := peak(os.Getpid())
	work := &figures{tool: s.Tool}
	p, err := start(s.path, args, stdin, work)
	if err != nil {
		return 0, fmt.Errorf("extern/%s: %w", s.Tool.Name, err)
	}
	s.st.Runs++
	defer func() { work.book(s.st, err == nil) }()
	stop := context.AfterFunc(ctx, p.kill)
	output := &watched{r: p.answer, pid: p.pid}
	failed := read(&answer{r: output, said: work})
	var wrong *WrongError
	if errors.Is(failed, errEnough) || errors.As(failed, &wrong) {
		p.kill()
	} else if failed != nil {
		late := time.AfterFunc(manners, p.kill)
		_, _ = io.Copy(io.Discard, p.answer)
		defer late.Stop()
	}
	state := p.wait()
	endStrays()
	stop()
	s.st.Seconds += (time.Since(began) - (s.idle - idle)).Seconds()
	s.st.ProgramBytes = max(s.st.ProgramBytes, output.peak)
	if most := maxResident(state); most > own {
		s.st.ProgramBytes = max(s.st.ProgramBytes, most)
	}
	switch {
	case errors.Is(failed, errEnough) || wrong != nil:
		return 0, failed
	case ctx.Err() != nil:
		return 0, ctx.Err()
	}
	said := p.said.lastLine()
	if said == "" {
		said = p.printed.lastLine()
	}
	return s.judge(state, p.killed, failed, said)
}

// judge says how the program ended.
func (s *search) judge(state *os.ProcessState, killed bool, failed error, said string) (code int, err error) {
	if said != "" {
		said = ": " + said
	}
	code = state.ExitCode()
	switch {
	case pastCPU(state):
		return 0, ErrCPU
	case code < 0 && !killed:
		return 0, fmt.Errorf("%s was ended by %v%s", s.Tool.Name, state, said)
	case !killed && !slices.Contains([]int{exitSatisfiable, exitUnsatisfiable, exitComplete}, code):
		return 0, fmt.Errorf("%s ended with %v%s", s.Tool.Name, state, said)
	case failed != nil:
		return 0, fmt.Errorf("the answer of %s: %w%s", s.Tool.Name, failed, said)
	}
	return code, nil
}

// A process is a program that runs.
type process struct {
	cmd     *exec.Cmd
	pid     int
	answer  *os.File // what it answers
	said    tail     // what it says on standard error
	printed tail     // what it prints where that is not the answer

	mu     sync.Mutex
	killed bool
	ended  chan struct{} // closed when it is reaped
}

// running are the programs that run, by process.
var running = struct {
	sync.Mutex
	all map[*process]bool
}{all: map[*process]bool{}}

// Running are the process ids of the programs that run now.
func Running() []int {
	running.Lock()
	defer running.Unlock()
	var pids []int
	for p := range running.all {
		pids = append(pids, p.pid)
	}
	return pids
}

// everStarted: a program was started in this process.
var everStarted atomic.Bool

// Kill ends all programs and what they have started, for a process that is about to exit:
// their searches fail.
func Kill() {
	running.Lock()
	for p := range running.all {
		p.kill()
	}
	running.Unlock()
	endAll()
}

// start starts the program. What it prints beside an answer to answerFile goes to
// work, too.
func start(path string, args []string, stdin io.Reader, work io.Writer) (*process, error) {
	answer, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer write.Close()
	p := &process{cmd: exec.Command(path, args...), answer: answer, ended: make(chan struct{})}
	p.cmd.Env = environment(os.Environ())
	p.cmd.Stdin = stdin
	p.cmd.Stderr = &p.said
	p.cmd.Stdout = write
	if slices.Contains(args, answerFile) {
		p.cmd.Stdout = io.MultiWriter(&p.printed, work)
		p.cmd.ExtraFiles = []*os.File{write}
	}
	p.cmd.WaitDelay = time.Second // for a process of its own that still holds stderr
	p.cmd.SysProcAttr = ownGroup()
	// Linux ends a program with the thread that has started it, so that one must
	// live as long.
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		running.Lock()
		err := p.cmd.Start()
		if err == nil {
			everStarted.Store(true)
			p.pid = p.cmd.Process.Pid
			running.all[p] = true
		}
		running.Unlock()
		started <- err
		if err == nil {
			<-p.ended
		}
	}()
	if err := <-started; err != nil {
		answer.Close()
		return nil, err
	}
	return p, nil
}

// kill ends the program and its group, once.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.ended:
	default:
		p.killed = true
		killGroup(p.cmd.Process)
	}
}

// wait waits until the program has ended.
func (p *process) wait() *os.ProcessState {
	// The error is the exit status, or that of a pipe that it did not read to the
	// end, which it need not.
	_ = p.cmd.Wait()
	p.mu.Lock()
	close(p.ended)
	p.mu.Unlock()
	running.Lock()
	delete(running.all, p)
	running.Unlock()
	p.answer.Close()
	return p.cmd.ProcessState
}

// A watched reader looks at the size of a program whenever it says something: its
// peak is known to the system until it ends, and mostly reached when it answers.
type watched struct {
	r    io.Reader
	pid  int
	last time.Time
	peak int64
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.r.Read(b)
	if now := time.Now(); n > 0 && now.Sub(w.last) > 10*time.Millisecond {
		w.peak = max(w.peak, peak(w.pid))
		w.last = now
	}
	return n, err
}

// A tail keeps the end of what a program says.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 4096

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-tailBytes):]...)
	t.text = t.text[max(0, len(t.text)-tailBytes):]
	return len(b), nil
}

// lastLine is the last line that is not blank, or the end of a long one.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := bytes.TrimSpace(t.text)
	line := bytes.TrimSpace(text[bytes.LastIndexByte(text, '\n')+1:])
	return string(bytes.ToValidUTF8(line[max(0, len(line)-200):], nil))
}
