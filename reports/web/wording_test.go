//go:build unix

package web_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestPanelWording opens a link to the heat map of a date, which is a part of the panel Theory. The list of
// impossible values is cut. The page
// says how many values it leaves out, and names no flag of the command line. Large numbers look the
// same as on the page of the calendar.
func TestPanelWording(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Live(t)+"analyse.html#calendar:10-06&panel=heat")
	browsertest.Wait(t, tab, `document.querySelector('#panel-theory table')`)
	facts := browsertest.Eval[string](t, tab, `[...document.querySelectorAll("[data-fact]")].map(x => x.textContent).join("\n")`)
	if !strings.Contains(facts, " more") || strings.Contains(facts, "--json") {
		t.Errorf("the facts of the heat map: %s", facts)
	}
	if got := browsertest.Eval[string](t, tab, `import("/assets/analyse/job.js").then(({ large }) => large(14025))`); got != "14,025" {
		t.Errorf("a large number looks like %s", got)
	}
}

// TestSourceOfHint asks for the technique of steps that follow from what the boards give. The names of these
// moves, "hint" and "clue", are not techniques.
func TestSourceOfHint(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	for puzzle, want := range map[string]string{"battleships": "a cell that the board gives", "map": "a value that is already on the board"} {
		fresh(t, tab)
		browsertest.Visit(t, tab, root+"play.html#"+url.Values{"puzzle": {puzzle}, "board": {catalog.Find(puzzle).Example}}.Encode())
		browsertest.Wait(t, tab, `document.querySelector("#board svg")`)
		browsertest.Run(t, tab, browsertest.Click("#hint"))
		browsertest.Wait(t, tab, textOf("#hint")+` === "More of the hint"`)
		browsertest.Run(t, tab, browsertest.Click("#hint"))
		browsertest.Wait(t, tab, textOf("#hint")+` === "Show the step"`)
		if got := browsertest.Eval[string](t, tab, textOf("#message")); !strings.Contains(got, want) || strings.Contains(got, "“") {
			t.Errorf("%s: the hint says %q, without %q", puzzle, got, want)
		}
	}
}

// TestRevealedNumbers opens a cell of a game of Minesweeper. The number that appears is as large as the
// numbers that were open before.
func TestRevealedNumbers(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Live(t)+"play.html#puzzle=minesweeper&board=9x9:8,5,m9b4c63b3f47f25757a7c0")
	browsertest.Wait(t, tab, `document.querySelectorAll("#board .board-cells g[id]").length > 0`)
	browsertest.Run(t, tab, chromedp.Focus("#board .board"))
	const number = `[...document.querySelectorAll("#board .board-cells g[aria-label*=', number '] text")]`
	for range 20 { // sites, of which some are mines or have no number
		browsertest.Run(t, tab, chromedp.KeyEvent(" "+kb.Escape+kb.ArrowRight)) // go on after a mine
		if browsertest.Eval[int](t, tab, number+".length") > 0 {
			break
		}
	}
	sizes := browsertest.Eval[[]string](t, tab, `[[...document.querySelectorAll("#board .board-under text")].find(x => /^[1-8]$/.test(x.textContent)), `+number+`[0]].map(x => x.getAttribute("font-size"))`)
	if sizes[0] != sizes[1] {
		t.Errorf("the open number has the size %s, and the revealed number %s", sizes[0], sizes[1])
	}
}
