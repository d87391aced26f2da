//go:build unix

package web_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/solve/certificate"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// analysed returns the link to a board on the page Analyse. The parameter rest holds the other
// settings of the link, such as the panel.
func analysed(puzzle, instance, rest string) string {
	return fmt.Sprintf("analyse.html#%s:%s&%s", puzzle, url.PathEscape(instance), rest)
}

// textOf returns JavaScript for the text of an element, or for an empty text if the element is
// missing.
func textOf(selector string) string {
	return fmt.Sprintf("(document.querySelector(%q)?.textContent ?? '')", selector)
}

// TestAnalyse runs the checks of the page in both forms: on the server and on the static site. The
// forms differ only in who answers. So the short form asks the static site only to read texts and to
// make a certificate, and TestStop stops a count there. Long tests run all checks on the site.
func TestAnalyse(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Each(t, func(t *testing.T, root string) {
		tab := browsertest.Tab(t, browser)
		for _, c := range []struct {
			name string
			test func(t *testing.T, tab context.Context, root string)
		}{
			{"conflict", analyseConflict}, {"guess", analyseGuess}, {"stop", analyseStop}, {"disagreement", analyseDisagreement}, {"orders", analyseOrders}, {"left order", analyseLeftOrder}, {"limits", analyseLimits}, {"certificate", analyseCertificate}, {"choice", analyseChoice},
		} {
			t.Run(c.name, func(t *testing.T) {
				if onSite(t) && c.name != "guess" && c.name != "certificate" {
					processtest.Long(t)
				}
				fresh(t, tab)
				c.test(t, tab, root)
			})
		}
	})
}

// analyseConflict checks that the page names two clues of a sudoku that contradict each other.
func analyseConflict(t *testing.T, tab context.Context, root string) {
	browsertest.Visit(t, tab, root+analysed("sudoku", "11..............", "panel=theory"))
	browsertest.Wait(t, tab, textOf(`[data-fact="conflict"]`)+`.includes("the 1 in row 1, column 1 and the 1 in row 1, column 2 contradict each other")`)
	browsertest.Wait(t, tab, textOf("#notes")+`.includes("no solution")`)
	browsertest.Axe(t, tab)
}

// analyseGuess checks that the page finds the puzzle to which a text belongs. It also checks that
// the page marks a mistake in the text, and that it shows the names in a graph.
func analyseGuess(t *testing.T, tab context.Context, root string) {
	browsertest.Visit(t, tab, root+"analyse.html")
	browsertest.Wait(t, tab, "document.activeElement.id === 'text'")
	browsertest.Run(t, tab, chromedp.SendKeys("#text", "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15"), browsertest.Click("#input [type=submit]"))
	browsertest.Wait(t, tab, textOf("#title")+`.includes("Laplace")`)
	browsertest.Run(t, tab, chromedp.SetValue("#text", "sum 0..9 10,17,15,10/15,x,31,23/11,16,20,15"), browsertest.Click("#input [type=submit]"))
	browsertest.Wait(t, tab, textOf(".analyse-mistake mark")+` === "x"`)
	browsertest.Run(t, tab, chromedp.SetValue("#text", ".#.\n##.\n..."), browsertest.Click("#input [type=submit]"))
	browsertest.Wait(t, tab, textOf("#title")+`.includes("Lights Out") && `+textOf("#readings")+`.includes("lines 1 to 3")`)
	browsertest.Axe(t, tab)
	browsertest.Run(t, tab, chromedp.SetValue("#text", "sum 0..9\n1 2 | 0 1\n3 4 | 2 3"), browsertest.Click("#input [type=submit]"))
	browsertest.Wait(t, tab, textOf("#title")+`.includes("Laplace") && `+textOf("#readings")+`.includes("ignored the numbers")`)
	browsertest.Fits(t, tab)
	browsertest.Axe(t, tab)
	browsertest.Run(t, tab, chromedp.SetValue("#text", "# 3 colours\nFrance: Spain, Italy\nItaly: Spain\n"), browsertest.Click("#input [type=submit]"))
	browsertest.Wait(t, tab, textOf("#board")+`.includes("Spain") && `+textOf("#instance")+` === "regions=3 colours=3 edges=0-1,0-2,1-2 names=France,Spain,Italy"`)
}

// analyseStop checks that a button stops a long count.
func analyseStop(t *testing.T, tab context.Context, root string) {
	browsertest.Visit(t, tab, root+analysed("pentomino", "6x10", "methods=native%2Fdlx"))
	browsertest.Wait(t, tab, "document.querySelector('#panel-count button.main')")
	browsertest.Run(t, tab, browsertest.Click("#panel-count button.main"))
	browsertest.Wait(t, tab, textOf("#panel-count tbody td")+`.includes("so far")`)
	browsertest.Run(t, tab, browsertest.Click(`#panel-count [aria-label="Stop native/dlx"]`))
	browsertest.Wait(t, tab, textOf("#panel-count tbody td")+` === "stopped"`)
}

