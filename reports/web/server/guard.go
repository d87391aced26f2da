package server

import (
	"context"
	"crypto/subtle"
	"errors"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"counterproof/bench/ask"
	"counterproof/bench/ask/pool"
)

// policy allows a page only what it needs: its own files, and WebAssembly.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// reportsPath is the beginning of the paths of reports, before a key; see reportKey.
const reportsPath = "/reports/"

// iconPath is where a browser looks for the icon of a page that names no icon, such as a report. The icon
// needs no token.
const iconPath = "/favicon.ico"

// Guard returns a handler that passes requests of the server's own pages to the handler next, and
// refuses all other requests. Guard uses only the options Token, Address and API.
func Guard(o Options, next http.Handler) http.Handler { return (&site{Options: o}).guard(next) }

func (s *site) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !s.ownHost(r.Host) {
			refuse(w, r, http.StatusMisdirectedRequest, "this server does not answer requests to the host "+strconv.Quote(r.Host[:min(len(r.Host), 100)])+
				": use the address that the program has printed")
			return
		}
		if s.API != "" && strings.HasPrefix(r.URL.Path, apiPath) {
			if s.program(w, r) {
				next.ServeHTTP(w, r)
			}
			return
		}
		if !strings.HasPrefix(r.URL.Path, reportsPath) && r.URL.Path != iconPath && !s.admit(w, r) {
			return
		}
		if r.Method == http.MethodPost && !s.samePage(w, r) {
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ownHost reports whether a request to the given host is meant for this server. Another site can
// make its own name point to this machine, so that its pages can send requests to this server
// (DNS rebinding). But the host of such a request is the name of the other site.
func (s *site) ownHost(host string) bool {
	name, at := hostname(host)
	if strings.EqualFold(name, "localhost") || at.IsLoopback() {
		return true
	}
	listened, address := hostname(s.Address)
	if listened == "" || address.IsUnspecified() {
		return s.Token != "" && at.IsValid() // no site can make a numerical address point elsewhere
	}
	return name != "" && strings.EqualFold(name, listened)
}

// hostname returns the name of a host without the port. If this name is a numerical address, the
// result at is the address.
func hostname(host string) (name string, at netip.Addr) {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	}
	at, _ = netip.ParseAddr(name)
	return name, at.Unmap()
}

