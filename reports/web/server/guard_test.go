package server

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"counterproof/bench/ask"
	"counterproof/encode/catalog"
)

var desk = &ask.Desk{Puzzles: catalog.All()}

// A request is an HTTP request to a handler. A header with the value "-" is left out.
type request struct {
	method, target, host, body string
	header                     map[string]string
}

// send sends a request. If the request is a question, send adds the headers that a browser sends,
// unless the request sets these headers itself.
func (q request) send(h http.Handler) *httptest.ResponseRecorder {
	r := httptest.NewRequest(q.method, "http://127.0.0.1:8080/", strings.NewReader(q.body))
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(q.target, "?")
	r.Host = "127.0.0.1:8080"
	if q.host != "" {
		r.Host = q.host
	}
	if q.method == http.MethodPost {
		r.Header.Set("Origin", "http://"+r.Host)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.Header.Set("Content-Type", "application/json")
	}
	for name, value := range q.header {
		r.Header.Set(name, value)
		if value == "-" {
			r.Header.Del(name)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// problem returns the Problem at the end of an answer. If the answer has no Problem, the text of
// the result is empty.
func problem(t *testing.T, w *httptest.ResponseRecorder) (p ask.Problem) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &p); err != nil {
		t.Errorf("the answer %q ends without an object: %v", w.Body, err)
	}
	return p
}

// TestGuard checks that the server answers only requests that its own pages send to its own
// address.
func TestGuard(t *testing.T) {
	const page, question = "/play.html", "/ask/puzzles"
	local := New(Options{Desk: desk})
	open := New(Options{Desk: desk, Token: "secret", Address: "192.0.2.7:8080"})
	wild := New(Options{Desk: desk, Token: "secret", Address: "[::]:8080"})
	named := New(Options{Desk: desk, Token: "secret", Address: "box.example:8080"})
	mine := New(Options{Desk: desk, Address: "mine.example:8080"})
	cookie := map[string]string{"Cookie": "counterproof-8080=secret"}
	for _, c := range []struct {
		name   string
		h      http.Handler
		method string
		target string
		host   string
		header map[string]string
		want   int
	}{
		{"a page", local, "GET", page, "", nil, 200},
		{"a page at localhost", local, "GET", page, "localhost:8080", nil, 200},
		{"a page at ::1", local, "GET", page, "[::1]:8080", nil, 200},
		{"another name", local, "GET", page, "evil.example:8080", nil, 421},
		{"a name that begins like ours", local, "GET", page, "127.0.0.1.evil.example", nil, 421},
		{"another address", local, "GET", page, "192.0.2.7:8080", nil, 421},
		{"no host", local, "GET", page, ":8080", nil, 421},
		{"a question", local, "POST", question, "", nil, 200},
		{"a question to another name", local, "POST", question, "evil.example", nil, 421},
		{"another site", local, "POST", question, "", map[string]string{"Origin": "http://evil.example"}, 403},
		{"another port", local, "POST", question, "", map[string]string{"Origin": "http://127.0.0.1:9"}, 403},
		{"a page in a sandbox", local, "POST", question, "", map[string]string{"Origin": "null"}, 403},
		{"no origin", local, "POST", question, "", map[string]string{"Origin": "-"}, 403},
		{"a cross-site question", local, "POST", question, "", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"a question of the same site", local, "POST", question, "", map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		{"an old browser", local, "POST", question, "", map[string]string{"Sec-Fetch-Site": "-"}, 200},
		{"a form", local, "POST", question, "", map[string]string{"Content-Type": "text/plain"}, 415},
		{"a type with a parameter", local, "POST", question, "", map[string]string{"Content-Type": "application/json; charset=utf-8"}, 200},
		{"a question by GET", local, "GET", question, "", nil, 405},
		{"no token", open, "GET", page, "", nil, 403},
		{"no token for a question", open, "POST", question, "", nil, 403},
		{"a wrong token", open, "GET", page + "?token=secreT", "", nil, 403},
		{"a token by POST", open, "POST", question + "?token=secret", "", nil, 403},
		{"the token", open, "GET", page + "?token=secret", "", nil, 200},
		{"the cookie", open, "GET", page, "", cookie, 200},
		{"the cookie and a question", open, "POST", question, "", cookie, 200},
		{"a wrong cookie", open, "GET", page, "", map[string]string{"Cookie": "counterproof-8080=secre"}, 403},
		{"the address", open, "GET", page, "192.0.2.7:8080", cookie, 200},
		{"another address, with the cookie", open, "GET", page, "192.0.2.8:8080", cookie, 421},
		{"another name, with the cookie", open, "GET", page, "evil.example:8080", cookie, 421},
		{"any address", wild, "GET", page, "192.0.2.8:8080", cookie, 200},
		{"a name for any address", wild, "GET", page, "evil.example:8080", cookie, 421},
		{"the name", named, "GET", page, "box.example:8080", cookie, 200},
		{"not the name", named, "GET", page, "other.example:8080", cookie, 421},
		{"the name of this machine", mine, "GET", page, "mine.example:8080", nil, 200},
		{"not the name of this machine", mine, "GET", page, "other.example:8080", nil, 421},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := request{c.method, c.target, c.host, "{}", c.header}.send(c.h)
			if w.Code != c.want {
				t.Errorf("status %d, want %d: %s", w.Code, c.want, w.Body)
			}
			checkHeaders(t, w)
			if c.method == "POST" && c.want != 200 && problem(t, w).Text == "" {
				t.Errorf("want a Problem, got %s", w.Body)
			}
		})
	}
}

