//go:build unix

package web_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/solve/answer"
	"counterproof/encode"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// shownSolutions is JavaScript that lists the solutions whose pictures the page of the calendar shows.
const shownSolutions = `[...document.querySelectorAll("#gallery [data-solution]")].map(x => x.dataset.solution)`

// TestCalendarPage clicks October and 6, as a visitor would. It checks every solution that the page
// shows, the filter, the keyboard, the hint, both engines and the PNG image. It also checks that
// the link opens the same view in a fresh profile. The static site asks the same questions, so only
// long tests repeat everything there.
func TestCalendarPage(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		tab := browsertest.Tab(t, browser)
		browsertest.Visit(t, tab, root+"calendar.html#year")
		browsertest.View(t, tab, 1280, 900, "light")
		browsertest.Run(t, tab, browsertest.Click(`#map a[href="#10"]`), chromedp.WaitVisible(".bars"))
		if got := browsertest.Eval[string](t, tab, `document.querySelector(".bars a[href='#10-06'] .value").firstChild.data`); got != "7" {
			t.Errorf("the bar of 6 October says %s, want 7", got)
		}
		browsertest.Run(t, tab, browsertest.Click(`#map a[href="#10-06"]`))
		browsertest.Wait(t, tab, `document.querySelector("#view .board")`)
		if got := browsertest.Eval[[]string](t, tab, shownSolutions); len(got) > 0 {
			t.Errorf("the page shows %d solutions that nobody asked for", len(got))
		}
		browsertest.Run(t, tab, browsertest.Click("#show"))
		browsertest.Wait(t, tab, shownSolutions+".length === 7")
		all := browsertest.Eval[[]string](t, tab, shownSolutions)
		in := day(t, "10-06")
		seen := map[string]bool{}
		for _, text := range all {
			if err := answer.Check(t.Context(), in, solution(text)); err != nil || seen[text] {
				t.Errorf("%s: %v; shown twice: %v", text, err, seen[text])
			}
			seen[text] = true
		}

		// Piece L has the number 4, and September is the ninth cell.
		wanted := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s[8] != '4' })
		browsertest.Run(t, tab, browsertest.Click(`#filter [data-cell="Sep"]`))
		browsertest.Wait(t, tab, `location.hash === "#10-06?L=Sep"`)
		if got := browsertest.Eval[[]string](t, tab, shownSolutions); !slices.Equal(got, wanted) || len(got) == 0 || len(got) == 7 {
			t.Errorf("with piece L over September the page shows %v, want %v", got, wanted)
		}
		browsertest.Run(t, tab, chromedp.Focus("#large"), chromedp.KeyEvent(kb.ArrowRight))
		next := slices.Index(all, wanted[min(1, len(wanted)-1)])
		large := `document.querySelector("#large").dataset.solution`
		if got := browsertest.Eval[string](t, tab, large); got != all[next] && got != wanted[0] {
			t.Errorf("the arrow key shows %s, want one of %v", got, wanted)
		}
		checkHelp(t, tab)
		link := browsertest.Eval[string](t, tab, "location.href")
		shown := browsertest.Eval[string](t, tab, large)
		friend := browsertest.Tab(t, browser)
		browsertest.Visit(t, friend, link)
		browsertest.Wait(t, friend, `document.querySelectorAll("#hint path[fill^='#']").length > 0`)
		if got := browsertest.Eval[[]string](t, friend, shownSolutions); !slices.Equal(got, wanted) {
			t.Errorf("%s shows %v in a fresh profile, want %v", link, got, wanted)
		}
		if got := browsertest.Eval[string](t, friend, large); got != shown {
			t.Errorf("%s shows %s in a fresh profile, want %s", link, got, shown)
		}
		checkKeys(t, friend)
		browsertest.Run(t, tab, chromedp.Focus("#filter .filter > div:last-child > button"), chromedp.KeyEvent(kb.Enter))
		browsertest.Wait(t, tab, shownSolutions+`.length === 7 && document.activeElement.getAttribute("aria-label") === "Piece L"`)
		another := browsertest.Tab(t, browser)
		browsertest.Visit(t, another, root+"calendar.html#weekday:2026-06-07/1")
		browsertest.View(t, another, 1280, 900, "light")
		checkStop(t, another)
	})
}

