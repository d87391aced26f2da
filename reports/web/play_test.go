//go:build unix

package web_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/ask"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// A match is a board that a test plays.
type match struct {
	ask.Board
	solution []int
	touch    bool // taps instead of clicks
	tab      context.Context
	t        *testing.T
}

// answered asks a question and returns the first object of the answer.
func answered[A any](t *testing.T, name string, question any) (a A) {
	t.Helper()
	body, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	desk := &ask.Desk{Puzzles: catalog.All()}
	taken := false
	err = desk.Ask(t.Context(), name, body, func(object any) error {
		text, err := json.Marshal(object)
		if err == nil && !taken {
			err = json.Unmarshal(text, &a)
		}
		taken = true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// newBoard returns a board without its solution.
func newBoard(t *testing.T, puzzle, instance string) *match {
	t.Helper()
	return &match{Board: answered[ask.Board](t, "board", map[string]any{"puzzle": puzzle, "instance": instance}), t: t}
}

// newMatch returns a board together with the first solution that the native method finds.
func newMatch(t *testing.T, puzzle, instance string) *match {
	t.Helper()
	m := newBoard(t, puzzle, instance)
	about := map[string]any{"puzzle": puzzle, "instance": instance, "number": 1}
	found := answered[ask.Found](t, "solve", about).Solutions
	if len(found) != 1 || len(found[0]) != len(m.Sites) {
		t.Fatalf("solutions %q for %d sites", found, len(m.Sites))
	}
	for _, digit := range found[0] {
		m.solution = append(m.solution, strings.IndexRune("0123456789abcdefghijklmnopqrstuvwxyz", digit))
	}
	return m
}

// address returns the part of the board's link that begins with #.
func (m *match) address() string {
	return "play.html#" + url.Values{"puzzle": {m.Puzzle}, "board": {m.Instance}}.Encode()
}

// open shows the board, in a new tab with a fresh profile unless the match has a tab.
func (m *match) open(browser context.Context, root string) {
	if m.tab == nil {
		m.tab = browsertest.Tab(m.t, browser)
	}
	browsertest.Visit(m.t, m.tab, root+m.address())
	browsertest.View(m.t, m.tab, 900, 1400, "light")
	browsertest.Wait(m.t, m.tab, `document.querySelector(".board")`)
}

// reload loads the page again and waits until it shows the board.
func (m *match) reload() {
	m.t.Helper()
	browsertest.Run(m.t, m.tab, chromedp.Reload())
	browsertest.Wait(m.t, m.tab, `document.querySelector("#game:not([hidden]) .board")`)
}

// solved waits until the page says that the board is solved.
func (m *match) solved() {
	m.t.Helper()
	browsertest.Wait(m.t, m.tab, `document.documentElement.dataset.solved === "true"`)
}

// click clicks in the middle of the element that a JavaScript expression returns.
func (m *match) click(element string) {
	m.t.Helper()
	if m.touch {
		m.clickAt(browsertest.Middle(element))
		return
	}
	browsertest.Run(m.t, m.tab, browsertest.ClickOn(element))
}

// clickSite clicks in the area of a site of a picture.
func (m *match) clickSite(site int) {
	m.t.Helper()
	m.clickAt(m.pointOf(site))
}

// pointOf returns JavaScript that scrolls to a site and returns a point in its area.
func (m *match) pointOf(site int) string {
	at := m.Spots[site].At
	return fmt.Sprintf(`(() => {
		const svg = document.querySelector(".board-cells");
		svg.querySelector('[data-site="%d"]').scrollIntoView({block: "nearest"});
		const p = new DOMPoint(%g, %g).matrixTransform(svg.getScreenCTM());
		return [p.x, p.y];
	})()`, site, at[0], at[1])
}

func (m *match) clickAt(expression string) {
	m.t.Helper()
	if m.touch {
		browsertest.Touch(m.t, m.tab, browsertest.Steady(m.t, m.tab, expression))
		return
	}
	browsertest.Run(m.t, m.tab, browsertest.ClickAt(expression))
}

func selector(format string, args ...any) string {
	return fmt.Sprintf("document.querySelector(%q)", fmt.Sprintf(format, args...))
}

// keys presses keys on the board.
func (m *match) keys(text string) {
	m.t.Helper()
	browsertest.Run(m.t, m.tab, chromedp.KeyEvent(text))
}

// to returns, in order, the sites to which the player gives a value. On a binary board, these are
// the sites with the value 1.
func (m *match) to() (sites []int) {
	binary := true
	for _, n := range m.Sites {
		binary = binary && n <= 2
	}
	for i, v := range m.solution {
		if m.Fixed[i] < 0 && (v > 0 || !binary) {
			sites = append(sites, i)
		}
	}
	return sites
}

// mouse plays only with clicks.
func (m *match) mouse() {
	if m.Pieces != nil {
		m.lay(m.clickSite,
			func(piece int) { m.click(selector(`[data-piece="%d"]`, piece)) },
			func(flip bool) {
				m.click(selector(`.tray .bar button:nth-of-type(%d)`, map[bool]int{false: 1, true: 2}[flip]))
			})
		return
	}
	for _, site := range m.to() {
		v := m.solution[site]
		switch {
		case m.Table != nil:
			m.click(selector(`[data-site="%d"][data-column="%d"]`, site, v))
		case m.filled(site):
		default:
			m.clickSite(site)
			if m.Sites[site] > 2 {
				m.click(selector(`.pad [data-value="%d"]`, v))
			}
		}
	}
}

// filled reports whether a site already has its value. In Pair Place, entering a letter in one cell
// also fills the cell of its partner.
func (m *match) filled(site int) bool {
	return browsertest.Eval[bool](m.t, m.tab, fmt.Sprintf(`document.querySelector('.board-area[data-site="%d"]').parentElement.dataset.value === "%d"`, site, m.solution[site]))
}

// keyboard plays only with keys.
func (m *match) keyboard() {
	m.tabTo(".board[tabindex], .board [tabindex]")
	if m.Table != nil {
		m.keyTable()
		return
	}
	at := browsertest.Eval[int](m.t, m.tab, `Number(document.querySelector(".board").getAttribute("aria-activedescendant").split("-").at(-1))`)
	goTo := func(site int) {
		for _, key := range m.arrows(at, site) {
			m.keys(map[string]string{"ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight}[key])
		}
		at = site
	}
	if m.Pieces != nil {
		m.lay(func(site int) { goTo(site); m.keys(kb.Enter) },
			func(piece int) {
				for range len(m.Pieces) + 1 {
					if browsertest.Eval[bool](m.t, m.tab, fmt.Sprintf(`document.querySelector('[data-piece="%d"]').getAttribute("aria-pressed") === "true"`, piece)) {
						return
					}
					m.keys(".")
				}
				m.t.Fatalf("piece %d cannot be taken with the key", piece)
			},
			func(flip bool) { m.keys(map[bool]string{false: "r", true: "f"}[flip]) })
		return
	}
	for _, site := range m.to() {
		if m.filled(site) {
			continue
		}
		goTo(site)
		if m.Sites[site] == 2 {
			m.keys(" ")
			continue
		}
		m.keys(browsertest.Eval[string](m.t, m.tab, fmt.Sprintf(`document.querySelector('.pad [data-value="%d"]').title.match(/key (.+)\)/)[1]`, m.solution[site])))
	}
}

// tabTo presses the key Tab until an element that matches a selector has the focus.
func (m *match) tabTo(selector string) {
	m.t.Helper()
	for range 200 {
		if browsertest.Eval[bool](m.t, m.tab, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
		m.keys(kb.Tab)
	}
	m.t.Fatalf("the key Tab does not lead to %s", selector)
}

// arrows returns the names of the arrow keys that lead from one site to another in the fewest steps.
func (m *match) arrows(from, to int) []string {
	m.t.Helper()
	layout, err := json.Marshal(m.Layout)
	spots, err2 := json.Marshal(m.Spots)
	if err = cmp.Or(err, err2); err != nil {
		m.t.Fatal(err)
	}
	keys := browsertest.Eval[[]string](m.t, m.tab, fmt.Sprintf(`import(new URL("assets/board/moves.js", location.href)).then(({ neighbours }) => {
		const move = neighbours(%s, %s.map(({ at: [x, y] }) => ({ x, y }))), ways = new Map([[%d, []]]);
		for (const [site, way] of ways) // also the sites that are added on the way
			for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
				if (!ways.has(move(site, key))) ways.set(move(site, key), [...way, key]);
		return ways.get(%d) ?? null;
	})`, layout, spots, from, to))
	if keys == nil {
		m.t.Fatalf("no arrow keys lead from site %d to site %d", from, to)
	}
	return keys
}

// keyTable plays a table with the arrow keys.
func (m *match) keyTable() {
	m.keys(kb.Home)
	var rows []int
	for _, g := range m.Table.Groups {
		for _, r := range g.Rows {
			rows = append(rows, r.Site)
		}
	}
	wanted := map[int]bool{}
	for _, site := range m.to() {
		wanted[site] = true
	}
	for range rows {
		m.keys(kb.ArrowUp)
	}
	for _, site := range rows {
		if wanted[site] {
			m.keys(kb.Home)
			for range m.solution[site] {
				if m.Sites[site] > 2 {
					m.keys(kb.ArrowRight)
				}
			}
			m.keys(" ")
		}
		m.keys(kb.ArrowDown)
	}
}

// lay lays all pieces of the solution. The parameters are functions. The function take picks up a
// piece from the tray. The function turn rotates or reflects the held piece. The function put goes
// to a site and puts the held piece down.
func (m *match) lay(put, take func(int), turn func(flip bool)) {
	cells := map[int][][2]int{}
	for site, v := range m.solution {
		at := m.Layout.Cell[site]
		cells[v] = append(cells[v], [2]int{at / m.Layout.W, at % m.Layout.W})
	}
	for k, p := range m.Pieces {
		for _, v := range p.Values {
			if cells[v] == nil {
				continue
			}
			take(k)
			m.turnTo(k, cells[v], turn)
			put(m.grip(cells[v]))
		}
	}
}

// grip returns the site by which a piece on the given cells is held.
func (m *match) grip(cells [][2]int) int {
	text, _ := json.Marshal(cells)
	held := browsertest.Eval[[2]int](m.t, m.tab, fmt.Sprintf(`import(new URL("assets/board/shapes.js", location.href)).then(({ grip }) => grip(%s))`, text))
	for site, at := range m.Layout.Cell {
		if at == held[0]*m.Layout.W+held[1] {
			return site
		}
	}
	m.t.Fatalf("no site at %v", held)
	return -1
}

// turnTo rotates and reflects the held piece until it has the shape of the cells.
func (m *match) turnTo(piece int, cells [][2]int, turn func(flip bool)) {
	text, _ := json.Marshal(cells)
	for i := range 8 {
		if browsertest.Eval[bool](m.t, m.tab, fmt.Sprintf(`import(new URL("assets/board/shapes.js", location.href)).then(({ same }) => same(%s, JSON.parse(document.querySelector('[data-piece="%d"]').dataset.shape)))`, text, piece)) {
			return
		}
		turn(i == 3)
	}
	m.t.Fatalf("piece %d does not have the shape %v", piece, cells)
}

// TestDottedRegions enters a colour into region 1 of a map. Its Kempe chain of the colours 1 and 2 reaches
// no given region until region 2 has its colour, so region 1 is a dot first, and then filled.
func TestDottedRegions(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Each(t, func(t *testing.T, root string) {
		if onSite(t) {
			return
		}
		tab := browsertest.Tab(t, browser)
		fresh(t, tab)
		m := newMatch(t, "map", "regions=5 colours=3 edges=0-1,1-2,2-3,2-4 given=0:0,3:0,4:1")
		m.tab = tab
		m.open(browser, root)
		state := func(site int) string {
			return browsertest.Eval[string](t, tab, fmt.Sprintf(`(() => {
				const area = document.querySelector('.board-area[data-site="%d"]'), group = area.parentElement;
				return [area.classList.contains("board-filled"), group.querySelectorAll("circle").length, group.getAttribute("aria-label").includes("dotted")].join()
			})()`, site))
		}
		enter := func(site int) {
			m.clickSite(site)
			m.click(selector(`.pad [data-value="%d"]`, m.solution[site]))
		}
		if enter(1); state(1) != "false,1,true" {
			t.Errorf("region 1 alone: filled, dots, label: %s", state(1))
		}
		if enter(2); state(1) != "true,0,false" || state(2) != "true,0,false" {
			t.Errorf("with region 2: filled, dots, label: %s and %s", state(1), state(2))
		}
	})
}
