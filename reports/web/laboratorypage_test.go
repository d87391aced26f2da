//go:build unix

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/bench/ask"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
	"counterproof/reports/web/server"
)

// measured has the records of the experiment in the tests of the laboratory: dates of the calendar
// with their published numbers of solutions and with invented times.
var measured = []struct {
	instance, method string
	count            int
	seconds          float64
}{
	{"10-06", "native/bitset", 7, 0.02}, {"01-25", "native/bitset", 216, 0.04},
	{"10-06", "sat/pairwise", 7, 0.9}, {"01-25", "sat/pairwise", 216, 30},
}

// oneLedger serves the live form with the ledger that writeDays writes.
func oneLedger(t *testing.T) string {
	t.Helper()
	path, _ := writeDays(t)
	return webtest.Serve(t, showing(path))
}

// showing returns a server that shows a ledger.
func showing(path string) http.Handler {
	return server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All()}, Ledgers: []string{path}})
}

// writeDays writes a ledger with the experiment days.toml, which has the records in measured. The
// result again is a function that adds the experiment day.toml, and then days.toml again, as a
// second run of days.toml would.
func writeDays(t *testing.T) (path string, again func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "days.sqlite")
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var places []result.Place
	for _, m := range measured {
		j := result.Job{Task: result.Count, Puzzle: "calendar", Instance: m.instance, Method: m.method}
		places = append(places, result.Place{Key: j.Key(), Label: &result.Label{Suite: "days"}})
		r := j.Record(result.Done, "")
		r.Status, r.Count, r.WallSeconds = result.Exact, strconv.Itoa(m.count), &m.seconds
		if err := l.Add(ledger.Row{Job: j.Text(), Record: r}); err != nil {
			t.Fatal(err)
		}
	}
	set := func(name, title string, places []result.Place) {
		t.Helper()
		if err := l.SetExperiment(ledger.Experiment{Name: name, Text: fmt.Sprintf("title = %q\n", title), Shards: 1}, places, nil); err != nil {
			t.Fatal(err)
		}
	}
	set("days.toml", "Two days", places)
	return path, func() {
		t.Helper()
		set("day.toml", "One day", places[:1])
		set("days.toml", "Two days", places)
	}
}

