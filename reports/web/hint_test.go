//go:build unix

package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/ask"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestHintOnBoard asks for the next step. The board must show what the engine answers: a mark on each site that
// gets a value, a line through each value that goes, and on a table a mark in the cell of each value. After
// the step, no mark is left.
func TestHintOnBoard(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Each(t, func(t *testing.T, root string) {
		for _, puzzle := range []string{"sudoku", "sherlock", "laplace"} {
			t.Run(puzzle, func(t *testing.T) {
				m := newBoard(t, puzzle, catalog.Find(puzzle).Example)
				m.tab = browsertest.Tab(t, browser)
				m.open(browser, root)
				entries := m.Fixed
				found := answered[ask.Hint](t, "hint", map[string]any{"puzzle": puzzle, "instance": m.Instance, "entries": entries})
				placed := found.Placed
				var gone [][2]int
				for _, x := range found.Removed {
					if !slices.ContainsFunc(placed, func(p [2]int) bool { return p[0] == x[0] }) && entries[x[0]] < 0 {
						gone = append(gone, x)
					}
				}
				if len(placed)+len(gone) == 0 {
					t.Fatalf("the hint is %+v", found.Hint)
				}
				m.step(found.Rule[1:])
				if m.Table != nil {
					for kind, all := range map[string][][2]int{"new": placed, "gone": gone} {
						for _, x := range all {
							browsertest.Wait(t, m.tab, fmt.Sprintf(`document.querySelector('[data-site="%d"][data-column="%d"]').dataset.hint === %q`, x[0], x[1], kind))
						}
					}
				} else {
					if n := browsertest.Eval[int](t, m.tab, `document.querySelectorAll(".board-strike").length`); n != len(gone) {
						t.Errorf("%d values are struck through, want %d", n, len(gone))
					}
					for _, x := range placed {
						browsertest.Wait(t, m.tab, fmt.Sprintf(`[...document.querySelectorAll(".board-new")].some(mark => mark.getAttribute("d") === document.querySelector('.board-area[data-site="%d"]').getAttribute("d"))`, x[0]))
					}
					rows := browsertest.Eval[int](t, m.tab, `document.querySelectorAll(".board-where").length`)
					if rows != m.Layout.H+m.Layout.W {
						t.Errorf("%d rows and columns have names, want %d", rows, m.Layout.H+m.Layout.W)
					}
					inside := browsertest.Eval[string](t, m.tab, `(() => {
						const box = document.querySelector(".board-cells").getBoundingClientRect();
						const cells = [...document.querySelectorAll(".board-area")].map(area => area.getBoundingClientRect());
						return [...document.querySelectorAll(".board-where")].filter(name => {
							const r = name.getBoundingClientRect(), x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;
							const over = cells.some(cell => cell.left < x && x < cell.right && cell.top < y && y < cell.bottom);
							return over || r.left < box.left || r.right > box.right || y < box.top || y > box.bottom;
						}).map(name => name.textContent).join();
					})()`)
					if inside != "" {
						t.Errorf("the names %s of rows and columns are on cells or outside of the picture", inside)
					}
				}
				browsertest.Axe(t, m.tab)
				m.click(selector("#after button.main"))
				browsertest.Wait(t, m.tab, `!document.querySelector(".board-new, .board-strike, .board-where, [data-hint]")`)
			})
		}
	})
}

// TestLongHint asks for a long hint on a phone. Its conclusion is shown at once, and the reasons are opened by
// keyboard. A message takes at most a quarter of the height, and a keyboard can scroll it.
func TestLongHint(t *testing.T) {
	t.Parallel()
	m := newBoard(t, "pentomino", catalog.Find("pentomino").Example)
	m.open(browsertest.Start(t), webtest.Live(t))
	browsertest.View(t, m.tab, 390, 844, "light")
	found := answered[ask.Hint](t, "hint", map[string]any{"puzzle": m.Puzzle, "instance": m.Instance, "entries": m.Fixed})
	reasons, conclusion := found.Text[1:strings.LastIndex(found.Text, ", so ")], found.Text[strings.LastIndex(found.Text, ", so ")+len(", so "):]
	const shown, small = `document.getElementById("message").innerText`, `document.getElementById("message").offsetHeight <= innerHeight / 4`
	m.press("hint", "Look at")
	m.press("hint", "technique")
	m.press("hint", conclusion)
	if got := browsertest.Eval[string](t, m.tab, shown); strings.Contains(got, reasons) || !strings.Contains(got, conclusion) {
		t.Errorf("the page says %q about the hint %q", got, found.Text)
	}
	enter(t, m.tab, "#message summary", kb.Enter)
	browsertest.Wait(t, m.tab, fmt.Sprintf(shown+`.includes(%q) && `+small, reasons))
	browsertest.Axe(t, m.tab)
	browsertest.Eval[any](t, m.tab, `import("./assets/play/help.js").then(({ message }) => message("A long text. ".repeat(100)))`)
	browsertest.Wait(t, m.tab, `document.getElementById("message").tabIndex === 0 && `+small)
	browsertest.Axe(t, m.tab)
}

// TestHintInPlace asks for three hints. No message moves the button for hints or the keys below the message.
func TestHintInPlace(t *testing.T) {
	t.Parallel()
	browser, root := browsertest.Start(t), webtest.Live(t)
	m := newBoard(t, "sudoku", catalog.Find("sudoku").Example)
	m.open(browser, root)
	for _, size := range [][2]int64{{390, 844}, {768, 1024}, {1440, 900}} {
		browsertest.View(t, m.tab, size[0], size[1], "light")
		browsertest.Eval[any](t, m.tab, `import("./assets/play/help.js").then(({ message }) => message(""))`)
		places := func() string {
			return browsertest.Eval[string](t, m.tab, `(scrollTo(0, 0), ["#hint", ".pad [data-value]"].map(found => {
				const { left, top, width } = document.querySelector(found).getBoundingClientRect();
				return [left, top, width];
			}).join("; "))`)
		}
		before := places()
		for _, part := range []string{"Look at", "technique", ":"} {
			m.press("hint", part)
			if got := places(); got != before {
				t.Errorf("%dx%d: after the hint with %q, the button and the first key are at %s, before at %s", size[0], size[1], part, got, before)
			}
		}
		m.click(selector("#after button.main"))
		m.waitFor(textOf("#message") + ` === "Done."`)
	}
}

// TestHintButton asks for hints. The button names what its next press shows, and begins again after a change of the
// board, but not after a check or a save point.
func TestHintButton(t *testing.T) {
	t.Parallel()
	browser, root := browsertest.Start(t), webtest.Live(t)
	m := newMatch(t, "sudoku", "..1.4......3.2..")
	m.open(browser, root)
	next := func(want string) {
		t.Helper()
		m.waitFor(fmt.Sprintf("%s === %q", textOf("#hint"), want))
	}
	next("Hint")
	m.press("hint", "Look at")
	next("More of the hint")
	m.press("check", "a solution has all your entries")
	m.more("keep")
	m.press("hint", "technique")
	next("Show the step")
	m.put(0)
	next("Hint")
	m.press("hint", "Look at")
	m.click(selector("#undo"))
	next("Hint")
	m.step(":")
	next("Show the step")
}
