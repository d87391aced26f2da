//go:build unix

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

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
			document.querySelector("#new-panel").open = %t;
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
		browsertest.Wait(t, tab, fmt.Sprintf(`%s.includes(%q) && !document.querySelector("#problem").hidden && document.querySelector("#new-panel").open && document.activeElement.id === "seed"`, problem, number))
	}
	panel(false, "", "6by6")
	browsertest.Run(t, tab, browsertest.Click("#fresh"))
	browsertest.Wait(t, tab, problem+`.includes("6by6") && document.querySelector("#new-panel").open`)
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
	browsertest.Run(t, tab, browsertest.Click("#new-panel summary"), chromedp.SendKeys("#size", "4x6"), browsertest.Click("#new button"))
	browsertest.Wait(t, tab, cells+` === 24`)
	first := browsertest.Eval[string](t, tab, "location.hash")
	browsertest.Run(t, tab, chromedp.Reload())
	browsertest.Wait(t, tab, cells+` === 24 && `+textOf("#kind")+` === "4x6"`)
	browsertest.Run(t, tab, browsertest.Click("#fresh"))
	browsertest.Wait(t, tab, fmt.Sprintf(`location.hash !== %q && %s === 24 && document.querySelector("#size").value === "4x6"`, first, cells))
	browsertest.Visit(t, tab, root+"play.html?#puzzle=sudoku")
	browsertest.Wait(t, tab, textOf("#title")+` === "Sudoku" && document.querySelector("#size").value === "" && !`+textOf("#kind")+`.includes("4x6")`)
	first = browsertest.Eval[string](t, tab, "location.hash")
	browsertest.Run(t, tab, browsertest.Click("#new-panel summary"), chromedp.SetValue("#level", "easy"), browsertest.Click("#new button"))
	browsertest.Wait(t, tab, fmt.Sprintf(`location.hash !== %q`, first))
	browsertest.Run(t, tab, chromedp.Reload())
	browsertest.Wait(t, tab, textOf("#kind")+`.endsWith(", easy") && document.querySelector("#level").value === "easy"`)
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
