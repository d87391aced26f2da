//go:build unix

package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/ask"
	"counterproof/bench/test/processtest"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// leastCell is the smallest side, in CSS pixels, of a cell that a finger can hit.
const leastCell = 24

// onPhone opens a page in a narrow window.
func onPhone(t *testing.T, browser context.Context, address, ready string) (tab context.Context) {
	t.Helper()
	tab = browsertest.Tab(t, browser)
	browsertest.View(t, tab, 360, 800, "light")
	browsertest.Visit(t, tab, address)
	browsertest.Wait(t, tab, ready)
	return tab
}

// cell is the side of a cell of the board that is played.
const cell = `(document.querySelector(".board-area")?.getBoundingClientRect().width ?? 0)`

// TestZoom plays boards with many cells on a phone. The cells must be large enough, and the page
// must not be wider than the window. The box that shows a part of the board must scroll to the
// selected cell. The size of the cells must change with keys and with buttons, and it must stay the
// same after the page is loaded again. The short form plays one of the boards.
func TestZoom(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	for _, c := range []struct {
		puzzle, board string
		key           string // enters a value
		down          int    // to the last row
	}{
		{"lightsout", lights(30), " ", 29},
		{"sudoku", strings.Repeat(".", 625), "7", 24},
		{"pentomino", "3x20", ",\r", 0}, // takes the last piece and puts down that piece
	} {
		t.Run(c.puzzle, func(t *testing.T) {
			if c.puzzle != "sudoku" {
				processtest.Long(t)
			}
			m := newBoard(t, c.puzzle, c.board)
			m.tab = onPhone(t, browser, root+m.address(), fmt.Sprintf("%s > %d", cell, leastCell-1))
			if got := browsertest.Eval[float64](t, m.tab, cell); got < leastCell-0.01 {
				t.Errorf("a cell has %.1f pixels, want %d", got, leastCell)
			}
			browsertest.Fits(t, m.tab)
			browsertest.Axe(t, m.tab)
			browsertest.Run(t, m.tab, chromedp.Focus(".board", chromedp.ByQuery))
			if c.down > 0 {
				m.keys(kb.End + strings.Repeat(kb.ArrowDown, c.down))
				inside := browsertest.Eval[bool](t, m.tab, `(() => {
					const box = document.querySelector(".zoom-box").getBoundingClientRect(), ring = document.querySelector(".board-ring").getBoundingClientRect();
					return box.left <= ring.left && ring.right <= box.right && box.top <= ring.top && ring.bottom <= box.bottom;
				})()`)
				if !inside {
					t.Error("the selected cell is outside of the box")
				}
			} else {
				m.keys(strings.Repeat(kb.ArrowRight, 9) + kb.ArrowDown)
			}
			m.keys(c.key)
			browsertest.Wait(t, m.tab, `document.querySelector(".board-cells [data-value]")`)
			m.keys("+")
			larger := browsertest.Eval[float64](t, m.tab, cell)
			if larger < leastCell*1.2 {
				t.Errorf("after the key +, a cell has %.1f pixels", larger)
			}
			browsertest.Run(t, m.tab, chromedp.Reload())
			browsertest.Wait(t, m.tab, fmt.Sprintf("Math.abs(%s - %g) < 0.1", cell, larger))
			browsertest.Run(t, m.tab, chromedp.Focus(".board", chromedp.ByQuery))
			m.keys("-----")
			whole := `document.querySelector(".board").getBoundingClientRect()`
			if got := browsertest.Eval[float64](t, m.tab, whole+".width"); got > 360 {
				t.Errorf("the whole board is %.0f pixels wide, want at most 360", got)
			}
			m.click(selector(`.zoom-bar [aria-label^="Larger"]`))
			if got := browsertest.Eval[float64](t, m.tab, whole+".width"); got < 380 {
				t.Errorf("after the button +, the board is %.0f pixels wide, want 380 or more", got)
			}
		})
	}
}

// TestWholeOnDesktop opens a board with many cells on a wide screen. The page must show the whole board at
// first, together with the buttons for its size.
func TestWholeOnDesktop(t *testing.T) {
	t.Parallel()
	m := newBoard(t, "lightsout", lights(30))
	m.tab = browsertest.Tab(t, browsertest.Start(t))
	browsertest.View(t, m.tab, 1280, 800, "light")
	browsertest.Visit(t, m.tab, webtest.Live(t)+m.address())
	browsertest.Wait(t, m.tab, `document.querySelector(".zoom-bar")?.checkVisibility()`)
	if browsertest.Eval[bool](t, m.tab, `document.querySelector(".zoom-box").hasAttribute("data-zoomed")`) {
		t.Error("the page shows only a part of the board")
	}
}

