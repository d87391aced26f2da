//go:build unix

package web_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"counterproof/bench/ask"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
	"counterproof/reports/web"
	"counterproof/reports/web/server"
)

// TestWaitingCount counts by two methods on a server that has a place for one count. The second method must
// say that it waits, and its clock must not run. Then the first count ends and the second one shows
// its progress.
func TestWaitingCount(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	next := make(chan struct{})
	long := func(ctx context.Context, name string, _ []byte, line func([]byte) error) error {
		if name != "count" { // for the verdict
			return line([]byte(`{"error": "not in this test", "misuse": false}`))
		}
		if err := line([]byte(`{"progress": true, "solutions": 3, "nodes": 0, "conflicts": 41}`)); err != nil {
			return err
		}
		if err := line([]byte(`{"progress": true, "solutions": 4, "nodes": 0, "conflicts": 42}`)); err != nil {
			return err
		}
		select {
		case <-next:
			return line([]byte(`{"puzzle": "calendar", "instance": "10-06", "method": "native", "status": "exact", "reason": "done", "count": "7"}`))
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	root := webtest.Serve(t, server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All()}, Long: long, Limits: server.Limits{Processes: 1, Patience: 1 << 40}}))
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, root+analysed("calendar", "10-06", ""))
	browsertest.Wait(t, tab, `document.querySelector("#panel-count button.main") && /no solution found/i.test(`+textOf("#verdict")+`)`) // the verdict must not wait before the second count
	browsertest.Run(t, tab, browsertest.Click("#panel-count button.main"))
	const rows = `[...document.querySelectorAll("#panel-count tbody tr")]`
	browsertest.Wait(t, tab, rows+`.some(row => row.cells[1].textContent.includes("so far") && row.cells[2].textContent === "41")`)
	browsertest.Wait(t, tab, rows+`.some(row => row.cells[1].textContent === "waiting for a free place (next in turn)" && row.cells[3].textContent === "")`)
	next <- struct{}{}
	browsertest.Wait(t, tab, rows+`.some(row => row.cells[1].textContent === "7") && `+rows+`.some(row => row.cells[1].textContent.includes("so far"))`)
	close(next)
}

// waits returns JavaScript that checks whether a visible element says that a question waits.
func waits(selector string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].some(e => e.checkVisibility() && e.textContent.includes("waiting for a free place"))`, selector)
}

// occupied serves the pages with as few processes as possible. Questions for hints occupy these
// processes until the test ends.
func occupied(t *testing.T, browser context.Context) (root string) {
	t.Helper()
	begun := make(chan bool, 100) // the questions that wait begin when the test ends
	long := func(ctx context.Context, _ string, _ []byte, _ func([]byte) error) error {
		begun <- true
		<-ctx.Done()
		return ctx.Err()
	}
	root = webtest.Serve(t, server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All()}, Long: long, Limits: server.Limits{Processes: 1}}))
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, root)
	for range 2 {
		browsertest.Eval[any](t, tab, `void fetch("ask/hint", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" })`)
		<-begun
	}
	return root
}

// TestWaitingPanels checks that all panels of the page Analyse, and the questions of the page Play, say that
// they wait if no process is free for them.
func TestWaitingPanels(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	root := occupied(t, browser)
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, root+analysed("sudoku", "..1.4......3.2..", ""))
	for _, panel := range []string{"solutions", "theory", "deduce", "save"} {
		browsertest.Wait(t, tab, fmt.Sprintf(`document.getElementById("tab-%s").checkVisibility()`, panel)) // the tabs do nothing before the board is shown
		browsertest.Eval[any](t, tab, fmt.Sprintf(`document.getElementById("tab-%s").click()`, panel))
		browsertest.Wait(t, tab, waits("#panel-"+panel+" [role=status]"))
	}
	m := newMatch(t, "sudoku", "..1.4......3.2..")
	m.open(browser, root)
	for _, button := range []string{"check", "hint"} {
		m.click(selector("#%s", button))
		browsertest.Wait(t, m.tab, waits("#progress"))
		m.click(selector("#stop"))
		browsertest.Wait(t, m.tab, `!document.getElementById("working").checkVisibility()`)
	}
}

