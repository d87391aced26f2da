//go:build unix

package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/ask"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestFinish solves a board with one hint. The page must say how many moves the player made, how many the techniques
// need, and that one hint was taken, although the button for hints was pressed twice at the same position. The
// button for the next board must open another board.
func TestFinish(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		p := catalog.Find("sudoku")
		m := newMatch(t, p.Name, p.Example)
		m.tab = browsertest.Tab(t, browser)
		m.open(browser, root)
		browsertest.Eval[any](t, m.tab, `void (AbortSignal.timeout = () => new AbortController().signal)`) // the page waits for the easiest way on a slow machine, too
		way := answered[ask.Deduced](t, "deduce", map[string]any{"puzzle": p.Name, "instance": p.Example, "picture": -1})
		least := len(slices.DeleteFunc(way.Moves, func(h ask.Hint) bool { return h.Rule == "clue" || h.Rule == "hint" }))
		m.press("hint", "Look at")
		m.press("hint", "technique")
		m.mouse()
		m.solved()
		made := strings.Count(p.Example, ".")
		browsertest.Wait(t, m.tab, fmt.Sprintf(`document.getElementById("message").textContent.endsWith("Well done! You took 1 hint. You made %d moves; the easiest way has %d.")`, made, least))
		browsertest.Wait(t, m.tab, `document.querySelectorAll("#after button").length === 2`)
		before := browsertest.Eval[string](t, m.tab, `location.hash`)
		m.click(selector("#after button.main"))
		browsertest.Wait(t, m.tab, fmt.Sprintf(`location.hash !== %q && document.documentElement.dataset.solved === "false"`, before))
	})
}
