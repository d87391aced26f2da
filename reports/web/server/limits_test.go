package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"counterproof/bench/ask"
	"counterproof/bench/test/processtest"
)

// A waiter is a Runner whose questions wait until they are released or their ctx ends.
type waiter struct {
	begun, ended chan struct{}
	release      chan struct{}
}

func newWaiter() *waiter {
	return &waiter{make(chan struct{}, 1000), make(chan struct{}, 1000), make(chan struct{})}
}

func (w *waiter) run(ctx context.Context, _ string, _ []byte, line func([]byte) error) error {
	w.begun <- struct{}{}
	defer func() { w.ended <- struct{}{} }()
	select {
	case <-w.release:
		return line([]byte(`{"done": true}`))
	case <-ctx.Done():
		return ctx.Err()
	}
}

// within makes the test fail if nothing arrives in time.
func within(t *testing.T, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(processtest.Patience):
		t.Fatal("waited too long until " + what)
	}
}

// TestQueue checks that a limited number of questions are answered at the same time, that a limited
// number of further questions wait, and that all other questions are refused. It also checks that
// counts leave a process for hints.
func TestQueue(t *testing.T) {
	runner := newWaiter()
	h := New(Options{Desk: desk, Long: runner.run, Limits: Limits{Processes: 2, Waiting: 1}})
	answers := make(chan *httptest.ResponseRecorder, 10)
	send := func(name string) {
		go func() { answers <- request{method: "POST", target: "/ask/" + name, body: "{}"}.send(h) }()
	}
	for range 2 {
		send("count")
		within(t, "the count begins", runner.begun)
	}
	send("count") // this question waits, because the other process is for hints
	send("hint")
	within(t, "the hint begins", runner.begun)
	select {
	case <-runner.begun:
		t.Error("four questions are answered at the same time")
	default:
	}
	send("count") // one of the two counts that have no process is refused
	if w := <-answers; w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || problem(t, w).Misuse || problem(t, w).Text == "" {
		t.Errorf("refused with %d %v %s", w.Code, w.Header(), w.Body)
	}
	if w := (request{method: "POST", target: "/ask/puzzles", body: "{}"}).send(h); w.Code != http.StatusOK {
		t.Errorf("a short question has the status %d", w.Code)
	}
	close(runner.release)
	for range 4 {
		if w := <-answers; w.Code != http.StatusOK {
			t.Errorf("status %d", w.Code)
		}
	}
}

