//go:build unix

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/ask"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestFinishByHand finishes a board of each puzzle of the catalogue three times: by mouse, by touch on a phone, and by
// keyboard alone. The test presses keys and clicks at positions in the window, as a person would. The board is the
// example of the puzzle, and the engine solves it. On the static site, which differs only in how it gets its answers,
// short tests finish two boards.
func TestFinishByHand(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Each(t, func(t *testing.T, root string) {
		for _, way := range []struct {
			name          string
			width, height int64
			play          func(*match)
		}{
			{"mouse", 1440, 900, (*match).pointer}, {"touch", 390, 844, (*match).pointer}, {"keyboard", 1440, 900, (*match).keyboard},
		} {
			t.Run(way.name, func(t *testing.T) {
				t.Parallel()
				tab := browsertest.Tab(t, browser)
				browsertest.View(t, tab, way.width, way.height, "light")
				if way.name == "touch" {
					browsertest.Run(t, tab, emulation.SetTouchEmulationEnabled(true))
				}
				for _, p := range catalog.All() {
					if !processtest.IsLong() && onSite(t) && (way.name != "mouse" || p.Name != "sudoku" && p.Name != "packing") {
						continue
					}
					t.Run(p.Name, func(t *testing.T) {
						fresh(t, tab)
						m := newMatch(t, p.Name, p.Example)
						m.tab, m.touch = tab, way.name == "touch"
						browsertest.Visit(t, tab, root+m.address())
						browsertest.Wait(t, tab, `document.querySelector("#board .board")`)
						way.play(m)
						m.solved()
						browsertest.Wait(t, tab, textOf("#message")+`.startsWith("Solved") && document.querySelector("#after :focus")`)
					})
				}
			})
		}
	})
}

// pointer plays by mouse or by touch. It drags pieces, and clicks or taps everything else. On the static site, it also
// clicks or taps pieces and their places.
func (m *match) pointer() {
	if m.Pieces != nil && !onSite(m.t) {
		m.dragPieces()
	} else {
		m.mouse()
	}
}

// TestKeysAlone finishes a board with keys and opens the next board with Enter, on the pages Play and Daily. On the next
// board, which has the focus, the key ? opens the list of keys and closes it again.
func TestKeysAlone(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	const date = "2026-11-16"
	made := answered[ask.Made](t, "daily", map[string]any{"puzzle": "pairplace", "date": date})
	for page, m := range map[string]*match{
		"play.html#puzzle=lightsout&board=.%23.%2F%23%23.%2F...": newMatch(t, "lightsout", ".#./##./..."),
		"daily.html#" + date + "/pairplace":                      newMatch(t, "pairplace", made.Instance),
	} {
		fresh(t, tab)
		m.t, m.tab = t, tab
		browsertest.Visit(t, tab, root+page)
		browsertest.Wait(t, tab, `document.querySelector("#game:not([hidden]) .board")`)
		m.keyboard()
		m.solved()
		browsertest.Wait(t, tab, `document.querySelector("#after .main:focus-visible")`)
		before := browsertest.Eval[string](t, tab, "location.hash")
		m.keys(kb.Enter)
		browsertest.Wait(t, tab, fmt.Sprintf(`location.hash !== %q && document.querySelector("#board .board:focus-visible, #board .board :focus-visible")`, before))
		m.keys("?")
		browsertest.Wait(t, tab, `document.querySelector("details[open] > summary:focus-visible + #keys")`)
		browsertest.Axe(t, tab)
		m.keys("?")
		browsertest.Wait(t, tab, `document.querySelector("details:not([open]) #keys") && document.activeElement.closest("#board")`)
	}
}
