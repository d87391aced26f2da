//go:build linux

package work

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
	"counterproof/bench/test/processtest"
)

// init lets the test binary act as another program if the first argument says so: a program that
// leaves a stray process behind, or the stray process itself.
func init() {
	if len(os.Args) < 2 {
		return
	}
	switch os.Args[1] {
	case "leave-stray": // FIFO [cleared|holds]: starts a stray in its own session
		cmd := exec.Command(os.Args[0], "stray", os.Args[2])
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if len(os.Args) > 3 && os.Args[3] == "cleared" {
			cmd.Env = []string{"A=B"}
		}
		if len(os.Args) > 3 && os.Args[3] == "holds" { // the stray holds the program's output open
			cmd.Stdout = os.Stdout
		}
		ready, err := cmd.StderrPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		_, _ = bufio.NewReader(ready).ReadString('\n') // now the test knows the stray
		os.Exit(0)
	case "stray": // FIFO: writes its process number, and holds the FIFO open until it is killed
		f, err := os.OpenFile(os.Args[2], os.O_WRONLY, 0)
		if err == nil {
			_, err = fmt.Fprintln(f, os.Getpid())
		}
		fmt.Fprintln(os.Stderr, err)
		os.Stderr.Close()
		if err == nil {
			forever()
		}
		os.Exit(0)
	case "hang":
		forever()
	}
}

// forever waits for input that nobody sends.
func forever() {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	_, _ = r.Read(make([]byte, 1))
	w.Close()
}

// A strayWatch notices when a stray process begins and when it ends.
type strayWatch struct {
	fifo  string
	pid   chan int // receives the stray's process number
	ended chan struct{}
}

