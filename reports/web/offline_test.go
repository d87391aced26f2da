//go:build unix

package web_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"math"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"counterproof/bench/test/processtest"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
	"counterproof/reports/web"
)

// A host serves files and remembers which files were requested. A test can exchange the files.
type host struct {
	mu    sync.Mutex
	files fs.FS
	asked map[string]bool
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	files, name := h.files, strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	h.asked[name] = true
	h.mu.Unlock()
	http.FileServerFS(files).ServeHTTP(w, r)
}

// changedAssets holds the assets, with a changed style sheet.
type changedAssets struct{ fs.FS }

func (a changedAssets) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(a.FS, name)
	if name == "shared/style.css" {
		data = append(bytes.Clone(data), "/* new */"...)
	}
	return data, err
}

// changed returns the site after an update of its style sheet. The result lacks the file that the
// parameter missing names.
func changed(t *testing.T, missing string) fs.FS {
	t.Helper()
	files, err := web.SiteFiles(webtest.Engine(t), changedAssets{web.Assets()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	site := fstest.MapFS{}
	for _, f := range files {
		if f.Name != missing {
			site[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return site
}

// printer is the file of the engine that makes PDF documents. The constant pages is JavaScript that
// asks for such a document and returns the first bytes of the document.
const (
	printer = "engine/" + web.PrinterFile
	pages   = `return atob((await ask("pdf", { puzzle: "pushpull", instance: "011110110", sheet: true })).pdf).slice(0, 5);`
)

// TestOffline checks that the static site works without a server after the first visit. This
// includes a site below a folder, and a link with a query and a hash. TestOffline also checks that
// a complete new version replaces the old version, and that an incomplete version does not. The browser
// must copy the engine for PDF documents only when the visitor wants a document.
func TestOffline(t *testing.T) {
	t.Parallel()
	h := &host{files: webtest.Files(t), asked: map[string]bool{}}
	s := httptest.NewServer(http.StripPrefix("/some/folder", h))
	defer s.Close()
	root := s.URL + "/some/folder/"
	tab := browsertest.Tab(t, browsertest.Start(t))
	w := browsertest.Visit(t, tab, root+"play.html")
	browsertest.Wait(t, tab, "navigator.serviceWorker.controller")
	update := func(files fs.FS) {
		h.mu.Lock()
		h.files = files
		h.mu.Unlock()
		browsertest.Eval[any](t, tab, `navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => null)`)
	}
	const style = `fetch("assets/shared/style.css").then(r => r.text()).then(text => text.endsWith("/* new */"))`
	update(changed(t, "assets/shared/dom.js"))
	settled := func() {
		t.Helper()
		browsertest.Wait(t, tab, `navigator.serviceWorker.getRegistration().then(r => !r.installing && !r.waiting && r.active.state === "activated")`)
	}
	settled()
	if browsertest.Eval[bool](t, tab, style) {
		t.Error("an incomplete version of the site replaced the old one")
	}
	w.Take() // the browser reports that the new version was not installed
	update(changed(t, ""))
	settled() // does not fetch: a service worker that is busy with requests is not replaced
	if !browsertest.Eval[bool](t, tab, style) {
		t.Error("a complete version of the site did not replace the old one")
	}
	browsertest.Wait(t, tab, `caches.keys().then(names => names.length === 1)`)
	h.mu.Lock()
	if h.asked[printer] {
		t.Error("the browser has copied the engine for documents without a reason")
	}
	h.mu.Unlock()
	document := func(when string) {
		if got := browsertest.Eval[string](t, tab, fmt.Sprintf(asking, pages)); got != "%PDF-" {
			t.Errorf("%s: the document begins with %q", when, got)
		}
	}
	document("with a server")
	s.CloseClientConnections()
	s.Close()
	document("without a server")
	for _, link := range []string{"", "calendar.html?day=1#10-06", "play", "analyse.html"} {
		browsertest.Run(t, tab, chromedp.Navigate("about:blank"), chromedp.Navigate(root+link), chromedp.WaitReady("main"))
		got := browsertest.Eval[string](t, tab, fmt.Sprintf(asking, `return (await ask("count", { puzzle: "calendar", instance: "10-06" })).count;`))
		if got != "7" {
			t.Errorf("%s without a server: 6 October has %s solutions, want 7", link, got)
		}
	}
}

// These are limits for the compressed size of what a page needs, in bytes. The engine had 3,151,000 bytes, by
// libdeflate, before all puzzles got human techniques.
const (
	mostPage   = 250_000
	mostEngine = 3_350_000
	// mostPrinter limits the engine that also makes PDF documents, which a page loads only for them.
	mostPrinter = 4_500_000
)

// TestBudget checks the size of the files that the home page and the calendar need before their first board can be
// played. At 10 Mbit/s, they arrive within 0.2 s. The board needs no engine, so the server holds the engine back until
// a piece is in the hand. Then the engine must come, and answer.
func TestBudget(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for _, page := range []string{"", "calendar.html"} {
		files := webtest.Files(t)
		files["offline.js"] = &fstest.MapFile{Mode: 0o644} // the real one would load everything
		h := &host{files: files, asked: map[string]bool{}}
		free := make(chan struct{})
		tab := browsertest.Tab(t, browser)
		root := webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ".gz") {
				select {
				case <-free:
				case <-r.Context().Done(): // the test has failed
					return
				}
			}
			h.ServeHTTP(w, r)
		}))
		browsertest.Visit(t, tab, root+page)
		browsertest.Wait(t, tab, `document.querySelector(".embed .board")`)
		browsertest.Eval[any](t, tab, `document.querySelector(".embed .board").focus()`)
		browsertest.Run(t, tab, chromedp.KeyEvent("."))
		browsertest.Wait(t, tab, `document.querySelector(".embed [role=status]").textContent.endsWith("in the hand")`)
		h.mu.Lock()
		total := 0
		delete(h.asked, "offline.js")
		for name := range h.asked {
			total += packed(t, h.files, name)
		}
		h.mu.Unlock()
		t.Logf("%s needs %d bytes", root+page, total)
		if total > mostPage {
			t.Errorf("%s needs %d compressed bytes, want at most %d", root+page, total, mostPage)
		}
		close(free)
		browsertest.Eval[any](t, tab, fmt.Sprintf(asking, `return (await ask("puzzles", {})).puzzles.length;`))
		h.mu.Lock()
		if !h.asked["engine/engine.wasm.gz"] || h.asked[printer] {
			t.Errorf("for a question that needs no PDF document, the page has loaded the engine: %v, and the engine for documents: %v", h.asked["engine/engine.wasm.gz"], h.asked[printer])
		}
		h.mu.Unlock()
	}
}

// TestEngineSize checks the sizes of the engines if libdeflate has compressed them.
func TestEngineSize(t *testing.T) {
	processtest.Program(t, "libdeflate-gzip")
	for name, most := range map[string]int{"engine.wasm.gz": mostEngine, web.PrinterFile: mostPrinter} {
		n := packed(t, webtest.Engine(t), name)
		t.Logf("%s has %d bytes", name, n)
		if n > most {
			t.Errorf("%s has %d bytes, want at most %d", name, n, most)
		}
	}
}

// TestFirstPaint measures how soon the first page is visible, in both forms. The best of several
// visits must take less than a second, or less than twenty times as long as a page of plain text. So
// the test passes even on a busy machine and on a slow one.
func TestFirstPaint(t *testing.T) {
	browser := browsertest.Start(t)
	webtest.Each(t, func(t *testing.T, root string) {
		tab := browsertest.Tab(t, browser)
		best := func(address string) float64 {
			browsertest.Visit(t, tab, address)
			least := math.Inf(1)
			for range 5 {
				const paint = `performance.getEntriesByName("first-contentful-paint")[0]?.startTime`
				browsertest.Run(t, tab, chromedp.Reload())
				browsertest.Wait(t, tab, paint)
				least = min(least, browsertest.Eval[float64](t, tab, paint))
			}
			return least
		}
		plain, least := best(root+"assets/shared/noscript.css"), best(root)
		t.Logf("the first page is visible after %.0f ms, and plain text after %.0f ms", least, plain)
		if most := max(1000, 20*plain); least >= most {
			t.Errorf("the first page is visible after %.0f ms, want less than %.0f ms", least, most)
		}
	})
}

// packed returns the compressed size of a file.
func packed(t *testing.T, files fs.FS, name string) int {
	t.Helper()
	data, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	if path.Ext(name) == ".gz" {
		return len(data)
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
