//go:build unix

package web_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

	"counterproof/bench/ask"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestBadNumber asks for new boards with invalid numbers and an invalid size. The page says what is
// wrong with each entry, and opens the panel if the panel is closed.
func TestBadNumber(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Live(t)+"play.html#puzzle=lightsout&board=3x3")
	browsertest.Wait(t, tab, `document.querySelector("#board svg")`)
	panel := func(open bool, number, size string) {
		browsertest.Eval[bool](t, tab, fmt.Sprintf(`(() => {
			for (const [id, value] of [["seed", %q], ["size", %q]]) {
				document.getElementById(id).value = value;
				document.getElementById(id).dispatchEvent(new Event("input", { bubbles: true }));
			}
			document.querySelector("#new-panel").togglePopover(%t);
			return true;
		})()`, number, size, open))
	}
	problem := textOf("#problem")
	for i, number := range []string{"abc", "-1", "1e3", "12345678901234567890123"} {
		panel(i > 0, number, "")
		button := "#new button"
		if i == 0 {
			button = "#fresh"
		}
		browsertest.Run(t, tab, browsertest.Click(button))
		browsertest.Wait(t, tab, fmt.Sprintf(`%s.includes(%q) && !document.querySelector("#problem").hidden && document.querySelector("#new-panel:popover-open") && document.activeElement.id === "seed"`, problem, number))
	}
	panel(false, "", "6by6")
	browsertest.Run(t, tab, browsertest.Click("#fresh"))
	browsertest.Wait(t, tab, problem+`.includes("6by6") && document.querySelector("#new-panel:popover-open")`)
}

// TestKindOfNewBoard makes a board of a certain size. The next board has the same size, also after a reload,
// and the page names the size. Another puzzle has its own size.
func TestKindOfNewBoard(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	const cells = `document.querySelectorAll("#board .board-cells [data-site]").length`
	browsertest.Visit(t, tab, root+"play.html#puzzle=lightsout&board=%23..%2F...%2F..%23")
	browsertest.Wait(t, tab, cells+` === 9`)
	browsertest.Run(t, tab, browsertest.Click("#kind"), chromedp.Evaluate(`document.querySelector("#size").value = ""`, nil), chromedp.SendKeys("#size", "4x6"), browsertest.Click("#new button"))
	browsertest.Wait(t, tab, cells+` === 24`)
	first := browsertest.Eval[string](t, tab, "location.hash")
	browsertest.Run(t, tab, chromedp.Reload())
	browsertest.Wait(t, tab, cells+` === 24 && `+textOf("#kind")+` === "4x6 · any level"`)
	browsertest.Run(t, tab, browsertest.Click("#fresh"))
	browsertest.Wait(t, tab, fmt.Sprintf(`location.hash !== %q && %s === 24 && document.querySelector("#size").value === "4x6"`, first, cells))
	browsertest.Visit(t, tab, root+"play.html?#puzzle=sudoku")
	browsertest.Wait(t, tab, textOf("#title")+` === "Sudoku" && document.querySelector("#size").value === "" && !`+textOf("#kind")+`.includes("4x6")`)
	first = browsertest.Eval[string](t, tab, "location.hash")
	browsertest.Run(t, tab, browsertest.Click("#kind"), chromedp.SetValue("#level", "easy"), browsertest.Click("#new button"))
	browsertest.Wait(t, tab, fmt.Sprintf(`location.hash !== %q`, first))
	browsertest.Run(t, tab, chromedp.Reload())
	browsertest.Wait(t, tab, textOf("#kind")+`.endsWith(" · easy") && document.querySelector("#level").value === "easy"`)
}

// TestNewDate asks for a new board of the calendar, whose boards are dates. The new board is today.
func TestNewDate(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Live(t)+"play.html#puzzle=calendar&board=01-02")
	browsertest.Wait(t, tab, `document.querySelector("#board svg")`)
	browsertest.Run(t, tab, browsertest.Click("#fresh"))
	browsertest.Wait(t, tab, `location.hash.endsWith("board=" + new Date().toLocaleDateString("en-CA", { month: "2-digit", day: "2-digit" }))`)
}

// TestSizeOfLink opens links to boards of other sizes than the first one. A new board has the size of the linked one.
func TestSizeOfLink(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	for _, c := range []struct{ puzzle, size, kind string }{
		{"sudoku", "4x4", "4x4 · any level"}, {"sudoku", "9x9", "9x9 · any level"}, {"sudoku", "10x10", "10x10 · any level"},
		{"map", "10x8n12", "small · any level"}, {"minesweeper", "9x9n10X4Y4", "beginner 9x9 · any level"},
		{"sherlock", "3x3", "3 columns · any level"}, {"gf2", "3x3", "3 equations · any level"},
	} {
		fresh(t, tab)
		linked := answered[ask.Made](t, "generate", map[string]any{"puzzle": c.puzzle, "size": c.size, "seed": 7}).Instance
		browsertest.Visit(t, tab, root+"play.html#"+url.Values{"puzzle": {c.puzzle}, "board": {linked}}.Encode())
		browsertest.Wait(t, tab, fmt.Sprintf(`%s === %q`, textOf("#kind"), c.kind))
		first := browsertest.Eval[string](t, tab, "location.hash")
		browsertest.Run(t, tab, browsertest.Click("#fresh"))
		browsertest.Wait(t, tab, fmt.Sprintf(`location.hash !== %q && %s === %q`, first, textOf("#kind"), c.kind))
	}
}
