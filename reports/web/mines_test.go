//go:build unix

package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// A field is a game of Minesweeper. Its sites are the covered cells.
type field struct {
	*match
	site map[int]int // by cell
}

func newField(t *testing.T, game string) *field {
	t.Helper()
	f := &field{newBoard(t, "minesweeper", game), map[int]int{}}
	for site, cell := range f.Layout.Cell {
		f.site[cell] = site
	}
	return f
}

func (f *field) mined(site int) bool { return f.Reveals[site].Value == 1 }

// around returns the sites around a cell, and the number of mines there.
func (f *field) around(cell int) (sites []int, mines int) {
	h, w := f.Layout.H, f.Layout.W
	for r := max(cell/w-1, 0); r <= min(cell/w+1, h-1); r++ {
		for c := max(cell%w-1, 0); c <= min(cell%w+1, w-1); c++ {
			if site, ok := f.site[r*w+c]; ok && r*w+c != cell {
				sites = append(sites, site)
				if f.mined(site) {
					mines++
				}
			}
		}
	}
	return sites, mines
}

// opened returns the sites that open together with a site, in ascending order.
func (f *field) opened(site int) []int {
	all := []int{site}
	for i := 0; i < len(all); i++ {
		near, mines := f.around(f.Layout.Cell[all[i]])
		if mines > 0 {
			continue
		}
		for _, next := range near {
			if !slices.Contains(all, next) {
				all = append(all, next)
			}
		}
	}
	slices.Sort(all)
	return all
}

// are returns the sites with a value, which "0" opens and "1" flags.
func (f *field) are(value string) []int {
	f.t.Helper()
	return browsertest.Eval[[]int](f.t, f.tab, fmt.Sprintf(`[...document.querySelectorAll('.board-cells [data-value="%s"] .board-area')].map(area => Number(area.dataset.site)).sort((a, b) => a - b)`, value))
}

// stateOf waits until a site has a state, which its label names.
func (f *field) stateOf(site int, state string) {
	f.t.Helper()
	browsertest.Wait(f.t, f.tab, fmt.Sprintf(`document.querySelector('.board-area[data-site="%d"]').parentElement.getAttribute("aria-label").split(": ")[1].startsWith(%q)`, site, state))
}

// secondary clicks on a site with the right button.
func (f *field) secondary(site int) {
	f.t.Helper()
	at := browsertest.Steady(f.t, f.tab, f.pointOf(site))
	browsertest.Run(f.t, f.tab, chromedp.MouseClickXY(at[0], at[1], chromedp.ButtonRight))
}

