//go:build unix

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"counterproof/bench/ask"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// leave causes the event that a tab gets when its page is left.
const leave = `dispatchEvent(new PageTransitionEvent("pagehide"))`

// TestTwoTabsPlay plays a board in a tab while an older tab shows the same board. The older tab
// must show the entries, and must not remove them when it is closed.
func TestTwoTabsPlay(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	old := newMatch(t, "sudoku", "1234341221434...")
	old.open(browser, root)
	young := *old
	young.tab = browsertest.SecondTab(t, old.tab)
	browsertest.Visit(t, young.tab, root+old.address())
	browsertest.Wait(t, young.tab, `document.querySelector(".board")`)
	browsertest.Run(t, young.tab, chromedp.Focus(".board", chromedp.ByQuery))
	young.keys("3")
	const clues = "012323011032" + "3"
	young.says("the tab with the entry", clues+"2..")
	browsertest.Wait(t, old.tab, fmt.Sprintf(`%s === %q`, filled, clues+"2.."))
	browsertest.Eval[any](t, old.tab, leave)
	young.reload()
	young.says("after the end of the older tab", clues+"2..")
}

// TestTwoTabsDaily solves a daily puzzle in a tab while an older tab shows the empty board. The
// hints and the result must be in both tabs, even after the older tab has saved an earlier state and is closed.
func TestTwoTabsDaily(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	const page, board = "daily.html#2026-11-16/pairplace", `document.querySelector("#game:not([hidden]) .board")`
	made := answered[ask.Made](t, "daily", map[string]any{"puzzle": "pairplace", "date": "2026-11-16"})
	m := newMatch(t, "pairplace", made.Instance)
	old := browsertest.Tab(t, browser)
	browsertest.Visit(t, old, root+page)
	browsertest.Wait(t, old, board)
	m.tab = browsertest.SecondTab(t, old)
	browsertest.Visit(t, m.tab, root+page)
	browsertest.View(t, m.tab, 900, 1400, "light")
	browsertest.Wait(t, m.tab, board)
	m.click(selector("#hint"))
	browsertest.Wait(t, m.tab, `document.getElementById("message").textContent !== ""`)
	m.keyboard()
	m.solved()
	m.finished("16 November 2026", "1 hint")
	result := m.text("result-text")
	browsertest.Wait(t, old, fmt.Sprintf(`document.getElementById("result-text").textContent === %q`, result))
	const key = `"counterproof.daily.2026-11-16/pairplace"`
	browsertest.Eval[any](t, old, `localStorage.setItem(`+key+`, JSON.stringify({ ...JSON.parse(localStorage.getItem(`+key+`)), done: false }))`) // as if it had saved its time at that moment
	browsertest.Wait(t, old, `JSON.parse(localStorage.getItem(`+key+`)).done`)
	browsertest.Eval[any](t, old, leave)
	browsertest.Run(t, m.tab, chromedp.Reload())
	browsertest.Wait(t, m.tab, `document.querySelector("#result:not([hidden])")`)
	if got := m.text("result-text"); got != result {
		t.Errorf("after the end of the older tab, the result is %q, want %q", got, result)
	}
}

// TestBack opens another board on the pages Play and Analyse. The button Back of the browser must
// lead to the first board, and the button Forward must lead to the other board.
func TestBack(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	m := newMatch(t, "sudoku", "1234341221434...")
	m.open(browser, root)
	shows := func(instance string) {
		t.Helper()
		browsertest.Wait(t, m.tab, fmt.Sprintf(`new URLSearchParams(location.hash.slice(1)).get("board") === %q && document.getElementById("text").value === %[1]q`, instance))
	}
	shows(m.Instance)
	const other, moves = "..1.4......3.2..", `(() => {
		document.getElementById("text").value = %q;
		document.getElementById(%q).requestSubmit();
	})()`
	browsertest.Eval[any](t, m.tab, fmt.Sprintf(moves, other, "paste"))
	shows(other)
	browsertest.Run(t, m.tab, chromedp.Focus(".board", chromedp.ByQuery))
	m.keys("3") // an entry adds no address to the history
	browsertest.Eval[any](t, m.tab, `history.back()`)
	shows(m.Instance)
	browsertest.Eval[any](t, m.tab, `history.forward()`)
	shows(other)

	browsertest.Visit(t, m.tab, root+analysed("sudoku", m.Instance, ""))
	analyses := func(instance string) {
		t.Helper()
		browsertest.Wait(t, m.tab, fmt.Sprintf(`document.getElementById("instance").textContent === %q && location.hash.includes(%[1]q)`, instance))
	}
	analyses(m.Instance)
	browsertest.Eval[any](t, m.tab, fmt.Sprintf(moves, other, "input"))
	analyses(other)
	browsertest.Eval[any](t, m.tab, `document.getElementById("tab-save").click()`) // a panel adds no address to the history
	browsertest.Eval[any](t, m.tab, `history.back()`)
	analyses(m.Instance)
	browsertest.Eval[any](t, m.tab, `history.forward()`)
	analyses(other)
}
