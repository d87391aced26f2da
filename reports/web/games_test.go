//go:build unix

package web_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/ask"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// seed returns JavaScript that writes begun games of 4x4 sudokus into the storage of the browser, in the form
// of an earlier version. It returns the keys of the games. The last games are solved.
func seed(number, solved int) string {
	return fmt.Sprintf(`((number, solved) => {
		const solution = "1234341221434321", made = [];
		for (let i = 0; i < number; i++) {
			const clues = [...solution].map((digit, site) => ((i + 1) >> site & 1 ? "." : digit)); // the number i + 1 says which cells are empty
			const entries = clues.map(digit => (digit === "." ? -1 : Number(digit) - 1)), site = entries.indexOf(-1);
			entries[site] = Number(solution[site]) - 1;
			made.push("counterproof.game.sudoku." + clues.join(""));
			localStorage.setItem(made[i], JSON.stringify({ entries, notes: [], steps: [[[site, [-1, []], [entries[site], []]]]], at: 1, points: [], seconds: 5, done: i >= number - solved }));
		}
		localStorage.setItem("counterproof.games", JSON.stringify(made));
		return made;
	})(%d, %d)`, number, solved)
}

// fill is JavaScript that fills the storage that all tabs share, to the last character.
const fill = `(() => {
	let size = 0;
	for (let more = 1 << 23; more >= 1; more >>= 1) {
		try {
			localStorage.setItem("other", "x".repeat(size + more));
			size += more;
		} catch { /* too much */ }
	}
	return size;
})()`

// stored returns what the storage that all tabs share keeps under the keys with the given beginning.
func stored(t *testing.T, tab context.Context, prefix string) map[string]string {
	t.Helper()
	return browsertest.Eval[map[string]string](t, tab, fmt.Sprintf(`Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith(%q)))`, prefix))
}

const games = "counterproof.game."

// key returns the key under which the browser keeps the game.
func (m *match) key() string { return games + m.Puzzle + "." + m.Instance }

// visit opens the board on the page Play, in the tab that the match has.
func (m *match) visit(root string) {
	m.t.Helper()
	browsertest.Visit(m.t, m.tab, root+m.address())
	browsertest.Wait(m.t, m.tab, fmt.Sprintf(`document.getElementById("text").value === %q && document.querySelector(".board")`, m.Instance))
}

// enter enters the right value at the first cell without a value.
func (m *match) enter() {
	m.t.Helper()
	m.clickSite(m.to()[0])
	m.keys(fmt.Sprint(m.solution[m.to()[0]] + 1))
}

// kept waits until the storage that all tabs share has the game.
func (m *match) kept() {
	m.t.Helper()
	browsertest.Wait(m.t, m.tab, fmt.Sprintf(`localStorage.getItem(%q)`, m.key()))
}

// lacks checks that all games are as before, except for the missing ones.
func lacks(t *testing.T, tab context.Context, what string, before map[string]string, missing ...string) {
	t.Helper()
	now := stored(t, tab, games)
	for key, text := range before {
		if got, ok := now[key]; ok == slices.Contains(missing, key) || ok && got != text {
			t.Errorf("%s: %s is %q, and was %q", what, key, got, text)
		}
	}
}

