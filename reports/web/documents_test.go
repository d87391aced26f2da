//go:build unix

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"counterproof/bench/test/processtest"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestReadDocumentation goes from the page Play to the documentation, and reads some of its pages on a
// phone. Long tests read more pages.
func TestReadDocumentation(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		tab := browsertest.Tab(t, browser)
		browsertest.View(t, tab, 360, 800, "dark")
		browsertest.Visit(t, tab, root+"play.html")
		for _, c := range []struct{ link, heading string }{{"footer a", "Documentation"}, {`.docs a[href="docs-web.html"]`, "The workbench in a browser"}} {
			browsertest.Eval[any](t, tab, "void "+fmt.Sprintf("document.querySelector(%q)", c.link)+".click()")
			browsertest.Wait(t, tab, fmt.Sprintf("%s === %q && document.readyState === 'complete'", textOf("h1"), c.heading))
		}
		pages := []string{"docs-formats", "docs-puzzles-sudoku"}
		if processtest.IsLong() {
			pages = append(pages, "docs-web", "docs-glossary")
		}
		for _, page := range pages {
			browsertest.Run(t, tab, chromedp.Navigate(root+page+".html"), chromedp.WaitReady(".docs h2"))
			browsertest.Fits(t, tab)
			browsertest.Axe(t, tab)
		}
	})
}
