//go:build unix

package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
)

// A served is a run of the command serve.
type served struct {
	cmd    *exec.Cmd
	root   string // the address that it has printed, with a slash at the end
	stderr strings.Builder
}

// serveWith starts the command serve. It waits for the address.
func serveWith(t *testing.T, args ...string) *served {
	t.Helper()
	heedInterrupts()
	s := &served{cmd: exec.Command("counterproof", append([]string{"serve"}, args...)...)}
	s.cmd.Stderr = &s.stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(processtest.Patience, func() { _ = s.cmd.Process.Kill() })
	t.Cleanup(func() {
		if s.cmd.ProcessState == nil {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	late.Stop()
	if err != nil {
		_ = s.cmd.Wait()
		t.Fatalf("serve prints no address (%v): %s", err, s.stderr.String())
	}
	s.root = strings.TrimSpace(line)
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return s
}

// ask sends a question and returns the response. The caller must close its body.
func (s *served) ask(name, question string) (*http.Response, error) {
	r, err := http.NewRequest(http.MethodPost, s.root+"ask/"+name, strings.NewReader(question))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", strings.TrimSuffix(s.root, "/"))
	return http.DefaultClient.Do(r)
}

// end ends the server with a signal and checks that it exits with status 0.
func (s *served) end(t *testing.T, signal os.Signal) {
	t.Helper()
	late := time.AfterFunc(processtest.Patience, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	_ = s.cmd.Process.Signal(signal)
	if err := s.cmd.Wait(); err != nil || s.stderr.Len() > 0 {
		t.Errorf("after %v: %v, stderr %q", signal, err, s.stderr.String())
	}
}

// runServer runs an example of the command serve, which does not end by itself. It must print its
// address, serve its first page, and end with status 0 upon Ctrl-C. If another program listens at
// the example's address, serve must say so.
func runServer(t *testing.T, args []string) {
	if !strings.Contains(strings.Join(args, " "), "--listen") {
		l, err := net.Listen("tcp", "127.0.0.1:8080")
		if err != nil { // taken on this machine
			testOccupied(t, "127.0.0.1:8080")
			return
		}
		l.Close()
	}
	s := serveWith(t, args[1:]...)
	response, err := http.Get(s.root)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if page, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(page), "<title>") {
		t.Errorf("status %d, %v", response.StatusCode, err)
	}
	s.end(t, os.Interrupt)
}

// testOccupied checks that serve fails at an address where a program listens, and proposes another
// address.
func testOccupied(t *testing.T, address string) {
	t.Helper()
	out, err := exec.Command("counterproof", "serve", "--listen", address).CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 || !strings.Contains(string(out), "--listen 127.0.0.1:0") {
		t.Errorf("at an address that is taken: %v, %s", err, out)
	}
}

// TestServeAddress checks the mistakes of --listen, and that an address that other machines can reach
// has a token.
func TestServeAddress(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	testOccupied(t, l.Addr().String())
	for _, bad := range []string{"nowhere", "127.0.0.1:99999", "127.0.0.1:http2x", "nowhere.invalid:80", "[::1:80"} {
		if out, status := call(t, "", "serve", "--listen", bad); status != 2 {
			t.Errorf("--listen %s: exit status %d, %s", bad, status, out)
		}
	}
	s := serveWith(t, "--listen", "0.0.0.0:0")
	if !regexp.MustCompile(`^http://[0-9.]+:\d+/\?token=[A-Z2-7]{26}$`).MatchString(s.root) {
		t.Errorf("the address is %q", s.root)
	}
	at, err := url.Parse(s.root)
	if err != nil {
		t.Fatal(err)
	}
	at.Host = "127.0.0.1:" + at.Port()
	for query, want := range map[string]int{at.RawQuery: 200, "": 403, "token=x": 403} {
		at.RawQuery = query
		response, err := http.Get(at.String())
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("with %q: status %d, want %d", query, response.StatusCode, want)
		}
	}
	s.end(t, syscall.SIGTERM)
}

const longCount = `{"puzzle": "pentomino", "instance": "6x10", "method": "sat"}`

// works waits until the process of a question has used CPU time, and returns the process id.
func (s *served) works(t *testing.T) (pid int) {
	t.Helper()
	processtest.Until(t, "a process answers the question", func() bool {
		for _, child := range processtest.Children(s.cmd.Process.Pid) {
			if processtest.CPU(child) >= 300*time.Millisecond {
				pid = child
				return true
			}
		}
		return false
	})
	return pid
}

// TestServeEnds checks that the process of a long question ends when the client goes away, when the
// server gets Ctrl-C, when the server is killed, and after the limit of time.
func TestServeEnds(t *testing.T) {
	processtest.Need(t)
	t.Parallel()
	gone := func(pid int) {
		t.Helper()
		processtest.Until(t, "process "+strconv.Itoa(pid)+" ends", func() bool { return !processtest.Alive(pid) })
	}
	s := serveWith(t, "--listen", "127.0.0.1:0")
	begin := func() (pid int, hang func()) {
		at := strings.TrimSuffix(strings.TrimPrefix(s.root, "http://"), "/")
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(c, "POST /ask/count HTTP/1.1\r\nHost: "+at+"\r\nOrigin: http://"+at+
			"\r\nContent-Type: application/json\r\nContent-Length: "+strconv.Itoa(len(longCount))+"\r\n\r\n"+longCount)
		if err != nil {
			t.Fatal(err)
		}
		return s.works(t), func() { c.Close() }
	}
	pid, hang := begin()
	hang()
	gone(pid)
	pid, hang = begin()
	s.end(t, os.Interrupt)
	if processtest.Alive(pid) {
		t.Error("the server has ended, but not the process of a question")
	}
	hang()
	s = serveWith(t, "--listen", "127.0.0.1:0")
	pid, hang = begin()
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	gone(pid)
	hang()
	s = serveWith(t, "--listen", "127.0.0.1:0", "--timeout", "1s")
	response, err := s.ask("count", longCount)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || !strings.Contains(string(text), "stopped after 1s") {
		t.Errorf("after the limit of time: %v, %s", err, text)
	}
	s.end(t, os.Interrupt)
}
