//go:build unix

package web_test

import (
	"fmt"
	"testing"
	"time"

	"counterproof/bench/ask"
	"counterproof/bench/test/processtest"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestTouchDaily plays daily puzzles to the end on a phone with one finger. It taps the letters of Pair
// Place, drags the pieces of a packing, and paints the runs of a nonogram. Long tests also drag the
// pieces of the calendar, which TestFinishByHand drags on the page Play.
func TestTouchDaily(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	for _, c := range []struct {
		puzzle string
		play   func(m *match)
	}{
		{"pairplace", (*match).mouse}, {"calendar", (*match).dragPieces}, {"packing", (*match).dragPieces}, {"nonogram", (*match).dragRuns},
	} {
		t.Run(c.puzzle, func(t *testing.T) {
			if c.puzzle == "calendar" {
				processtest.Long(t)
			}
			date := dayWith(t, c.puzzle)
			made := answered[ask.Made](t, "daily", map[string]any{"puzzle": c.puzzle, "date": date})
			m := newMatch(t, c.puzzle, made.Instance)
			m.touch, m.tab = true, tab
			fresh(t, tab)
			browsertest.View(t, m.tab, 390, 844, "light")
			browsertest.Visit(t, m.tab, root+"daily.html#"+date+"/"+c.puzzle)
			browsertest.Wait(t, m.tab, `document.querySelector("#game:not([hidden]) .board")`)
			browsertest.Fits(t, m.tab)
			c.play(m)
			m.solved()
			browsertest.Wait(t, m.tab, `document.querySelector("#result:not([hidden])")`)
		})
	}
}

// dayWith returns the first date from Monday, 16 November 2026 that has a daily puzzle of a kind. Mondays
// have the easiest boards.
func dayWith(t *testing.T, puzzle string) string {
	t.Helper()
	day := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	for range 60 {
		date := day.Format(time.DateOnly)
		menu := answered[ask.Menu](t, "day", map[string]any{"date": date})
		for _, p := range menu.Puzzles {
			if p.Puzzle == puzzle {
				return date
			}
		}
		day = day.AddDate(0, 0, 1)
	}
	t.Fatalf("no day has the puzzle %s", puzzle)
	return ""
}

// TestTouchScroll swipes over the table of the tutorial on a phone. The page must scroll, and the table
// must keep its entries, because a reader who only scrolls does not want to play.
func TestTouchScroll(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	tab := browsertest.Tab(t, browser)
	browsertest.View(t, tab, 360, 500, "light")
	browsertest.Visit(t, tab, webtest.Live(t)+"tutorial.html#8")
	browsertest.Wait(t, tab, `document.querySelector(".board")`)
	before := browsertest.Eval[string](t, tab, filled)
	middle := browsertest.Steady(t, tab, browsertest.Middle(`document.querySelector(".board-cells")`))
	top := browsertest.Eval[float64](t, tab, `scrollY`)
	browsertest.Touch(t, tab, middle, [2]float64{middle[0], middle[1] - 60}, [2]float64{middle[0], middle[1] - 120}, [2]float64{middle[0], middle[1] - 180})
	browsertest.Wait(t, tab, fmt.Sprintf("scrollY > %g", top+50))
	if after := browsertest.Eval[string](t, tab, filled); after != before {
		t.Errorf("the table has %s after a swipe, want %s", after, before)
	}
}
