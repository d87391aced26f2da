//go:build unix

package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestCursor opens a board of each kind. Nothing marks a cell before somebody plays. A click marks the cell only
// where a value is entered by another click or by a key, and the arrow keys always mark it.
func TestCursor(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	for _, c := range []struct {
		puzzle, board string
		clicked       bool
	}{
		{"sudoku", "1234341221434...", true}, {"calendar", "10-06", false}, {"lightsout", ".#./##./...", false},
		{"sherlock", "a:b,c/d:e,f;same b e", false},
	} {
		t.Run(c.puzzle, func(t *testing.T) {
			m := newMatch(t, c.puzzle, c.board)
			m.open(browser, root)
			want := func(when string, want bool) {
				t.Helper()
				got := browsertest.Eval[bool](t, m.tab, `(cell => cell ? getComputedStyle(cell).boxShadow !== "none" : getComputedStyle(document.querySelector(".board-ring")).visibility === "visible")(
					document.querySelector(".board-current"))`)
				if got != want {
					t.Errorf("%s: the cursor is shown: %v, want %v", when, got, want)
				}
			}
			want("at first", false)
			if c.puzzle == "sherlock" {
				browsertest.Run(t, m.tab, chromedp.Focus(".board-table"))
			} else {
				m.clickSite(0)
				want("after a click", c.clicked)
			}
			browsertest.Run(t, m.tab, chromedp.KeyEvent(kb.ArrowRight))
			want("after an arrow key", true)
		})
	}
}
