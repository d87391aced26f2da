//go:build !nonats

package experiments

import (
	"cmp"
	"context"
	"crypto/tls"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/coordinator"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/system/release"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/contents"
	"counterproof/encode/wording"

	"counterproof/reports/web/server"
)

func coordinate(c *console.Call) error {
	q, err := readQueue(c)
	if err != nil {
		return err
	}
	spec, jobs, err := c.ReadExperiment(c.Args[0])
	if err != nil {
		return err
	}
	watcher, err := newWatcher(c)
	if err != nil {
		return err
	}
	defer watcher.close()
	path := c.String("ledger")
	l, err := c.OpenLedger(path, true)
	if err != nil {
		return err
	}
	defer l.Close()
	x := ledger.Experiment{Name: spec.Name(), Text: string(spec.Text), Files: spec.Files, Shards: 1}
	if err := l.SetExperiment(x, spec.Places, spec.LeftOut()); err != nil {
		return err
	}
	warnOfLarge(c, jobs)
	q.Folder = path + "-queue"
	t := newTally(c, spec, jobs)
	if t.reused, err = ledger.Reuse(l, jobs); err != nil {
		return err
	}
	err = runQueue(c, coordinator.Options{
		Title: spec.Title, Version: release.Version(), Jobs: result.Unlisted(jobs), Solvers: spec.Solvers, Suspects: spec.Suspects, Ledger: l, Queue: q,
		Finished: t.job,
		Warn:     func(text string) { t.bar.Say("%s", text) },
		Note: func(text string) {
			if c.Bool(console.VerboseFlag.Name) {
				t.bar.Say("%s", text)
			}
		},
		Tick: func(s coordinator.Status) { watcher.left.Store(t.crew(s)) },
	}, watcher)
	t.bar.Close()
	switch {
	case console.Interrupted(c, err):
		return t.stop(err)
	case err != nil && !errors.Is(err, coordinator.ErrAlarm):
		return err
	}
	_, failed := t.conclude(l)
	return cmp.Or(err, failed)
}

// warnOfLarge names the files that are too large for the queue.
func warnOfLarge(c *console.Call, jobs []result.Listed) {
	seen := map[string]bool{}
	for _, l := range jobs {
		name, hash, _ := wording.File(l.Whole().Instance)
		if hash == "" || seen[hash] {
			continue
		}
		seen[hash] = true
		if packed, err := contents.Packed(l.Whole().Instance); err == nil && len(packed) > queue.MostContents {
			c.Warn("%s has %d bytes when it is compressed, and the queue carries at most %d: start the workers with --files DIR, a folder that has it", name, len(packed), queue.MostContents)
		}
	}
}

func runQueue(c *console.Call, o coordinator.Options, w *watcher) error {
	o.Ready = func(port int) {
		fmt.Fprintln(c.Stdout, workersURL(o.Queue, port))
		if w.listener != nil {
			fmt.Fprintln(c.Stdout, w.listener.Link)
		}
	}
	k, err := coordinator.New(o)
	if err != nil {
		return err
	}
	w.serve(k.Status)
	err = k.Run(c)
	if listening, ok := errors.AsType[*net.OpError](err); ok && listening.Op == "listen" {
		return c.ListenError("listen", listening)
	}
	return err
}