// admit reports whether the request has the token. If the token is in the query of the address,
// admit gives the browser a cookie, and redirects the browser to the address without the token.
func (s *site) admit(w http.ResponseWriter, r *http.Request) bool {
	if s.Token == "" {
		return true
	}
	_, port, _ := net.SplitHostPort(s.Address)
	name := "counterproof-" + port // browsers send cookies to all ports of a host
	if c, err := r.Cookie(name); err == nil && equal(c.Value, s.Token) {
		return true
	}
	if r.Method == http.MethodGet && equal(r.URL.Query().Get("token"), s.Token) {
		http.SetCookie(w, &http.Cookie{Name: name, Value: s.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: 30 * 24 * 60 * 60})
		query := r.URL.Query()
		query.Del("token")
		to := url.URL{Path: r.URL.Path, RawQuery: query.Encode()}
		if strings.HasPrefix(to.Path, "//") || strings.Contains(to.Path, `\`) {
			to.Path = "/" // a browser would read such a path as the name of another host
		}
		open(w, "page", to.String())
		return false
	}
	refuse(w, r, http.StatusForbidden, "the browser does not know the token of this server: open the whole address that the program has printed")
	return false
}

// open leads the browser to an address. This is not a redirect: after one, a browser that came from
// another site, or from a report in its sandbox, would not send the cookie with the token.
func open(w http.ResponseWriter, what, address string) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Refresh", "0; url="+address)
	h.Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("Opening the " + what + " ...\n"))
}

// equal compares two secrets, in a time that does not depend on where they differ.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// samePage reports whether a page of this server has sent the question. Before a page of another
// site can send a request of this type, the browser must ask this server for permission.
func (s *site) samePage(w http.ResponseWriter, r *http.Request) bool {
	if !s.sameSite(w, r) {
		return false
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, r, http.StatusUnsupportedMediaType, "want a question of the type application/json")
		return false
	}
	return true
}

// sameSite reports whether the headers of a browser say that a page of this server has sent the request.
func (s *site) sameSite(w http.ResponseWriter, r *http.Request) bool {
	origin, err := url.Parse(r.Header.Get("Origin"))
	if err != nil || origin.Host == "" || !strings.EqualFold(origin.Host, r.Host) {
		refuse(w, r, http.StatusForbidden, "only the pages of this server may ask questions: the request needs the header Origin with the server's address")
		return false
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		refuse(w, r, http.StatusForbidden, "only the pages of this server may ask questions")
		return false
	}
	return true
}

// refuse answers a request with a status and a reason. If the request is a question, the reason is
// sent as an ask.Problem, and to a program in a pool.Reply. For other requests, the reason is a text.
func refuse(w http.ResponseWriter, r *http.Request, status int, why string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Connection", "close") // the body of the request need not be read
	problem := &ask.Problem{Misuse: status < 500, Text: why}
	switch {
	case strings.HasPrefix(r.URL.Path, apiPath):
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(append((&pool.Reply{}).Text(nil, problem), '\n'))
		return
	case !strings.HasPrefix(r.URL.Path, "/ask/"):
		http.Error(w, why, status)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(status)
	_, _ = w.Write(append(lineOf(problem), '\n'))
}

var errBusy = errors.New("the server has too many questions: try again in a moment")

// A gate lets a limited number of questions through at the same time, and lets a limited number of
// further questions wait. The questions pass in the order in which they came.
type gate struct {
	// Each waiting question offers one value on the channel wanted, for a running question that can
	// make room.
	wanted chan struct{}

	mu      sync.Mutex
	free    int // the number of free places
	waiting int // the largest number of questions in the queue
	queue   []*ticket
}

// A ticket is the place of a question in the queue.
type ticket struct {
	turn  chan struct{} // closed when it is the question's turn
	moved chan struct{} // holds a value if the number of questions in front has changed
}

func newGate(open, waiting int) *gate {
	return &gate{wanted: make(chan struct{}), free: open, waiting: waiting}
}

// enter waits for the turn of a question. The error is errBusy or ctx.Err(). Without an error, the
// caller must call the result leave when the question has been answered; further calls of leave do
// nothing. If the function report is not nil, enter calls it with the number of waiting questions
// before this question, first at once and then whenever the number changes.
func (g *gate) enter(ctx context.Context, report func(before int)) (leave func(), err error) {
	return g.enterUnless(ctx, report, nil)
}

func (g *gate) enterUnless(ctx context.Context, report func(before int), unless <-chan struct{}) (leave func(), err error) {
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return sync.OnceFunc(g.leave), nil
	}
	if len(g.queue) >= g.waiting {
		g.mu.Unlock()
		return nil, errBusy
	}
	t := &ticket{make(chan struct{}), make(chan struct{}, 1)}
	t.moved <- struct{}{}
	g.queue = append(g.queue, t)
	g.mu.Unlock()
	wanted := g.wanted
	for {
		select {
		case <-t.turn:
			return sync.OnceFunc(g.leave), nil
		case wanted <- struct{}{}:
			wanted = nil
		case <-t.moved:
			if before := g.before(t); report != nil && before >= 0 {
				report(before)
			}
		case <-unless:
			g.abandon(t)
			return nil, errBusy
		case <-ctx.Done():
			g.abandon(t)
			return nil, ctx.Err()
		}
	}
}

// before returns the number of waiting questions before a ticket, or -1 if it is its turn.
func (g *gate) before(t *ticket) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Index(g.queue, t)
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queue) == 0 {
		g.free++
		return
	}
	close(g.queue[0].turn)
	g.remove(0)
}

// abandon takes a ticket out of the queue, or passes on the place that the ticket has just got.
func (g *gate) abandon(t *ticket) {
	g.mu.Lock()
	i := slices.Index(g.queue, t)
	if i >= 0 {
		g.remove(i)
	}
	g.mu.Unlock()
	if i < 0 {
		g.leave()
	}
}

// remove takes a ticket out of the queue, and informs the tickets behind it. The caller holds g.mu.
func (g *gate) remove(i int) {
	g.queue = slices.Delete(g.queue, i, i+1)
	for _, t := range g.queue[i:] {
		select {
		case t.moved <- struct{}{}:
		default:
		}
	}
}
