//go:build unix

package web_test

import (
	"slices"
	"strings"
	"testing"

	"counterproof/bench/ask"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/encode/puzzletest"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
	"counterproof/reports/web/server"
)

// TestRulesKept plays each binary board to the end without the values 0, for example without the empty cells of a
// nonogram. After that, all questions must say that the board is solved or right. The short form plays a
// picture and a table. Long tests play all binary boards.
func TestRulesKept(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	tried := 0
	for _, p := range catalog.All() {
		m := newMatch(t, p.Name, p.Example)
		if slices.Max(m.Sites) > 2 {
			continue
		}
		if slices.Contains(puzzletest.First, p.Name) {
			tried++
		}
		t.Run(p.Name, func(t *testing.T) {
			if p.Name != "nonogram" && p.Name != "exactcover" {
				processtest.Long(t)
			}
			m.t, m.tab = t, tab
			fresh(t, tab)
			var text strings.Builder
			for _, v := range m.solution {
				text.WriteString(map[int]string{0: ".", 1: "1"}[v])
			}
			browsertest.Visit(t, m.tab, root+m.address()+"&filled="+text.String())
			browsertest.View(t, m.tab, 900, 1400, "light")
			m.solved()
			m.press("check", "Solved:")
			m.press("hint", "solved")
		})
	}
	if tried != 8 {
		t.Errorf("%d binary puzzles among the first sixteen, want 8", tried)
	}
}

// TestNotes makes right notes, wrong notes, and notes on a board with two solutions. It asks everything that the page
// offers. In the table of Sherlock, notes are crosses. Long tests check the accessibility of all boards.
// The short form checks it once on a picture and once on a table.
func TestNotes(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	tab, root := browsertest.Tab(t, browser), webtest.Live(t)
	type answer struct{ button, says, omits string }
	for _, c := range []struct {
		name, puzzle, board string
		notes               map[int]string
		answers             []answer
	}{
		{"right", "sudoku", "..1.4......3.2..", map[int]string{0: "23"}, []answer{ // the solution has 2 there
			{"check", "No rule is broken so far, and a solution has all", "notes"}, {"wrong", "a solution has all your entries and agrees with your notes", "wrong"},
			{"hint", "Look at", "notes"}, {"hint", "technique", "notes"}, {"hint", ":", "notes"},
		}},
		{"wrong", "sudoku", "..1.4......3.2..", map[int]string{0: "3"}, []answer{
			{"check", "No rule is broken so far, and a solution has all", "notes"}, {"wrong", "the notes of row 1, column 1 leave out 2", "All is right"},
			{"hint", "notes at row 1, column 1", "omething is wrong"}, {"hint", "notes at row 1, column 1", "omething is wrong"},
			{"hint", "the notes of row 1, column 1 leave out 2", "omething is wrong"},
		}},
		{"choice", "sudoku", "..343412..434321", map[int]string{0: "1"}, []answer{ // the first row begins with 1 2 or 2 1
			{"check", "No rule is broken so far, and a solution has all", "notes"}, {"wrong", "a solution has all your entries and agrees with your notes", "wrong"},
			{"hint", "Look at row 1, column 1", "notes"}, {"hint", "Only a search", "notes"}, {"hint", "one of them has row 1, column 1 = 1", "notes"},
		}},
		{"contradiction", "sudoku", "..343412..434321", map[int]string{0: "1", 1: "1"}, []answer{
			{"check", "No rule is broken so far, and a solution has all", "notes"}, {"wrong", "no solution has your entries and agrees with all the notes of row 1, column 1 and row 1, column 2", "All is right"},
			{"hint", "notes at row 1, column 1 and row 1, column 2", "omething is wrong"}, {"hint", "no solution agrees", "omething is wrong"},
			{"hint", "no solution has your entries and agrees with all the notes", "omething is wrong"},
		}},
		{"cross", "sherlock", "drink:tea,milk,juice/pet:cat,dog,fox;left dog milk;at fox 3;same cat juice;left tea juice", map[int]string{0: "x"}, []answer{ // tea is in column 1
			{"check", "No rule is broken so far, and a solution has all", "notes"}, {"wrong", "the notes of tea leave out column 1", "All is right"},
			{"hint", "notes at tea", "omething is wrong"}, {"hint", "no solution agrees", "omething is wrong"}, {"hint", "tea leave out column 1", "omething is wrong"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMatch(t, c.puzzle, c.board)
			fresh(t, tab)
			m.tab = tab
			m.open(browser, root)
			if m.Table == nil {
				m.click(selector(".pad-notes"))
			}
			for site, keys := range c.notes {
				if m.Table == nil {
					m.clickSite(site)
				} else {
					m.click(selector(`[data-site="%d"]`, site))
				}
				m.keys(keys)
			}
			for _, a := range c.answers {
				browsertest.Eval[any](t, m.tab, `void (document.getElementById("message").textContent = "")`)
				if a.button == "wrong" {
					m.mistake(a.says)
				} else {
					m.press(a.button, a.says)
				}
				if text := m.text("message"); strings.Contains(text, a.omits) {
					t.Errorf("%s says %q", a.button, text)
				}
			}
			if processtest.IsLong() || c.name == "wrong" || c.name == "cross" {
				browsertest.Axe(t, m.tab)
			}
		})
	}
}

// TestNotesTooLate checks that the page says so if no search can find out whether notes are wrong.
func TestNotesTooLate(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	m := newMatch(t, "sudoku", "1"+strings.Repeat(".", 80))
	m.open(browser, webtest.Serve(t, server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All(), Patience: 1}})))
	m.click(selector(".pad-notes"))
	m.clickSite(1)
	m.keys("1")
	m.step("took too long")
	m.press("check", "took too long")
}
