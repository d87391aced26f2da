//go:build unix

package web_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/ask"
	"counterproof/bench/test/processtest"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// newDaily returns the Pair Place table of a date, and opens the table with the function open.
func newDaily(t *testing.T, open func(m *match, page string), date string) *match {
	t.Helper()
	made := answered[ask.Made](t, "daily", map[string]any{"puzzle": "pairplace", "date": date})
	m := newMatch(t, "pairplace", made.Instance)
	open(m, "daily.html#"+date+"/pairplace")
	return m
}

// text returns the text of the element with an id.
func (m *match) text(id string) string {
	m.t.Helper()
	return browsertest.Eval[string](m.t, m.tab, fmt.Sprintf(`document.getElementById(%q).textContent`, id))
}

// TestDaily plays the Pair Place tables of a Monday and a Tuesday to the end, by mouse and by
// keyboard. Entries and time must survive a reload. The result must not show a row of the solution.
func TestDaily(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		open := func(m *match, page string) {
			m.tab = browsertest.Tab(m.t, browser)
			browsertest.Visit(m.t, m.tab, root+page)
			browsertest.View(m.t, m.tab, 900, 1400, "light")
			browsertest.Wait(m.t, m.tab, `document.querySelector("#game:not([hidden]) .board")`)
		}
		t.Run("mouse", func(t *testing.T) {
			m := newDaily(t, open, "2026-11-16")
			if n := browsertest.Eval[int](t, m.tab, `document.querySelectorAll("#cards li").length`); n != 6 {
				t.Errorf("%d puzzles, want 6", n)
			}
			m.click(selector("#hint"))
			browsertest.Wait(t, m.tab, `document.getElementById("message").textContent !== ""`)
			if clock := m.text("clock"); clock != "0:00" {
				t.Errorf("the time before the first entry is %s", clock)
			}
			site := m.to()[0]
			m.clickSite(site)
			m.click(selector(`.pad [data-value="%d"]`, m.solution[site]))
			browsertest.Wait(t, m.tab, `document.getElementById("clock").textContent >= "0:01"`)
			m.reload()
			if clock := m.text("clock"); !m.filled(site) || clock < "0:01" {
				t.Errorf("after a reload, the time is %s, and the entry is there: %v", clock, m.filled(site))
			}
			m.mouse()
			m.solved()
			m.finished("16 November 2026", "1 hint")
			browsertest.Wait(t, m.tab, `document.querySelectorAll("#statistics:not([hidden]) #times tr").length === 1`)
			if row := m.text("times"); !strings.HasPrefix(row, "Pair Place1") {
				t.Errorf("the statistic says %q after one Pair Place table", row)
			}
		})
		t.Run("keyboard", func(t *testing.T) {
			m := newDaily(t, open, "2026-11-17")
			m.keyboard()
			m.solved()
			m.finished("17 November 2026", "no hints")
		})
	})
}

// finished checks the result of the open puzzle, also after a reload.
func (m *match) finished(date, hints string) {
	m.t.Helper()
	for _, reload := range []bool{false, true} {
		if reload {
			browsertest.Run(m.t, m.tab, chromedp.Reload())
		}
		browsertest.Wait(m.t, m.tab, `document.querySelector("#result:not([hidden])") && document.querySelector("#cards .fine")?.textContent.startsWith("Solved ")`)
		result := m.text("result-text")
		lines := strings.Split(result, "\n")
		if len(lines) != 3 || !strings.Contains(lines[0], "Pair Place, "+date) || !strings.HasSuffix(lines[1], ", "+hints) || len([]rune(lines[2])) != 10 {
			m.t.Errorf("the result is %q", result)
		}
		for r := range m.Layout.H {
			row := ""
			for _, v := range m.solution[r*m.Layout.W : (r+1)*m.Layout.W] {
				row += string(rune('A' + v))
			}
			if strings.Contains(strings.ToUpper(strings.ReplaceAll(result, " ", "")), row) {
				m.t.Errorf("the result %q has the row %s of the solution", result, row)
			}
		}
	}
}

// TestDayPictures looks at the cards of a Sunday. Each has the picture of the very board of its puzzle, and names its
// size without the codes of our generator.
func TestDayPictures(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Live(t)+"daily.html#2026-11-29")
	browsertest.Wait(t, tab, `document.querySelector("#cards svg") && !document.querySelector("#cards li:not(:has(svg))")`)
	cards := browsertest.Eval[[]struct{ Puzzle, Board, Text string }](t, tab, `[...document.querySelectorAll("#cards a")].map(a => ({
		puzzle: a.hash.split("/")[1], board: a.querySelector("desc").textContent, text: [...a.children].slice(1).map(part => part.textContent).join("|"),
	}))`)
	texts := ""
	for _, card := range cards {
		made := answered[ask.Made](t, "daily", map[string]any{"puzzle": card.Puzzle, "date": "2026-11-29"})
		if card.Board != made.Instance {
			t.Errorf("the card of %s shows %s, want %s", card.Puzzle, card.Board, made.Instance)
		}
		texts += card.Text + "\n"
	}
	for _, want := range []string{"A-Puzzle-A-Day|calendar · 29 Nov|Play\n", "Sherlock|5 columns, 6 categories · extreme|Play\n"} {
		if !strings.Contains(texts, want) {
			t.Errorf("the cards %q lack %q", texts, want)
		}
	}
}

// A lesson is a step of the tutorial, with the fields that the JavaScript of the page gives it.
type lesson struct {
	Board, Solution string
	Goal            [][2]int
}

// TestTutorial does all steps of the tutorial on a phone, by touch. Long tests also do them by mouse.
func TestTutorial(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		for _, touch := range []bool{false, true} {
			t.Run(fmt.Sprintf("touch=%v", touch), func(t *testing.T) {
				if !touch {
					processtest.Long(t)
				}
				takeLessons(t, browser, root, touch)
			})
		}
	})
}

