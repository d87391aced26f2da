//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"counterproof/bench/test/processtest"
)

// mixed returns question number i of a program, without its end: most are short, and some have an error.
func mixed(i int) (name, question string) {
	date := fmt.Sprintf(`"puzzle": "calendar", "instance": "%02d-%02d"`, i%12+1, i%28+1)
	switch i % 10 {
	case 3:
		return "count", date
	case 5:
		return "hint", `"puzzle": "sudoku", "instance": "..1.4......3.2..", "entries": [-1,-1,0,-1,3,-1,-1,-1,-1,-1,-1,2,-1,1,-1,-1]`
	case 7:
		return "count", `"puzzle": "calendar", "instance": "13-01"`
	case 9:
		return "nothing", date
	}
	return "board", date
}

// An asker is a run of the command ask.
type asker struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      io.ReadCloser
	lines    *bufio.Reader
	messages bytes.Buffer
}

func startAsk(t *testing.T, args ...string) *asker {
	t.Helper()
	heedInterrupts()
	a := &asker{cmd: exec.Command("counterproof", append([]string{"ask"}, args...)...)}
	a.cmd.Stderr = &a.messages
	var err error
	if a.in, err = a.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if a.out, err = a.cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := a.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	a.lines = bufio.NewReader(a.out)
	t.Cleanup(func() { _ = a.cmd.Process.Kill(); _ = a.cmd.Wait() })
	return a
}

// feed asks n mixed questions.
func (a *asker) feed(n int) {
	defer a.in.Close()
	for i := range n {
		name, question := mixed(i)
		if _, err := fmt.Fprintf(a.in, `{"id": %d, "ask": %q, %s}`+"\n", i, name, question); err != nil {
			return // the program was killed
		}
	}
}

// checkMixed checks a reply to question number i.
func checkMixed(t *testing.T, i int, line []byte) {
	t.Helper()
	var r struct {
		ID     int
		Answer []json.RawMessage
		Error  json.RawMessage
	}
	if err := json.Unmarshal(line, &r); err != nil || r.ID != i || (r.Error != nil) != (i%10 == 7 || i%10 == 9) || (r.Answer == nil) != (r.Error != nil) {
		t.Fatalf("reply %d: %v %.200s", i, err, line)
	}
	if date := fmt.Sprintf(`"%02d-%02d"`, i%12+1, i%28+1); i%2 == 0 && !bytes.Contains(line, []byte(date)) {
		t.Fatalf("reply %d is about another board than %s: %.200s", i, date, line)
	}
}

// TestAskTwice asks two programs at once, and kills one of them. It checks that its processes end, and that the other
// one answers every question in order, although one of its processes is killed, too.
func TestAskTwice(t *testing.T) {
	t.Parallel()
	processtest.Need(t)
	n := processtest.Cases(400, 100_000)
	killed, kept := startAsk(t, "--jobs", "2"), startAsk(t, "--jobs", "2")
	go killed.feed(n)
	go kept.feed(n)
	for i := range n {
		if i == n/4 {
			workers := processtest.Children(killed.cmd.Process.Pid)
			_ = killed.cmd.Process.Kill()
			for _, pid := range workers {
				processtest.Until(t, "process "+strconv.Itoa(pid)+" ends", func() bool { return !processtest.Alive(pid) })
			}
		}
		if workers := processtest.Children(kept.cmd.Process.Pid); i == n/2 && len(workers) > 0 {
			_ = syscall.Kill(workers[0], syscall.SIGKILL)
		}
		line, err := kept.lines.ReadBytes('\n')
		if err != nil {
			t.Fatalf("after %d replies: %v %s", i, err, &kept.messages)
		}
		checkMixed(t, i, line)
	}
	if rest, err := io.ReadAll(kept.lines); len(rest) > 0 || err != nil {
		t.Errorf("after the last reply: %.100s, %v", rest, err)
	}
	if err := kept.cmd.Wait(); err != nil || kept.messages.Len() > 0 {
		t.Errorf("%v, stderr %s", err, &kept.messages)
	}
}

