//go:build unix

package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"counterproof/bench/ask"
	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// asking is JavaScript that makes the functions of assets/shared/ask.js available.
const asking = `import("./assets/shared/ask.js").then(async ({ ask }) => { %s })`

// boards returns questions about random boards of all puzzles, some by native and some by SAT. The
// parameter number is the number of questions.
func boards(t *testing.T, number int) (questions []ask.Counting) {
	puzzles := catalog.All()
	for i := range number {
		p := puzzles[i%len(puzzles)]
		in, err := p.Generate(t.Context(), rand.New(rand.NewPCG(uint64(i), 19)), encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		method := []string{"native", "sat"}[(i+i/len(puzzles))%2]
		questions = append(questions, ask.Counting{About: ask.About{Puzzle: p.Name, Instance: in.String()}, Method: method, Sets: true})
	}
	return questions
}

// TestEngine checks that the engine in the browser and the engine of the program count the same sets of
// solutions, on boards of all puzzles. Each puzzle has one board, whose solutions either native or SAT
// counts. In long tests, both count boards of each puzzle.
func TestEngine(t *testing.T) {
	t.Parallel()
	number := len(catalog.All())
	if processtest.IsLong() {
		number = 200
	}
	questions := boards(t, number)
	list, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Site(t, "/"))
	got := browsertest.Eval[[]string](t, tab, fmt.Sprintf(asking, `
		const answers = [];
		for (const question of `+string(list)+`) {
			const { status, count, digest } = await ask("count", question);
			answers.push([status, count, digest].join(" "));
		}
		return answers;`))
	desk, sets := &ask.Desk{Puzzles: catalog.All()}, map[string]bool{}
	for i, q := range questions {
		body, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		var r result.Record
		err = desk.Ask(context.Background(), "count", body, func(object any) error {
			if record, ok := object.(result.Record); ok {
				r = record
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%s %s %s", r.Status, r.Count, r.Digest); got[i] != want || r.Digest == "" {
			t.Errorf("%s %s by %s: the browser answers %q, the program %q", q.Puzzle, q.Instance, q.Method, got[i], want)
		}
		sets[r.Digest] = true
	}
	if len(sets) < number/3 {
		t.Errorf("the %d boards have only %d different sets of solutions", number, len(sets))
	}
}

// TestStop checks that a question in the browser can be stopped at once, that its worker
// ends, that a new question is answered, and that at most two workers wait for questions. TestStop
// also checks that a search of the SAT solver ends when its time is over. A question must get its
// answer even if its time limit exceeds the longest timer of the browser or the largest
// time.Duration.
func TestStop(t *testing.T) {
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Site(t, "/")+"laboratory.html") // a page without questions of its own
	got := browsertest.Eval[struct {
		Reason      string
		AtOnce      bool
		Title       string
		Live        int // the number of workers after four questions at once
		LiveStopped int
		Late        string
		Long        []string
	}](t, tab, fmt.Sprintf(asking, `
		let live = 0;
		const Original = Worker;
		window.Worker = class extends Original {
			constructor(...all) { super(...all); live++; }
			terminate() { super.terminate(); live--; }
		};
		const stop = new AbortController();
		let later = false; // whether something else has happened since the stop
		const onPart = () => { stop.abort(); window.setTimeout(() => { later = true; }); };
		const long = { puzzle: "pentomino", instance: "6x10", method: "native", sets: true };
		const reason = await ask("count", long, { onPart, stop: stop.signal }).then(() => "an answer", problem => problem.name);
		const atOnce = !later, liveStopped = live;
		const { status, reason: over } = await ask("count", { puzzle: "pentomino", instance: "6x10", method: "sat", seconds: 0.1 });
		const patient = seconds => ask("count", { puzzle: "calendar", instance: "10-06", method: "native", seconds });
		const longer = (await Promise.all([3e6, 1e10].map(patient))).map(({ status, count }) => status + " " + count);
		const board = () => ask("board", { puzzle: "calendar", instance: "10-06" });
		const [{ title }] = await Promise.all([board(), board(), board(), board()]);
		return { Reason: reason, AtOnce: atOnce, Title: title, Live: live, LiveStopped: liveStopped, Late: status + " " + over, Long: longer };`))
	if got.Reason != "AbortError" || !got.AtOnce || got.LiveStopped != 0 {
		t.Errorf("stopping a count gives %s, at once: %v, and leaves %d workers", got.Reason, got.AtOnce, got.LiveStopped)
	}
	if got.Late != "unknown timeout" {
		t.Errorf("a search by SAT whose time is over gives %q", got.Late)
	}
	if want := []string{"exact 7", "exact 7"}; !slices.Equal(got.Long, want) {
		t.Errorf("counts with very long limits give %q, want %q", got.Long, want)
	}
	if got.Title != "A-Puzzle-A-Day" || got.Live != 2 {
		t.Errorf("after the stop: title %q, and %d workers wait, want 2", got.Title, got.Live)
	}
}

// TestOverdue checks what a page learns if an engine does not notice that the time of a question is over,
// and that the page ends this engine. The clock of the page runs a hundred times as fast.
func TestOverdue(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Site(t, "/")+"laboratory.html") // a page without questions of its own
	got := browsertest.Eval[[]string](t, tab, fmt.Sprintf(asking, `
		const wait = window.setTimeout;
		window.setTimeout = (f, ms) => wait(f, ms / 100);
		let live = 0;
		window.Worker = class {
			constructor() { live++; }
			postMessage() { wait(() => this.onmessage({ data: { started: true } })); }
			terminate() { live--; }
		};
		const answers = [];
		for (const [name, question] of [["count", { seconds: 1, given: "12=1,3=0,12=1" }], ["correct", {}], ["first", {}], ["hint", {}], ["explain", { seconds: 30 }]]) {
			answers.push(await ask(name, question).then(JSON.stringify, problem => problem.constructor.name + ": " + problem.message));
		}
		return [...answers, String(live)];`))
	want := []string{
		`{"given":"3=0,12=1","status":"unknown","reason":"timeout"}`, `{"correct":false,"limited":true}`, `{"site":-1,"limited":true}`,
		"Problem: the engine found no answer in 60 seconds", "Problem: the engine found no answer in 30 seconds", "0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBrokenEngine checks that a page gets an error with the reason if the engine crashes or cannot
// be loaded.
func TestBrokenEngine(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	for _, c := range []struct {
		name, file string
		data       []byte // replaces the content of the file; nil: the file is missing
		want       string // a part of the Problem
	}{
		{"a crash", "engine/engine.wasm.gz", crashing(t), "the engine ended early (panic: out of order"},
		{"no engine", "engine/engine.wasm.gz", nil, "the engine could not be loaded (engine.wasm.gz: the server answers 404)"},
		{"a broken engine", "engine/engine.wasm.gz", []byte("<!DOCTYPE html>"), "the engine could not be loaded (WebAssembly"},
		{"no script of Go", "engine/wasm_exec.js", nil, "the engine could not be loaded (a file is missing)"},
		{"no worker", "assets/shared/worker.js", nil, "the engine could not be loaded (a file is missing)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := webtest.Files(t)
			delete(files, "offline.js") // the service worker would refuse this mixture of files
			delete(files, c.file)
			if c.data != nil {
				files[c.file] = &fstest.MapFile{Data: c.data}
			}
			w := browsertest.Visit(t, tab, webtest.Serve(t, http.FileServerFS(files)))
			got := browsertest.Eval[string](t, tab, fmt.Sprintf(asking, `return ask("puzzles", {}).then(() => "an answer", problem => problem.constructor.name + ": " + problem.message);`))
			if !strings.HasPrefix(got, "Problem: "+c.want) {
				t.Errorf("got %q, want a Problem with %q", got, c.want)
			}
			w.End() // the browser reports the missing files
		})
	}
}

// TestDeclaredCompression checks the engine on a server that declares the compression of its file,
// so the browser uncompresses the file. The engine must work with and without a network.
func TestDeclaredCompression(t *testing.T) {
	t.Parallel()
	files := http.FileServerFS(webtest.Files(t))
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".gz") {
			w.Header().Set("Content-Encoding", "gzip")
		}
		files.ServeHTTP(w, r)
	})))
	for _, from := range []string{"the server", "the copy"} {
		got := browsertest.Eval[int](t, tab, fmt.Sprintf(asking, `return (await ask("puzzles", {})).puzzles.length;`))
		if got != len(catalog.All()) {
			t.Errorf("the engine from %s knows %d puzzles, want %d", from, got, len(catalog.All()))
		}
		browsertest.Wait(t, tab, "navigator.serviceWorker.controller")
		browsertest.Run(t, tab, chromedp.Reload(), chromedp.WaitReady("main"))
	}
}

