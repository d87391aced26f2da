//go:build unix

package web_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// paper makes a tab look as if it were printed.
var paper = emulation.SetEmulatedMedia().WithMedia("print")

// TestPrintRules prints the board of the page Play and a day of the calendar. The frame of the
// focus is not printed, and a heading stays with what follows it.
func TestPrintRules(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := webtest.Live(t)
	play := browsertest.Tab(t, browser)
	browsertest.Visit(t, play, root+"play.html#puzzle=sudoku")
	browsertest.Wait(t, play, `document.querySelector("#board .board")`)
	browsertest.Run(t, play, chromedp.Focus("#board .board"), chromedp.KeyEvent("1"))
	if got := browsertest.Eval[string](t, play, `getComputedStyle(document.activeElement).outlineStyle`); got == "none" {
		t.Error("the focus is invisible on the screen")
	}
	browsertest.Run(t, play, paper)
	browsertest.Wait(t, play, `matchMedia("print").matches`)
	if got := browsertest.Eval[string](t, play, `getComputedStyle(document.activeElement).outlineStyle`); got != "none" {
		t.Errorf("the printed board has the frame of the focus: %s", got)
	}
	day := browsertest.Tab(t, browser)
	browsertest.Visit(t, day, root+"calendar.html#10-06/1")
	browsertest.Wait(t, day, shownSolutions+".length === 7")
	browsertest.Run(t, day, paper)
	if got := browsertest.Eval[string](t, day, `getComputedStyle(document.querySelector("#gallery h3, #gallery h2")).breakAfter`); got != "avoid" {
		t.Errorf("the page may break after the heading of the solutions: %s", got)
	}
}
