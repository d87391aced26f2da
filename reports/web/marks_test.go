//go:build unix

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// marks waits until a site has a state, such as "empty, notes 2". Its label has the name of the site before it.
func (m *match) marks(site int, state string) {
	m.t.Helper()
	browsertest.Wait(m.t, m.tab, fmt.Sprintf(`document.querySelector('.board-area[data-site="%d"]').parentElement.getAttribute("aria-label").split(": ")[1] === %q`, site, state))
}

// rope drags from a site to another one.
func (m *match) rope(from, to int) {
	m.t.Helper()
	m.drag(m.pointOf(from), m.pointOf(to))
}

const chosen = `document.querySelectorAll('.board-cells [aria-selected="true"]').length === %d`

// TestSeveralCells writes notes into several cells at once, which the test selects by mouse, by touch and by
// keyboard. Each note is one step.
func TestSeveralCells(t *testing.T) {
	t.Parallel()
	browser, root := browsertest.Start(t), webtest.Live(t)
	for name, choose := range map[string]func(m *match){ // the cells 0, 1 and 5 of the given board
		"mouse": func(m *match) {
			m.rope(0, 1)
			browsertest.Wait(t, m.tab, fmt.Sprintf(chosen, 2))
			at := browsertest.Steady(t, m.tab, m.pointOf(5))
			browsertest.Run(t, m.tab, chromedp.MouseClickXY(at[0], at[1], chromedp.ButtonModifiers(input.ModifierCtrl)))
		},
		"touch": func(m *match) {
			m.click(selector(".pad-notes"))
			browsertest.View(t, m.tab, 390, 844, "light")
			m.touch = true
			at := [3][2]float64{}
			for i, site := range []int{0, 1, 5} {
				at[i] = browsertest.Steady(t, m.tab, m.pointOf(site))
			}
			browsertest.Touch(t, m.tab, at[:]...)
			m.touch = false // Chromium can drop a tap right after a drag, because it takes it for the end of a fling
		},
		"keyboard": func(m *match) {
			m.clickSite(0)
			for _, key := range []string{kb.ArrowRight, kb.ArrowDown} {
				browsertest.Run(t, m.tab, chromedp.KeyEvent(key, chromedp.KeyModifiers(input.ModifierShift)))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, "sudoku", "..1.4......3.2..")
			m.open(browser, root)
			choose(m)
			browsertest.Wait(t, m.tab, fmt.Sprintf(chosen, 3))
			if name == "touch" {
				m.click(selector(`.pad [data-value="1"]`))
			} else {
				m.keys("2")
			}
			for _, site := range []int{0, 1, 5} {
				m.marks(site, "empty, notes 2")
			}
			m.marks(6, "empty")
			browsertest.Axe(t, m.tab)
			m.click(selector(`.pad [data-value="2"]`))
			m.marks(5, "empty, notes 2 3")
			m.click(selector("#undo"))
			m.click(selector("#undo"))
			for _, site := range []int{0, 1, 5} {
				m.marks(site, "empty")
			}
			if !browsertest.Eval[bool](t, m.tab, `document.getElementById("undo").disabled`) {
				t.Error("two notes in three cells were more than two steps")
			}
		})
	}
}

// TestCornerMarks writes marks in corners by keyboard and by the buttons. The browser keeps them. Hints and checks
// do not read them. A value replaces them, and Undo brings them back.
func TestCornerMarks(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "sudoku", "..1.4......3.2..")
	m.open(browsertest.Start(t), webtest.Live(t))
	m.clickSite(0)
	m.keys(",3,.2.") // the solution has 2
	m.marks(0, "empty, notes 2, corner notes 3")
	browsertest.Run(t, m.tab, chromedp.KeyEvent("4", chromedp.KeyModifiers(input.ModifierShift)))
	m.marks(0, "empty, notes 2, corner notes 3 4")
	m.mistake("agrees with your notes")
	m.clickSite(1)
	m.click(selector(".pad-corner"))
	m.click(selector(`.pad [data-value="0"]`))
	m.marks(1, "empty, corner notes 1")
	m.mistake("agrees with your notes")
	m.click(selector(".pad-value"))
	m.clickSite(0)
	m.keys("2")
	m.marks(0, "2")
	m.click(selector("#undo"))
	m.marks(0, "empty, notes 2, corner notes 3 4")
	browsertest.Axe(t, m.tab)
	m.kept()
	browsertest.Wait(t, m.tab, fmt.Sprintf(`localStorage.getItem(%q).includes('"corners":[[0,[2,3]],[1,[0]]]')`, m.key()))
	m.reload()
	m.marks(0, "empty, notes 2, corner notes 3 4")
	m.marks(1, "empty, corner notes 1")
	m.clickSite(1)
	m.keys(kb.Backspace)
	m.marks(1, "empty")
	if texts := browsertest.Eval[string](t, m.tab, `document.querySelector(".board-over").textContent`); texts != "34" {
		t.Errorf("the corners show %q, want the marks 3 and 4", texts)
	}
}
