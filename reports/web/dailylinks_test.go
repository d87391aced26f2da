//go:build unix

package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/ask"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
	"counterproof/reports/web/server"
)

// setClock is JavaScript that sets the clock of a page to noon of a date.
const setClock = `(() => {
	globalThis.RealDate ??= Date;
	globalThis.Date = class extends RealDate {
		constructor(...parts) { super(...(parts.length ? parts : ["%[1]sT12:00:00"])); }
		static now() { return new RealDate("%[1]sT12:00:00").getTime(); }
	};
})()`

// focused is JavaScript that names the element with the focus, by its link, id, label or kind.
const focused = `(e => e.getAttribute("href") ?? (e.id || (e.getAttribute("aria-label") ?? e.tagName)))(document.activeElement)`

// enter focuses an element and presses keys.
func enter(t *testing.T, tab context.Context, element, keys string) {
	t.Helper()
	browsertest.Run(t, tab, chromedp.Focus(element, chromedp.ByQuery), chromedp.KeyEvent(keys))
}

// focusIs checks which element has the focus.
func focusIs(t *testing.T, tab context.Context, want string) {
	t.Helper()
	if got := browsertest.Eval[string](t, tab, focused); got != want {
		t.Errorf("the focus is on %s, want %s", got, want)
	}
}

// dayShown waits until the page Daily shows a date.
func dayShown(t *testing.T, tab context.Context, date string) {
	t.Helper()
	browsertest.Wait(t, tab, fmt.Sprintf(`document.getElementById("heading").textContent.endsWith(", %s")`, date))
}

// TestDailyDates types a date, follows links by keyboard, and passes midnight.
func TestDailyDates(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, webtest.Live(t)+"daily.html#2026-03-20")
	dayShown(t, tab, "20 March 2026")

	const entries = "history.length"
	before := browsertest.Eval[int](t, tab, entries)
	browsertest.Run(t, tab, chromedp.Focus("#date"))
	for _, key := range "11112025" { // the month and the day are equal, because their order depends on the language
		browsertest.Run(t, tab, chromedp.KeyEvent(string(key)))
		browsertest.Wait(t, tab, `document.getElementById("date").value === location.hash.slice(1)`)
	}
	dayShown(t, tab, "11 November 2025")
	if n := browsertest.Eval[int](t, tab, entries) - before; n != 1 {
		t.Errorf("typing a date made %d entries of the history, want 1", n)
	}
	browsertest.Eval[any](t, tab, "history.back()")
	dayShown(t, tab, "20 March 2026")
	if got := browsertest.Eval[string](t, tab, `document.getElementById("date").value`); got != "2026-03-20" {
		t.Errorf("the field has %s", got)
	}

	browsertest.Eval[any](t, tab, fmt.Sprintf(setClock, "2026-03-19"))
	enter(t, tab, `#month a[href="#2026-03-18"]`, kb.Enter)
	dayShown(t, tab, "18 March 2026")
	focusIs(t, tab, "#2026-03-18")
	enter(t, tab, "#after-day", kb.Enter)
	dayShown(t, tab, "19 March 2026")
	focusIs(t, tab, "after-day")

	browsertest.Run(t, tab, browsertest.Click("#today"))
	browsertest.Wait(t, tab, `location.hash === ""`)
	dayShown(t, tab, "19 March 2026")
	browsertest.Eval[any](t, tab, fmt.Sprintf(setClock, "2026-03-20"))
	browsertest.Run(t, tab, browsertest.Click("#today"))
	dayShown(t, tab, "20 March 2026")
	const returned = `document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`
	browsertest.Eval[any](t, tab, fmt.Sprintf(setClock, "2026-03-21"))
	browsertest.Eval[any](t, tab, returned)
	dayShown(t, tab, "21 March 2026")
	browsertest.Eval[any](t, tab, `location.hash = "#2026-03-21"`)
	browsertest.Eval[any](t, tab, fmt.Sprintf(setClock, "2026-03-22"))
	browsertest.Eval[any](t, tab, returned)
	browsertest.Wait(t, tab, `document.getElementById("after-day").hash === "#2026-03-22" && document.querySelector('#month a[href="#2026-03-22"]')`)
}

