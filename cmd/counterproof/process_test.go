//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
)

// An output is a file to which a program writes. A file can be read at any time. A pipe would end
// only when every process that the program has left behind has closed it.
type output struct{ *os.File }

func newOutput(t *testing.T) *output {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "output")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return &output{f}
}

// String returns the text that has been written so far.
func (o *output) String() string {
	text, err := os.ReadFile(o.Name())
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// A process is a program that runs in its own process group.
type process struct {
	cmd            *exec.Cmd
	stdout, stderr *output
	ended          chan struct{}
}

// start starts a program in a folder. At the end of the test, it kills the process group.
func start(t *testing.T, dir, program string, args ...string) *process {
	t.Helper()
	heedInterrupts()
	p := &process{cmd: exec.Command(program, args...), stdout: newOutput(t), stderr: newOutput(t), ended: make(chan struct{})}
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = dir, p.stdout.File, p.stderr.File
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.signal(syscall.SIGKILL) })
	go func() {
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	return p
}

// signal sends a signal to the whole process group, as a terminal does. Processes that the program
// has left behind also get the signal.
func (p *process) signal(s syscall.Signal) { _ = syscall.Kill(-p.cmd.Process.Pid, s) }

// over reports whether the program has ended.
func (p *process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// wait waits for the end of the program and returns its exit status, or -1 if a signal ended it.
func (p *process) wait(t *testing.T) int {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(processtest.Patience):
		p.signal(syscall.SIGKILL)
		<-p.ended
		t.Errorf("did not end: stderr %q", p.stderr)
	}
	return p.cmd.ProcessState.ExitCode()
}
