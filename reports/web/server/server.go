// Package server serves the pages of package web, and answers their questions over HTTP. The server
// answers only requests of its own pages, and refuses requests that another site causes. If other
// machines can reach the server, it also refuses requests without a token. The work for each
// request is limited, and so is the work for all requests together.
package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"counterproof/bench/ask"
	"counterproof/docs"
	"counterproof/reports/web"
)

// A Runner answers a long question outside of the server's process. The parameter body is a JSON
// object. A Runner calls the function line with each object of the answer, as a line of JSON. When
// ctx ends, the work must end soon.
type Runner func(ctx context.Context, name string, body []byte, line func([]byte) error) error

// Options say how to serve.
type Options struct {
	Desk *ask.Desk
	// Long answers the questions for which ask.Long is true. It also answers the questions that end
	// with ask.ErrLarge in this process. If Long is nil, this process answers all questions.
	Long Runner
	// Limits bound the work. A field that is zero means the default.
	Limits Limits

	// Token is a secret that a browser must send. The first address contains the token. Afterwards,
	// the token is in a cookie. If Token is empty, anyone who can reach Address can ask questions,
	// so Address must be a loopback address or the name of a loopback address.
	Token string
	// Address is the address on which the server listens, as host and port. The server answers only
	// requests to this host or to a loopback address. If the host is a wildcard, such as 0.0.0.0,
	// and Token is not empty, the server also answers requests to any numerical address.
	Address string

	// API is the secret of the programs that may ask questions. If it is empty, no program may.
	API string

	// Panicked reports a panic that ended an answer in this process. Panicked may
	// be nil.
	Panicked func(name string, value any, stack []byte)

	Ledgers []string // the files that the laboratory shows
	Reports []string // the folders of reports that the laboratory shows
}

type site struct {
	Options
	laboratory *laboratory
	extra      map[string]answerer // questions that only a server answers
	kept       atomic.Int64        // the number of bytes of the answers to programs
	gates
}

// New returns the handler of all requests.
func New(o Options) http.Handler {
	o.Limits = o.Limits.withDefaults()
	if o.Long != nil {
		desk := *o.Desk
		desk.Room = mostLiterals
		o.Desk = &desk
	}
	s := &site{Options: o, laboratory: newLaboratory(o.Ledgers, o.Reports), gates: newGates(o.Limits)}
	s.extra = map[string]answerer{"laboratory": s.laboratory.overview, "experiment": s.laboratory.experiment}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { page(w, r, "index.html") })
	mux.HandleFunc("GET /{file}", func(w http.ResponseWriter, r *http.Request) { page(w, r, r.PathValue("file")) })
	mux.HandleFunc("GET "+iconPath, func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, web.Assets(), "shared/icon.svg") })
	mux.Handle("GET /assets/", http.StripPrefix("/assets", files(web.Assets())))
	mux.Handle("GET /"+web.PicturesFolder, http.StripPrefix("/"+web.PicturesFolder, files(docs.Files)))
	mux.HandleFunc("GET "+reportsPath+"{key}/{number}/{file...}", s.laboratory.report)
	mux.HandleFunc("GET "+reportsPath+"{key}/"+boardPage, boardOfReport)
	mux.HandleFunc("POST /ask/{name}", s.receive(s.ask))
	if s.API != "" {
		mux.HandleFunc("POST "+apiPath+"{name}", s.receive(s.api))
	}
	return s.guard(mux)
}

// Serve answers requests on a listener until ctx ends. When ctx ends, Serve closes all
// connections at once.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	return serve(ctx, l, h, slowHeader, slowClient)
}

// serve is Serve with limits. A client must send a header within the time header, and a question within the time
// client.
func serve(ctx context.Context, l net.Listener, h http.Handler, header, client time.Duration) error {
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: header,
		ReadTimeout:       client,
		WriteTimeout:      client, // the method ask extends this time with every part that the client has read
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	if err := s.Serve(&limitedListener{l, make(chan struct{}, mostConnections), ctx.Done()}); ctx.Err() == nil {
		return err
	}
	return nil
}

const (
	slowHeader = 10 * time.Second // a client must send a header in this time
	slowClient = 30 * time.Second // a client must send a question, or take a part of an answer, in this time
)

func page(w http.ResponseWriter, r *http.Request, file string) {
	var b bytes.Buffer
	name, ok := strings.CutSuffix(file, ".html")
	switch err := web.Write(&b, name, web.Live); {
	case !ok || errors.Is(err, fs.ErrNotExist):
		http.NotFound(w, r)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(b.Bytes()) // the client may be gone
}

// files serves the files of a file system, but no lists of folders.
func files(system fs.FS) http.Handler {
	server := http.FileServerFS(system)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		server.ServeHTTP(w, r)
	})
}

