//go:build unix

package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/web"
)

// TestNoNetwork visits a static site once and ends its server. Then the documentation must work, the first
// PDF document must fail with a message that names the network, and an address without a page must lead to
// a page of the site. The test runs no engine.
func TestNoNetwork(t *testing.T) {
	t.Parallel()
	engine := fstest.MapFS{}
	for _, name := range web.EngineFiles {
		engine[name] = &fstest.MapFile{}
	}
	engine["wasm_exec.js"] = &fstest.MapFile{Data: []byte("globalThis.fs = { write() {} };")}
	files, err := web.SiteFiles(engine, web.Assets(), nil)
	if err != nil {
		t.Fatal(err)
	}
	site := fstest.MapFS{}
	for _, f := range files {
		site[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	s := httptest.NewServer(http.FileServerFS(site))
	defer s.Close()
	tab := browsertest.Tab(t, browsertest.Start(t))
	w := browsertest.Visit(t, tab, s.URL+"/tutorial.html")
	browsertest.Wait(t, tab, "navigator.serviceWorker.controller")
	s.CloseClientConnections()
	s.Close()
	for _, c := range []struct{ path, heading string }{
		{"docs.html", "Documentation"},
		{"docs-puzzles-sudoku.html", "Sudoku"},
		{"nothing/here.html", "This page is missing"},
	} {
		browsertest.Run(t, tab, chromedp.Navigate("about:blank"), chromedp.Navigate(s.URL+"/"+c.path), chromedp.WaitReady("main"))
		if got := browsertest.Eval[string](t, tab, textOf("h1")); !strings.Contains(got, c.heading) {
			t.Errorf("%s without a network has the heading %q, want %s", c.path, got, c.heading)
		}
	}
	got := browsertest.Eval[string](t, tab, `import("./assets/shared/ask.js").then(({ ask }) => ask("pdf", {})).catch(error => error.message)`)
	if !strings.Contains(got, "the first PDF document needs a network") || strings.Contains(got, "Failed") {
		t.Errorf("the first document without a network: %s", got)
	}
	w.End() // the browser reports that the engine is empty, and requests that failed
}
