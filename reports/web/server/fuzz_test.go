package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzRequest sends requests of all kinds to all handlers. A request must not cause a panic or get
// the status 500, and every response must have a content security policy. Questions that take long
// are not answered here, because package ask has its own tests.
func FuzzRequest(f *testing.F) {
	const json, site = "application/json", "http://127.0.0.1:8080"
	for _, seed := range []struct{ method, target, host, origin, fetch, kind, cookie, body string }{
		{"GET", "/", "127.0.0.1:8080", "", "", "", "", ""},
		{"GET", "/play.html?x#y", "localhost", "", "none", "", "", ""},
		{"GET", "/assets/shared/ask.js", "[::1]:8080", "", "", "", "", ""},
		{"HEAD", "/assets/../pages/%2e%2e/web.go", "[::1", "", "", "", "", ""},
		{"GET", "/reports/" + reportKey + "/0/server.go", "127.0.0.1", "", "", "", "", ""},
		{"GET", "/?token=secret", "127.0.0.1", "", "", "", "counterproof-8080=secret", ""},
		{"POST", "/ask/puzzles", "127.0.0.1:8080", site, "same-origin", json, "counterproof-8080=secret", "{}"},
		{"POST", "/ask/board", "127.0.0.1:8080", site, "same-origin", json, "counterproof-8080=secret", `{"puzzle": "calendar", "instance": "10-06"}`},
		{"POST", "/ask/check", "127.0.0.1:8080", site, "cross-site", json, "", `{"puzzle": "sudoku", "instance": "....", "solution": "1"}`},
		{"POST", "/ask/picture", "127.0.0.1:8080", site, "", json, "counterproof-8080=secret", `{"puzzle": "lightsout", "instance": ".#/#."}`},
		{"POST", "/ask/laboratory", "127.0.0.1:8080", "null", "", json, "", "{}"},
		{"POST", "/ask/experiment", "127.0.0.1:8080", site, "", json + "; charset=x", "counterproof-8080=secret", `{"ledger": "x.sqlite", "experiment": "0", "from": -9}`},
		{"POST", "/ask/count", "evil.example", site, "", "text/plain", "", "[]"},
		{"OPTIONS", "*", "", "", "", "", "", ""},
	} {
		f.Add(seed.method, seed.target, seed.host, seed.origin, seed.fetch, seed.kind, seed.cookie, seed.body)
	}
	var panicked string
	o := Options{Desk: desk, Ledgers: []string{"/nonexistent/x.sqlite"}, Reports: []string{"."},
		Panicked: func(name string, value any, stack []byte) { panicked = name + ": " + string(stack) },
		Long: func(_ context.Context, _ string, _ []byte, line func([]byte) error) error {
			return line([]byte("{}"))
		}}
	local := New(o)
	o.Token, o.Address = "secret", "0.0.0.0:8080"
	open := New(o)
	f.Fuzz(func(t *testing.T, method, target, host, origin, fetch, kind, cookie, body string) {
		for _, h := range []http.Handler{local, open} {
			r := httptest.NewRequest(http.MethodGet, "/", strings.NewReader(body))
			r.Method, r.Host = method, host
			r.URL.Path, r.URL.RawQuery, _ = strings.Cut(target, "?")
			for name, value := range map[string]string{"Origin": origin, "Sec-Fetch-Site": fetch, "Content-Type": kind, "Cookie": cookie} {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code == http.StatusInternalServerError || panicked != "" {
				t.Errorf("status %d: %.200s\n%s", w.Code, w.Body, panicked)
			}
			if got := w.Header().Get("Content-Security-Policy"); !strings.Contains(got, "default-src 'none'") {
				t.Errorf("the policy is %q", got)
			}
		}
	})
}
