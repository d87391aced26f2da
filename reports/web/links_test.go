//go:build unix

package web_test

import (
	"testing"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestBadLinks follows links that name something that does not exist. Each page says what is wrong,
// once, and shows something else that a visitor can use.
func TestBadLinks(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	problem := textOf("#problem")
	for _, c := range []struct{ name, link, want string }{
		{"an unknown puzzle in Play", "play.html#puzzle=nosuch&board=1", problem + `.includes("nosuch") && !` + problem + `.includes("sudoku") && document.querySelector("#gallery a").checkVisibility()`},
		{"a bad board in Play", "play.html#puzzle=sudoku&board=12x", problem + `.match(/column/g)?.length === 1 && ` + textOf("#title") + ` === "Sudoku" && document.querySelector("#board svg")`},
		{"a board without options in Play", "play.html#puzzle=exactcover&board=a+b", problem + `.includes("no options") && document.querySelector("#board .board-table")`},
		{"a cut link in Analyse", "analyse.html#sudoku:%E0%A4", problem + `.includes("link")`},
		{"a puzzle without a board in Analyse", "analyse.html#sudoku", textOf("#title") + `.startsWith("Sudoku") && document.querySelector("#puzzle").value === "sudoku" && location.hash.startsWith("#sudoku:") && !` + problem},
		{"no puzzle in Analyse", "analyse.html#nosuch", problem + `.includes("nosuch")`},
		{"a link of Play in Analyse", "analyse.html#puzzle=lightsout&board=.%23.%2F%23%23.%2F...", textOf("#title") + `.startsWith("Lights Out") && ` + textOf("#instance") + ` === ".#./##./..." && location.hash.startsWith("#lightsout:") && !` + problem},
		{"an unknown panel", "analyse.html#lightsout:.%23.%2F%23%23.%2F...&panel=nosuch", problem + `.includes("nosuch") && document.querySelector("#tab-count[aria-selected=true]") && !location.hash.includes("nosuch")`},
		{"an unknown method", "analyse.html#lightsout:.%23.%2F%23%23.%2F...&methods=foo,brute", problem + `.includes("foo") && !` + problem + `.includes("brute") && [...document.querySelectorAll("#panel-count input:checked")].map(x => x.value).join() === "brute"`},
		{"a solution that does not exist", "calendar.html#10-06/99", problem + `.includes("99") && location.hash === "#10-06/7" && document.querySelector("#large svg")`},
		{"an unknown cell in the calendar", "calendar.html#10-06?L=Foo", problem + `.includes("Foo")`},
		{"an unknown structure", "control.html#kind=ifelse", problem + `.includes("ifelse") && document.querySelector("#jumps td")`},
		{"too many branches", "control.html#kind=chain&branches=99", problem + `.includes("99") && document.querySelector("#jumps td")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			fresh(t, tab)
			browsertest.Visit(t, tab, root+c.link)
			browsertest.Wait(t, tab, c.want)
		})
	}
}

// TestEmptyPages opens a text without a board in Analyse, and the laboratory of a site that has no
// experiments. Visitors of a site cannot run commands, so the laboratory shows none.
func TestEmptyPages(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, webtest.Live(t)+"analyse.html")
	browsertest.Wait(t, tab, `document.querySelectorAll("#puzzle option").length > 2`)
	browsertest.Run(t, tab, browsertest.Click("#input button.main"))
	browsertest.Wait(t, tab, textOf("#problem")+`.startsWith("Paste a board")`)
	site := browsertest.Tab(t, browser)
	browsertest.Visit(t, site, webtest.Site(t, "/")+"laboratory.html")
	browsertest.Wait(t, site, `!document.getElementById("empty").hidden && `+textOf("#empty")+`.includes("shows no experiments")`)
	if browsertest.Eval[bool](t, site, `document.querySelector("#empty pre") !== null || `+textOf("#empty")+`.includes("--")`) {
		t.Error("the page shows commands to visitors")
	}
}
