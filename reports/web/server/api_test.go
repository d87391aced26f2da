package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"counterproof/bench/ask"
	"counterproof/bench/record/result"
)

const programToken = "a-token-of-programs"

// A reply is what a program gets.
type reply struct {
	ID     any
	Answer []json.RawMessage
	Error  *ask.Problem
}

// program sends a request as a program does, with more headers.
func program(t *testing.T, h http.Handler, name, body string, header map[string]string) (*httptest.ResponseRecorder, reply) {
	t.Helper()
	all := map[string]string{"Origin": "-", "Sec-Fetch-Site": "-", "Content-Type": "-", "Authorization": "Bearer " + programToken}
	for key, value := range header {
		all[key] = value
	}
	w := request{method: "POST", target: apiPath + name, body: body, host: header["Host"], header: all}.send(h)
	var r reply
	if err := result.DecodeJSON(w.Body.Bytes(), &r); err != nil || len(r.Answer) > 0 == (r.Error != nil) || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%s %s: %d %v %s (%v)", name, body, w.Code, w.Header(), w.Body, err)
	}
	return w, r
}

// TestAPI checks the status and the reply of right and wrong questions of programs.
func TestAPI(t *testing.T) {
	h := New(Options{Desk: desk, API: programToken, Token: "the token of pages", Address: "192.0.2.7:8080"})
	for _, c := range []struct {
		name, body string
		header     map[string]string
		status     int
		says       string
	}{
		{"puzzles", `{}`, nil, 200, ""},
		{"board", `{"id": 7, "ask": "board", "seconds": 5, "memory": 1000, "puzzle": "calendar", "instance": "10-06"}`, nil, 200, ""},
		{"puzzles", `{}`, map[string]string{"Authorization": "bearer  " + programToken, "Content-Type": "text/plain"}, 200, ""},
		{"puzzles", `{}`, map[string]string{"Origin": "http://192.0.2.7:8080", "Host": "192.0.2.7:8080"}, 200, ""},
		{"puzzles", `{}`, map[string]string{"Authorization": "-"}, 401, "Authorization"},
		{"puzzles", `{}`, map[string]string{"Authorization": "Bearer the token of pages"}, 401, "Authorization"},
		{"puzzles", `{}`, map[string]string{"Authorization": "Basic " + programToken}, 401, "Authorization"},
		{"puzzles", `{}`, map[string]string{"Authorization": "-", "Cookie": "counterproof-8080=the token of pages"}, 401, "Authorization"},
		{"puzzles", `{}`, map[string]string{"Origin": "https://evil.example"}, 403, "only the pages"},
		{"puzzles", `{}`, map[string]string{"Sec-Fetch-Site": "cross-site"}, 403, "only the pages"},
		{"puzzles", `{}`, map[string]string{"Host": "evil.example"}, 421, "evil.example"},
		{"laboratory", `{}`, nil, 404, "puzzles, board"},
		{"bord", `{}`, nil, 404, "board"},
		{"board", `{"puzzle": "calendar", "instance": "10-32"}`, nil, 400, "day"},
		{"board", `{"puzzle": "calendar", "instance": "10-06", "colour": 1}`, nil, 400, `"colour"`},
		{"board", "{\n]", nil, 400, "JSON"},
		{"board", `{"ask": "count"}`, nil, 400, "another question"},
		{"count", `{"puzzle": "calendar", "instance": "10-32"}`, nil, 400, "day"},
		{"puzzles", strings.Repeat(" ", mostQuestion+1), nil, 413, "1048576 bytes"},
	} {
		w, r := program(t, h, c.name, c.body, c.header)
		if w.Code != c.status || (r.Error == nil) != (c.says == "") || r.Error != nil && (!r.Error.Misuse || !strings.Contains(r.Error.Text, c.says)) {
			t.Errorf("%s %.80s %v: %d %.300s", c.name, c.body, c.header, w.Code, w.Body)
		}
		if strings.Contains(c.body, `"id": 7`) && r.ID != 7.0 {
			t.Errorf("the id is %v", r.ID)
		}
		if (c.status == 401) != (w.Header().Get("WWW-Authenticate") == "Bearer") {
			t.Errorf("%s: %v", c.name, w.Header())
		}
	}
	if _, r := program(t, h, "board", "{\n]", nil); r.Error.Line != 2 || r.Error.Column != 1 {
		t.Errorf("the mistake is at %+v", r.Error)
	}
	without := New(Options{Desk: desk})
	w := request{method: "POST", target: apiPath + "puzzles", body: "{}", header: map[string]string{"Authorization": "Bearer "}}.send(without)
	if w.Code != http.StatusNotFound {
		t.Errorf("without the option API: %d %.300s", w.Code, w.Body)
	}
	page := request{method: "POST", target: "/ask/puzzles", body: "{}", header: map[string]string{"Authorization": "Bearer " + programToken}}.send(h)
	if page.Code == http.StatusOK {
		t.Error("a page needs its own token")
	}
}

