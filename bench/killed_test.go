package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/processtest"
)

// A subject is this test binary as another program, which a test kills: the commands
// of TestMain. What it prints can be read while it is at work.
type subject struct {
	cmd   *exec.Cmd
	file  string // its stdout
	ended chan struct{}
	err   error // of Wait, once it has ended
}

// launch starts a command on a ledger.
func launch(t *testing.T, command, ledger string) *subject {
	t.Helper()
	stdout, err := os.CreateTemp(t.TempDir(), "stdout")
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	s := &subject{cmd: exec.Command(os.Args[0], command, ledger), file: stdout.Name(), ended: make(chan struct{})}
	s.cmd.Stdout = stdout
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.ended)
		s.err = s.cmd.Wait()
	}()
	return s
}

// done are the whole lines about a job that is done which it has printed so far.
func (s *subject) done(t *testing.T) (lines []string) {
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

// said is all that it has printed.
func (s *subject) said(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// killAt kills the subject with kill -9 for the nth time, counted from 0, unless it
// ends by itself before. The moments move on: at once, as soon as there is a ledger, a
// worker, and then when it has said of one more job than the last time that it is
// done. fresh says which of its lines are about such jobs. No worker outlives it.
func (s *subject) killAt(t *testing.T, n int, ledger string, fresh func(line string) bool) (killed bool) {
	t.Helper()
	processtest.Until(t, "the moment comes for kill "+strconv.Itoa(n), func() bool {
		select {
		case <-s.ended:
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
			return len(processtest.Children(s.cmd.Process.Pid)) > 0
		}
		jobs := 0
		for _, line := range s.done(t) {
			if fresh(line) {
				jobs++
			}
		}
		return jobs >= n-2
	})
	workers := processtest.Children(s.cmd.Process.Pid)
	_ = s.cmd.Process.Kill()
	<-s.ended
	for _, worker := range workers {
		processtest.Until(t, "the worker "+strconv.Itoa(worker)+" ends with its parent", func() bool { return !processtest.Alive(worker) })
	}
	return s.err != nil
}

// ledgers are the paths of two ledgers that are not there yet.
func ledgers(t *testing.T) (whole, killed string) {
	dir := t.TempDir()
	return filepath.Join(dir, "whole.db"), filepath.Join(dir, "killed.db")
}