// oneAtlas serves the static site with an atlas. The atlas has one experiment, days, with the
// records in measured.
func oneAtlas(t *testing.T) string {
	t.Helper()
	records := "task,puzzle,instance,method,count,status,wall_seconds\n"
	for _, m := range measured {
		records += fmt.Sprintf("count,calendar,%s,%s,%d,exact,%g\n", m.instance, m.method, m.count, m.seconds)
	}
	return webtest.SiteWith(t, "/some/folder/", fstest.MapFS{
		"days.json":        {Data: []byte(`{"Title": "Two days", "Question": "Which day is harder?", "Picture": {"File": "box"}}`)},
		"days/index.html":  {Data: []byte("<!DOCTYPE html><title>Report</title><p>report</p>")},
		"days/box.svg":     {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>`)},
		"days/records.csv": {Data: []byte(records)},
	})
}

// TestLaboratoryPage opens an experiment, and goes from a point of its plot to the board on the page
// Analyse and back, with the mouse. Then it goes from a row of the table to the calendar and back, with
// the keyboard. The short form does this on the static site, and only opens a record in the live form.
func TestLaboratoryPage(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for name, serve := range map[string]func(*testing.T) string{"live": oneLedger, "site": oneAtlas} {
		t.Run(name, func(t *testing.T) {
			if name == "live" {
				processtest.Long(t)
			}
			tab := browsertest.Tab(t, browser)
			root := serve(t)
			browsertest.Visit(t, tab, root+"laboratory.html")
			browsertest.Wait(t, tab, textOf(".experiments h3 a")+` === "Two days"`)
			browsertest.Axe(t, tab)
			browsertest.Run(t, tab, browsertest.Click(".experiments h3 a"))
			browsertest.Wait(t, tab, `document.querySelectorAll("#plot svg a").length === 4`)
			browsertest.Fits(t, tab)
			browsertest.Axe(t, tab)
			pointAndBack(t, tab)
			rowAndBack(t, tab)
			link := browsertest.Eval[string](t, tab, "location.href")
			friend := browsertest.Tab(t, browser)
			browsertest.Visit(t, friend, link)
			browsertest.Wait(t, friend, here(2, "10-06"))
		})
	}
	t.Run("moved", func(t *testing.T) { moved(t, browser) })
}

// moved opens the list of experiments, runs another experiment and then the first experiment again,
// and restarts the server. The open list must still lead to the first experiment, although its
// position has changed. A link with a position leads to the list.
func moved(t *testing.T, browser context.Context) {
	path, again := writeDays(t)
	var shown atomic.Value
	shown.Store(showing(path))
	root := webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { shown.Load().(http.Handler).ServeHTTP(w, r) }))
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, root+"laboratory.html")
	browsertest.Wait(t, tab, textOf(".experiments h3 a")+` === "Two days"`)
	again()
	shown.Store(showing(path))
	browsertest.Run(t, tab, browsertest.Click(".experiments h3 a"))
	browsertest.Wait(t, tab, textOf("#experiment-title")+` === "Two days" && document.querySelectorAll("#records tbody tr").length === 4`)
	friend := browsertest.Tab(t, browser)
	browsertest.Visit(t, friend, root+"laboratory.html#0.0&record=1")
	browsertest.Wait(t, friend, textOf("#problem")+` && document.querySelectorAll(".experiments h3").length === 2 && document.getElementById("experiment").hidden`)
}

// TestLaboratoryPlot checks that the plot has the points of all records, although the table has only 500
// rows, and that the reader can choose the method. Each method has half of the records.
func TestLaboratoryPlot(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	records := "task,puzzle,instance,method,count,status,wall_seconds\n"
	for i := range 1200 {
		method := []string{"native/bitset", "sat/pairwise"}[i/600]
		records += fmt.Sprintf("count,calendar,%02d-%02d,%s,1,exact,%g\n", i%600/28%12+1, i%28+1, method, 0.01*float64(i+1))
	}
	root := webtest.SiteWith(t, "/", fstest.MapFS{
		"days.json":        {Data: []byte(`{"Title": "Days", "Question": "Which day is harder?"}`)},
		"days/index.html":  {Data: []byte("<!DOCTYPE html><title>Report</title><p>report</p>")},
		"days/records.csv": {Data: []byte(records)},
	})
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, root+"laboratory.html#days&from=500&record=501")
	browsertest.Wait(t, tab, `document.querySelectorAll("#plot svg a").length === 1200 && document.querySelectorAll("#records tbody tr").length === 500`)
	browsertest.Wait(t, tab, `document.querySelectorAll("#plot svg .here").length === 1 && document.querySelectorAll("#plot .key li").length === 2`)
	browsertest.Wait(t, tab, textOf("#plot svg a title")+`.endsWith(", 1 solution")`)
	browsertest.Run(t, tab, chromedp.SetValue("#method", "sat/pairwise"))
	browsertest.Wait(t, tab, `document.querySelectorAll("#plot svg a").length === 600 && location.hash.includes("method=sat")`)
}

// here returns JavaScript that says whether the laboratory shows a record: its row and its point are
// marked.
func here(number int, instance string) string {
	return fmt.Sprintf(`document.querySelector("#record-%d[aria-current=true] a")?.textContent === %q && document.querySelectorAll("#plot svg .here").length === 1`, number, instance)
}

const toBack = `//a[contains(., "Back to the record")]`

// pointAndBack clicks the highest point, which belongs to the slowest record.
func pointAndBack(t *testing.T, tab context.Context) {
	t.Helper()
	const highest = `[...document.querySelectorAll("#plot svg a")].reduce((a, b) => (b.getBoundingClientRect().y < a.getBoundingClientRect().y ? b : a))`
	browsertest.Run(t, tab, browsertest.ClickOn(highest))
	browsertest.Wait(t, tab, `location.pathname.endsWith("/analyse.html") && `+textOf("#instance")+` === "01-25"`)
	browsertest.Run(t, tab, browsertest.Click("#panel-count button.main"))
	browsertest.Wait(t, tab, textOf("#panel-count tbody td")+` === "216"`)
	browsertest.Run(t, tab, browsertest.Click(toBack))
	browsertest.Wait(t, tab, here(3, "01-25"))
}

// rowAndBack follows the link to the calendar in the third row, and then the link back to the
// laboratory.
func rowAndBack(t *testing.T, tab context.Context) {
	t.Helper()
	browsertest.Run(t, tab, chromedp.Focus(`#record-2 a[href^="calendar.html"]`), chromedp.KeyEvent(kb.Enter))
	browsertest.Wait(t, tab, shownSolutions+".length === 7")
	browsertest.Run(t, tab, chromedp.Focus(toBack), chromedp.KeyEvent(kb.Enter))
	browsertest.Wait(t, tab, here(2, "10-06"))
}
