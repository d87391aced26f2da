//go:build unix

package web_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/fstest"

	"counterproof/bench/ask"
	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/reports/study/page"
	"counterproof/reports/study/plot"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
	"counterproof/reports/web/server"
)

// givenValue returns a value of a solution of 6 October, and the number of solutions that have it.
func givenValue(t *testing.T) (given string, left int) {
	t.Helper()
	var all []string
	desk := &ask.Desk{Puzzles: catalog.All()}
	err := desk.Ask(t.Context(), "solve", []byte(`{"puzzle": "calendar", "instance": "10-06"}`), func(object any) error {
		if found, ok := object.(ask.Found); ok {
			all = append(all, found.Solutions...)
		}
		return nil
	})
	if err != nil || len(all) != 7 {
		t.Fatalf("%d solutions, %v, want 7", len(all), err)
	}
	for _, solution := range all {
		if solution[0] == all[0][0] {
			left++
		}
	}
	if left == len(all) {
		t.Fatalf("all %d solutions have the given value", left)
	}
	return "0=" + all[0][:1], left
}

// TestLaboratoryGiven follows the link of a record with a given value to its board. The page counts and
// lists only the solutions with this value, and explains the board with this value, until the reader leaves the value out.
func TestLaboratoryGiven(t *testing.T) {
	t.Parallel()
	given, left := givenValue(t)
	records := fmt.Sprintf("task,puzzle,instance,method,given,count,status,wall_seconds\ncount,calendar,10-06,native/bitset,,7,exact,0.1\ncount,calendar,10-06,native/bitset,%s,%d,exact,0.1\n", given, left)
	root := webtest.SiteWith(t, "/", fstest.MapFS{
		"days.json":        {Data: []byte(`{"Title": "Days", "Question": "Which day is harder?"}`)},
		"days/index.html":  {Data: []byte("<!DOCTYPE html><title>Report</title><p>report</p>")},
		"days/records.csv": {Data: []byte(records)},
	})
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, root+"laboratory.html#days")
	browsertest.Wait(t, tab, `document.querySelectorAll("#plot svg a").length === 2 && document.querySelector("#record-1 a")`)
	browsertest.Eval[any](t, tab, `void document.querySelector("#record-1 a").click()`)
	browsertest.Wait(t, tab, `location.pathname.endsWith("/analyse.html") && document.querySelector("#given")`)
	counts := func(want int) {
		t.Helper()
		browsertest.Run(t, tab, browsertest.Click("#panel-count button.main"))
		browsertest.Wait(t, tab, fmt.Sprintf(`[...document.querySelectorAll("#panel-count tbody tr")].map(row => row.cells[1].textContent).join() === "%d,%d"`, want, want))
	}
	counts(left)
	browsertest.Axe(t, tab)
	browsertest.Run(t, tab, browsertest.Click("#tab-solutions"))
	browsertest.Wait(t, tab, textOf("#panel-solutions p[role=status]")+fmt.Sprintf(` === "Solution 1 of %d"`, left))
	browsertest.Run(t, tab, browsertest.Click("#tab-theory"))
	browsertest.Wait(t, tab, textOf("#panel-theory [data-fact=solutions] :last-child")+fmt.Sprintf(` === "%d"`, left))
	browsertest.Run(t, tab, browsertest.Click("#tab-solutions"))
	browsertest.Run(t, tab, browsertest.Click("#given button"))
	browsertest.Wait(t, tab, textOf("#panel-solutions p[role=status]")+` === "Solution 1 of 7"`)
	browsertest.Run(t, tab, browsertest.Click("#tab-count"))
	counts(7)
}

// writeReport writes the report of a small experiment: the dates of the variable measured, and 6 October
// with a given value.
func writeReport(t *testing.T, dir, given string, left int) {
	t.Helper()
	var recs []result.Record
	add := func(instance, given, method string, count int, seconds float64) {
		r := result.Job{Task: result.Count, Puzzle: "calendar", Instance: instance, Given: given, Method: method}.Record(result.Done, "")
		r.Status, r.Count, r.WallSeconds = result.Exact, strconv.Itoa(count), &seconds
		recs = append(recs, r)
	}
	for _, m := range measured {
		add(m.instance, "", m.method, m.count, m.seconds)
	}
	add("10-06", given, "native/bitset", left, 0.01)
	add("10-06", given, "sat/pairwise", left, 0.5)
	err := page.Write(t.Context(), dir, page.Page{Title: "Two days", Records: recs, Plots: []plot.Plot{{Kind: "engines"}, {Kind: "extremes"}}})
	if err != nil {
		t.Fatal(err)
	}
}

