//go:build !js

package extern

import (
	"bytes"
	"cmp"
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

// gracePeriod limits the time that a program may take to end by itself if its answer could not be
// read. An exit status of its own explains more than the exit status after a kill.
const gracePeriod = 300 * time.Millisecond

// run runs the program once. The program gets stdin as its input, and the function read gets its
// answer. run returns the exit status. When run returns, the program has ended. If read fails, run
// returns that error, unless the end of the program explains more. After errEnough or a WrongError,
// run kills the program immediately.
func (s *search) run(ctx context.Context, args []string, stdin io.Reader, read func(io.Reader) error) (code int, err error) {
	began, idle := time.Now(), s.idle
	own := Peak(os.Getpid())
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
		late := time.AfterFunc(gracePeriod, p.kill)
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
	return s.judge(state, p.killed, failed, cmp.Or(p.said.lastLine(), p.printed.lastLine()))
}

func (s *search) judge(state *os.ProcessState, killed bool, failed error, said string) (code int, err error) {
	if said != "" {
		said = ": " + said
	}
	code = state.ExitCode()
	switch {
	case pastCPU(state):
		return 0, ErrCPU
	case code < 0 && !killed:
		return 0, fmt.Errorf("%s was killed: %v%s", s.Tool.Name, state, said)
	case !killed && !slices.Contains([]int{exitSatisfiable, exitUnsatisfiable, exitComplete}, code):
		return 0, fmt.Errorf("%s ended with %v%s", s.Tool.Name, state, said)
	case failed != nil:
		return 0, fmt.Errorf("cannot read the answer of %s: %w%s", s.Tool.Name, failed, said)
	}
	return code, nil
}

type process struct {
	cmd     *exec.Cmd
	pid     int
	answer  *os.File // its answer
	said    tail     // its output on standard error
	printed tail     // its output on standard output, if that is not the answer

	mu     sync.Mutex
	killed bool
	ended  chan struct{} // closed when it is reaped
}

var running = struct {
	sync.Mutex
	all map[*process]bool
}{all: map[*process]bool{}}

// Running returns the process ids of the programs that are running.
func Running() []int {
	running.Lock()
	defer running.Unlock()
	var pids []int
	for p := range running.all {
		pids = append(pids, p.pid)
	}
	return pids
}

var everStarted atomic.Bool

// Kill ends all programs and the processes that they started. Their searches fail. Call it when
// this process is about to exit.
func Kill() {
	running.Lock()
	for p := range running.all {
		p.kill()
	}
	running.Unlock()
	endAll()
}

// start starts the program. If the program writes its answer to answerFile, the writer work gets
// what the program prints on standard output.
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
	p.cmd.WaitDelay = time.Second // in case a process that the program started still holds stderr
	p.cmd.SysProcAttr = ownGroup()
	// Linux ends the program when the thread that started it ends. So this thread must live
	// until then.
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

func (p *process) wait() *os.ProcessState {
	// Ignore the error. The error reports the exit status, which judge looks at. Or it says that
	// the program did not read all of its input, which is allowed.
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

// A watched reader records the memory of a program each time the program writes something. The
// system reports the peak only while the program runs, and most programs reach their peak before
// they answer.
type watched struct {
	r    io.Reader
	pid  int
	last time.Time
	peak int64
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.r.Read(b)
	if now := time.Now(); n > 0 && now.Sub(w.last) > 10*time.Millisecond {
		w.peak = max(w.peak, Peak(w.pid))
		w.last = now
	}
	return n, err
}

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

// lastLine returns the last line that is not blank, or only the end of it if it is long.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := bytes.TrimSpace(t.text)
	line := bytes.TrimSpace(text[bytes.LastIndexByte(text, '\n')+1:])
	return string(bytes.ToValidUTF8(line[max(0, len(line)-200):], nil))
}