// TestManyGames begins three games in a browser that has 298 games in the old form. All games must stay, and an
// entry must not read the other games. The list of games leads to an old game. By keyboard, the list removes a
// game and puts it back.
func TestManyGames(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	browsertest.Visit(t, tab, root+"tutorial.html")
	old := browsertest.Eval[[]string](t, tab, seed(298, 2))
	before := stored(t, tab, games)
	m := &match{}
	for _, board := range []string{"..1.4......3.2..", "1234341221434...", "............1234"} {
		m = newMatch(t, "sudoku", board)
		m.tab = tab
		m.visit(root)
		browsertest.Eval[any](t, tab, `(() => {
			const get = Storage.prototype.getItem;
			window.reads = new Set();
			Storage.prototype.getItem = function (key) { reads.add(key); return get.call(this, key); };
		})()`)
		m.enter()
		m.kept()
		if n := browsertest.Eval[int](t, tab, `[...reads].filter(key => key.startsWith("counterproof.game.")).length`); n != 1 {
			t.Errorf("an entry reads %d games", n)
		}
	}
	lacks(t, tab, "after three new games", before)
	browsertest.View(t, tab, 390, 844, "light")
	browsertest.Run(t, tab, browsertest.Click("#games-panel summary"))
	browsertest.Wait(t, tab, `document.querySelectorAll("#games li").length === 301`)
	browsertest.Fits(t, tab)
	browsertest.Axe(t, tab)
	for i, want := range map[int]string{0: m.Instance, 2: "..1.4......3.2..", 3: strings.TrimPrefix(old[0], games+"sudoku.")} {
		if got := browsertest.Eval[string](t, tab, fmt.Sprintf(`document.querySelectorAll("#games code")[%d].textContent`, i)); got != want {
			t.Errorf("game %d of the list is %s, want %s", i, got, want)
		}
	}
	for i, want := range map[int]string{0: "Sudoku 4x4 1 of 12 filled", 3: "Sudoku with 16 places 16 of 16 filled, 0:05", 300: "solved in 0:05"} {
		got := browsertest.Eval[string](t, tab, fmt.Sprintf(`[...document.querySelectorAll("#games li")[%d].children].map(e => e.textContent).join(" ")`, i))
		if !strings.Contains(got, want) {
			t.Errorf("game %d of the list is %q, want %q", i, got, want)
		}
	}

	browsertest.Eval[any](t, tab, `document.querySelectorAll("#games li")[3].querySelector("button").focus()`)
	m.keys(kb.Enter)
	browsertest.Wait(t, tab, `document.activeElement.textContent === "Undo"`)
	lacks(t, tab, "after the removal", before, old[0])
	m.keys(kb.Enter)
	browsertest.Wait(t, tab, `document.activeElement.textContent === "Remove"`)
	lacks(t, tab, "put back", before)

	browsertest.Eval[any](t, tab, `document.querySelectorAll("#games a")[5].click()`)
	browsertest.Wait(t, tab, fmt.Sprintf(`document.getElementById("text").value === %q`, strings.TrimPrefix(old[2], games+"sudoku.")))
	m.says("an old game with an entry in the first of two empty cells", "0.23230110323210")
}

// TestFullStorage makes entries while the storage that all tabs share is full. The page must say so, no game may
// be lost, and the tab must keep the entries. After solved games are removed, the device keeps the new game.
func TestFullStorage(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	browsertest.Visit(t, tab, root+"tutorial.html")
	old := browsertest.Eval[[]string](t, tab, seed(60, 20))
	before := stored(t, tab, games)
	if size := browsertest.Eval[int](t, tab, fill); size < 1<<20 {
		t.Fatalf("the storage is full after %d characters", size)
	}
	const warned, silent = `document.getElementById("unkept").checkVisibility()`, `!document.getElementById("unkept").checkVisibility()`
	m := newMatch(t, "sudoku", "..1.4......3.2..")
	m.tab = tab
	m.visit(root)
	browsertest.Wait(t, tab, silent)
	m.enter()
	browsertest.Wait(t, tab, warned)
	lacks(t, tab, "with a full storage", before)
	if now := stored(t, tab, m.key()); len(now) > 0 {
		t.Errorf("the full storage has %v", now)
	}
	entered := browsertest.Eval[string](t, tab, filled)
	m.reload()
	m.says("after a reload", entered)
	browsertest.Wait(t, tab, warned)
	browsertest.View(t, tab, 390, 844, "light")
	browsertest.Fits(t, tab)
	browsertest.Axe(t, tab)

	daily := browsertest.SecondTab(t, tab)
	made := answered[ask.Made](t, "daily", map[string]any{"puzzle": "pairplace", "date": "2026-11-17"})
	d := newMatch(t, "pairplace", made.Instance)
	d.tab = daily
	browsertest.Visit(t, daily, root+"daily.html#2026-11-17/pairplace")
	browsertest.Wait(t, daily, `document.querySelector("#game:not([hidden]) .board")`)
	browsertest.Wait(t, daily, warned)
	d.put(0)
	browsertest.Wait(t, daily, fmt.Sprintf(`sessionStorage.getItem("unkept.%s")`, d.key()))
	entered = browsertest.Eval[string](t, daily, filled)
	d.reload()
	browsertest.Wait(t, daily, warned)
	d.says("the daily puzzle after a reload", entered)
	browsertest.Axe(t, daily)
	lacks(t, daily, "with a daily puzzle", before)

	m.click(selector("#unkept-list"))
	browsertest.Wait(t, tab, `document.querySelectorAll("#games li").length === 61`)
	m.click(selector("#games-solved"))
	lacks(t, tab, "after the removal of solved games", before, old[40:]...)
	browsertest.Wait(t, tab, silent)
	m.kept()
	browsertest.Wait(t, daily, silent) // another tab has made room
	d.tab = daily
	d.kept()
}
