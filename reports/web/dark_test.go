//go:build unix

package web_test

import (
	"net/url"
	"testing"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// lightOf is a JavaScript function that returns the light of a colour in the formula of WCAG for the contrast.
const lightOf = `(colour => {
	const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
	return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
})`

// TestDarkShips checks that all parts of ships have one colour on a dark screen, in hints and in entries, in Play and
// in Analyse. The contrast to the cell of each hint must be at least 4.5.
func TestDarkShips(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	// check gives the numbers of ship parts, of cells of hints, and of colours of ship parts. The fleet above the board does not count.
	const board = "rows=3,0,2,1 cols=2,1,1,2 fleet=3,2,1 given=lm.w/..../c..t/...."
	const check = `(() => {
		const colour = e => getComputedStyle(e).fill;
		const light = ` + lightOf + `;
		const ships = [...document.querySelectorAll('#board svg :is(rect, path, circle)[fill="#000000"]:not([data-length])')];
		const cells = document.querySelectorAll("#board svg .sea");
		const contrast = Math.min(...[...cells].map(cell => light(colour(ships[0])) / light(colour(cell))));
		return [ships.length, cells.length, new Set(ships.map(colour)).size, contrast >= 4.5].join();
	})()`
	for _, page := range []struct{ link, want string }{
		{"play.html#" + url.Values{"puzzle": {"battleships"}, "board": {board}, "filled": {"..1............1"}}.Encode(), "6,5,1,true"},
		{analysed("battleships", board, ""), "4,5,1,true"},
	} {
		fresh(t, tab)
		browsertest.View(t, tab, 1440, 900, "dark")
		browsertest.Visit(t, tab, root+page.link)
		browsertest.Wait(t, tab, `document.querySelector("#board svg") && `+check+` === "`+page.want+`"`)
	}
}