// TestAPILimits checks how a question of a program ends at a limit, when the server is busy, and when its
// answer is too long. It also checks that an answer that starts again forgets its first part.
func TestAPILimits(t *testing.T) {
	runner := newWaiter()
	h := New(Options{Desk: desk, API: programToken, Long: runner.run, Limits: Limits{Processes: 1, Waiting: 1}})
	if w, r := program(t, h, "hint", `{"seconds": 0.001}`, nil); w.Code != http.StatusOK || r.Error == nil || r.Error.Misuse || !strings.Contains(r.Error.Text, "1ms") {
		t.Errorf("a question with a limit: %d %s", w.Code, w.Body)
	}
	<-runner.begun
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answers := make(chan *httptest.ResponseRecorder, 4)
	for range 4 { // two questions run, and one waits
		go func() {
			r := httptest.NewRequestWithContext(ctx, "POST", "http://127.0.0.1"+apiPath+"hint", strings.NewReader("{}"))
			r.Header.Set("Authorization", "Bearer "+programToken)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			answers <- w
		}()
	}
	var busy reply
	w := <-answers
	if err := json.Unmarshal(w.Body.Bytes(), &busy); err != nil || w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || busy.Error == nil || busy.Error.Misuse {
		t.Errorf("busy: %d %v %s", w.Code, w.Header(), w.Body)
	}
	cancel()

	const object = `{"solutions":["0123456789"]}`
	attempts := 0
	h = New(Options{Desk: desk, API: programToken, Limits: Limits{Processes: 1, Output: 100, Patience: time.Hour}, Long: func(ctx context.Context, name string, body []byte, line func([]byte) error) error {
		attempts++
		for range bytes.Count(body, []byte("number")) + 1 {
			if err := line([]byte(object)); err != nil {
				return err
			}
		}
		return nil
	}})
	for body, want := range map[string]string{`{}`: object, `{"number": 1, "numbers": 2, "numberss": 3}`: "too long"} {
		for range 100 { // the memory of earlier answers is free again
			if w, _ := program(t, h, "solve", body, nil); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
				t.Fatalf("%s: %d %s, want %q", body, w.Code, w.Body, want)
			}
		}
	}
	s := &site{Options: Options{Limits: Limits{Output: 100}}}
	k := &keeper{site: s}
	k.start(false)
	k.start(true)
	for _, again := range []bool{true, false} {
		if err := k.line([]byte(object)); err != nil {
			t.Fatal(err)
		}
		if again {
			k.start(true)
		}
	}
	if got := string(k.reply.Text(nil, nil)); got != fmt.Sprintf(`{"answer":[%s]}`, object) || s.kept.Load() != int64(len(object)) {
		t.Errorf("after a new start: %s, %d bytes are kept", got, s.kept.Load())
	}
	s.kept.Add(mostKept * 100)
	if err := k.line([]byte(object)); err != errBusy {
		t.Errorf("too many long answers: %v", err)
	}
}

// TestAPIGone checks that 1,000 questions of a client that goes away leave nothing running, and that another
// client then gets its answer.
func TestAPIGone(t *testing.T) {
	runner := newWaiter()
	at := listenAndServe(t, New(Options{Desk: desk, API: programToken, Long: runner.run, Limits: Limits{Processes: 1}}), patient)
	ask := func(ctx context.Context, name string) (int, error) {
		r, err := http.NewRequestWithContext(ctx, "POST", "http://"+at+apiPath+name, strings.NewReader("{}"))
		if err != nil {
			return 0, err
		}
		r.Header.Set("Authorization", "Bearer "+programToken)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, err
		}
		return answer.StatusCode, answer.Body.Close()
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{}, 1000)
	for range 1000 {
		go func() { _, _ = ask(ctx, "hint"); ended <- struct{}{} }()
	}
	within(t, "two questions begin", runner.begun)
	within(t, "two questions begin", runner.begun)
	cancel()
	for range 1000 {
		within(t, "the client has gone", ended)
	}
	within(t, "the questions end", runner.ended)
	within(t, "the questions end", runner.ended)
	close(runner.release)
	for {
		status, err := ask(t.Context(), "hint")
		if err != nil || status != http.StatusServiceUnavailable { // while questions of the other client are still leaving
			if err != nil || status != http.StatusOK {
				t.Errorf("another client gets %d, %v", status, err)
			}
			return
		}
	}
}