// takeLessons does all steps of the tutorial.
func takeLessons(t *testing.T, browser context.Context, root string, touch bool) {
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, root+"tutorial.html")
	if touch {
		browsertest.View(t, tab, 360, 740, "light")
	} else {
		browsertest.View(t, tab, 900, 1400, "light")
	}
	lessons := browsertest.Eval[[]lesson](t, tab, `import(new URL("assets/tutorial/steps.js", location.href)).then(({ steps }) => steps)`)
	for i, l := range lessons {
		m := &match{Board: answered[ask.Board](t, "board", map[string]any{"puzzle": "pairplace", "instance": l.Board}), t: t, tab: tab, touch: touch}
		for _, letter := range l.Solution {
			m.solution = append(m.solution, int(letter-'A'))
		}
		if l.Goal != nil {
			m.Fixed = slices.Clone(m.solution) // only the goal must be entered
			for _, pair := range l.Goal {
				m.Fixed[pair[0]], m.solution[pair[0]] = -1, pair[1]
			}
		}
		browsertest.Wait(t, tab, fmt.Sprintf(`document.querySelector('.board[aria-label="The table of step %d"]')`, i+1))
		m.mouse()
		browsertest.Wait(t, tab, `document.documentElement.dataset.done === "true"`)
		m.click(selector("#next"))
	}
	browsertest.Wait(t, tab, `document.documentElement.dataset.page === "daily"`)
}

// TestPickedPage checks that the page shows the reason for a picked board, also after the page has kept the
// board, and no reason for other boards.
func TestPickedPage(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		tab := browsertest.Tab(t, browser)
		const shown = `!document.querySelector("#reason").hidden && document.querySelector("#reason").textContent.includes("Petersen graph") && document.querySelector("#board svg")`
		browsertest.Visit(t, tab, root+"daily.html#2026-12-07/pairplace")
		browsertest.Wait(t, tab, shown)
		browsertest.Run(t, tab, chromedp.Reload())
		browsertest.Wait(t, tab, shown)
		browsertest.Run(t, tab, chromedp.Navigate(root+"daily.html#2026-12-08/pairplace"))
		browsertest.Wait(t, tab, `document.querySelector("#reason").hidden && document.querySelector("#board svg") && location.hash.includes("12-08")`)
	})
}

// TestProgramPage draws a program with a structure inside another, puts a structure around a part of it,
// and draws a graph of one's own. A mistake in the text is reported with its position.
func TestProgramPage(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		m := &match{t: t, tab: browsertest.Tab(t, browser)}
		browsertest.Visit(t, m.tab, root+"control.html#kind=program&text=while%7Bif%7B%7Delse%7B%7D%7D")
		browsertest.Wait(t, m.tab, `document.querySelectorAll(".edge").length === 10 && document.querySelectorAll("svg > line").length === 2 && document.querySelector("#verdict.fine")`)
		browsertest.Axe(t, m.tab)
		browsertest.Eval[any](t, m.tab, `document.querySelector("#text").setSelectionRange(0, 100)`)
		m.click(selector("#insert button"))
		browsertest.Wait(t, m.tab, `document.querySelectorAll(".edge").length === 14 && location.hash.includes("while+%7Bwhile")`)
		browsertest.Eval[any](t, m.tab, `document.querySelector("#text").value = "while {\n  x }"`)
		m.click(selector("#draw"))
		browsertest.Wait(t, m.tab, textOf("#problem")+`.includes("line 2, column 3")`)
		browsertest.Eval[any](t, m.tab, `(() => { document.querySelector("#kind").value = "graph"; document.querySelector("#kind").dispatchEvent(new Event("change")); })()`)
		browsertest.Wait(t, m.tab, `document.querySelectorAll(".edge").length === 5 && document.querySelector("#verdict.fine") && document.querySelectorAll("#pairs tbody tr").length === 3`)
		m.click(selector("#spoil"))
		browsertest.Wait(t, m.tab, `document.querySelector("#verdict.clash")`)
	})
}

// TestControlPage shows a chain of five branches, and colours an edge by keyboard so that two jumps
// clash. The link of the page must keep the colours.
func TestControlPage(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		m := &match{t: t, tab: browsertest.Tab(t, browser)}
		browsertest.Visit(t, m.tab, root+"control.html#kind=chain&branches=5")
		browsertest.Wait(t, m.tab, `document.querySelectorAll(".edge").length === 15 && document.querySelector("#verdict.fine")`)
		if got := browsertest.Eval[[]int](t, m.tab, `["jumps", "pairs", "origins"].map(id => document.querySelectorAll("#" + id + " tbody tr, #" + id + " li").length)`); fmt.Sprint(got) != "[6 5 6]" {
			t.Errorf("the tables and the list have %v rows", got) // six origins, five values, six destinations
		}
		browsertest.Eval[any](t, m.tab, `document.querySelector(".edge").focus()`)
		m.keys(kb.Enter)
		browsertest.Wait(t, m.tab, `document.querySelector("#verdict.clash")`)
		for _, want := range []string{"With the value 2, A has jumps to both B and D", "With the value 2, both A and C jump to B"} {
			if got := m.text("verdict"); !strings.Contains(got, want) {
				t.Errorf("%q does not say %q", got, want)
			}
		}
		browsertest.Run(t, m.tab, chromedp.Reload())
		browsertest.Wait(t, m.tab, `document.querySelector("#verdict.clash")`)
		m.click(selector("#found"))
		browsertest.Wait(t, m.tab, `document.querySelector("#verdict.fine")`)
		browsertest.Axe(t, m.tab)
	})
}