// TestReportLinks opens a report in the laboratory. It goes from points of its pictures and from a row of
// its table to the boards and back. One of the boards has a given value. The reports of the static site
// have the same links, which long tests follow.
func TestReportLinks(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	atlas := t.TempDir()
	given, left := givenValue(t)
	writeReport(t, filepath.Join(atlas, "days"), given, left)
	if err := os.WriteFile(filepath.Join(atlas, "days.json"), []byte(`{"Title": "Two days", "Question": "Which day is harder?"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	const token = "token" // with a token, a report must not need the cookie
	options := server.Options{Desk: &ask.Desk{Puzzles: catalog.All()}, Reports: []string{atlas}, Token: token}
	for name, serve := range map[string]func() string{
		"live": func() string { return webtest.Serve(t, server.New(options)) },
		"site": func() string { return webtest.SiteWith(t, "/some/folder/", os.DirFS(atlas)) },
	} {
		t.Run(name, func(t *testing.T) {
			if name == "site" {
				processtest.Long(t)
			}
			tab := browsertest.Tab(t, browser)
			browsertest.Visit(t, tab, serve()+"laboratory.html?token="+token)
			browsertest.View(t, tab, 1000, 900, "light")
			report := `document.querySelector('.experiments a[href$="days/index.html"]')`
			browsertest.Wait(t, tab, report)
			browsertest.Eval[any](t, tab, `void `+report+`.click()`)
			browsertest.Wait(t, tab, onReport)
			browsertest.Axe(t, tab)
			browsertest.Fits(t, tab)
			visitBoard(t, tab, part("engines", "01-25"), "01-25", 216)
			visitBoard(t, tab, part("extremes", "10-06: 7"), "10-06", 7)
			visitBoard(t, tab, fmt.Sprintf(`document.querySelector('#instances a[href*="given=%s"]')`, escaped(given)), "10-06", left)
		})
	}
}

// onReport says whether the report is open with its links. A server may leave out the name index.html.
const onReport = `/\/days\/(index.html)?$/.test(location.pathname) && document.querySelector("#engines svg a")`

// part returns JavaScript for the link of a part of a picture. The tip of the part begins with a text.
func part(picture, tip string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("#%s .drawing:not(.narrow) a")].find(a => a.textContent.startsWith(%q))`, picture, tip)
}

// visitBoard clicks a link of a report, counts the solutions of its board, and goes back.
func visitBoard(t *testing.T, tab context.Context, link, instance string, count int) {
	t.Helper()
	browsertest.Run(t, tab, browsertest.ClickOn(link))
	browsertest.Wait(t, tab, `location.pathname.endsWith("/analyse.html") && `+textOf("#instance")+fmt.Sprintf(" === %q", instance))
	browsertest.Run(t, tab, browsertest.Click("#panel-count button.main"))
	browsertest.Wait(t, tab, textOf("#panel-count tbody td")+fmt.Sprintf(` === "%d"`, count))
	browsertest.Run(t, tab, browsertest.Click(`//a[contains(., "Back to the report")]`))
	browsertest.Wait(t, tab, onReport)
}

func escaped(given string) string { return given[:1] + "%3D" + given[2:] }

// TestReportLists clicks a bar of a picture. The boards of the bar have no rows in the tables,
// because their solutions were not counted. The page lists the boards below the picture, with
// links.
func TestReportLists(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var recs []result.Record
	for i, board := range []string{"#..", ".#.", "###"} {
		r := result.Job{Task: result.Explain, Puzzle: "lightsout", Instance: board, Method: "theory"}.Record(result.Done, "")
		r.Status, r.WallSeconds, r.Facts = result.Exact, new(0.1), map[string]float64{"nullity": float64(i / 2)}
		recs = append(recs, r)
	}
	err := page.Write(t.Context(), filepath.Join(dir, "lights"), page.Page{Title: "Lights", Records: recs, Plots: []plot.Plot{{Kind: "histogram", Name: "nullity", Measure: "facts.nullity"}}})
	if err != nil {
		t.Fatal(err)
	}
	root := webtest.Serve(t, server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All()}, Reports: []string{dir}}))
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, root+"laboratory.html")
	report := `document.querySelector('a[href$="lights/index.html"]')`
	browsertest.Wait(t, tab, report)
	browsertest.Eval[any](t, tab, `void `+report+`.click()`)
	browsertest.Wait(t, tab, `document.querySelector("#nullity svg a")`)
	browsertest.Eval[any](t, tab, `void `+part("nullity", "0: 2")+`.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))`)
	browsertest.Wait(t, tab, `[...document.querySelectorAll("#nullity-boards li a")].map(a => a.textContent).join(" ") === "#.. .#."`)
	browsertest.Axe(t, tab)
	browsertest.Eval[any](t, tab, `void document.querySelector("#nullity-boards li:last-child a").click()`)
	browsertest.Wait(t, tab, `location.pathname.endsWith("/analyse.html") && `+textOf("#instance")+` === ".#."`)
}
