//go:build unix

package web_test

import (
	"slices"
	"testing"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestPhoneYear opens the year with the days of the week on a phone. In this view, the counts have
// four digits. No text must be wider than its cell, and the page must not be wider than the window.
func TestPhoneYear(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.View(t, tab, 360, 800, "light")
	browsertest.Visit(t, tab, webtest.Live(t)+"calendar.html#weekday:2026")
	browsertest.Wait(t, tab, `document.querySelectorAll(".heat td a").length === 365`)
	browsertest.Fits(t, tab)
	const wide = `[...document.querySelectorAll(".heat td a, .heat td.mean")].filter(cell => {
		const text = document.createRange();
		text.selectNodeContents(cell);
		return text.getBoundingClientRect().width > cell.getBoundingClientRect().width - 3;
	}).map(cell => cell.textContent)`
	if got := browsertest.Eval[[]string](t, tab, wide); len(got) > 0 {
		t.Errorf("%d texts have no room in their cells: %v", len(got), got[:1])
	}
}

// TestPhoneMenu checks on a phone that all entries of the menu are in one row, and that each entry of
// the menu is large enough for a finger. The eight steps of the tutorial must also be in one row.
func TestPhoneMenu(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.View(t, tab, 360, 800, "light")
	browsertest.Visit(t, tab, webtest.Live(t)+"tutorial.html")
	browsertest.Wait(t, tab, `document.querySelectorAll("#steps a").length === 8`)
	for _, row := range []string{"header nav a", "#steps a"} {
		got := browsertest.Eval[map[string]float64](t, tab, `(() => {
			const boxes = [...document.querySelectorAll("`+row+`")].map(a => a.getBoundingClientRect());
			return { rows: new Set(boxes.map(box => box.y)).size, height: Math.min(...boxes.map(box => box.height)) };
		})()`)
		if got["rows"] != 1 || got["height"] < 40 {
			t.Errorf("%s: %v rows with a height of %v, want 1 row with a height of at least 40", row, got["rows"], got["height"])
		}
	}
	browsertest.Fits(t, tab)
}

// TestClues checks where the clues of Sherlock are: next to the table on a desktop, and in view below its first rows
// on a phone. On a phone, no word of the table is broken.
func TestClues(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "sherlock", "smoke:Kools,Chesterfields,Parliaments,Old-Gold,Lucky-Strike/pet:dog,snails,fox,horse,zebra;at Kools 1;same dog Kools")
	m.open(browsertest.Start(t), webtest.Live(t))
	for width, want := range map[int64][]bool{1280: {true, false}, 360: {false, true}} {
		browsertest.View(t, m.tab, width, 900, "light")
		got := browsertest.Eval[[]bool](t, m.tab, `(() => {
			const box = selector => document.querySelector(selector).getBoundingClientRect();
			const table = box(".board-table"), clues = box(".clue-list");
			return [clues.left >= table.right, clues.left < table.right && clues.top > table.top && clues.bottom <= innerHeight];
		})()`)
		if !slices.Equal(got, want) {
			t.Errorf("%d px: the clues are next to the table: %v, in view below its first rows: %v", width, got[0], got[1])
		}
		browsertest.Fits(t, m.tab)
	}
	browsertest.View(t, m.tab, 360, 900, "light")
	if rows := browsertest.Eval[int](t, m.tab, `(() => {
		const text = document.createRange();
		text.selectNodeContents([...document.querySelectorAll(".board-name")].find(name => name.textContent === "Chesterfields"));
		return text.getClientRects().length;
	})()`); rows != 1 {
		t.Errorf("the name Chesterfields has %d rows, want 1", rows)
	}
}
