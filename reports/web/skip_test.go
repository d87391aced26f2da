//go:build unix

package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestSkip follows the link to the content with the keyboard. The focus must move to the content,
// and the page must keep its address, because most pages read their state from it. A page that is
// opened with the address of the link must show the same as without a hash.
func TestSkip(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	tab := browsertest.Tab(t, browser)
	for _, c := range []struct{ link, shown string }{
		{"index.html", `document.querySelector("h1")`},
		{"docs.html#pages", `document.querySelector("h1")`},
		{"tutorial.html#4", textOf("#title") + `.startsWith("4.")`},
		{"control.html#kind=chain&branches=5", `document.querySelector("#kind").value === "chain" && document.querySelector("#branches").value === "5" && document.querySelector("#jumps td")`},
		{"calendar.html#10-06", `!` + textOf("#problem") + ` && document.title.startsWith("6 October") && document.querySelector("#view .board svg")`},
		{"daily.html#2026-11-16", `!` + textOf("#problem") + ` && document.querySelector("#date").value === "2026-11-16"`},
		{"laboratory.html", `!` + textOf("#problem") + ` && document.querySelector("#overview[aria-busy=false]")`},
		{"play.html#puzzle=lightsout&board=.%23.%2F%23%23.%2F...", textOf("#title") + `.startsWith("Lights Out") && document.querySelector("#board svg")`},
		{"analyse.html#lightsout:.%23.%2F%23%23.%2F...", textOf("#instance") + ` === ".#./##./..."`},
	} {
		browsertest.Visit(t, tab, root+c.link)
		browsertest.Wait(t, tab, c.shown)
		before := browsertest.Eval[string](t, tab, "location.href")
		browsertest.Run(t, tab, chromedp.Focus("a.skip"), chromedp.KeyEvent(kb.Enter))
		if after := browsertest.Eval[string](t, tab, "location.href"); after != before {
			t.Errorf("%s: the address changes to %s", before, after)
		}
		if focus := browsertest.Eval[string](t, tab, "document.activeElement.id"); focus != "main" {
			t.Errorf("%s: the focus is on the element %q, want main", c.link, focus)
		}
	}
	browsertest.Visit(t, tab, root+"calendar.html#main")
	browsertest.Wait(t, tab, `document.querySelector("#view .board svg")`)
	if problem := browsertest.Eval[string](t, tab, textOf("#problem")); problem != "" {
		t.Errorf("calendar.html#main: %s", problem)
	}
}
