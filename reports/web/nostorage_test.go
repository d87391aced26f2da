//go:build unix

package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"counterproof/bench/test/processtest"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/web"
)

// TestWithoutStorage opens every page in a browser that blocks site data. The pages must have no
// script errors. Counts, play, and the links from the laboratory to a board must work. The page Play
// must say that it does not keep the entries. Long tests also open the pages of the static site.
func TestWithoutStorage(t *testing.T) {
	t.Parallel()
	browser := browsertest.StartWithoutStorage(t)
	ready := map[string]string{
		"index":      `document.querySelector(".embed .board")`,
		"calendar":   `document.querySelector("#view .board svg")`,
		"play":       `document.querySelectorAll("#gallery a").length > 10`,
		"daily":      `document.querySelectorAll("#cards li").length >= 6`,
		"analyse":    `document.activeElement.id === "text"`,
		"laboratory": textOf(".experiments h3 a") + ` === "Two days"`,
		"tutorial":   `document.querySelector(".board")`,
		"control":    `document.querySelector("#jumps td")`,
		"example":    textOf("#hint") + ` !== ""`,
	}
	for name, serve := range map[string]func(*testing.T) string{"live": oneLedger, "site": oneAtlas} {
		t.Run(name, func(t *testing.T) {
			if name == "site" {
				processtest.Long(t)
			}
			root := serve(t)
			tab := browsertest.Tab(t, browser)
			for _, page := range web.Pages {
				browsertest.Visit(t, tab, root+page.Name+".html")
				if !browsertest.Eval[bool](t, tab, `(() => { try { return !localStorage; } catch { return true; } })()`) {
					t.Fatal("the browser keeps data")
				}
				browsertest.Wait(t, tab, ready[page.Name])
			}
			browsertest.Visit(t, tab, root+analysed("sudoku", "..1.4......3.2..", ""))
			browsertest.Wait(t, tab, `document.querySelector("#panel-count button.main")`)
			browsertest.Run(t, tab, browsertest.Click("#panel-count button.main"))
			browsertest.Wait(t, tab, textOf("#panel-count .analyse-good")+`.includes("same set of solutions")`)

			browsertest.Visit(t, tab, root+"laboratory.html")
			browsertest.Wait(t, tab, ready["laboratory"])
			browsertest.Run(t, tab, browsertest.Click(".experiments h3 a"))
			browsertest.Wait(t, tab, `document.querySelectorAll("#plot svg a").length === 4`)
			browsertest.Eval[any](t, tab, `void document.querySelector("#record-0 a").click()`)
			browsertest.Wait(t, tab, textOf("#instance")+` === "10-06"`)

			m := newMatch(t, "sudoku", "1234341221434...")
			m.tab = tab
			browsertest.Visit(t, tab, root+m.address())
			browsertest.Wait(t, tab, `document.querySelector(".board")`)
			browsertest.Run(t, tab, chromedp.Focus(".board"))
			m.keys("3")
			m.says("an entry", "0123230110323"+"2..")
			browsertest.Wait(t, tab, `document.getElementById("unkept").checkVisibility()`)
			browsertest.Eval[any](t, tab, leave)
		})
	}
}