// TestWholeOnPhone opens boards whose cells are smaller than a finger, but not much smaller. The page must show the
// whole board at first, together with the buttons for its size. This includes a nonogram with as many clues as a row
// of 15 cells can have, and a map with small regions.
func TestWholeOnPhone(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.View(t, tab, 390, 844, "light")
	root := webtest.Live(t)
	row := strings.TrimSuffix(strings.Repeat("1.", 8), ".")
	for puzzle, board := range map[string]string{
		"nonogram": "15x15:" + strings.TrimSuffix(strings.Repeat(row+"/", 30), "/"),
		"map":      answered[ask.Made](t, "generate", map[string]any{"puzzle": "map", "seed": 7}).Instance,
	} {
		fresh(t, tab)
		browsertest.Visit(t, tab, root+newBoard(t, puzzle, board).address())
		browsertest.Wait(t, tab, `document.querySelector(".zoom-bar")?.checkVisibility()`)
		if browsertest.Eval[bool](t, tab, `document.querySelector(".zoom-box").hasAttribute("data-zoomed")`) {
			t.Errorf("%s: the page shows only a part of the board", puzzle)
		}
		browsertest.Fits(t, tab)
	}
}

// TestMoveZoomed moves a board of Lights Out with a finger. At first, moving must not change the
// entries. After the button Move is pressed again, a touch must change the cell under the finger.
func TestMoveZoomed(t *testing.T) {
	t.Parallel()
	m := newBoard(t, "lightsout", lights(30))
	m.tab = onPhone(t, browsertest.Start(t), webtest.Live(t)+m.address(), fmt.Sprintf("%s > %d", cell, leastCell-1))
	const move, scrolled = `.zoom-bar [aria-pressed]`, `document.querySelector(".zoom-box").scrollTop`
	entries := `document.querySelectorAll('.board-cells [data-value="1"]').length`
	at := browsertest.Steady(t, m.tab, browsertest.Middle(selector(".zoom-box")))
	m.click(selector(move))
	browsertest.Touch(t, m.tab, [2]float64{at[0], at[1] + 100}, at, [2]float64{at[0], at[1] - 100})
	if got := browsertest.Eval[float64](t, m.tab, scrolled); got < 60 || got > 200 {
		t.Errorf("the board has moved by %.0f pixels, want 60 or more", got)
	}
	if n := browsertest.Eval[int](t, m.tab, entries); n != 0 {
		t.Errorf("moving the board has changed %d cells", n)
	}
	m.click(selector(move))
	browsertest.Touch(t, m.tab, at)
	if n := browsertest.Eval[int](t, m.tab, entries); n != 1 {
		t.Errorf("touching the board has changed %d cells, want 1", n)
	}
}

// TestZoomedDeduction steps through the deduction of a large nonogram on a phone.
func TestZoomedDeduction(t *testing.T) {
	t.Parallel()
	board := "30x30:" + strings.TrimSuffix(strings.Repeat("30/", 60), "/")
	tab := onPhone(t, browsertest.Start(t), webtest.Live(t)+analysed("nonogram", board, "panel=deduce"), `document.querySelector("#panel-deduce .zoom-box[data-zoomed] svg")`)
	if got := browsertest.Eval[float64](t, tab, `document.querySelector("#panel-deduce .zoom-box svg").getBoundingClientRect().width`); got < 30*leastCell {
		t.Errorf("a picture of 30x30 cells is %.0f pixels wide", got)
	}
	browsertest.Fits(t, tab)
	browsertest.Axe(t, tab)
}

// TestCalendarOnPhone checks that the board of the calendar takes up the whole width of a phone, because
// the pieces are in the tray. Analyse shows the pieces next to the board, so there a cell is smaller.
func TestCalendarOnPhone(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	tab := onPhone(t, browser, root+"play.html#puzzle=calendar&board=10-06", cell+" > 0")
	if got := browsertest.Eval[float64](t, tab, cell); got < 40 {
		t.Errorf("a cell has %.1f pixels, want 40 or more", got)
	}
	if browsertest.Eval[bool](t, tab, `document.querySelector(".zoom-bar").checkVisibility()`) {
		t.Error("the board has a zoom")
	}
	box := `document.querySelector("%s svg").viewBox.baseVal.width`
	analysis := onPhone(t, browser, root+analysed("calendar", "10-06", ""), `document.querySelector("#board svg")`)
	small, large := browsertest.Eval[float64](t, tab, fmt.Sprintf(box, ".board")), browsertest.Eval[float64](t, analysis, fmt.Sprintf(box, "#board"))
	if small > large-100 {
		t.Errorf("the picture is %.0f units wide on Play and %.0f on Analyse", small, large)
	}
}