// TestCalendarWithoutADay shows a month without a day, and a day without a month. Every picture must be a
// solution of its board, and show the cell that stays uncovered.
func TestCalendarWithoutADay(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, webtest.Live(t)+"calendar.html#10/1443")
	browsertest.View(t, tab, 1280, 900, "light")
	browsertest.Wait(t, tab, `document.querySelector("#gallery h3")?.textContent === "All 1,443 solutions"`)
	browsertest.Wait(t, tab, `document.querySelector("#which").textContent.startsWith("Solution 1,443 of 1,443")`)
	browsertest.Run(t, tab, browsertest.Click(`#map a[href="#any-06"]`), browsertest.Click("#show"))
	browsertest.Wait(t, tab, `document.querySelector("h2").textContent === "Day 6 of every month" && `+shownSolutions+`.length >= 60`)
	in := day(t, "any-06")
	for _, text := range browsertest.Eval[[]string](t, tab, shownSolutions) {
		if err := answer.Check(t.Context(), in, solution(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	labels := browsertest.Eval[[]string](t, tab, `[...document.querySelectorAll("#gallery li:first-child text")].map(x => x.textContent)`)
	if len(labels) != 2 || !slices.Contains(labels, "6") {
		t.Errorf("the first picture shows the labels %v, want a month and 6", labels)
	}
	browsertest.Run(t, tab, browsertest.Click(`.bars a[href="#10-06"]`), browsertest.Click("#show"))
	browsertest.Wait(t, tab, shownSolutions+".length === 7")
}

// checkStop scrolls on a date of the second board, which has 4,751 solutions. checkStop stops the
// engines on this date, and starts them again on a date with seven solutions.
func checkStop(t *testing.T, tab context.Context) {
	t.Helper()
	const verdict = `document.querySelector("#verdict")?.textContent ?? ""`
	browsertest.Wait(t, tab, `document.querySelector("#which")?.textContent.startsWith("Solution 1 of 4,751")`)
	const number = `document.querySelectorAll("#gallery [data-solution]").length`
	const down = `document.querySelector("#gallery > button").scrollIntoView({ block: "end" })`
	browsertest.Wait(t, tab, `(`+down+`, `+number+` === 240)`)
	if n := browsertest.Eval[int](t, tab, `(async () => {
		for (let i = 0; i < 5; i++) {
			`+down+`;
			await new Promise(requestAnimationFrame);
		}
		return `+number+`;
	})()`); n != 240 {
		t.Errorf("scrolling draws %d of 4,751 solutions, want 240", n)
	}
	browsertest.Run(t, tab, chromedp.Focus("#gallery > button"), chromedp.KeyEvent(kb.Enter))
	browsertest.Wait(t, tab, number+` === 300 && document.activeElement.dataset.number === "241"`)
	browsertest.Run(t, tab, chromedp.Focus("#engines button.main"), chromedp.KeyEvent(kb.Enter))
	browsertest.Wait(t, tab, `(`+verdict+`).startsWith("SAT solver: ")`)
	browsertest.Run(t, tab, chromedp.Focus("#engines button:not(.main)"), chromedp.KeyEvent(kb.Enter))
	browsertest.Wait(t, tab, `(`+verdict+`).startsWith("Stopped")`)
	if browsertest.Eval[bool](t, tab, `document.querySelector("#engines button.main").disabled`) {
		t.Error("after the stop, the engines cannot be started again")
	}
	browsertest.Run(t, tab, chromedp.Evaluate(`location.hash = "#10-06/1"`, nil))
	browsertest.Wait(t, tab, shownSolutions+".length === 7")
	browsertest.Run(t, tab, chromedp.Focus("#engines button.main"), chromedp.KeyEvent(kb.Enter))
	browsertest.Wait(t, tab, `(`+verdict+`).startsWith("Both engines find the same 7 solutions")`)
}

// checkHelp takes a hint, times both engines and makes the PNG image.
func checkHelp(t *testing.T, tab context.Context) {
	t.Helper()
	browsertest.Run(t, tab, browsertest.Click("#hint button.main"))
	browsertest.Wait(t, tab, `location.hash.endsWith("hints=1")`)
	browsertest.Run(t, tab, browsertest.Click("#engines button.main"))
	browsertest.Wait(t, tab, `document.querySelector("#verdict").textContent.startsWith("Both engines find the same 7 solutions")`)
	got := browsertest.Eval[[]any](t, tab, `new Promise(resolve => {
		HTMLAnchorElement.prototype.click = () => {};
		URL.createObjectURL = blob => {
			createImageBitmap(blob).then(image => resolve([blob.type, image.width, image.height > image.width / 2]));
			return "data:,";
		};
		[...document.querySelectorAll("#solution button")].find(x => x.textContent === "Save as PNG").click();
	})`)
	if want := []any{"image/png", 840.0, true}; !slices.Equal(got, want) {
		t.Errorf("the PNG image has %v, want %v", got, want)
	}
}

// checkKeys goes from 6 to 7 October by an arrow key, and looks for the date of today.
func checkKeys(t *testing.T, tab context.Context) {
	t.Helper()
	browsertest.Run(t, tab, chromedp.Focus(`#map a[href="#10-06"]`), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	browsertest.Wait(t, tab, `location.hash === "#10-07" && document.querySelector("#view h2")?.textContent === "7 October" && document.querySelector("#show")`)
	browsertest.Run(t, tab, chromedp.Focus("#show"), chromedp.KeyEvent(kb.Enter))
	browsertest.Wait(t, tab, `location.hash === "#10-07/1" && `+shownSolutions+".length === 60") // of 92
	before := time.Now().Format("2 January")
	browsertest.Run(t, tab, chromedp.Evaluate(`location.hash = ""`, nil))
	browsertest.Wait(t, tab, `document.title.startsWith("`+before+` ·") || document.title.startsWith("`+time.Now().AddDate(0, 0, 1).Format("2 January")+` ·")`)
	browsertest.Run(t, tab, chromedp.Evaluate(`location.hash = "#weekday:2026-06-07/2"`, nil))
	browsertest.Wait(t, tab, `document.querySelector("#which")?.textContent.startsWith("Solution 2 of 4,751")`)
	browsertest.Run(t, tab, chromedp.Evaluate(`location.hash = "#13-40"`, nil))
	browsertest.Wait(t, tab, `document.querySelector("#problem").textContent.includes("names no date")`)
}

// solution reads the values that the page shows.
func solution(text string) encode.Solution {
	return encode.Solution(strings.Map(func(r rune) rune { return r - '0' }, text))
}