// TestDailyCards makes the first question about a board fail, and stops the second question. Then
// the cards of both boards must open their boards. A card must keep the focus when the page saves
// the game.
func TestDailyCards(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	const fail, hold = 1, 2
	var mode atomic.Int32
	pages := server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All()}})
	root := webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/ask/daily" {
			switch mode.Load() {
			case fail:
				fmt.Fprintln(w, `{"error": "too many questions: try again in a moment", "misuse": false}`)
				return
			case hold:
				_, _ = io.Copy(io.Discard, r.Body) // after this, the server notices that the page gives up
				<-r.Context().Done()
				return
			}
		}
		pages.ServeHTTP(w, r)
	}))
	made := answered[ask.Made](t, "daily", map[string]any{"puzzle": "pairplace", "date": "2026-11-20"})
	m := newMatch(t, "pairplace", made.Instance)
	m.tab = browsertest.Tab(t, browser)
	browsertest.Visit(t, m.tab, root+"daily.html#2026-11-20")
	browsertest.View(t, m.tab, 900, 1400, "light")
	dayShown(t, m.tab, "20 November 2026")
	card := func(i int) string { return selector("#cards li:nth-child(%d) a", i) }
	opens := func(i int) {
		t.Helper()
		mode.Store(0)
		m.click(card(i))
		browsertest.Wait(t, m.tab, fmt.Sprintf(`%s.querySelector("strong").textContent === document.getElementById("title").textContent && document.querySelector("#game:not([hidden]) .board")`, card(i)))
	}
	mode.Store(fail)
	m.click(card(1))
	browsertest.Wait(t, m.tab, `!document.getElementById("problem").hidden`)
	opens(1)
	mode.Store(hold)
	m.click(card(2))
	browsertest.Wait(t, m.tab, `!document.getElementById("working").hidden`)
	m.click(selector("#stop"))
	browsertest.Wait(t, m.tab, `document.getElementById("working").hidden`)
	opens(2)

	pair := browsertest.Eval[int](t, m.tab, `[...document.querySelectorAll("#cards a")].findIndex(link => link.hash === "#2026-11-20/pairplace") + 1`)
	opens(pair)
	m.put(0)
	browsertest.Wait(t, m.tab, card(pair)+`.lastChild.textContent === "Go on"`)
	browsertest.Run(t, m.tab, chromedp.Focus("#cards li:nth-child(3) a", chromedp.ByQuery))
	browsertest.Eval[any](t, m.tab, `document.getElementById("hint").click()`) // the page saves that a hint was taken
	m.waitFor(textOf("#hint") + ` === "More of the hint"`)
	focusIs(t, m.tab, browsertest.Eval[string](t, m.tab, card(3)+`.getAttribute("href")`))
}

// put enters the value of the solution at one of the sites that the player fills in. The parameter
// place is an index into these sites.
func (m *match) put(place int) {
	m.t.Helper()
	site := m.to()[place]
	m.clickSite(site)
	m.click(selector(`.pad [data-value="%d"]`, m.solution[site]))
}

// TestOneTime plays boards on the pages Daily and Play. Each page must show the total of the times
// that were spent on the two pages.
func TestOneTime(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	const shown = `document.querySelector("#game:not([hidden]) .board")`
	m := newDaily(t, func(m *match, page string) {
		m.tab = browsertest.Tab(t, browser)
		browsertest.Visit(t, m.tab, root+"daily.html#2026-11-20")
		browsertest.View(t, m.tab, 900, 1400, "light")
		browsertest.Eval[any](t, m.tab, `localStorage.setItem("counterproof.daily.2026-11-16/pairplace", JSON.stringify({ seconds: 70, started: true }))`)
		browsertest.Visit(t, m.tab, root+page)
		browsertest.Wait(t, m.tab, shown)
	}, "2026-11-16")
	m.keyboard()
	m.solved()
	time := browsertest.Eval[string](t, m.tab, `document.getElementById("result-text").textContent.match(/Time (\S+),/)[1]`)
	if time < "1:10" || time > "9" {
		t.Errorf("the time is %s", time)
	}
	browsertest.Visit(t, m.tab, root+m.address())
	browsertest.Wait(t, m.tab, fmt.Sprintf(`document.getElementById("message").textContent.includes(" in %s.")`, time))

	made := answered[ask.Made](t, "daily", map[string]any{"puzzle": "pairplace", "date": "2026-11-17"})
	begun := newMatch(t, "pairplace", made.Instance)
	begun.tab = m.tab
	browsertest.Visit(t, begun.tab, root+begun.address()) // the page Play is open, so it shows the other board for a moment
	browsertest.Wait(t, begun.tab, fmt.Sprintf(`document.getElementById("text").value === %q`, begun.Instance))
	begun.put(0)
	const saved = `localStorage.getItem("counterproof.game.pairplace." + %q)`
	game := fmt.Sprintf(saved, begun.Instance)
	browsertest.Wait(t, begun.tab, game)
	browsertest.Eval[any](t, begun.tab, fmt.Sprintf(`localStorage.setItem("counterproof.game.pairplace." + %q, JSON.stringify({ ...JSON.parse(%s), seconds: 100 }))`, begun.Instance, game))
	browsertest.Visit(t, begun.tab, root+"daily.html#2026-11-17/pairplace")
	browsertest.Wait(t, begun.tab, shown)
	begun.put(1)
	browsertest.Wait(t, begun.tab, `document.getElementById("clock").textContent >= "1:40"`)
}
