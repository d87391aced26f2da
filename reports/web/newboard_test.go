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
	browsertest.Wait(t, tab, cells+` === 24 && `+textOf("#kind")+` === "4x6"`)
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

// TestNewPanel opens the panel for new boards on a phone. It has a margin on both sides, its lists are of one width, and
// its fields too.
func TestNewPanel(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Live(t)+"play.html#puzzle=minesweeper")
	browsertest.View(t, tab, 390, 844, "dark")
	browsertest.Wait(t, tab, `document.querySelector("#board svg")`)
	browsertest.Run(t, tab, browsertest.Click("#kind"))
	browsertest.Wait(t, tab, `(() => {
		const [panel, sizes, level, size, seed] = ["new-panel", "sizes", "level", "size", "seed"].map(id => document.getElementById(id).getBoundingClientRect());
		return panel.left >= 8 && panel.right <= 382 && sizes.width === level.width && size.width === seed.width;
	})()`)
	browsertest.Axe(t, tab)
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

// TestFirstLevel opens cards of the gallery and links that name only a puzzle. Their boards have the first level, if
// there are such boards of the first size. The page shows the level on the button in full, also after a reload and on a
// narrow screen.
func TestFirstLevel(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	for _, c := range []struct{ puzzle, card, kind, level string }{
		{"sudoku", "9x9 · easy", "9x9 · easy", "easy"}, {"minesweeper", "beginner 9x9, 10 mines · easy", "beginner · easy", "easy"}, {"lightsout", "5x5", "5x5", ""},
	} {
		fresh(t, tab)
		browsertest.Visit(t, tab, root+"play.html")
		browsertest.View(t, tab, 390, 844, "light")
		link := fmt.Sprintf(`document.querySelector('#gallery a[href*="puzzle=%s&board="]')`, c.puzzle)
		browsertest.Wait(t, tab, fmt.Sprintf(`%s?.lastChild.textContent === %q`, link, c.card))
		shown := fmt.Sprintf(`(button => button.textContent === %q && button.scrollWidth <= button.clientWidth)(document.querySelector("#kind"))`, c.kind)
		again := fmt.Sprintf(`location.href = "play.html?again#puzzle=%s"`, c.puzzle)
		for _, way := range []string{link + `.click()`, `location.reload()`, again, `localStorage.clear(); ` + again} {
			browsertest.Eval[any](t, tab, `(() => { document.querySelector("#kind").textContent = ""; `+way+` })()`)
			browsertest.Wait(t, tab, shown)
			instance := browsertest.Eval[string](t, tab, `new URLSearchParams(location.hash.slice(1)).get("board")`)
			if way := answered[ask.Deduced](t, "deduce", map[string]any{"puzzle": c.puzzle, "instance": instance, "picture": -1}); c.level != "" && way.Level != c.level {
				t.Errorf("%s: the level of the board %s is %q, want %q", c.puzzle, instance, way.Level, c.level)
			}
		}
	}
}

// TestSizeOfLink opens links to boards of other sizes than the first one. A new board has the size of the linked one.
func TestSizeOfLink(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	for _, c := range []struct{ puzzle, size, kind string }{
		{"sudoku", "4x4", "4x4"}, {"sudoku", "9x9", "9x9"}, {"sudoku", "10x10", "10x10"},
		{"map", "10x8n12", "small"}, {"minesweeper", "9x9n10X4Y4", "beginner"},
		{"sherlock", "3x3", "3 columns"}, {"gf2", "8x8", "8 equations"},
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