// Limits bound the work of a server.
type Limits struct {
	// Processes is the largest number of unbounded questions that are answered at the same time;
	// see ask.Unbounded. The default is the number of cores, and at least 2. One more process is
	// for other long questions, such as hints.
	Processes int
	// Slow is the largest number of further unbounded questions, which have run for longer than
	// Patience. The default is 2 * Processes - 1. With this default, at most 3 * Processes long
	// questions are answered at the same time.
	Slow     int
	Patience time.Duration // after this time, a question must make room for others; the default is 5 seconds
	Waiting  int           // the largest number of questions that wait in one queue; the default is 64
	Long     time.Duration // the longest time for a long question; the default is 10 minutes
	Short    time.Duration // the longest time for another question; the default is 20 seconds
	Output   int           // the largest number of bytes of an answer; the default is 64 MiB
}

func (l Limits) withDefaults() Limits {
	l.Processes = cmp.Or(l.Processes, max(2, runtime.NumCPU()))
	l.Slow = cmp.Or(l.Slow, 2*l.Processes-1)
	l.Patience = cmp.Or(l.Patience, 5*time.Second)
	l.Waiting = cmp.Or(l.Waiting, 64)
	l.Long = cmp.Or(l.Long, 10*time.Minute)
	l.Short = cmp.Or(l.Short, 20*time.Second)
	l.Output = cmp.Or(l.Output, 64<<20)
	return l
}

// mostConnections is the largest number of open connections. Further connections wait.
const mostConnections = 1200

// mostQuestions is the largest number of questions that the server accepts at the same time. This
// includes questions that wait, but not questions that are being read. It is also the largest number
// of large questions, including those that are being read.
const mostQuestions = 128

// mostLiterals is the largest number of literals of a formula that this process is allowed to make
// to answer a question. Such a formula takes about 50 MB and 0.1 seconds. A sudoku of 9x9 cells has
// 23,000 literals, and one of 16x16 cells has 240,000.
const mostLiterals = 1 << 19

// gates holds the gates of a server. A question passes the gate questions, and before that, if it has
// many bytes, the gate large. A question whose answer can take any amount of time passes two
// gates. The gate long has one place more than the gate unbounded, so that one process is always
// free for questions that take seconds, such as a hint. When a question that can take any time has
// run for some time, it moves to the gate slow, if that gate has a place.
type gates struct {
	large, questions, short, long, unbounded, slow *gate
}

func newGates(l Limits) gates {
	return gates{
		large: newGate(mostQuestions, 0), questions: newGate(mostQuestions, 0),
		short: newGate(l.Processes, l.Waiting), long: newGate(l.Processes+1, l.Waiting),
		unbounded: newGate(l.Processes, l.Waiting), slow: newGate(l.Slow, l.Waiting),
	}
}

// enter waits for the turn of a question of the given kind. While the question waits, enter calls
// report with the number of waiting questions before it.
func (g *gates) enter(ctx context.Context, long, unbounded bool, report func(before int)) (leave func(), err error) {
	switch {
	case !long:
		return g.short.enter(ctx, report)
	case !unbounded:
		return g.long.enter(ctx, report)
	}
	first, err := g.unbounded.enter(ctx, report)
	if err != nil {
		return nil, err
	}
	second, err := g.long.enter(ctx, report)
	if err != nil {
		first()
		return nil, err
	}
	return func() { second(); first() }, nil
}

// patient lets a question leave its gate when the question has run for the given time and the slow
// gate has a place for it. If the slow gate has no place and another question waits, patient calls
// the function end, and the question must end. The caller must call the result finish when the work
// for the question has ended.
func (g *gates) patient(after time.Duration, leave, end func()) (finish func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-time.After(after):
		case <-ctx.Done():
			return
		}
		out, err := g.slow.enterUnless(ctx, nil, g.unbounded.wanted)
		switch {
		case err == nil:
			leave()
			<-ctx.Done()
			out()
		case errors.Is(err, errBusy):
			end()
		}
	}()
	return func() { cancel(); <-done; leave() }
}

// A limitedListener accepts at most as many connections at the same time as open has room for.
type limitedListener struct {
	net.Listener
	open  chan struct{}
	ended <-chan struct{} // closed when Accept must not wait any longer
}

func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.open <- struct{}{}:
	case <-l.ended:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.open
		return nil, err
	}
	return &limitedConn{Conn: c, leave: sync.OnceFunc(func() { <-l.open })}, nil
}

type limitedConn struct {
	net.Conn
	leave func()
}

func (c *limitedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
