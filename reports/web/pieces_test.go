//go:build unix

package web_test

import (
	"fmt"
	"math"
	"net/url"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestPieceSizes compares the pieces of the tray with the cells of the board. On the home page of a wide window, they
// are as large as on the board. On other pages, they are smaller where the window is small, but all are in view,
// together with the board. On the page Play, the button for hints under them is in view, too. A
// wide home page also shows the first puzzles of the day on its first screen.
func TestPieceSizes(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	const play = "play.html#puzzle="
	for _, c := range []struct {
		name, page    string
		width, height int64
		least         float64
	}{
		{"home", "index.html", 1440, 900, 0.99}, {"home, phone", "index.html", 390, 844, 0.49}, {"home, tablet", "index.html", 768, 1024, 0.49},
		{"calendar", "calendar.html", 1440, 900, 0.99}, {"calendar, phone", "calendar.html", 390, 844, 0.49}, {"calendar, tablet", "calendar.html", 768, 1024, 0.49},
		{"wide", play + "calendar&board=10-06", 1440, 900, 0.49}, {"tablet", play + "calendar&board=10-06", 768, 1024, 0.49},
		{"phone", play + "calendar&board=10-06", 390, 844, 0.25},
		{"pentomino", play + "pentomino&board=3x5", 1440, 900, 0.6}, {"pentomino, tablet", play + "pentomino&board=3x5", 768, 1024, 0.4},
		{"pentomino, phone", play + "pentomino&board=3x5", 390, 844, 0.2}, {"packing", play + "packing&board=" + url.QueryEscape(".../.#.;xxx;x;x"), 1440, 900, 0.99},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := browsertest.Tab(t, browser)
			browsertest.View(t, tab, c.width, c.height, "light")
			browsertest.Visit(t, tab, root+c.page)
			browsertest.Wait(t, tab, `document.querySelector(".tray-pieces").style.cssText.includes("--letter")`) // the pieces have their size
			side := `Math.min(...[...document.querySelectorAll(".board-area")].map(area => area.getBoundingClientRect().width))`
			share := `document.querySelector(".tray-piece .piece-shape").getScreenCTM().a / ` + side
			browsertest.Wait(t, tab, fmt.Sprintf(`document.querySelector(".board") && %s >= %g`, share, c.least))
			if got := browsertest.Eval[float64](t, tab, share); got > 1.01 {
				t.Errorf("the pieces are %.2f times as large as on the board", got)
			}
			lowest := browsertest.Eval[float64](t, tab, `Math.max(...[...document.querySelectorAll(".tray-piece, #hint")].map(part => part.getBoundingClientRect().bottom))`)
			if lowest > float64(c.height) {
				t.Errorf("the pieces and the button for hints end at %.0f, below the first screen", lowest)
			}
			if c.name == "home" {
				browsertest.Wait(t, tab, `document.querySelector("#daily a:has(svg)")?.getBoundingClientRect().bottom <= innerHeight`)
			}
			browsertest.Fits(t, tab)
			browsertest.Axe(t, tab)
		})
	}
}

// TestDateCells checks that the cells of the date differ from the other cells, and the edges of pieces from the page,
// by a contrast of at least 3:1.
func TestDateCells(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Live(t)+"index.html")
	for _, theme := range []string{"light", "dark"} {
		browsertest.View(t, tab, 1440, 900, theme)
		browsertest.Wait(t, tab, `document.querySelectorAll('.board-under [fill="#fff7c2"]').length >= 2 && (() => {
			const light = (element, kind) => `+lightOf+`(getComputedStyle(document.querySelector(element))[kind]);
			return [
				[light('.board-under [fill="#fff7c2"]', "fill"), light('.board-under [fill="#eeeeee"]', "fill")],
				[light('.board-under [fill="#fff7c2"]', "fill"), light('.board-under [fill="#fff7c2"] + text', "fill")],
				[light(".piece-edge", "stroke"), light("html", "backgroundColor")],
			].every(pair => Math.max(...pair) / Math.min(...pair) >= 3);
		})()`)
	}
}

// A hand drags pieces by mouse.
type hand struct{ *match }

// newHand opens an empty calendar on the page Play, in a wide window.
func newHand(t *testing.T) hand {
	m := newMatch(t, "calendar", "10-06")
	m.open(browsertest.Start(t), webtest.Live(t))
	browsertest.View(t, m.tab, 1440, 900, "light")
	return hand{m}
}

func (h hand) mouse(kind input.MouseType, at [2]float64, options ...chromedp.MouseOption) {
	h.t.Helper()
	browsertest.Run(h.t, h.tab, chromedp.MouseEvent(kind, at[0], at[1], options...))
}

