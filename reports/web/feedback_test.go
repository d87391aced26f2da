//go:build unix

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// count returns JavaScript for the number of elements that a selector finds.
func count(selector string) string {
	return fmt.Sprintf("document.querySelectorAll(%q).length", selector)
}

// flagged is the list of cells that are marked as broken, for screen readers too.
const flagged = `[...document.querySelectorAll('.board-cells [aria-invalid="true"] .board-area')].map(e => e.dataset.site).join()`

// crossed is JavaScript for the clues and ships that are crossed off.
const crossed = `[...document.querySelectorAll(".board-under .board-met")].map(e => e.textContent || e.dataset.length).join()`

func (m *match) waitFor(expression string) {
	m.t.Helper()
	browsertest.Wait(m.t, m.tab, expression)
}

// filledIn opens the board with entries, one character for each site.
func (m *match) filledIn(root, entries string) {
	m.t.Helper()
	m.tab = browsertest.Tab(m.t, browsertest.Start(m.t))
	browsertest.Visit(m.t, m.tab, root+m.address()+"&filled="+entries)
	browsertest.View(m.t, m.tab, 900, 1400, "light")
	m.waitFor(`document.querySelector(".board")`)
}

// TestFeedbackSudoku repeats a value, uses up a value, and fills the board with a mistake. After that, it switches
// the feedback off, and it stays off.
func TestFeedbackSudoku(t *testing.T) {
	t.Parallel()
	webtest.Same(t, func(t *testing.T, root string) {
		m := newMatch(t, "sudoku", "1234341221434...")
		m.filledIn(root, "................")
		m.clickSite(13)
		m.waitFor(count(".board-unit") + " === 8") // 4 cells of the row, 3 more of the column and 1 more of the box
		m.keys("2")
		m.waitFor(flagged + ` === "1,8,13"`)
		m.waitFor(count(".board-same") + " === 4")
		m.keys("3") // the solution has 3 2 1
		m.waitFor(flagged + ` === ""`)
		m.waitFor(`[...document.querySelectorAll(".pad-used")].map(e => e.textContent).join() === "3,4"`)
		m.clickSite(14)
		m.keys("1")
		m.clickSite(15)
		m.keys("2")
		m.waitFor(`document.getElementById("message").textContent.startsWith("The board is full, but not right. ")`)
		m.clickSite(15)
		m.keys("2") // removes it
		m.waitFor(`document.getElementById("message").textContent === ""`)

		m.more("feedback")
		m.waitFor(count(".board-tint *, .board-flags *, .pad-used, [aria-invalid]") + " === 0")
		m.clickSite(15)
		m.keys("2")
		browsertest.Eval[any](t, m.tab, `void setTimeout(() => { window.later = true; }, 500)`) // longer than the pause before a question
		m.waitFor("window.later")
		m.press("check", "A rule is broken")
		if n := browsertest.Eval[int](t, m.tab, count(".board-tint *, .board-flags *, .pad-used, [aria-invalid]")); n != 0 {
			t.Errorf("without feedback, the board has %d marks", n)
		}
		m.reload()
		m.waitFor(`!document.getElementById("feedback").checked`)
		browsertest.Axe(t, m.tab)
	})
}

// TestFeedbackClues crosses off the runs of a nonogram, the sums and ships of a battleships board, and the sums of the
// puzzles Submarines and Laplace's Ashes. It marks a row with too many black cells together with its clue.
func TestFeedbackClues(t *testing.T) {
	t.Parallel()
	root := webtest.Live(t)
	for _, c := range []struct{ name, puzzle, board, entries, crossed, flagged string }{
		{"runs", "nonogram", "5x5:2/4/4/4/2/1.1/5/5/3/1", ".1.1." + "....." + "....." + "....." + "..1..", "1,1,1", ""},
		{"one run", "nonogram", "5x5:2/4/4/4/2/1.1/5/5/3/1", "010.." + "....." + "....." + "....." + ".....", "1", ""},
		{"too long", "nonogram", "5x5:2/4/4/4/2/1.1/5/5/3/1", ".11.." + "....." + "....." + "....." + ".....", "", "1,2"},
		{"sums", "submarines", "rows=2,1,3 cols=1,2,3", "011" + "..." + "...", "2", ""},
		{"ships", "battleships", "rows=2,0,1 cols=1,1,1 fleet=2,1", "11." + "..." + "...", "2,2,0,1,1", ""},
		{"neighbours", "laplace", "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "13.." + "42.." + "....", "10", ""},
		{"differences", "laplace", "diff -1..1 0,-1/1,0", ".0" + "0.", "0,0", ""}, // -1 to the right and below
		{"no end", "battleships", "rows=?,?,? cols=?,?,? fleet=3", "11." + "..." + "...", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newBoard(t, c.puzzle, c.board)
			m.filledIn(root, c.entries)
			m.waitFor(fmt.Sprintf("%s === %q", flagged, c.flagged))
			m.waitFor(fmt.Sprintf("%s === %q", crossed, c.crossed))
			if ships := strings.Count(c.entries, "1"); c.puzzle == "battleships" && browsertest.Eval[int](t, m.tab, count(`.board-cells [data-value="1"] path[fill="#000000"]`)) != ships {
				t.Errorf("want %d parts of ships", ships)
			}
			m.click(selector("#undo"))
			m.waitFor(crossed + `.replace("0", "") === "" && !document.querySelector("[aria-invalid]")`) // a row without ships stays crossed off
		})
	}
}
