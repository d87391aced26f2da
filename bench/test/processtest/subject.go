package processtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A Subject is a process that runs this test binary as another program. The test can kill the
// Subject. TestMain defines the commands. The output can be read while the Subject runs.
type Subject struct {
	cmd   *exec.Cmd
	file  string        // the file of its stdout
	Ended chan struct{} // closed when the Subject has ended
	Err   error         // the error of Wait; valid after Ended is closed
}

// Launch starts the test binary as a Subject with the given command, which works on a ledger.
func Launch(t *testing.T, command, ledger string) *Subject {
	t.Helper()
	stdout, err := os.CreateTemp(t.TempDir(), "stdout")
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	s := &Subject{cmd: exec.Command(os.Args[0], command, ledger), file: stdout.Name(), Ended: make(chan struct{})}
	s.cmd.Stdout = stdout
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.Ended)
		s.Err = s.cmd.Wait()
	}()
	return s
}

// Done returns the complete lines about finished jobs that the subject has printed so far.
func (s *Subject) Done(t *testing.T) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(s.file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "done ") && strings.HasSuffix(line, "\n") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// Said returns everything that the subject has printed.
func (s *Subject) Said(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// KillAt kills the subject with kill -9, unless the subject ends first. The parameter n is the
// number of earlier kills, and sets the moment:
//
//   - 0: at once;
//   - 1: when there is a ledger;
//   - 2: when there is a worker;
//   - more: when the subject has reported n-2 finished jobs for whose lines the function fresh
//     returns true.
//
// KillAt also waits until the workers of the subject have ended. It reports whether it killed
// the subject.
func (s *Subject) KillAt(t *testing.T, n int, ledger string, fresh func(line string) bool) (killed bool) {
	t.Helper()
	Until(t, "the moment comes for kill "+strconv.Itoa(n), func() bool {
		select {
		case <-s.Ended:
			return true
		default:
		}
		switch n {
		case 0:
			return true
		case 1:
			_, err := os.Stat(ledger)
			return err == nil
		case 2:
			return len(Children(s.cmd.Process.Pid)) > 0
		}
		jobs := 0
		for _, line := range s.Done(t) {
			if fresh(line) {
				jobs++
			}
		}
		return jobs >= n-2
	})
	workers := Children(s.cmd.Process.Pid)
	_ = s.cmd.Process.Kill()
	<-s.Ended
	for _, worker := range workers {
		Until(t, "the worker "+strconv.Itoa(worker)+" ends with its parent", func() bool { return !Alive(worker) })
	}
	return s.Err != nil
}

// Ledgers returns the paths of two ledgers that do not exist yet.
func Ledgers(t *testing.T) (whole, killed string) {
	dir := t.TempDir()
	return filepath.Join(dir, "whole.db"), filepath.Join(dir, "killed.db")
}
