//go:build linux

package main

import (
	"bufio"
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

	"counterproof/bench/test/processtest"
)

// init makes the test binary act as two programs. "leave-stray" starts a stray, a process in its own
// session, and ends. "stray" is that process: it writes its process id into a FIFO, and keeps the
// FIFO open until it is killed.
func init() {
	if len(os.Args) != 3 || os.Args[1] != "leave-stray" && os.Args[1] != "stray" {
		return
	}
	if os.Args[1] == "leave-stray" {
		cmd := exec.Command("/proc/self/exe", "stray", os.Args[2])
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		ready, err := cmd.StderrPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			panic(err)
		}
		_, _ = bufio.NewReader(ready).ReadString('\n')
		os.Exit(0)
	}
	f, err := os.OpenFile(os.Args[2], os.O_WRONLY, 0)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, os.Getpid())
	fmt.Fprintln(os.Stderr, "ready")
	r, _, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	_, _ = r.Read(make([]byte, 1)) // nobody writes, so this waits forever
	os.Exit(0)
}

// followStray returns two channels. The first receives the process id of the stray, the second a
// value when the stray has ended.
func followStray(fifo string) (begun <-chan int, ended <-chan error) {
	number, end := make(chan int, 1), make(chan error, 1)
	go func() {
		f, err := os.Open(fifo) // waits for the stray
		if err != nil {
			return
		}
		defer f.Close()
		in := bufio.NewReader(f)
		line, _ := in.ReadString('\n')
		pid, _ := strconv.Atoi(strings.TrimSpace(line))
		number <- pid
		_, err = io.Copy(io.Discard, in) // returns when the stray has ended
		end <- err
	}()
	return number, end
}

// TestNoStrayOfACommand checks that strays end with the command. A stray is a process that an
// outside program has started in a session of its own. In the test, the command itself or one of
// its workers runs the outside program.
func TestNoStrayOfACommand(t *testing.T) {
	const asked, hang = "[ $1 = --version ] && { echo 1; exit; }\n", "exec tail -f /dev/null"
	solve := func(command string) []string {
		return []string{command, "--method", "extern/cadical", "calendar", "10-06"}
	}
	for _, c := range []struct {
		name, before, then string // before and then are parts of the outside program, around the start of the stray
		args               []string
		signal             os.Signal
	}{
		{"solve", asked, "exit 3", solve("solve"), nil},
		{"solve, interrupted", asked, hang, solve("solve"), os.Interrupt},
		{"count, interrupted", asked, hang, solve("count"), os.Interrupt},
		{"count, killed", asked, hang, solve("count"), syscall.SIGKILL},
		{"count, when it asks for the version", "[ $1 = --version ] || exit 3\n", "echo 1", solve("count"), nil},
		{"version", "[ $1 = --version ] || exit 3\n", "echo 1", []string{"version"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			binary, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			fifo := filepath.Join(t.TempDir(), "fifo")
			if err := syscall.Mkfifo(fifo, 0o666); err != nil {
				t.Fatal(err)
			}
			onPath(t, false, "cadical", c.before+binary+" leave-stray "+fifo+"\n"+c.then)
			cmd := exec.Command("counterproof", c.args...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			begun, ended := followStray(fifo)
			var pid int
			select {
			case pid = <-begun:
			case <-time.After(processtest.Patience):
				t.Fatal("no stray begins")
			}
			if c.signal != nil {
				_ = cmd.Process.Signal(c.signal)
			}
			_ = cmd.Wait()
			select {
			case <-ended:
			case <-time.After(processtest.Patience):
				_ = syscall.Kill(pid, syscall.SIGKILL)
				t.Errorf("the stray %d is still running", pid)
			}
		})
	}
}
