//go:build unix

package web_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"counterproof/bench/ask"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
	"counterproof/reports/web/server"
)

// A delay is a server that holds back a question while the test changes the page.
type delay struct {
	root string
	came chan struct{} // passes a value when the question has arrived
	free chan struct{} // takes a value when the server is allowed to answer the question
	gone chan struct{} // passes a value when the page has given up the question
	t    *testing.T

	mu   sync.Mutex
	name string // the name of the next question that is held back
}

func newDelay(t *testing.T) *delay {
	t.Helper()
	d := &delay{came: make(chan struct{}), free: make(chan struct{}), gone: make(chan struct{}), t: t}
	inner := server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All()}})
	d.root = webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.holds(r.URL.Path) {
			body, err := io.ReadAll(r.Body) // otherwise the server does not notice that the page has given up
			if err != nil {
				t.Error(err)
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			d.came <- struct{}{}
			select {
			case <-d.free:
			case <-r.Context().Done():
				d.gone <- struct{}{}
				return
			}
		}
		inner.ServeHTTP(w, r)
	}))
	return d
}

// hold makes the server hold back the next question of a name.
func (d *delay) hold(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.name = name
}

func (d *delay) holds(path string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.name == "" || path != "/ask/"+d.name {
		return false
	}
	d.name = ""
	return true
}

// wait waits for a value.
func (d *delay) wait(what string, c <-chan struct{}) {
	d.t.Helper()
	select {
	case <-c:
	case <-time.After(processtest.Patience):
		d.t.Fatal("waited too long until " + what)
	}
}

// TestLateHelp changes the board while the page Play looks for a hint or checks the entries. The page
// must not show the answer, which is about other entries.
func TestLateHelp(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	d := newDelay(t)
	m := newMatch(t, "sudoku", "..1.4......3.2..")
	m.open(browser, d.root)
	m.more("feedback") // otherwise, it asks the same question as the button
	const values = `[...document.querySelectorAll(".board-area")].map(area => area.parentElement.dataset.value ?? "").join()`
	const dropped = `(({ textContent, dataset }) => textContent !== "" && !dataset.kind)(document.getElementById("message")) &&
		document.getElementById("after").hidden && !document.querySelector(".board-mark")`
	forget := func() { browsertest.Eval[any](t, m.tab, `void (document.getElementById("message").textContent = "")`) }
	change := func(key string) {
		t.Helper()
		before := browsertest.Eval[string](t, m.tab, values)
		m.clickSite(0)
		m.keys(key)
		browsertest.Wait(t, m.tab, fmt.Sprintf("%s !== %q", values, before))
	}
	for i, c := range []struct{ button, question, key string }{
		{"#check", "correct", "3"}, {"#after button", "hint", "4"}, {"#after button", "first", "3"}, // the solution has 2 in the first cell
		{"#check", "check", "2"}, {"#hint", "hint", "3"},
	} {
		forget()
		if c.button == "#after button" {
			m.click(selector("#check"))
			m.waitFor(textOf("#after:not([hidden]) button") + ` === "Where did I go wrong?"`)
		}
		d.hold(c.question)
		m.click(selector("%s", c.button))
		d.wait(fmt.Sprintf("question %d comes", i), d.came)
		change(c.key)
		d.free <- struct{}{}
		browsertest.Wait(t, m.tab, dropped)
	}
	change("2")
	m.step("")
	browsertest.Wait(t, m.tab, `document.querySelector("#after button")?.checkVisibility()`)
	change("3")
	forget()
	before := browsertest.Eval[string](t, m.tab, values)
	m.click(selector("#after button"))
	browsertest.Wait(t, m.tab, dropped)
	if after := browsertest.Eval[string](t, m.tab, values); after != before {
		t.Errorf("an old hint changes the board from %s to %s", before, after)
	}
}

// TestOldCheck lets a check of the rules be answered after the player has asked something else. A check of a binary
// board has a second question. It must not be asked then, because it would stop the newer question.
func TestOldCheck(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "lightsout", ".#./##./...")
	m.open(browsertest.Start(t), webtest.Live(t))
	m.more("feedback") // otherwise, it asks the same question as the button
	browsertest.Eval[any](t, m.tab, `void (() => {
		const send = fetch;
		globalThis.asked = [];
		globalThis.fetch = async (address, { signal, ...rest }) => {
			const first = asked.push(address.split("/").at(-1)) === 1;
			const text = await (await send(address, rest)).text();
			if (first) await new Promise(free => { globalThis.free = free; });
			return new Response(text);
		};
	})()`)
	m.click(selector("#check"))
	browsertest.Wait(t, m.tab, `globalThis.free`)
	m.press("hint", "Look at")
	browsertest.Eval[any](t, m.tab, `void free()`)
	m.press("hint", "technique")
	if got := browsertest.Eval[string](t, m.tab, `asked.join()`); got != "check,hint,hint" {
		t.Errorf("the page asked %s", got)
	}
}

// TestLateAnswers checks that the page of the calendar cancels its question for a hint when the
// player starts over. It also checks that the page Analyse cancels its question about a text when
// the reader opens another board.
func TestLateAnswers(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	d := newDelay(t)
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, d.root+"calendar.html#10-06/1")
	browsertest.Wait(t, tab, shownSolutions+".length === 7")
	browsertest.Run(t, tab, browsertest.Click("#hint button.main"))
	browsertest.Wait(t, tab, `location.hash === "#10-06?hints=1"`)
	board := browsertest.Eval[string](t, tab, `document.querySelector("#hint svg").getAttribute("aria-label")`)
	d.hold("hint")
	browsertest.Run(t, tab, browsertest.Click("#hint button.main"))
	d.wait("the second hint is asked", d.came)
	browsertest.Run(t, tab, browsertest.Click("#hint button:not(.main)"))
	d.wait("the page gives up the second hint", d.gone)
	browsertest.Wait(t, tab, `location.hash === "#10-06/1"`)
	browsertest.Run(t, tab, browsertest.Click("#hint button.main"))
	browsertest.Wait(t, tab, `location.hash === "#10-06?hints=1"`)
	if got := browsertest.Eval[string](t, tab, `document.querySelector("#hint svg").getAttribute("aria-label")`); got != board {
		t.Errorf("the first hint shows %q, and after a new start %q", board, got)
	}

	const shown = `document.getElementById("instance").textContent`
	browsertest.Visit(t, tab, d.root+"analyse.html#sudoku:..1.4......3.2..")
	browsertest.Wait(t, tab, shown+` === "..1.4......3.2.."`)
	browsertest.Run(t, tab, chromedp.SetValue("#text", strings.Repeat(".", 16), chromedp.ByID))
	d.hold("guess")
	browsertest.Run(t, tab, browsertest.Click("#input button[type=submit]"))
	d.wait("the text is read", d.came)
	browsertest.Run(t, tab, browsertest.Click("#example"))
	d.wait("the page gives up the text", d.gone)
	browsertest.Wait(t, tab, fmt.Sprintf("%s === %q", shown, catalog.Find("sudoku").Example))
}