// miscounted is a board of the puzzle exactcover that gophersat's own counter gets wrong (docs/crosscheck.md).
const miscounted = "i3 i4 i5 i6 ; i3 i6 ; i6 i3 ; i5 i4 ; i3 i4 ; i5 i6 ; i4 ; i6 ; i3"

// analyseDisagreement checks that the page shows an alarm if two methods disagree, and no alarm if
// they agree.
func analyseDisagreement(t *testing.T, tab context.Context, root string) {
	browsertest.Visit(t, tab, root+analysed("exactcover", miscounted, "methods=native,gophersat%2Fcountmodels"))
	browsertest.Wait(t, tab, "document.querySelector('#panel-count button.main')")
	browsertest.Run(t, tab, browsertest.Click("#panel-count button.main"))
	browsertest.Wait(t, tab, textOf(".analyse-alarm li")+` === "native/bitset says 5, gophersat/countmodels says 7"`)
	browsertest.Axe(t, tab)
	browsertest.Run(t, tab, browsertest.Click(`#panel-count input[value="gophersat/countmodels"]`), browsertest.Click(`#panel-count input[value="sat/cubes"]`), browsertest.Click("#panel-count button.main"))
	browsertest.Wait(t, tab, textOf("#panel-count .analyse-good")+`.includes("same set of solutions")`)
}

// analyseChoice checks that the page first offers two methods with names in words. A method that gives wrong counts
// must be among all methods. For nonograms, the page offers hybrid and two independent methods. On a phone and a tablet, the board takes the width of the page.
func analyseChoice(t *testing.T, tab context.Context, root string) {
	browsertest.Visit(t, tab, root+analysed("sudoku", "..1.4......3.2..", ""))
	browsertest.Wait(t, tab, "document.querySelector('#panel-count button.main') && document.querySelector('#board svg')")
	for _, size := range [][2]int64{{390, 844}, {768, 1024}, {1440, 900}} {
		browsertest.View(t, tab, size[0], size[1], "dark")
		browsertest.Fits(t, tab)
		if size[0] < 1000 {
			browsertest.Wait(t, tab, `document.querySelector("#board svg rect").getBoundingClientRect().width > 0.9 * document.querySelector("main").clientWidth`)
		}
	}
	const shown = `[...document.querySelectorAll(".analyse-method")].filter(m => m.checkVisibility()).map(m => m.querySelector("span").firstChild.data + ": " + m.querySelector("input").value).join()`
	if got := browsertest.Eval[string](t, tab, shown); got != "Search: native,SAT solver, in parts: sat/cubes" {
		t.Errorf("the page offers %s", got)
	}
	browsertest.Run(t, tab, browsertest.Click("#panel-count summary"))
	browsertest.Wait(t, tab, `(`+shown+`).includes("gophersat/countmodels")`)
	browsertest.Axe(t, tab)
	browsertest.Visit(t, tab, root+analysed("nonogram", "2x2:1/1/1/1", ""))
	browsertest.Wait(t, tab, `(`+shown+`) === "Search, then SAT: hybrid,Search: native,SAT solver: sat"`)
	browsertest.Run(t, tab, browsertest.Click("#panel-count button.main"))
	browsertest.Wait(t, tab, textOf("#panel-count .analyse-good")+`.includes("same set of solutions")`)
}

// analyseOrders steps through a deduction with the keyboard, and then makes the moves in another
// order. Both orders must end in the same state, and the link must contain the order.
func analyseOrders(t *testing.T, tab context.Context, root string) {
	browsertest.Visit(t, tab, root+analysed("sudoku", "..1.4......3.2..", "panel=deduce"))
	browsertest.Wait(t, tab, "document.querySelector('.analyse-stage svg') && document.querySelectorAll('.analyse-node').length === 4")
	browsertest.Wait(t, tab, textOf("#deduce-skipped")+`.includes("skips 4 moves")`)
	browsertest.Run(t, tab, chromedp.Focus(".analyse-stage"), chromedp.KeyEvent(strings.Repeat(kb.ArrowRight, 4)))
	browsertest.Wait(t, tab, textOf("#deduce-end")+`.includes("solved")`)
	browsertest.Run(t, tab, browsertest.Click(`//button[.="My own order"]`))
	browsertest.Wait(t, tab, "document.querySelector('#deduce-choice [data-choice=\"2\"]')")
	browsertest.Run(t, tab, browsertest.Click(`#deduce-choice [data-choice="2"]`))
	browsertest.Wait(t, tab, `location.hash.includes("path=2")`)
	browsertest.Run(t, tab, browsertest.Click("#deduce-finish"))
	browsertest.Wait(t, tab, textOf("#deduce-same")+`.includes("same end")`)
	browsertest.Axe(t, tab)
	browsertest.Run(t, tab, chromedp.Reload(), chromedp.WaitReady("main"))
	browsertest.Wait(t, tab, textOf("#deduce-same")+`.includes("same end")`)
}