// TestAskEnds checks that no process is left when a signal ends the command, and when the reader of its answers goes
// away while it works on a long question.
func TestAskEnds(t *testing.T) {
	t.Parallel()
	processtest.Need(t)
	for _, c := range []struct {
		name, says string
		end        func(a *asker)
	}{
		{"SIGINT", "counterproof: interrupted\n", func(a *asker) { _ = a.cmd.Process.Signal(os.Interrupt) }},
		{"SIGTERM", "counterproof: interrupted\n", func(a *asker) { _ = a.cmd.Process.Signal(syscall.SIGTERM) }},
		{"closed output", "counterproof: standard output: its reader has gone away\n", func(a *asker) { a.out.Close() }},
	} {
		a := startAsk(t, "--jobs", "2")
		for range 3 {
			fmt.Fprintln(a.in, `{"ask": "count", `+longCount[1:])
		}
		var pids []int
		processtest.Until(t, "two processes work", func() bool {
			pids = processtest.Children(a.cmd.Process.Pid)
			return len(pids) == 2 && processtest.CPU(pids[0]) > 0 && processtest.CPU(pids[1]) > 0
		})
		c.end(a)
		ended := make(chan error)
		go func() { ended <- a.cmd.Wait() }()
		if err := <-ended; a.cmd.ProcessState.ExitCode() != 1 || a.messages.String() != c.says {
			t.Errorf("%s: %v, stderr %q", c.name, err, &a.messages)
		}
		for _, pid := range pids {
			if processtest.Alive(pid) {
				t.Errorf("%s: a process is left", c.name)
			}
		}
	}
}

// TestServeAPI asks a server for programs as two clients at once. One of them goes away, and the other gets every answer.
// It also checks the mistakes of the file with the token.
func TestServeAPI(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "token")
	for _, c := range []struct {
		text string
		mode os.FileMode
		says string
	}{
		{"too short\n", 0o600, "16 or more"},
		{"with a space in it\n", 0o600, "16 or more"},
		{strings.Repeat("x", 50), 0o640, "chmod 600 "},
	} {
		err := errors.Join(os.WriteFile(file, []byte(c.text), 0o600), os.Chmod(file, c.mode))
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("counterproof", "serve", "--listen", "127.0.0.1:0", "--api", file).CombinedOutput()
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 || !strings.Contains(string(out), c.says) {
			t.Errorf("a file with %.20q, mode %v: %v, %s", c.text, c.mode, err, out)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s := serveWith(t, "--listen", "127.0.0.1:0", "--api", file)
	_ = s.cmd.Process.Signal(os.Interrupt)
	if err := s.cmd.Wait(); err != nil || !strings.Contains(s.stderr.String(), file) {
		t.Errorf("a new file: %v, stderr %q", err, s.stderr.String())
	}
	token, err := os.ReadFile(file)
	if info, _ := os.Stat(file); err != nil || len(token) != 27 || info.Mode().Perm() != 0o600 {
		t.Fatalf("the new file has %d bytes and the mode %v, %v", len(token), info.Mode(), err)
	}

	s = serveWith(t, "--listen", "127.0.0.1:0", "--api", file)
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for i := 0; ctx.Err() == nil; i++ {
			_, _ = s.program(ctx, string(token), i)
		}
	}()
	n := processtest.Cases(60, 10_000)
	for i := range n {
		if i == n/2 {
			cancel()
			<-gone
		}
		line, err := s.program(t.Context(), string(token), i)
		if err != nil {
			t.Fatal(err)
		}
		checkMixed(t, i, line)
	}
	cancel()
	s.end(t, os.Interrupt)
}

// program asks mixed question number i over HTTP.
func (s *served) program(ctx context.Context, token string, i int) ([]byte, error) {
	name, question := mixed(i)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.root+"v1/"+name, strings.NewReader(fmt.Sprintf(`{"id": %d, %s}`, i, question)))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+strings.TrimSpace(token))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(answer.Body)
}