// readQueue reads the flags about the queue. If other machines can reach the queue, readQueue
// demands a token and TLS. It makes the token only after all other checks.
func readQueue(c *console.Call) (q transport.Options, err error) {
	if q.Host, q.Port, err = c.Address("listen"); err != nil {
		return q, err
	}
	cert, key, token := c.String("tls-cert"), c.String("tls-key"), c.String("token")
	if (cert == "") != (key == "") {
		return q, c.Usagef("TLS needs both --tls-cert and --tls-key")
	}
	if !transport.Loopback(q.Host) && (cert == "" || token == "") {
		return q, c.Usagef("--listen %s: other machines can reach this address, so it needs --token FILE, --tls-cert FILE and --tls-key FILE; "+
			"without them, only 127.0.0.1 is accepted", c.String("listen"))
	}
	if cert != "" {
		pair, err := console.Await(c, func() (tls.Certificate, error) { return tls.LoadX509KeyPair(cert, key) })
		if err != nil {
			return q, fmt.Errorf("coordinate: --tls-cert, --tls-key: %w", err)
		}
		q.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	l, err := c.Listen("listen") // before a file is made
	if err != nil {
		return q, err
	}
	l.Close()
	if token != "" {
		if q.Token, err = console.Await(c, func() (string, error) { return transport.MakeToken(token) }); err != nil {
			return q, fmt.Errorf("coordinate: --token: %w", err)
		}
	}
	return q, nil
}

// workersURL returns the address with which workers join. With TLS, its host fits the certificate.
func workersURL(q transport.Options, port int) string {
	scheme, host := "nats", q.Host
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = ""
	}
	if q.TLS != nil {
		scheme, host = "tls", transport.Named(q.TLS.Certificates[0].Leaf, host, ownHosts())
	}
	if host == "" {
		return scheme + "://" + console.Reachable(&net.TCPAddr{IP: net.IPv4zero, Port: port}, "")
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(port))
}

func ownHosts() []string {
	name, _ := os.Hostname()
	own := []string{name}
	all, _ := net.InterfaceAddrs()
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok {
			own = append(own, n.IP.String())
		}
	}
	return own
}

// crew shows the machines and the wrong answers after the pace. At the end, it shows how many answers
// are compared. The result is the time left, or empty if the time is not known.
func (t *tally) crew(s coordinator.Status) (left string) {
	if s.Comparing {
		t.bar.Compare(s.Compared, s.Jobs)
		return ""
	}
	text := fmt.Sprintf(", %s, %d wrong", wording.Plural(s.Machines, "machine"), s.Wrong) + wording.If(s.Refused > 0, fmt.Sprintf(", %d refused", s.Refused))
	return t.bar.Crew(s.Slots, s.Running, text)
}

// A watcher serves the progress of an experiment as a page, if the flag --http asks for it.
type watcher struct {
	listener *console.Listener // nil: no page
	stop     context.CancelFunc
	left     atomic.Value // the time left, a text as the terminal shows it
}

func newWatcher(c *console.Call) (w *watcher, err error) {
	w = &watcher{stop: func() {}}
	if c.IsSet("http") {
		w.listener, err = c.Listen("http")
	}
	return w, err
}

// serve serves the page until close is called. The function status returns the current state.
func (w *watcher) serve(status func() coordinator.Status) {
	if w.listener == nil {
		return
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		out.Header().Set("Cache-Control", "no-store")
		_ = statusPage().Execute(out, newView(status(), w.timeLeft()))
	})
	mux.Handle("GET /status.css", http.FileServerFS(statusFiles))
	ctx, stop := context.WithCancel(context.Background())
	w.stop = stop
	o := server.Options{Address: w.listener.Address, Token: w.listener.Token}
	go func() { _ = server.Serve(ctx, w.listener, server.Guard(o, mux)) }()
}

func (w *watcher) close() {
	w.stop()
	if w.listener != nil {
		w.listener.Close()
	}
}

func (w *watcher) timeLeft() string {
	left, _ := w.left.Load().(string)
	return left
}

type view struct {
	coordinator.Status
	Settled int
	Left    string
	Rate    string
}

// newView returns the contents of the page. The time left may be empty, which means that it is not known.
func newView(s coordinator.Status, left string) view {
	settled := s.Kept + s.Done + s.Failed
	return view{s, settled, wording.Either(settled == s.Jobs, "nothing", cmp.Or(left, "unknown")), fmt.Sprintf("%.1f", float64(s.Done)/max(s.Running.Seconds(), 1e-9))}
}

// The page has no script: the browser loads it again every two seconds.
var (
	//go:embed status.html status.css
	statusFiles embed.FS
	statusPage  = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(statusFiles, "status.html")) })
)
