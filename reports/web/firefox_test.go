//go:build unix

package web_test

import (
	"fmt"
	"net/url"
	"testing"

	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestFirefox opens the home page and a board of each puzzle in Firefox, in both forms. It asks for a hint and makes a move: by mouse,
// or the move of the hint on boards of pieces. The console must stay free of errors and warnings.
func TestFirefox(t *testing.T) {
	t.Parallel()
	firefox := browsertest.StartFirefox(t, 1440, 900)
	webtest.Each(t, func(t *testing.T, root string) {
		firefox.Visit(t, root)
		firefox.Wait(t, `document.querySelector(".embed .board") && document.querySelector("#gallery svg")`)
		for _, entry := range firefox.Console() {
			t.Errorf("the home page: the console says %q", entry)
		}
		for _, p := range catalog.All() {
			firefox.Visit(t, "about:blank")
			firefox.Visit(t, root+"play.html#"+url.Values{"puzzle": {p.Name}, "board": {board(t, p)}}.Encode())
			firefox.Wait(t, `document.querySelector("#board .board")`)
			for _, next := range []string{"More of the hint", "Show the step", "Show the step"} {
				firefox.Click(t, "#hint")
				firefox.Wait(t, fmt.Sprintf("%s === %q", textOf("#hint"), next))
			}
			firefox.Wait(t, `document.querySelector("#message").textContent && document.querySelector("#after:not([hidden]) button")`)
			var pieces, values bool
			firefox.Eval(t, `Boolean(document.querySelector(".tray"))`, &pieces)
			firefox.Eval(t, `Boolean(document.querySelector("#controls .pad [data-value]"))`, &values)
			if pieces {
				firefox.Click(t, "#after button")
			} else {
				firefox.Click(t, "#board .board-table [data-state=open], #board [role=gridcell]:not([data-value], [aria-readonly]) .board-area, #board [role=option]:not([data-value], [aria-disabled]) .board-area")
			}
			if values {
				firefox.Click(t, "#controls .pad [data-value]")
			}
			firefox.Wait(t, `document.querySelector("#undo:enabled")`)
			for _, entry := range firefox.Console() {
				t.Errorf("%s: the console says %q", p.Name, entry)
			}
		}
	})
}