// TestSolveAgain checks what the panel Solutions shows if the server stops its question to make room for
// others. The panel says that it waits, and shows each solution once when the answer starts again.
func TestSolveAgain(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	next := make(chan bool)
	long := func(ctx context.Context, _ string, _ []byte, line func([]byte) error) error {
		for i, text := range []string{
			`{"solutions": ["2314413212433421"]}`, `{"waiting": true, "before": 0}`, `{"waiting": false, "before": 0, "again": true}`,
			`{"solutions": ["2314413212433421"]}`, `{"done": true, "number": 1, "all": true}`,
		} {
			if i == 2 {
				<-next
			}
			if err := line([]byte(text)); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	root := webtest.Serve(t, server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All()}, Long: long}))
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, root+analysed("sudoku", "..1.4......3.2..", "panel=solutions"))
	browsertest.Wait(t, tab, waits("#panel-solutions [role=status]"))
	close(next)
	browsertest.Wait(t, tab, `document.querySelector("#panel-solutions p").textContent === "Solution 1 of 1"`)
}

// TestConnections asks seven questions that can take any time. The page must send only four of them
// at the same time, while the others wait. Another tab must still get answers.
func TestConnections(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	begun, next := make(chan bool, 10), make(chan bool)
	long := func(ctx context.Context, _ string, _ []byte, line func([]byte) error) error {
		select {
		case begun <- true: // a question that has to wait again sends another value
		case <-ctx.Done():
			return ctx.Err()
		}
		select {
		case <-next:
			return line([]byte(`{"done": true}`))
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	root := webtest.Serve(t, server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All()}, Long: long, Limits: server.Limits{Processes: 10}}))
	tab := browsertest.Tab(t, browser)
	browsertest.Visit(t, tab, root+"docs.html") // a page without questions of its own
	browsertest.Eval[any](t, tab, `import(new URL("assets/shared/ask.js", location)).then(({ ask }) => {
		window.seen = { waits: 0, done: 0 };
		for (let i = 0; i < 7; i++) ask("solve", {}, { onWait: before => { seen.waits += before === null; } }).then(() => { seen.done++; });
	})`)
	browsertest.Wait(t, tab, `window.seen?.waits >= 3`)
	for range 4 {
		<-begun
	}
	if len(begun) > 0 {
		t.Error("more than four questions have a connection")
	}
	other := browsertest.SecondTab(t, tab)
	browsertest.Visit(t, other, root+"play.html")
	browsertest.Wait(t, other, `document.querySelector("#gallery a")`)
	close(next)
	browsertest.Wait(t, tab, `window.seen.done === 7`)
}

// TestSlowNames checks that ask.js lists the same questions that can take any time as the package
// ask.
func TestSlowNames(t *testing.T) {
	script, err := fs.ReadFile(web.Assets(), "shared/ask.js")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range ask.Names() {
		if ask.Unbounded(name) {
			names = append(names, fmt.Sprintf("%q", name))
		}
	}
	if list := "const slow = [" + strings.Join(names, ", ") + "];"; !strings.Contains(string(script), list) {
		t.Errorf("ask.js lacks %s", list)
	}
}

// TestLargerNames checks that ask.js asks the larger engine the questions that only this engine answers.
func TestLargerNames(t *testing.T) {
	script, err := fs.ReadFile(web.Assets(), "shared/ask.js")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../bench/ask/larger.go")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`"pdf"`}
	for _, name := range ask.Names() {
		if strings.Contains(string(source), fmt.Sprintf("{%q, ", name)) {
			want = append(want, fmt.Sprintf("%q", name))
		}
	}
	if list := "const larger = [" + strings.Join(want, ", ") + "];"; len(want) < 3 || !strings.Contains(string(script), list) {
		t.Errorf("ask.js lacks %s", list)
	}
}
