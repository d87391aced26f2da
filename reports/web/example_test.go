//go:build unix

package web_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestExample checks that the page for programmers makes boards and answers questions about them, in
// both forms. The text of the board is the one that generate prints for this seed.
func TestExample(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Each(t, func(t *testing.T, root string) {
		tab := browsertest.Tab(t, browser)
		browsertest.Visit(t, tab, root+"example.html")
		ready := `document.querySelector("#board svg") && !document.getElementById("new").disabled && ` + textOf("#hint") + ` !== ""`
		browsertest.Wait(t, tab, ready+` && `+textOf("#count")+` === "1"`)
		if length := browsertest.Eval[int](t, tab, textOf("#text")+".length"); length != 81 {
			t.Errorf("the board has %d characters, want 81", length)
		}
		browsertest.Eval[any](t, tab, `void (document.getElementById("puzzle").value = "lightsout")`)
		browsertest.Run(t, tab, browsertest.Click("#new"))
		browsertest.Wait(t, tab, ready+` && `+textOf("#text")+`.includes("/") && document.getElementById("seed").value === "3"`)
	})
}

// calls is JavaScript that calls the methods of the module counterproof.js. The first sudoku has one
// solution, and the second has two, which differ in four cells.
const calls = `import("./assets/shared/counterproof.js").then(async ({ Problem, Puzzle }) => {
	const sudoku = new Puzzle("sudoku");
	const board = sudoku.board("1234341221434..."), double = sudoku.board("..343412..434321");
	const [solution] = await board.solve();
	const failed = await sudoku.board("1234").count().catch(problem => problem instanceof Problem && problem.column);
	const day = await sudoku.daily("2026-11-22"), made = await sudoku.generate({ size: "4", seed: 3 });
	return [await board.count(), await double.count(), await double.count(1), (await double.solve(0)).length, solution,
		(await board.check(solution)).verdict, (await board.hint()).sites.length, (await board.moves()).length > 0,
		(await board.explain()).solutions, (await board.svg(solution)).slice(0, 4), failed, day.text.length, made.text.length,
		(await board.rate()).solutions, (await double.marginals()).solutions, Boolean(await double.repair())].join(" ");
})`

// TestModule checks the module counterproof.js on a page of its own, without the workbench: the page of
// docs/programs.md, which shows the sudoku of today.
func TestModule(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/programs.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(text), "```html\n")
	page, _, found := strings.Cut(page, "```")
	if lines := strings.Count(page, "\n"); !found || lines > 30 {
		t.Fatalf("docs/programs.md has no page, or one of %d lines", lines)
	}
	files := fstest.MapFS{"own.html": {Data: []byte(page)}}
	for name, file := range webtest.Files(t) {
		if strings.HasPrefix(name, "assets/shared/") || strings.HasPrefix(name, "engine/") {
			files[name] = file
		}
	}
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Serve(t, http.FileServerFS(files))+"own.html")
	browsertest.Wait(t, tab, `document.querySelector("#board svg")`)
	browsertest.Wait(t, tab, `document.getElementById("hint").onclick`)
	browsertest.Run(t, tab, chromedp.Click("#hint"))
	browsertest.Wait(t, tab, textOf("#text")+` !== ""`)
	if got, want := browsertest.Eval[string](t, tab, calls), "1 2 1 2 0123230110323210 ok 1 true 1 <svg 5 81 16 1 2 true"; got != want {
		t.Errorf("the calls return %q, want %q", got, want)
	}
}
