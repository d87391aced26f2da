//go:build !nonats

package experiments

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"sync"
	"sync/atomic"

	"counterproof/bench/run/queue/coordinator"
	"counterproof/cmd/counterproof/console"
	"counterproof/reports/web/server"
)

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
	v := view{Status: s, Settled: s.Kept + s.Done + s.Failed, Left: "unknown", Rate: fmt.Sprintf("%.1f", float64(s.Done)/max(s.Running.Seconds(), 1e-9))}
	switch {
	case v.Settled == s.Jobs:
		v.Left = "nothing"
	case left != "":
		v.Left = left
	}
	return v
}

// The page has no script: the browser loads it again every two seconds.
var (
	//go:embed status.html status.css
	statusFiles embed.FS
	statusPage  = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(statusFiles, "status.html")) })
)