func watchStray(t *testing.T) *strayWatch {
	t.Helper()
	w := &strayWatch{filepath.Join(t.TempDir(), "fifo"), make(chan int, 1), make(chan struct{})}
	if err := syscall.Mkfifo(w.fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	go func() {
		f, err := os.Open(w.fifo) // waits for the stray
		if err != nil {
			return
		}
		defer f.Close()
		in := bufio.NewReader(f)
		line, _ := in.ReadString('\n')
		pid, _ := strconv.Atoi(strings.TrimSpace(line))
		w.pid <- pid
		_, _ = io.Copy(io.Discard, in) // until the stray has ended
		close(w.ended)
	}()
	return w
}

// begun waits for the stray and returns its process number.
func (w *strayWatch) begun(t *testing.T) (pid int) {
	t.Helper()
	select {
	case pid = <-w.pid:
	case <-time.After(processtest.Patience):
		t.Fatal("no stray begins")
	}
	return pid
}

// gone waits for the end of the stray.
func (w *strayWatch) gone(t *testing.T, pid int) {
	t.Helper()
	select {
	case <-w.ended:
	case <-time.After(processtest.Patience):
		_ = syscall.Kill(pid, syscall.SIGKILL)
		t.Errorf("the stray %d is left", pid)
	}
}

// TestNoStray checks the end of a stray process, which an outside program has started in a session
// of its own. The stray must be ended at the end of the job, however the job ends. Processes that
// do not belong to the job must stay.
func TestNoStray(t *testing.T) {
	bystander := watchStray(t) // a child of this process, in a session of its own
	cmd := exec.Command(os.Args[0], "stray", bystander.fifo)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	bystander.begun(t)
	const leave, hang = `"$BINARY" leave-stray "$FIFO" `, "\nexec \"$BINARY\" hang"
	worker := func(t *testing.T, _ context.CancelFunc) {
		for _, pid := range processtest.Children(os.Getpid()) {
			if pid != cmd.Process.Pid {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
	for _, c := range []struct {
		name, script string
		limits       result.Limits
		act          func(t *testing.T, cancel context.CancelFunc) // called when the stray has begun
		reason       string                                        // empty: no record
	}{
		{"an answer", leave + "\n" + two, result.Limits{}, nil, result.Done},
		{"an answer, and a cleared environment", leave + "cleared\n" + two, result.Limits{}, nil, result.Done},
		{"an error", leave + "\nexit 3", result.Limits{}, nil, result.Error},
		{"a time-out", leave + hang, result.Limits{Wall: time.Second}, nil, result.Timeout},
		{"a time-out, and a cleared environment", leave + "cleared" + hang, result.Limits{Wall: time.Second}, nil, result.Timeout},
		{"a stray that holds the answer", leave + "holds\n" + two, result.Limits{Wall: time.Second}, nil, result.Timeout},
		{"CPU time", leave + "\nwhile :; do :; done", result.Limits{CPU: 200 * time.Millisecond}, nil, result.CPU},
		{"an interrupt", leave + hang, result.Limits{}, func(_ *testing.T, cancel context.CancelFunc) { cancel() }, ""},
		{"a killed worker", leave + hang, result.Limits{}, worker, result.Killed},
	} {
		t.Run(c.name, func(t *testing.T) {
			// On a busy machine, the limit may end the job before the stray begins. Then try again
			// with a larger limit.
			for limits := c.limits; !strayCase(t, c.script, limits, c.act, c.reason); {
				limits.Wall *= 4
				limits.CPU *= 4
				if limits.Wall > time.Minute || limits.CPU > time.Minute {
					t.Fatal("no stray begins")
				}
			}
		})
	}
	select {
	case <-bystander.ended:
		t.Error("a process that no program had started was ended")
	default:
	}
}

// strayCase does one job that leaves a stray behind. If the job ended before the stray had begun,
// the result is false.
func strayCase(t *testing.T, script string, limits result.Limits, act func(*testing.T, context.CancelFunc), want string) bool {
	w := watchStray(t)
	t.Setenv("BINARY", os.Args[0])
	t.Setenv("FIFO", w.fifo)
	claspIs(t, script)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	j := job(t, "fake", 2, "extern/clasp", result.Job{Limits: limits})
	reason := make(chan string, 1)
	go func() {
		r := ""
		_ = Batch(ctx, []result.Job{j}, nil, &Pool{Workers: 1}, func(all []Outcome) error {
			r = all[0].Record.Reason
			return nil
		})
		reason <- r
	}()
	var pid int
	select {
	case pid = <-w.pid:
	case got := <-reason:
		select {
		case pid = <-w.pid:
			reason <- got
		default:
			return false
		}
	case <-time.After(processtest.Patience):
		t.Fatal("no stray begins, and the job does not end")
	}
	if act != nil {
		act(t, cancel)
	}
	w.gone(t, pid)
	if got := <-reason; got != want {
		t.Errorf("the job ended with %q, want %q", got, want)
	}
	return true
}

// TestNoStrayWhileTheWorkerGoesOn checks that the stray of a job is ended although the worker
// continues to run, and that the worker answers the next jobs.
func TestNoStrayWhileTheWorkerGoesOn(t *testing.T) {
	w := watchStray(t)
	t.Setenv("BINARY", os.Args[0])
	t.Setenv("FIFO", w.fifo)
	claspIs(t, `if mkdir "$FIFO".once 2>/dev/null; then "$BINARY" leave-stray "$FIFO" cleared; fi`+"\n"+two)
	p, err := start(child.Command(nil, WorkerCommand), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer p.end(nil)
	for i := range 3 {
		j := job(t, "fake", 2, "extern/clasp", result.Job{})
		j.Repetition = i
		r, ended, err := p.do(t.Context(), j)
		if err != nil || ended || r.Count != "2" {
			t.Fatalf("job %d: %+v, the worker has ended: %v, %v", i, r, ended, err)
		}
		if i == 0 {
			w.gone(t, w.begun(t))
		}
	}
	if left := processtest.Children(p.Cmd.Process.Pid); len(left) > 0 {
		t.Errorf("the worker has the children %v", left)
	}
}