// crashing compiles an engine that panics at the first question.
func crashing(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "crash.wasm")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", file, "./testdata/crash")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestVersion checks that make gives the engine and the program the same version, and that the engine
// contains its version.
func TestVersion(t *testing.T) {
	commands, err := exec.Command("make", "-C", "../..", "-n", "build", "VERSION="+webtest.Version).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(commands), "/bench/system/release.described="+webtest.Version+"'"); got != 2 {
		t.Errorf("make build passes the version %d times, want 2:\n%s", got, commands)
	}
	file, err := webtest.Engine(t).Open("printer.wasm.gz") // only this engine makes certificates, which state the version
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	wasm, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(wasm)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(webtest.Version)) {
		t.Error("the engine does not contain its version")
	}
}

// TestQuestions checks that the engine in the browser gives the same answers as a Desk, to questions of
// all kinds.
func TestQuestions(t *testing.T) {
	t.Parallel()
	questions := slices.DeleteFunc(webtest.Questions(t, "../../bench/ask/testdata/questions.jsonl"), func(q webtest.Question) bool {
		// The small engine names fewer questions in its answer, and has no counter of formulas.
		return ask.Known(q.Name) != nil || strings.Contains(q.Line, `"sat/count"`)
	})
	var lines []string
	for _, q := range questions {
		lines = append(lines, q.Line)
	}
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Visit(t, tab, webtest.Site(t, "/")+"example.html")
	got := browsertest.Eval[[]webtest.Reply](t, tab, fmt.Sprintf(asking, `
		const replies = [];
		for (const { ask: name, ...question } of [`+strings.Join(lines, ",")+`]) {
			const answer = [];
			const failed = ({ message, misuse, line, column }) => ({ error: { error: message, misuse, line, column } });
			replies.push(await ask(name, question, { onPart: part => answer.push(part) }).then(last => ({ answer: [...answer, last] }), failed));
		}
		return replies;`))
	for i, q := range questions {
		if s := got[i].String(); s != q.Want {
			t.Errorf("%s: the browser answers\n%.2000s\nthe program\n%.2000s", q.Line, s, q.Want)
		}
	}
}
