//go:build !js

package extern

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// gracePeriod limits the time that a program may take to end by itself if its answer could not be
// read. An exit status of its own explains more than the exit status after a kill.
const gracePeriod = 300 * time.Millisecond

// run runs the program once. The program gets the formula, and the function read gets its answer.
// If all is true, the program should give all models. run returns the exit status. When run returns,
// the program has ended. If read fails, run returns that error, unless the end of the program
// explains more. After errEnough or a WrongError, run kills the program immediately.
func (s *search) run(ctx context.Context, formula io.Reader, all bool, read func(io.Reader) error) (code int, err error) {
	began, idle := time.Now(), s.idle
	own := Peak(os.Getpid())
	work := &figures{tool: s.Tool}
	args, stdin, remove, err := s.arguments(ctx, formula, all)
	defer remove()
	if err != nil {
		return 0, fmt.Errorf("extern/%s: %w", s.Tool.Name, err)
	}
	dir := ""
	if s.Tool.OwnFolder {
		dir = filepath.Dir(s.path)
	}
	p, err := start(s.path, dir, args, stdin, work)
	if err != nil {
		return 0, fmt.Errorf("extern/%s: %w", s.Tool.Name, err)
	}
	s.st.Runs++
	defer func() { work.book(s.st, err == nil) }()
	stop := context.AfterFunc(ctx, p.kill)
	output := &watched{r: p.answer, pid: p.pid, most: s.most}
	failed := read(s.reader(output, work))
	var wrong *WrongError
	if errors.Is(failed, errEnough) || errors.Is(failed, errTooMuch) || errors.As(failed, &wrong) {
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
	code, err = s.judge(state, p.killed, failed, cmp.Or(p.said.lastLine(), p.printed.lastLine()))
	if err != nil && !errors.Is(err, ErrCPU) {
		err = &FailedError{Err: err, Code: state.ExitCode(), Killed: p.killed, TooMuch: errors.Is(failed, errTooMuch)}
	}
	return code, err
}

type limitsKey struct{}

// WithLimits returns a context for runs of programs that learn the limits. It enforces no limit.
func WithLimits(ctx context.Context, l Limits) context.Context {
	return context.WithValue(ctx, limitsKey{}, l)
}

// reader returns a reader of the answer, which writes the lines with figures to work. The comments
// of a counter's answer are a part of it.
func (s *search) reader(output io.Reader, work io.Writer) io.Reader {
	if s.Tool.Answer == Counts {
		return io.TeeReader(output, work)
	}
	return &answer{r: output, said: work, endsEarly: s.Tool.has(endsEarly)}
}

const answerFile = "/dev/fd/3" // the path of a pipe that the program inherits

// unlimited is the limit that a program learns if there is none: about 11 days, and 1 TB in MB.
const unlimited = 1_000_000

// arguments returns the arguments of the program and its input. The function remove removes the file
// of the formula, if there is one.
func (s *search) arguments(ctx context.Context, formula io.Reader, all bool) (args []string, stdin io.Reader, remove func(), err error) {
	remove = func() {}
	models, path := "1", ""
	if all {
		models = "0"
	}
	if s.Tool.uses(filePlace) {
		if path, err = writeFile(formula); err != nil {
			return nil, nil, remove, err
		}
		formula, remove = nil, func() { _ = os.Remove(path) }
	}
	limits, _ := ctx.Value(limitsKey{}).(Limits)
	number := func(n, unit int64) string {
		if n <= 0 {
			return strconv.Itoa(unlimited)
		}
		return strconv.FormatInt((n+unit-1)/unit, 10)
	}
	words := strings.NewReplacer(filePlace, path, answerPlace, answerFile, modelsPlace, models, seedPlace, strconv.FormatUint(limits.Seed, 10),
		secondsPlace, number(int64(limits.Wall), int64(time.Second)), memoryPlace, number(limits.Memory, 1<<20))
	for _, w := range s.Tool.Command[1:] {
		args = append(args, words.Replace(w))
	}
	return args, formula, remove, nil
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
	case !killed && !s.Tool.mayExit(code) && !(s.lenient && failed == nil):
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

// Kill ends all programs and the processes that they started, and removes their files. Their
// searches fail. Call it when this process is about to exit.
func Kill() {
	running.Lock()
	for p := range running.all {
		p.kill()
	}
	running.Unlock()
	endAll()
	removeFiles(mark())
}

// start starts the program in the folder dir, or in the current one if dir is empty. If the program writes its answer to answerFile, the writer work gets
// what the program prints on standard output.
func start(path, dir string, args []string, stdin io.Reader, work io.Writer) (*process, error) {
	answer, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer write.Close()
	p := &process{cmd: exec.Command(path, args...), answer: answer, ended: make(chan struct{})}
	p.cmd.Dir = dir
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
	most int64 // the number of bytes that the program may write; 0: any
	last time.Time
	peak int64

	total int64 // bytes that the program has written so far
}

var errTooMuch = errors.New("it is too long")

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.r.Read(b)
	if now := time.Now(); n > 0 && now.Sub(w.last) > 10*time.Millisecond {
		w.peak = max(w.peak, Peak(w.pid))
		w.last = now
	}
	if w.total += int64(n); w.most > 0 && w.total > w.most {
		return 0, errTooMuch
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

// MarkVariable is the environment variable that marks a program and the processes that it
// starts. A process keeps the mark even if it leaves the program's process group and session.
const MarkVariable = "COUNTERPROOF_MARK"

// NewMark returns a value for MarkVariable that no other process has.
func NewMark() string { return rand.Text() }

// mark is the mark of the programs of this process. A worker uses the mark of its parent, so
// that the parent can find the programs after the worker has ended.
var mark = sync.OnceValue(NewMark)

func environment(own []string) []string { return append(own, MarkVariable+"="+mark()) }

// EndMarked ends all processes that have the mark, except this one, until there are none left, and
// removes the files of their formulas. On systems other than Linux it only removes the files.
func EndMarked(m string) {
	endMarked(m)
	removeFiles(m)
}
