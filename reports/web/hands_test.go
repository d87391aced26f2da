//go:build unix

package web_test

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// drag moves a piece from one point to another, by mouse or by touch. The parameters from and to
// are JavaScript expressions for the points.
func (m *match) drag(from, to string) {
	m.t.Helper()
	browsertest.Eval[any](m.t, m.tab, "void "+from) // scrolling to the end point can move the start point in the window
	end := browsertest.Steady(m.t, m.tab, to)
	start := browsertest.Steady(m.t, m.tab, from)
	if again := browsertest.Eval[[2]float64](m.t, m.tab, to); again != end {
		m.t.Fatalf("the start and the end do not fit into the window together: %v, then %v", end, again)
	}
	half := [2]float64{(start[0] + end[0]) / 2, (start[1] + end[1]) / 2}
	if m.touch {
		browsertest.Touch(m.t, m.tab, start, half, end)
	} else {
		browsertest.Drag(m.t, m.tab, start, half, end)
	}
}

// under returns JavaScript for the point at which a pointer has to be so that a piece that it drags lies with
// its grip at a point. A finger holds a piece above itself.
func (m *match) under(piece int, point string) string {
	m.t.Helper()
	if !m.touch {
		return point
	}
	above := browsertest.Eval[float64](m.t, m.tab, fmt.Sprintf(`import(new URL("assets/board/shapes.js", location.href)).then(({ raised }) =>
		raised(JSON.parse(document.querySelector('[data-piece="%d"]').dataset.shape), %s))`, piece, m.side()))
	return fmt.Sprintf("(([x, y]) => [x, y + %g])(%s)", above, point)
}

// side returns JavaScript for the side of a cell of the board, in pixels.
func (m *match) side() string {
	return fmt.Sprintf(`(document.querySelector(".board-cells").getScreenCTM().a * %g)`, m.Spots[0].Room)
}

// dragPieces drags all pieces of the solution from the tray to the board. On a board with more than six
// sites, it drags the first piece to a wrong place before the right one.
func (m *match) dragPieces() {
	held, first := 0, true
	m.lay(func(site int) {
		if first && len(m.Sites) > 6 {
			wrong := m.elsewhere(held, site)
			m.drag(browsertest.Middle(selector(`[data-piece="%d"]`, held)), m.under(held, m.pointOf(wrong)))
			m.drag(m.pointOf(wrong), m.under(held, m.pointOf(site)))
		} else {
			m.drag(browsertest.Middle(selector(`[data-piece="%d"]`, held)), m.under(held, m.pointOf(site)))
		}
		first = false
	}, func(piece int) {
		held = piece
		m.click(selector(`[data-piece="%d"]`, piece))
	}, func(flip bool) {
		m.click(selector(`.tray .bar button:nth-of-type(%d)`, map[bool]int{false: 1, true: 2}[flip]))
	})
}

// dragRuns paints the values 1 of a binary board. It drags along each run of such sites in a row.
func (m *match) dragRuns() {
	m.t.Helper()
	last := func(site int) bool {
		at := m.Layout.Cell[site]
		return (at+1)%m.Layout.W == 0 || m.solution[site+1] != 1
	}
	first := -1
	for site, value := range m.solution {
		if value == 1 && first < 0 {
			first = site
		}
		if first >= 0 && last(site) {
			if first == site {
				m.clickSite(site)
			} else {
				m.drag(m.pointOf(first), m.pointOf(site))
			}
			first = -1
		}
	}
}

// elsewhere returns another site at which a piece of the tray fits on the empty board.
func (m *match) elsewhere(piece, site int) int {
	m.t.Helper()
	found := browsertest.Eval[struct {
		Cells [][2]int
		Grip  [2]int
	}](m.t, m.tab, fmt.Sprintf(`import(new URL("assets/board/shapes.js", location.href)).then(({ grip }) => {
		const Cells = JSON.parse(document.querySelector('[data-piece="%d"]').dataset.shape);
		return { Cells, Grip: grip(Cells) };
	})`, piece))
	siteAt := map[[2]int]int{}
	for i, at := range m.Layout.Cell {
		siteAt[[2]int{at / m.Layout.W, at % m.Layout.W}] = i
	}
	for i, at := range m.Layout.Cell {
		fits := i != site
		for _, c := range found.Cells {
			_, ok := siteAt[[2]int{at/m.Layout.W + c[0] - found.Grip[0], at%m.Layout.W + c[1] - found.Grip[1]}]
			fits = fits && ok
		}
		if fits {
			return i
		}
	}
	m.t.Fatal("the piece fits nowhere else")
	return -1
}

