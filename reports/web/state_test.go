//go:build unix

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

const filled = `[...document.querySelectorAll(".board-area")].map(e => e.parentElement.dataset.value ?? ".").join("")`

// press clicks on the button with the given id and waits until the message contains a text.
func (m *match) press(id, text string) {
	m.t.Helper()
	m.click(selector("#%s", id))
	browsertest.Wait(m.t, m.tab, fmt.Sprintf(`document.getElementById("message").textContent.includes(%q)`, text))
}

// step asks for a hint until the board shows the step, and waits until the message contains a text.
func (m *match) step(text string) {
	m.t.Helper()
	for _, next := range []string{"More of the hint", "Show the step"} {
		m.click(selector("#hint"))
		m.waitFor(fmt.Sprintf("%s === %q", textOf("#hint"), next))
	}
	browsertest.Eval[any](m.t, m.tab, `void (document.getElementById("message").textContent = "")`) // it can contain the text already
	m.press("hint", text)
}

// mistake checks the entries, presses the button that then offers to look for a mistake, and waits until the message
// contains a text. It first hides the buttons of an earlier check, because the new check replaces them.
func (m *match) mistake(text string) {
	m.t.Helper()
	browsertest.Eval[any](m.t, m.tab, `void (document.getElementById("after").hidden = true)`)
	m.click(selector("#check"))
	m.waitFor(`/^(Where did I go wrong|Check my notes)/.test(document.querySelector("#after:not([hidden]) button")?.textContent)`)
	m.click(selector("#after button"))
	m.waitFor(fmt.Sprintf("%s.includes(%q)", textOf("#message"), text))
}

// more uses something in the panel that the button More opens.
func (m *match) more(id string) {
	m.t.Helper()
	m.click(selector(`[popovertarget=more]`))
	m.click(selector("#%s", id))
}

// says checks the entries of the board.
func (m *match) says(what, want string) {
	m.t.Helper()
	if got := browsertest.Eval[string](m.t, m.tab, filled); got != want {
		m.t.Errorf("%s: the board has %s, want %s", what, got, want)
	}
}

// TestGame plays with everything that the page Play offers: it enters values, makes a save point
// and goes back to it, and asks for help. Then TestGame reloads the page, and opens a link with
// the entries in a fresh profile.
func TestGame(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		m := newMatch(t, "sudoku", "1234341221434...")
		m.open(browser, root)
		browsertest.Run(t, m.tab, chromedp.Focus(".board", chromedp.ByQuery))
		const clues = "012323011032" + "3"
		m.keys("3")
		m.says("an entry", clues+"2..")
		m.more("keep")
		m.keys(kb.ArrowRight + "4")
		m.says("a guess", clues+"23.")
		m.press("hint", "Something is wrong")
		m.press("check", "contradicts the 4 in row 3, column 3")
		m.mistake("first mistake is at row 4, column 3")
		browsertest.Axe(t, m.tab)
		m.more("back")
		m.says("back at the save point", clues+"2..")
		m.click(selector("#redo"))
		m.says("redone", clues+"23.")
		m.click(selector("#undo"))
		m.press("check", "a solution has all your entries")
		m.press("hint", "Look at")
		m.press("hint", "technique")
		m.press("hint", "row")
		browsertest.Axe(t, m.tab)

		m.reload()
		m.says("after a reload", clues+"2..")

		friend := &match{t: t, tab: browsertest.Tab(t, browser)}
		browsertest.Visit(t, friend.tab, root+m.address()+"&filled="+clues+"2..")
		browsertest.Wait(t, friend.tab, `document.querySelector(".board")`)
		friend.says("in a fresh profile", clues+"2..")
	})
}

// TestBackToRight makes a right entry and two wrong ones, and erases the first wrong entry. The way
// back must lead to the position with only the right entry. It is not enough to go back to before
// the second wrong entry, because the first wrong entry would return.
func TestBackToRight(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	m := newMatch(t, "sudoku", "..1.4......3.2..")
	m.open(browser, webtest.Live(t))
	m.clickSite(1)
	m.keys(fmt.Sprint(m.solution[1] + 1))
	m.clickSite(0)
	m.keys("1")
	m.press("check", "The entry at row 1, column 1 contradicts the 1 in row 1, column 3")
	if n := browsertest.Eval[int](t, m.tab, `document.querySelectorAll(".board-bad").length`); n != 2 {
		t.Errorf("%d marks, want one at the entry and one at the clue", n)
	}
	m.clickSite(8)
	m.keys("4")
	m.clickSite(0)
	m.keys(kb.Delete)
	clues := []byte("..0.3......2.1..")
	clues[1] = byte('0' + m.solution[1])
	right := string(clues)
	clues[8] = '3'
	m.says("two wrong entries, one erased", string(clues))
	m.mistake("first mistake is at row 3, column 1")
	m.click(selector("#after button"))
	browsertest.Wait(t, m.tab, `document.getElementById("message").textContent.includes("latest position")`)
	m.says("back", right)
	m.press("check", "a solution has all your entries")
}

// TestStopMaking stops a long search for a board, and then makes another board.
func TestStopMaking(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Each(t, func(t *testing.T, root string) {
		m := newMatch(t, "pentomino", "...../#..#./...../.#.##")
		m.open(browser, root)
		browsertest.Run(t, m.tab, chromedp.SetValue("#puzzle", "sudoku", chromedp.ByQuery))
		browsertest.Wait(t, m.tab, `document.getElementById("title").textContent === "Sudoku"`)
		m.click(selector("#kind"))
		browsertest.Run(t, m.tab, chromedp.SetValue("#size", "16", chromedp.ByQuery), chromedp.SetValue("#level", "extreme", chromedp.ByQuery))
		m.click(selector("#new button"))
		browsertest.Wait(t, m.tab, `!document.getElementById("working").hidden`)
		m.click(selector("#stop"))
		browsertest.Wait(t, m.tab, `document.getElementById("working").hidden`)
		m.click(selector("#kind"))
		browsertest.Run(t, m.tab, chromedp.SetValue("#size", "4", chromedp.ByQuery), chromedp.SetValue("#level", "", chromedp.ByQuery), chromedp.SetValue("#seed", "7", chromedp.ByQuery))
		m.click(selector("#new button"))
		browsertest.Wait(t, m.tab, `document.querySelectorAll(".board-area").length === 16`)
	})
}

// lights returns a Lights Out board with n x n cells, all of which are lit.
func lights(n int) (text string) {
	for r := range n {
		if r > 0 {
			text += "/"
		}
		for range n {
			text += "#"
		}
	}
	return text
}
