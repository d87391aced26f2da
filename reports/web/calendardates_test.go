//go:build unix

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestCalendarDates goes from date to date by keyboard. The control that was used must keep the focus, and every
// address must name a date. If a date is missing on the other board or in the other year, the page shows the last
// day of its month.
func TestCalendarDates(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, webtest.Live(t)+"calendar.html#10-06/0")
	browsertest.View(t, tab, 1280, 900, "light")
	at := func(hash, focus string) {
		t.Helper()
		browsertest.Wait(t, tab, fmt.Sprintf("globalThis.shown === %q", hash))
		if focus != "" {
			focusIs(t, tab, focus)
		}
		if got := browsertest.Eval[string](t, tab, `document.getElementById("problem").textContent`); got != "" {
			t.Errorf("%s: %s", hash, got)
		}
	}
	visit := func(hash string) {
		t.Helper()
		browsertest.Eval[any](t, tab, fmt.Sprintf("location.hash = %q", hash))
		at(hash, "")
	}
	button := func(label string) string { return fmt.Sprintf(`.bar [aria-label=%q]`, label) }
	browsertest.Wait(t, tab, `location.hash === "#10-06" && document.querySelector("#choice button")`)
	// This listener comes after the listener of the page.
	browsertest.Eval[any](t, tab, `addEventListener("hashchange", () => { globalThis.shown = location.hash; })`)
	enter(t, tab, button("Next day"), kb.Enter)
	at("#10-07", "Next day")
	browsertest.Run(t, tab, chromedp.KeyEvent(kb.Enter))
	at("#10-08", "Next day")
	enter(t, tab, button("Month"), kb.ArrowDown)
	at("#11", "Month")
	enter(t, tab, button("Day"), kb.ArrowDown)
	at("#11-01", "Day")
	enter(t, tab, `#map a[href="#10-31"]`, kb.Enter)
	at("#10-31", "#10-31")
	enter(t, tab, `#rank a`, kb.Enter)
	at("#10", "H2")
	enter(t, tab, `.bars a[href="#10-06"]`, kb.Enter)
	at("#10-06", "H2")

	browsertest.Eval[any](t, tab, fmt.Sprintf(setClock, "2026-11-20"))
	visit("#02-29")
	enter(t, tab, button("Board"), kb.ArrowDown)
	at("#weekday:2026-02-28", "Board")
	visit("#weekday:2028-02-29")
	enter(t, tab, button("Year"), kb.ArrowUp)
	at("#weekday:2029-02-28", "Year")
	visit("#weekday:0001-01-02")
	enter(t, tab, button("Previous day"), kb.Enter)
	at("#weekday:0001-01-01", "Next day")
	visit("#weekday:9999-12-30")
	enter(t, tab, button("Next day"), kb.Enter)
	at("#weekday:9999-12-31", "Previous day")
	if !browsertest.Eval[bool](t, tab, `document.querySelector('#choice [aria-label="Next day"]').disabled`) {
		t.Error("there is a next day after 9999-12-31")
	}
	enter(t, tab, button("Previous day"), kb.Enter)
	at("#weekday:9999-12-30", "Previous day")
	enter(t, tab, button("Next day"), kb.Enter)
	at("#weekday:9999-12-31", "Previous day")
}