// TestPaste opens boards in other notations on the page Play, and a text with a mistake. The notations
// and their canonical texts come from docs/puzzles.md.
func TestPaste(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, webtest.Live(t)+"play.html#puzzle=sudoku")
	browsertest.Wait(t, tab, `document.querySelector(".board")`)
	browsertest.Run(t, tab, browsertest.Click("#paste-panel summary"))
	paste := func(puzzle, text string) {
		browsertest.Run(t, tab, chromedp.SetValue("#puzzle", puzzle, chromedp.ByQuery)) // also sends the event change
		// The page fills the field after it has changed its address.
		browsertest.Wait(t, tab, fmt.Sprintf(`(link => link.get("puzzle") === %q && link.get("board") === document.getElementById("text").value)(new URLSearchParams(location.hash.slice(1)))`, puzzle))
		browsertest.Run(t, tab, chromedp.SetValue("#text", text, chromedp.ByQuery), browsertest.Click("#paste [type=submit]"))
	}
	for _, c := range []struct{ puzzle, text, want string }{
		{"calendar", "2026-10-06", "10-06"},
		{"sudoku", "0010\n4000\n0003\n0200", "..1.4......3.2.."},
		{"nonogram", "2\n1\n\n1\n2\n", "2x2:1/2/2/1"},
		{"lightsout", "torus:.#./##./...", "torus:.#./##./..."},
		{"minesweeper", "mines=1 10/??", "mines=1 1./??"},
	} {
		paste(c.puzzle, c.text)
		browsertest.Wait(t, tab, fmt.Sprintf(`new URLSearchParams(location.hash.slice(1)).get("board") === %q`, c.want))
	}
	paste("calendar", "13-40")
	browsertest.Wait(t, tab, `document.getElementById("problem").textContent.toLowerCase().includes("line 1, column 1") && document.querySelector(".board")`)
	browsertest.Axe(t, tab)
}

// TestPrint prints a board with entries, also in the dark theme. The paper has the board, the letters of
// the pieces and the rules, in dark ink on one page, and no buttons.
func TestPrint(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	m := newMatch(t, "calendar", "10-06")
	var filled strings.Builder
	for _, v := range m.solution {
		filled.WriteByte("01234567"[v])
	}
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, webtest.Live(t)+m.address()+"&"+url.Values{"filled": {filled.String()}}.Encode())
	browsertest.Wait(t, tab, `document.documentElement.dataset.solved === "true"`)
	dark := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}
	browsertest.Run(t, tab, emulation.SetEmulatedMedia().WithMedia("print").WithFeatures(dark))
	got := browsertest.Eval[map[string]any](t, tab, `(() => {
		const seen = e => e.checkVisibility() && e.getBoundingClientRect().width > 0;
		const number = selector => [...document.querySelectorAll(selector)].filter(seen).length;
		return { board: number(".board"), letters: number(".board-letters text"), rules: number("#rules"), buttons: number("button:not(.tray-piece)"), menu: number("nav a"), ink: getComputedStyle(document.getElementById("rules")).color };
	})()`)
	for name, want := range map[string]any{"board": 1.0, "letters": 8.0, "rules": 1.0, "buttons": 0.0, "menu": 0.0, "ink": "rgb(27, 29, 33)"} {
		if got[name] != want {
			t.Errorf("the paper has %s %v, want %v", name, got[name], want)
		}
	}
	var text []byte
	browsertest.Run(t, tab, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		text, _, err = page.PrintToPDF().WithPaperWidth(8.27).WithPaperHeight(11.69).Do(ctx)
		return err
	}))
	if n := bytes.Count(text, []byte("/Type /Page\n")); n != 1 || !bytes.HasPrefix(text, []byte("%PDF-")) {
		t.Errorf("the PDF document has %d pages, want 1", n)
	}
}
