//go:build unix

package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestClueTicks ticks clues of Sherlock off on a phone, by touch and by keyboard. The clues stay in view at
// the first and at the last row of the table, and the browser keeps the ticks.
func TestClueTicks(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.View(t, tab, 390, 844, "light")
	m := newBoard(t, "sherlock", "nation:Dane,Finn,Greek/pet:cat,dog,fox/drink:tea,milk,juice/fruit:apple,lemon,plum/trade:cook,baker,mason;left dog milk;at fox 3;same cat juice;left tea juice;next Dane fox;same plum cook;left apple lemon")
	m.tab, m.touch = tab, true
	root := webtest.Live(t)
	m.visit(root)
	for _, row := range []string{"0", "14"} {
		browsertest.Eval[any](t, tab, `void document.querySelector('.board-toggle[data-site="`+row+`"]').scrollIntoView({ block: "nearest", behavior: "instant" })`)
		browsertest.Wait(t, tab, `(() => {
			const row = document.querySelector('.board-toggle[data-site="`+row+`"]').getBoundingClientRect(), clues = document.querySelector(".clue-list").getBoundingClientRect();
			return row.top >= 0 && row.bottom <= clues.top && clues.bottom <= innerHeight;
		})()`)
	}
	browsertest.Fits(t, tab)
	m.click(selector(".clue-list li:nth-child(2) .clue"))
	browsertest.Run(t, tab, chromedp.Focus(".clue-list li:nth-child(4) .clue"), chromedp.KeyEvent(kb.Enter))
	const ticked = `[...document.querySelectorAll(".clue")].flatMap((clue, i) => clue.getAttribute("aria-pressed") === "true" ? [i] : []).join()`
	browsertest.Wait(t, tab, ticked+` === "1,3"`)
	browsertest.Axe(t, tab)
	m.kept()
	m.reload()
	browsertest.Wait(t, tab, ticked+` === "1,3"`)
	m.click(selector(".clue-list li:nth-child(2) .clue"))
	browsertest.Wait(t, tab, ticked+` === "3"`)
}