// analyseLeftOrder switches to the usual order of moves while the page still makes the moves of the
// reader's own order. The panel must show the usual order. After a switch back, the own order must
// begin again, without moves.
func analyseLeftOrder(t *testing.T, tab context.Context, root string) {
	const usual, own = `document.querySelector("#panel-deduce [aria-pressed]:first-child")`, `document.querySelector("#panel-deduce [aria-pressed]:last-child")`
	browsertest.Visit(t, tab, root+analysed("sudoku", "..1.4......3.2..", "panel=deduce&path=2-0"))
	browsertest.Wait(t, tab, "document.querySelector('#deduce-finish')")
	browsertest.Eval[any](t, tab, `document.querySelector("#deduce-finish").click(), `+usual+`.click()`)
	browsertest.Wait(t, tab, usual+`.ariaPressed === "true" && !location.hash.includes("path=") && document.querySelectorAll(".analyse-node").length === 4`)
	browsertest.Eval[any](t, tab, own+`.click()`)
	browsertest.Wait(t, tab, own+`.ariaPressed === "true" && `+textOf(".analyse-text")+` === "After 0 moves."`)
}

// analyseLimits opens a link with a time limit that is too long for the timers of a browser. The
// field for this limit must be invalid, and the page must not count.
func analyseLimits(t *testing.T, tab context.Context, root string) {
	browsertest.Visit(t, tab, root+analysed("calendar", "10-06", "seconds=3000000&limit=9007199254740991"))
	browsertest.Wait(t, tab, "document.querySelector('#panel-count button.main')")
	browsertest.Eval[any](t, tab, `document.querySelector("#panel-count button.main").click()`)
	if got := browsertest.Eval[string](t, tab, `[...document.querySelectorAll("#panel-count input:invalid")].map(x => x.value).join()`); got != "3000000" {
		t.Errorf("the page refuses %q, want 3000000", got)
	}
	if browsertest.Eval[bool](t, tab, `document.querySelector("#panel-count table").checkVisibility()`) {
		t.Error("the page counts")
	}
}

// analyseCertificate saves the certificate that the page gives to the browser, and verifies the
// file. The published number of solutions is 7.
func analyseCertificate(t *testing.T, tab context.Context, root string) {
	browsertest.Visit(t, tab, root+analysed("calendar", "10-06", "panel=save"))
	browsertest.Wait(t, tab, "document.querySelector('#certify')")
	name, archive := saved(t, tab, "#certify")
	browsertest.Wait(t, tab, textOf("#certificate p[role=status]")+`.includes("proves 7 solutions")`)
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	claim, err := certificate.Verify(t.Context(), filepath.Join(dir, strings.TrimSuffix(name, ".zip")), catalog.Find, false)
	if err != nil || claim.Count != "7" || claim.Instance != "10-06" {
		t.Errorf("%s: got %+v, %v, want 7 solutions of 10-06", name, claim, err)
	}
	browsertest.Axe(t, tab)
}

// named is a map with names. The colours of Spain and Italy can be swapped, so it has two solutions. A Kempe chain,
// which assumes one solution, ends in a contradiction.
const named = "regions=7 colours=3 edges=0-1,0-2,1-2,1-3,2-3,3-4,3-5,4-5,4-6,5-6 given=0:0,5:2 names=France,Spain,Italy,Austria,Malta,Greece,Cyprus"

// TestVerdict compares the verdicts on five boards with what is known about them. They are an easy board with one
// solution, a date whose number of solutions is published, a board with contradicting clues, a map with two
// solutions, and an exact cover with five. The command deduce prints the same numbers of moves.
func TestVerdict(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	for _, c := range []struct{ puzzle, board, headline, facts string }{
		{"sudoku", "..1.4......3.2..", "One solution", "level: easy|hardest technique: naked single|4 moves"},
		{"calendar", "10-06", "Stuck: the techniques do not finish this board", "7 solutions|19 moves until then|hardest technique: forced pieces"},
		{"sudoku", "11..............", "No solution", "the clues contradict each other"},
		{"map", named, "2 solutions", "the techniques prove that there is not exactly one solution"},
		{"exactcover", miscounted, "Stuck: the techniques do not finish this board", "5 solutions|no move is possible"},
	} {
		fresh(t, tab)
		browsertest.Visit(t, tab, root+analysed(c.puzzle, c.board, ""))
		browsertest.Wait(t, tab, fmt.Sprintf(`%s === %q && [...document.querySelectorAll(".analyse-short li")].map(x => x.textContent).join("|") === %q`,
			textOf(".analyse-headline"), c.headline, c.facts))
		browsertest.Axe(t, tab)
		browsertest.Fits(t, tab)
	}
}
