//go:build unix

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestStreak solves the Pair Place table of the day before, and then the one of the day. Both are solved puzzles, but
// only the second one was solved on its own day.
func TestStreak(t *testing.T) {
	t.Parallel()
	browser, root := browsertest.Start(t), webtest.Live(t)
	tab := browsertest.Tab(t, browser)
	open := func(m *match, page string) {
		m.tab = tab
		browsertest.Eval[any](t, tab, fmt.Sprintf("void (location.hash = %q)", strings.TrimPrefix(page, "daily.html")))
		browsertest.Wait(t, tab, fmt.Sprintf(`document.querySelector("#game:not([hidden]) .board") && document.querySelector('#cards [aria-current]').hash === %q`, strings.TrimPrefix(page, "daily.html")))
	}
	browsertest.Visit(t, tab, root+"daily.html#2026-11-15")
	browsertest.View(t, tab, 900, 1400, "light")
	dayShown(t, tab, "15 November 2026")
	browsertest.Eval[any](t, tab, fmt.Sprintf(setClock, "2026-11-17"))
	for _, c := range []struct{ date, says string }{{"2026-11-16", "1 puzzle. In a row: 0 days with at least"}, {"2026-11-17", "2 puzzles. In a row: 1 day with at least"}} {
		m := newDaily(t, open, c.date)
		m.mouse()
		browsertest.Wait(t, tab, fmt.Sprintf(textOf("#streaks")+`.includes(%q)`, c.says))
	}
}