// TestLarge checks that the question check about a large board moves to another process, and frees
// its place for other short questions. The question check about a small board, or with the field
// brief, must stay in this process.
func TestLarge(t *testing.T) {
	runner := newWaiter()
	h := New(Options{Desk: desk, Long: runner.run, Limits: Limits{Processes: 1, Waiting: 1}})
	check := func(people int, brief bool) *httptest.ResponseRecorder {
		rows := people - 1
		board := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", people)+"/", rows), "/")
		body := fmt.Sprintf(`{"puzzle": "pairplace", "instance": %q, "entries": [-1%s], "brief": %t}`, board, strings.Repeat(",-1", people*rows-1), brief)
		return request{method: "POST", target: "/ask/check", body: body}.send(h)
	}
	answers := make(chan *httptest.ResponseRecorder)
	for range 2 {
		go func() { answers <- check(30, false) }()
		within(t, "the check begins in another process", runner.begun)
	}
	for people, brief := range map[int]bool{30: true, 10: false} {
		if w := check(people, brief); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"solved":false`) {
			t.Errorf("%d people, brief %t: %d %s", people, brief, w.Code, w.Body)
		}
	}
	if len(runner.begun) > 0 {
		t.Error("a short question has left this process")
	}
	close(runner.release)
	for range 2 {
		if w := <-answers; w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != `{"done": true}` {
			t.Errorf("the check of a large board: %d %s", w.Code, w.Body)
		}
	}
}

// TestSideBySide checks that by default a server answers two counts at the same time, so that the page
// Analyse can compare two methods on an idle machine. A hint still has a process of its own.
func TestSideBySide(t *testing.T) {
	runner := newWaiter()
	h := New(Options{Desk: desk, Long: runner.run, Limits: Limits{Patience: 2 * processtest.Patience}}) // no question makes room for others
	defer close(runner.release)
	for _, name := range []string{"count", "count", "hint"} {
		go request{method: "POST", target: "/ask/" + name, body: "{}"}.send(h)
	}
	for range 3 {
		within(t, "the question begins", runner.begun)
	}
}

// TestLimits checks the limits of time and output, and of the length of a question.
func TestLimits(t *testing.T) {
	runner := newWaiter()
	h := New(Options{Desk: desk, Long: runner.run, Limits: Limits{Long: time.Millisecond}})
	w := request{method: "POST", target: "/ask/count", body: "{}"}.send(h)
	if got := problem(t, w).Text; !strings.Contains(got, "stopped after 1ms") {
		t.Errorf("after the limit of time: %q", got)
	}
	h = New(Options{Desk: desk, Limits: Limits{Output: 1000}, Long: func(_ context.Context, _ string, _ []byte, line func([]byte) error) error {
		for {
			if err := line([]byte(`{"x": 1}`)); err != nil {
				return err
			}
		}
	}})
	w = request{method: "POST", target: "/ask/count", body: "{}"}.send(h)
	if got := problem(t, w).Text; !strings.Contains(got, "too long") || w.Body.Len() > 1200 {
		t.Errorf("after the limit of output: %q, %d bytes", got, w.Body.Len())
	}
	for size, want := range map[int]int{mostQuestion: http.StatusOK, mostQuestion + 1: http.StatusRequestEntityTooLarge} {
		w := request{method: "POST", target: "/ask/puzzles", body: "{}" + strings.Repeat(" ", size-2)}.send(h)
		if w.Code != want {
			t.Errorf("a question of %d bytes: status %d, want %d", size, w.Code, want)
		}
	}
}

// TestPanic checks that a panic during an answer does not end the server.
func TestPanic(t *testing.T) {
	s := &site{Options: Options{Desk: nil}, laboratory: newLaboratory(nil, nil), gates: newGates(Limits{}.withDefaults())}
	s.Limits = s.Limits.withDefaults()
	reported := ""
	s.Panicked = func(name string, _ any, _ []byte) { reported = name }
	s.extra = map[string]answerer{"boom": func(context.Context, []byte, ask.Emit) error { panic("boom") }}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /ask/{name}", s.receive(s.ask))
	w := request{method: "POST", target: "/ask/boom", body: "{}"}.send(s.guard(mux))
	if p := problem(t, w); p.Misuse || !strings.Contains(p.Text, "boom") || reported != "boom" {
		t.Errorf("got %s, and %q was reported", w.Body, reported)
	}
}

// patient is Serve for clients that are slow on purpose: it does not cut them off before the test fails.
func patient(ctx context.Context, l net.Listener, h http.Handler) error {
	return serve(ctx, l, h, 2*processtest.Patience, 2*processtest.Patience)
}

// listenAndServe serves a handler on the loopback until the test ends, by Serve or patient. The result is the host
// and port of the server.
func listenAndServe(t *testing.T, h http.Handler, serve func(context.Context, net.Listener, http.Handler) error) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- serve(ctx, l, h) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// TestGone checks that the work ends when the client disconnects, even long after its question.
func TestGone(t *testing.T) {
	runner := newWaiter()
	at := listenAndServe(t, New(Options{Desk: desk, Long: runner.run}), Serve)
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(c, "POST /ask/count HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", at, at)
	within(t, "the question begins", runner.begun)
	c.Close()
	within(t, "the question ends", runner.ended)
}

// TestSlowReader checks that the server ends an answer if the client does not read it.
func TestSlowReader(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until the client counts as slow")
	}
	t.Parallel()
	ended := make(chan struct{})
	at := listenAndServe(t, New(Options{Desk: desk, Long: func(_ context.Context, _ string, _ []byte, line func([]byte) error) error {
		defer close(ended)
		text := []byte(`"` + strings.Repeat("x", 1<<20) + `"`)
		for {
			if err := line(text); err != nil {
				if !errors.Is(err, context.DeadlineExceeded) && !strings.Contains(err.Error(), "timeout") {
					t.Errorf("the answer ends with %v", err)
				}
				return err
			}
		}
	}}), Serve)
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.(*net.TCPConn).SetReadBuffer(4096)
	fmt.Fprintf(c, "POST /ask/count HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", at, at)
	within(t, "the answer ends", ended)
}

// unfinished sends the beginning of a question as soon as the handler reads it. The parameter length
// is the length of the whole question, and sent is the number of bytes to send.
func unfinished(t *testing.T, at string, length, sent int) (net.Conn, *bufio.Reader) {
	t.Helper()
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(processtest.Patience))
	fmt.Fprintf(c, "POST /ask/puzzles HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nContent-Type: application/json\r\n"+
		"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n{}", at, at, length)
	in := bufio.NewReader(c)
	if line, err := in.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("the server answers %q, %v", line, err)
	}
	if _, err := in.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	spaces(t, c, sent-len("{}"))
	return c, in
}

// spaces sends spaces, with which a question can end.
func spaces(t *testing.T, c net.Conn, n int) {
	t.Helper()
	if _, err := io.WriteString(c, strings.Repeat(" ", n)); err != nil {
		t.Fatal(err)
	}
}

// statusOf returns the status of a response.
func statusOf(in *bufio.Reader) int {
	response, err := http.ReadResponse(in, nil)
	if err != nil {
		return 0
	}
	return response.StatusCode
}

// TestUnfinishedQuestions checks that a question is answered while many clients have not sent the
// end of their questions. The server reads only a limited number of large questions, and only the
// beginning of the others, so its memory is bounded.
func TestUnfinishedQuestions(t *testing.T) {
	at := listenAndServe(t, New(Options{Desk: desk}), patient)
	answered := func(others string, length int) {
		c, in := unfinished(t, at, length, length-1)
		spaces(t, c, 1)
		if status := statusOf(in); status != http.StatusOK {
			t.Errorf("besides %s: status %d", others, status)
		}
	}
	for range 2 * mostQuestions {
		unfinished(t, at, portion, portion-1)
	}
	answered("small questions", 3)
	answered("small questions", mostQuestion)
	const tooMany = 10
	statuses := make(chan int, mostQuestions+tooMany)
	for range mostQuestions + tooMany {
		_, in := unfinished(t, at, mostQuestion, portion+1)
		go func() { statuses <- statusOf(in) }()
	}
	for range tooMany {
		if status := <-statuses; status != http.StatusServiceUnavailable {
			t.Fatalf("a large question besides %d others: status %d, want 503", mostQuestions, status)
		}
	}
	answered("large questions", 3)
	if len(statuses) > 0 {
		t.Errorf("one more large question got the status %d", <-statuses)
	}
}

// TestSlowQuestion checks that a client that does not send its whole question is cut off.
func TestSlowQuestion(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until the client counts as slow")
	}
	t.Parallel()
	_, in := unfinished(t, listenAndServe(t, New(Options{Desk: desk}), Serve), portion, portion-1)
	if _, err := io.Copy(io.Discard, in); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the server does not close the connection")
	}
}

// TestConnections checks that a page is served at once while 1,000 clients send nothing or half a
// header. It also checks that clients beyond the limit wait.
func TestConnections(t *testing.T) {
	at := listenAndServe(t, New(Options{Desk: desk}), patient)
	for i := range 1000 {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Skipf("*** SKIPPED: only %d connections can be opened here: %v ***", i, err)
		}
		defer c.Close()
		if i%2 == 0 {
			fmt.Fprintf(c, "POST /ask/count HTTP/1.1\r\nHost: %s\r\n", at)
		}
	}
	response, err := (&http.Client{Timeout: processtest.Patience}).Get("http://" + at + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Error(err)
	}
}

// TestListener checks that a limited listener accepts no more connections than its limit. When a
// connection is closed, the listener must accept the next one.
func TestListener(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	few := &limitedListener{Listener: l, open: make(chan struct{}, 2)}
	accepted := make(chan net.Conn, 10)
	over := make(chan struct{})
	go func() {
		defer close(over)
		for {
			c, err := few.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	}()
	for range 3 {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	first, second := <-accepted, <-accepted
	if len(few.open) != 2 || len(accepted) != 0 {
		t.Errorf("%d connections are open, want 2", len(few.open))
	}
	first.Close()
	first.Close() // counts once
	third := <-accepted
	for _, c := range []net.Conn{second, third} {
		c.Close()
	}
	few.Close()
	within(t, "the listener ends", over)
	if len(few.open) != 0 {
		t.Errorf("%d connections are open after the end", len(few.open))
	}
}

// TestSlowHeader checks that a client that does not send a whole header is cut off.
func TestSlowHeader(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until the client counts as slow")
	}
	t.Parallel()
	c, err := net.Dial("tcp", listenAndServe(t, New(Options{Desk: desk}), Serve))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "GET / HTTP/1.1\r\n")
	_ = c.SetReadDeadline(time.Now().Add(processtest.Patience))
	if _, err := io.Copy(io.Discard, bufio.NewReader(c)); err != nil {
		t.Errorf("the server does not close the connection: %v", err)
	}
}

// TestSlow checks that a question that has run for some time makes room for the next one. The
// number of slow questions is limited: if another question waits, a slow question without a place
// ends. Its answer says that it waits, and starts again later. This must hold for every question
// that can take any time.
func TestSlow(t *testing.T) {
	for _, name := range []string{"count", "solve", "certificate"} {
		runner := newWaiter()
		h := New(Options{Desk: desk, Long: runner.run, Limits: Limits{Processes: 1, Slow: 1, Patience: time.Millisecond}})
		answers := make(chan *httptest.ResponseRecorder, 3)
		for range 3 { // the first one moves; the third one takes the place of the second one
			go func() { answers <- request{method: "POST", target: "/ask/" + name, body: "{}"}.send(h) }()
			within(t, "the question begins", runner.begun)
		}
		within(t, "one question ends", runner.ended)
		close(runner.release)
		done, again := 0, 0
		for range 3 {
			text := (<-answers).Body.String()
			if strings.HasSuffix(text, `{"done": true}`+"\n") {
				done++
			}
			if strings.Contains(text, `{"waiting":false,"before":0,"again":true}`) {
				again++
			}
		}
		if done != 3 || again != 1 {
			t.Errorf("%s: %d answers, of which %d started again, want 3 and 1", name, done, again)
		}
	}
}

// TestCrowded checks that a slow question ends with an error that says what to do, if it was stopped and
// there is no place to wait.
func TestCrowded(t *testing.T) {
	runner := newWaiter()
	s := &site{Options: Options{Desk: desk, Long: runner.run}, gates: newGates(Limits{Processes: 1, Slow: 1})}
	s.slow = newGate(0, 0)
	err := s.elsewhere(t.Context(), s.slow, true, "solve", nil, 0, &answer{})
	if p := ask.ProblemOf(err); p.Misuse || !strings.Contains(p.Text, "try again later") {
		t.Errorf("without a place to wait: %v", err)
	}
}

// TestWaiting checks that a question that waits says how many questions come first.
func TestWaiting(t *testing.T) {
	g := newGate(1, 2)
	leave, err := g.enter(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan int, 10)
	gone, goAway := context.WithCancel(t.Context())
	left, passed := make(chan error), make(chan struct{})
	first := make(chan int, 10)
	go func() {
		_, err := g.enter(gone, func(before int) { first <- before })
		left <- err
	}()
	if before := <-first; before != 0 {
		t.Errorf("%d questions before the first one", before)
	}
	go func() {
		defer close(passed)
		out, err := g.enter(t.Context(), func(before int) { told <- before })
		if err != nil {
			t.Error(err)
			return
		}
		out()
	}()
	if before := <-told; before != 1 {
		t.Errorf("%d questions before the second one, want 1", before)
	}
	if _, err := g.enter(t.Context(), nil); !errors.Is(err, errBusy) {
		t.Errorf("a third question waits: %v", err)
	}
	goAway()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if before := <-told; before != 0 {
		t.Errorf("after the first one has gone, %d questions are before, want 0", before)
	}
	leave()
	leave() // counts once
	within(t, "the question passes", passed)
	if g.free != 1 {
		t.Errorf("%d places are free at the end, want 1", g.free)
	}
}