func (h hand) point(expression string) [2]float64 {
	h.t.Helper()
	return browsertest.Steady(h.t, h.tab, expression)
}

func (h hand) piece(i int) [2]float64 {
	h.t.Helper()
	return h.point(browsertest.Middle(selector(`[data-piece="%d"]`, i)))
}

func (h hand) shape(i int) string {
	h.t.Helper()
	return browsertest.Eval[string](h.t, h.tab, fmt.Sprintf(`document.querySelector('[data-piece="%d"]').dataset.shape`, i))
}

// covered returns the sites with an entry, as a text.
func (h hand) covered() string {
	h.t.Helper()
	return browsertest.Eval[string](h.t, h.tab, `[...document.querySelectorAll(".board-cells [data-value] .board-area")].map(area => area.dataset.site).join()`)
}

// held returns the piece in the hand.
func (h hand) held() string {
	h.t.Helper()
	return browsertest.Eval[string](h.t, h.tab, `[...document.querySelectorAll('.tray-piece[aria-pressed="true"]')].map(piece => piece.dataset.piece).join()`)
}

func (h hand) want(what, got, want string) {
	h.t.Helper()
	if got != want {
		h.t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// The pieces of the calendar that the tests use: a corner of 3x3 cells, and an L, which rotations and
// reflections change.
const (
	corner = 1
	ell    = 4
)

// TestCarry drags a piece by mouse. The piece has the size of the board. The wheel, keys and the right button
// turn it. Outside the board, it goes back to the tray, and stays there as it was turned.
func TestCarry(t *testing.T) {
	t.Parallel()
	h := newHand(t)
	start, left := h.piece(ell), chromedp.ButtonLeft
	away := [2]float64{start[0] - 40, start[1] + 30}
	h.mouse(input.MousePressed, start, left)
	h.mouse(input.MouseMoved, away, left)
	large := browsertest.Eval[float64](t, h.tab, `document.querySelector(".tray-flying svg").getScreenCTM().a / `+h.side())
	if math.Abs(large-1) > 0.01 {
		t.Errorf("a dragged piece is %.2f times as large as on the board", large)
	}
	first := h.shape(ell)
	before := first
	wheel := func(by float64) func() {
		return func() {
			browsertest.Run(t, h.tab, input.DispatchMouseEvent(input.MouseWheel, away[0], away[1]).WithDeltaX(0).WithDeltaY(by))
		}
	}
	right := func() {
		h.mouse(input.MousePressed, away, chromedp.ButtonRight)
		h.mouse(input.MouseReleased, away, chromedp.ButtonRight)
	}
	for _, turn := range []func(){wheel(100), wheel(-100), func() { h.keys("r") }, func() { h.keys("f") }, right} {
		turn()
		browsertest.Wait(t, h.tab, fmt.Sprintf(`document.querySelector('[data-piece="%d"]').dataset.shape !== %q`, ell, before))
		before = h.shape(ell)
	}
	h.mouse(input.MouseReleased, away, left)
	h.want("dropped outside", h.covered(), "")
	h.want("in the hand", h.held(), "")
	h.want("shape in the tray", h.shape(ell), before)
}

// TestSnap drops a piece between two cells, of which one is outside the board, so the piece goes to the other
// one. To move a piece on the board is one step, which can be undone.
func TestSnap(t *testing.T) {
	t.Parallel()
	h := newHand(t)
	from := h.elsewhere(corner, -1)
	to := h.elsewhere(corner, from)
	h.drag(browsertest.Middle(selector(`[data-piece="%d"]`, corner)), fmt.Sprintf("(([x, y]) => [x, y - 0.6 * %s])(%s)", h.side(), h.pointOf(from)))
	placed := h.covered()
	if placed == "" {
		t.Fatal("the piece is not on the board")
	}
	h.drag(h.pointOf(from), h.pointOf(to))
	if moved := h.covered(); moved == placed || moved == "" {
		t.Errorf("after moving the piece, the covered cells are %q, before %q", moved, placed)
	}
	h.click(selector("#undo"))
	h.want("undone", h.covered(), placed)
	h.drag(h.pointOf(from), browsertest.Middle(selector("#undo")))
	h.want("dragged off the board", h.covered(), "")
	h.want("in the hand", h.held(), "")
}

// TestDoubleClick takes a piece by one click and rotates it by a second one. A right click reflects a piece that
// lies in the tray. The keys R and Escape also work while the piece has the focus.
func TestDoubleClick(t *testing.T) {
	t.Parallel()
	h := newHand(t)
	first, at := h.shape(ell), h.piece(ell)
	browsertest.Run(t, h.tab, chromedp.MouseClickXY(at[0], at[1], chromedp.ButtonRight))
	reflected := h.shape(ell)
	if reflected == first {
		t.Error("a right click does not reflect the piece")
	}
	browsertest.Run(t, h.tab, chromedp.MouseClickXY(at[0], at[1]))
	h.want("in the hand", h.held(), fmt.Sprint(ell))
	h.want("after one click", h.shape(ell), reflected)
	browsertest.Run(t, h.tab, chromedp.MouseClickXY(at[0], at[1], chromedp.ClickCount(2)))
	rotated := h.shape(ell)
	if rotated == reflected {
		t.Error("a double click does not rotate the piece")
	}
	h.want("in the hand after two clicks", h.held(), fmt.Sprint(ell))
	browsertest.Run(t, h.tab, chromedp.Focus(fmt.Sprintf(`[data-piece="%d"]`, ell), chromedp.ByQuery))
	h.keys("r")
	if h.shape(ell) == rotated {
		t.Error("the key R does not rotate the piece in the tray")
	}
	h.keys(kb.Escape)
	h.want("after Escape", h.held(), "")
}

// TestSecondFinger drags a piece by touch, and rotates it with a second finger. The piece is drawn above the
// finger.
func TestSecondFinger(t *testing.T) {
	t.Parallel()
	h := newHand(t)
	browsertest.View(t, h.tab, 390, 844, "light")
	start, first := h.piece(ell), h.shape(ell)
	finger, other := &input.TouchPoint{X: start[0], Y: start[1] - 60, ID: 1}, &input.TouchPoint{X: 20, Y: 20, ID: 2}
	touch := func(kind input.TouchType, points ...*input.TouchPoint) {
		browsertest.Run(t, h.tab, input.DispatchTouchEvent(kind, points))
	}
	touch(input.TouchStart, &input.TouchPoint{X: start[0], Y: start[1], ID: 1})
	touch(input.TouchMove, finger)
	low := browsertest.Eval[float64](t, h.tab, `Math.max(...[...document.querySelectorAll(".tray-flying svg, .board-fits")].map(piece => piece.getBoundingClientRect().bottom))`)
	if low > finger.Y-10 {
		t.Errorf("the piece ends at %.0f, and the finger is at %.0f", low, finger.Y)
	}
	touch(input.TouchStart, finger, other)
	if h.shape(ell) == first {
		t.Error("a second finger does not rotate the piece")
	}
	touch(input.TouchEnd)
}

// TestSideways drags a piece to the side by touch, from a tray of twelve pieces on a phone. The browser does not take
// the finger for scrolling, so the piece is in the hand until the finger leaves the screen.
func TestSideways(t *testing.T) {
	t.Parallel()
	h := hand{newBoard(t, "pentomino", "3x5")}
	h.open(browsertest.Start(t), webtest.Live(t))
	browsertest.View(t, h.tab, 390, 844, "light")
	at := h.piece(0)
	touch := func(kind input.TouchType, points ...*input.TouchPoint) {
		browsertest.Run(t, h.tab, input.DispatchTouchEvent(kind, points))
	}
	touch(input.TouchStart, &input.TouchPoint{X: at[0], Y: at[1]})
	for _, by := range []float64{30, 60, 90} {
		touch(input.TouchMove, &input.TouchPoint{X: at[0] - by, Y: at[1]})
	}
	h.want("in the hand", h.held(), "0")
	touch(input.TouchEnd)
	h.want("in the hand", h.held(), "")
}

// TestHintedPiece asks for a whole step. The piece of the step has a ring in the tray until the step is done.
func TestHintedPiece(t *testing.T) {
	t.Parallel()
	h := hand{newBoard(t, "packing", ".../.#.;xxx;x;x")}
	h.open(browsertest.Start(t), webtest.Live(t))
	for _, name := range []string{"More of the hint", "Show the step", "Show the step"} {
		h.click(selector("#hint"))
		browsertest.Wait(t, h.tab, fmt.Sprintf(`document.getElementById("hint").textContent === %q`, name))
	}
	browsertest.Wait(t, h.tab, `document.querySelector('[data-piece="0"][data-hint]') && document.querySelectorAll(".tray-piece[data-hint]").length === 1`)
	h.click(selector("#after .main"))
	browsertest.Wait(t, h.tab, `!document.querySelector(".tray-piece[data-hint]")`)
	h.want("the letter of the piece", browsertest.Eval[string](t, h.tab, `document.querySelector('[data-piece="0"] text').textContent`), "A")
}