// press touches a site until it has a flag.
func (f *field) press(site int) {
	f.t.Helper()
	at := browsertest.Steady(f.t, f.tab, f.pointOf(site))
	browsertest.Run(f.t, f.tab, input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at[0], Y: at[1]}}))
	f.stateOf(site, "flag")
	browsertest.Run(f.t, f.tab, input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

func (f *field) mines() (sites []int) {
	for site := range f.Sites {
		if f.mined(site) {
			sites = append(sites, site)
		}
	}
	return sites
}

// openRest opens all cells without a mine that are still covered.
func (f *field) openRest(open func(site int)) {
	f.t.Helper()
	for site := range f.Sites {
		if !f.mined(site) && !slices.Contains(f.are("0"), site) {
			open(site)
		}
	}
}

func (f *field) counts(left int) {
	f.t.Helper()
	browsertest.Wait(f.t, f.tab, textOf(".pad-counter")+fmt.Sprintf(` === "Mines left: %d"`, left))
}

const ended = `!document.querySelector("#controls .pad .main").hidden`

// TestMines plays games of Minesweeper by mouse, by touch and by keyboard. An open mine ends a game until
// the player goes on anyway.
func TestMines(t *testing.T) {
	t.Parallel()
	browser, root := browsertest.Start(t), webtest.Live(t)
	const game = "9x9:8,5,m9b4c63b3f47f25757a7c0"
	for name, play := range map[string]func(f *field){"mouse": (*field).playMouse, "touch": (*field).playTouch, "keyboard": (*field).playKeys} {
		t.Run(name, func(t *testing.T) {
			f := newField(t, game)
			f.t = t
			f.open(browser, root)
			play(f)
			f.solved()
			browsertest.Wait(t, f.tab, textOf(".pad-counter")+` === "All mines found"`)
			if flags := browsertest.Eval[int](t, f.tab, `document.querySelectorAll('.board-cells [fill="#b00020"]').length`); flags != len(f.mines()) {
				t.Errorf("the board shows %d flags in the end, want %d", flags, len(f.mines()))
			}
			browsertest.Axe(t, f.tab)
		})
	}
}

func (f *field) playMouse() {
	first := f.mines()[0]
	f.clickSite(first)
	f.stateOf(first, "open, a mine")
	browsertest.Wait(f.t, f.tab, ended)
	browsertest.Wait(f.t, f.tab, `document.querySelector(".board-flags path")`) // the feedback marks the mine, and forgets it later
	f.clickSite(f.mines()[1])
	f.secondary(f.mines()[2])
	if open, flags := f.are("0"), f.are("1"); len(open) != 1 || len(flags) != 0 {
		f.t.Errorf("after the end of the game, the sites %v are open and %v have flags", open, flags)
	}
	browsertest.Wait(f.t, f.tab, `document.querySelector(".board-flags path")`) // the feedback marks the open mine
	f.click(selector("#controls .pad .main"))
	f.stateOf(first, "covered")
	browsertest.Wait(f.t, f.tab, `!document.querySelector(".board-flags path")`)
	browsertest.Wait(f.t, f.tab, "!("+ended+")")
	f.secondary(first)
	f.stateOf(first, "flag")
	f.counts(len(f.mines()) - 1)
	f.clickSite(first) // a flag protects its cell
	f.stateOf(first, "flag")
	f.secondary(first)
	f.stateOf(first, "covered")
	f.chord()
	f.openRest(f.clickSite)
}

// chord flags the mines around an open number and clicks on the number. This opens the other cells around it.
func (f *field) chord() {
	f.t.Helper()
	for cell := range f.Layout.H * f.Layout.W {
		near, mines := f.around(cell)
		if _, covered := f.site[cell]; covered || mines == 0 || mines == len(near) {
			continue
		}
		var want []int
		for _, site := range near {
			if f.mined(site) {
				f.secondary(site)
			} else {
				want = append(want, f.opened(site)...)
			}
		}
		next := near[0] // a site at a known distance from the cell
		w, at := f.Layout.W, f.Layout.Cell[near[0]]
		f.clickAt(fmt.Sprintf(`(() => {
			const r = document.querySelector('.board-area[data-site="%d"]').getBoundingClientRect();
			return [r.x + r.width * (0.5 + %d), r.y + r.height * (0.5 + %d)];
		})()`, next, cell%w-at%w, cell/w-at/w))
		slices.Sort(want)
		want = slices.Compact(want)
		f.stateOf(want[0], "open")
		if got := f.are("0"); !slices.Equal(got, want) {
			f.t.Errorf("a click on a number opened %v, want %v", got, want)
		}
		return
	}
	f.t.Fatal("no number of the board can be completed")
}

func (f *field) playTouch() {
	f.touch = true
	browsertest.View(f.t, f.tab, 390, 844, "light")
	f.press(f.mines()[0])
	f.counts(len(f.mines()) - 1)
	// On a slow machine, a tap can take as long as a long press. So the timer of long presses does not ring from now on.
	browsertest.Eval[any](f.t, f.tab, `void (wait => { window.setTimeout = (run, ms, ...rest) => ms === 450 ? 0 : wait(run, ms, ...rest); })(setTimeout)`)
	f.click(selector(`#controls .pad button:nth-of-type(2)`)) // taps flag cells
	f.clickSite(f.mines()[1])
	f.stateOf(f.mines()[1], "flag")
	f.clickSite(f.mines()[1])
	f.stateOf(f.mines()[1], "covered")
	f.click(selector(`#controls .pad button:nth-of-type(1)`))
	f.openRest(f.clickSite)
}

func (f *field) playKeys() {
	f.tabTo(".board")
	at := 0
	for ; at < f.mines()[0]; at++ {
		f.keys(kb.PageDown)
	}
	f.keys("f")
	f.stateOf(at, "flag")
	f.keys("f ")
	f.stateOf(at, "open, a mine")
	f.keys(kb.Escape)
	f.stateOf(at, "covered")
	at = f.chordKeys(at)
	f.openRest(func(site int) {
		f.keys(strings.Repeat(kb.PageUp, max(at-site, 0)) + strings.Repeat(kb.PageDown, max(site-at, 0)) + " ")
		at = site
	})
}

// chordKeys flags the mines around a number that the board gives, and opens the other cells around it from a cell next
// to the number. It begins at a site, and returns the site at which it ends.
func (f *field) chordKeys(at int) int {
	f.t.Helper()
	to := func(site int) {
		f.keys(strings.Repeat(kb.PageUp, max(at-site, 0)) + strings.Repeat(kb.PageDown, max(site-at, 0)))
		at = site
	}
	for cell := range f.Layout.H * f.Layout.W {
		near, mines := f.around(cell)
		if _, covered := f.site[cell]; covered || mines == 0 || mines == len(near) {
			continue
		}
		for _, site := range near {
			if f.mined(site) {
				to(site)
				f.keys("f")
				f.stateOf(site, "flag")
			}
		}
		f.keys("c")
		for _, site := range near {
			if !f.mined(site) {
				f.stateOf(site, "open")
			}
		}
		return at
	}
	f.t.Fatal("no number of the board can be completed")
	return at
}

// TestCovered checks that covered and open cells differ in Play as WCAG asks of parts of pictures, so by a contrast of
// 3:1. The counter replaces the number of mines above the board.
func TestCovered(t *testing.T) {
	t.Parallel()
	f := newField(t, "9x9:4,4,mf47de1fe80cd6b1305aa0")
	f.open(browsertest.Start(t), webtest.Live(t))
	for _, theme := range []string{"light", "dark"} {
		browsertest.View(t, f.tab, 1440, 900, theme)
		browsertest.Wait(t, f.tab, `(() => {
			const light = fill => `+lightOf+`(getComputedStyle(document.querySelector('.board-under [fill="' + fill + '"]')).fill);
			const [covered, open] = [light("#a9b4c2"), light("#e4e4e4")];
			return Math.max(covered, open) / Math.min(covered, open) >= 3;
		})()`)
	}
	browsertest.Wait(t, f.tab, `![...document.querySelectorAll(".board-under text")].some(text => text.textContent.includes("mines")) &&
		`+textOf(".pad-counter")+` === "Mines left: 10"`)
}

// TestFirstOpening opens a cell without mines around it on a board without an open cell. All cells around it
// open with it, and undoing covers all of them again.
func TestFirstOpening(t *testing.T) {
	t.Parallel()
	f := newField(t, "9x9:m9b4c63b3f47f25757a7c0")
	f.open(browsertest.Start(t), webtest.Live(t))
	for site := range f.Sites {
		if _, mines := f.around(f.Layout.Cell[site]); mines > 0 || f.mined(site) {
			continue
		}
		f.clickSite(site)
		f.stateOf(site, "open")
		if got, want := f.are("0"), f.opened(site); !slices.Equal(got, want) {
			t.Errorf("a click opened %v, want %v", got, want)
		}
		f.keys(kb.Escape) // without a meaning in a game that goes on
		f.click(selector("#undo"))
		f.stateOf(site, "covered")
		if got := f.are("0"); len(got) > 0 {
			t.Errorf("after Undo, the sites %v are open", got)
		}
		return
	}
	t.Fatal("the board has no cell without mines around it")
}