func checkHeaders(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": "same-origin", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Resource-Policy": "same-origin", "Content-Security-Policy": policy,
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestToken checks that the first address gives the browser a cookie that scripts cannot read, and
// leads to the same page without the token.
func TestToken(t *testing.T) {
	h := New(Options{Desk: desk, Token: "secret", Address: "192.0.2.7:8080"})
	w := request{method: "GET", target: "/daily.html?token=secret&day=1"}.send(h)
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("the cookies are %v", cookies)
	}
	if got := w.Header().Get("Refresh"); got != "0; url=/daily.html?day=1" {
		t.Errorf("the browser goes to %q", got)
	}
	next := request{method: "GET", target: "/daily.html", header: map[string]string{"Cookie": cookies[0].String()}}.send(h)
	if next.Code != http.StatusOK || !strings.Contains(next.Body.String(), "<main") {
		t.Errorf("with the cookie: status %d", next.Code)
	}
	if got := (request{method: "GET", target: "//evil.example/?token=secret"}).send(h).Header().Get("Refresh"); got != "0; url=/" {
		t.Errorf("a path that looks like a host leads to %q", got)
	}
}

// TestNames checks that requests for unknown questions and unknown files are refused.
func TestNames(t *testing.T) {
	h := New(Options{Desk: desk, Long: func(context.Context, string, []byte, func([]byte) error) error {
		t.Error("a process was started for an unknown question")
		return nil
	}})
	for _, target := range []string{"/ask/serve", "/ask/..%2fcount", "/ask/--help", "/ask/"} {
		w := request{method: "POST", target: target, body: "{}"}.send(h)
		if w.Code == http.StatusOK && !problem(t, w).Misuse {
			t.Errorf("%s is answered: %s", target, w.Body)
		}
	}
	for _, target := range []string{
		"/assets/../server/server.go", "/assets/", "/assets/board/", "/../go.mod", "/go.mod", "/assets//etc/passwd", "/etc/passwd", `/assets/..\web.go`,
		"/frame.html", "/pages/play.html", "/assets/../pages/play.html", "/engine/engine.wasm.gz", "/.html", "/reports/", "/reports/x/0/index.html",
	} {
		if w := (request{method: "GET", target: target}).send(h); w.Code == http.StatusOK {
			t.Errorf("%s is served: %.80s", target, w.Body)
		}
	}
}
