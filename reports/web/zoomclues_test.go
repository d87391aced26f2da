//go:build unix

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// cluesOf returns the clues that are visible next to the selected cell and above it, and whether the cell
// itself is visible.
const cluesOf = `(() => {
	const ring = document.querySelector(".board-ring").getBoundingClientRect();
	const [x, y] = [ring.left + ring.width / 2, ring.top + ring.height / 2];
	const visible = part => [...document.querySelectorAll(part + " text")].filter(text => {
		const r = text.getBoundingClientRect(), at = [(r.left + r.right) / 2, (r.top + r.bottom) / 2];
		const near = part === "svg.zoom-left" ? at[1] > ring.top && at[1] < ring.bottom : at[0] > ring.left && at[0] < ring.right;
		return near && document.elementFromPoint(...at)?.closest("svg") === text.closest("svg");
	}).map(text => text.textContent).join(" ");
	return [visible("svg.zoom-left"), visible("svg.zoom-top"), String(document.elementFromPoint(x, y)?.classList.contains("board-area"))];
})()`

// TestCluesStayVisible goes through a large nonogram on a phone. The clues of the row and the column must
// stay visible, and they must not cover the selected cell. This includes clues that are wider than the box
// when the cells are large.
func TestCluesStayVisible(t *testing.T) {
	t.Parallel()
	var rows, columns []string
	for i := range 30 {
		rows = append(rows, strings.Repeat("1.", 9)+fmt.Sprint(i%12+1))
		columns = append(columns, fmt.Sprint(i+1))
	}
	m := newBoard(t, "nonogram", "30x30:"+strings.Join(append(columns, rows...), "/"))
	m.tab = onPhone(t, browsertest.Start(t), webtest.Live(t)+m.address(), fmt.Sprintf("%s > %d", cell, leastCell-1))
	browsertest.Fits(t, m.tab)
	browsertest.Run(t, m.tab, chromedp.Focus(".board", chromedp.ByQuery))
	check := func(when, row, column string) {
		want := [3]string{row, column, "true"}
		browsertest.Run(t, m.tab, chromedp.Evaluate(`document.querySelector(".zoom-box").scrollIntoView()`, nil))
		if got := browsertest.Eval[[3]string](t, m.tab, cluesOf); got != want {
			t.Errorf("%s: the clues and the cell are %q, want %q", when, got, want)
		}
	}
	ones := strings.Repeat("1 ", 9)
	m.keys(kb.End + strings.Repeat(kb.ArrowDown, 15))
	check("in the last column", ones+"4", "30")
	m.keys(strings.Repeat(kb.ArrowDown, 14) + strings.Repeat(kb.ArrowLeft, 18))
	check("in the last row", ones+"6", "12")
	m.keys("+++++" + strings.Repeat(kb.ArrowUp, 8) + strings.Repeat(kb.ArrowLeft, 7))
	check("with large cells", ones+"10", "5")
}
