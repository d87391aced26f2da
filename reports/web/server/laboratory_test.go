package server

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
)

// writeLedger makes a ledger with one experiment of four jobs, three of which have a record. The last
// of the three was killed. It returns the open ledger.
func writeLedger(t *testing.T, path string) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var places []result.Place
	for i, method := range []string{"native", "sat", "brute", "native/x"} {
		j := result.Job{Task: result.Count, Puzzle: "calendar", Instance: "10-06", Method: method}
		places = append(places, result.Place{Key: j.Key(), Label: &result.Label{Suite: "days"}})
		r := j.Record(result.Done, "")
		r.Status, r.Count, r.WallSeconds = result.Exact, "7", new(0.5)
		if method == "brute" {
			r = j.Record(result.Killed, "the worker ended")
		}
		if method == "sat" {
			r.Verdict = result.Wrong
		}
		if i < 3 {
			if err := l.Add(ledger.Row{Job: j.Text(), Record: r}); err != nil {
				t.Fatal(err)
			}
		}
	}
	x := ledger.Experiment{Name: "days.toml", Text: "title = \"All <b>days</b>\"\n", Shards: 1}
	if err := l.SetExperiment(x, append(places, places[0]), nil); err != nil { // one job has two places
		t.Fatal(err)
	}
	return l
}

// object asks a question and returns the object of its answer.
func object[A any](t *testing.T, h http.Handler, name, body string) (a A) {
	t.Helper()
	w := request{method: "POST", target: "/ask/" + name, body: body}.send(h)
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: status %d, %v: %s", name, w.Code, err, w.Body)
	}
	return a
}

// TestLaboratory checks the sums over an experiment and its records, while the ledger is open for
// writing.
func TestLaboratory(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "days.sqlite")
	l := writeLedger(t, path) // the ledger stays open, as during a run
	missing := filepath.Join(dir, "missing.sqlite")
	h := New(Options{Desk: desk, Ledgers: []string{path, missing}})
	o := object[Overview](t, h, "laboratory", "{}")
	if len(o.Ledgers) != 2 || o.Ledgers[0].Name != "days.sqlite" || o.Ledgers[0].Records != 3 || len(o.Ledgers[0].Experiments) != 1 {
		t.Fatalf("got %+v", o)
	}
	x := o.Ledgers[0].Experiments[0]
	if x.Name != "days.toml" || x.Title != "All <b>days</b>" || x.Jobs != 4 || x.Done != 2 || x.Exact != 2 || x.Unknown != 1 || x.Wrong != 1 || x.Wall != 1 {
		t.Errorf("got %+v", x)
	}
	if got := strings.Join(x.Methods, " ") + ", " + strings.Join(x.Puzzles, " ") + ", " + strings.Join(x.Suites, " "); got != "brute native sat, calendar, days" {
		t.Errorf("got %s", got)
	}
	if bad := o.Ledgers[1]; bad.Error == "" || strings.Contains(bad.Error, dir) {
		t.Errorf("the missing ledger: %+v", bad)
	}
	p := object[Page](t, h, "experiment", `{"ledger": "days.sqlite", "experiment": "`+x.Key+`", "from": 1}`)
	if p.Total != 4 || p.From != 1 || len(p.Records) != 3 || p.Records[0].Method != "sat" || p.Records[0].Suite != "days" {
		t.Errorf("got %+v", p)
	}
	if err := l.Add(ledger.Row{Job: "a job", Record: result.Record{Key: "k", Status: result.Exact, Reason: result.Done, Count: "1"}}); err != nil {
		t.Errorf("the ledger cannot be written while it is shown: %v", err)
	}
	for _, body := range []string{`{"ledger": 0, "experiment": 0}`, `{"ledger": "none", "experiment": "` + x.Key + `"}`, `{"ledger": "days.sqlite"}`, `{"ledger": "days.sqlite", "experiment": "0"}`,
		`{"path": "/etc/passwd"}`, `[]`, ``} {
		w := request{method: "POST", target: "/ask/experiment", body: body}.send(h)
		if p := problem(t, w); !p.Misuse || p.Text == "" {
			t.Errorf("%s: got %s", body, w.Body)
		}
	}
}

// TestExperimentKeys runs an experiment, another experiment, and the first experiment again. A
// question with the key of the first experiment must still get the records of that experiment,
// although its position has changed. Two ledgers with the same name have different keys.
func TestExperimentKeys(t *testing.T) {
	path, other := filepath.Join(t.TempDir(), "days.sqlite"), filepath.Join(t.TempDir(), "days.sqlite")
	l := writeLedger(t, path)
	writeLedger(t, other)
	first := ledger.Experiment{Name: "days.toml", Text: "title = \"All <b>days</b>\"\n", Shards: 1}
	set := func(x ledger.Experiment, methods ...string) {
		t.Helper()
		var places []result.Place
		for _, method := range methods {
			places = append(places, result.Place{Key: result.Job{Task: result.Count, Puzzle: "calendar", Instance: "10-06", Method: method}.Key(), Label: new(result.Label)})
		}
		if err := l.SetExperiment(x, places, nil); err != nil {
			t.Fatal(err)
		}
	}
	set(ledger.Experiment{Name: "other.toml", Text: "", Shards: 1}, "sat")
	// printf 'days.toml\0title = "All <b>days</b>"\n' | sha256sum
	const key, otherKey = "acb660faa854", "123f246d3d94" // printf 'other.toml\0' | sha256sum
	for i, order := range [][]string{{key, otherKey}, {otherKey, key}} {
		h := New(Options{Desk: desk, Ledgers: []string{path, other}}) // reads the ledger at once
		o := object[Overview](t, h, "laboratory", "{}")
		var keys []string
		for _, x := range o.Ledgers[0].Experiments {
			keys = append(keys, x.Key)
		}
		if !slices.Equal(keys, order) {
			t.Fatalf("the experiments have the keys %v, want %v", keys, order)
		}
		if o.Ledgers[0].Key != "days.sqlite" || o.Ledgers[1].Key != "days.sqlite~2" {
			t.Errorf("the ledgers have the keys %q and %q", o.Ledgers[0].Key, o.Ledgers[1].Key)
		}
		for question, want := range map[string]int{
			`{"ledger": "days.sqlite", "experiment": "` + otherKey + `"}`: 1,
			`{"ledger": "days.sqlite", "experiment": "` + key + `"}`:      []int{4, 2}[i],
			`{"ledger": "days.sqlite~2", "experiment": "` + key + `"}`:    4,
		} {
			if p := object[Page](t, h, "experiment", question); p.Total != want {
				t.Errorf("%s: %d records, want %d", question, p.Total, want)
			}
		}
		set(first, "native", "sat")
	}
}

// TestReports checks that the laboratory serves the files of a folder of reports, and nothing else.
func TestReports(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(outside, "secret.html"):     "secret",
		filepath.Join(dir, "index.html"):          "<title>A &amp; B</title><script>run()</script><script src=x></script>",
		filepath.Join(dir, "a plot.png"):          "png",
		filepath.Join(dir, "records.csv"):         "a,b",
		filepath.Join(dir, "ledger.sqlite"):       "secret",
		filepath.Join(dir, ".hidden.html"):        "secret",
		filepath.Join(dir, ".git", "x.html"):      "secret",
		filepath.Join(dir, "sub", "index.html"):   "<p>no title",
		filepath.Join(dir, "a/b/c/d/e/deep.html"): "secret",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_ = os.Symlink(filepath.Join(outside, "secret.html"), filepath.Join(dir, "link.html")) // not on every system
	_ = os.Symlink(outside, filepath.Join(dir, "folder"))
	h := New(Options{Desk: desk, Reports: []string{dir, filepath.Join(outside, "missing")}, Token: "secret", Address: "127.0.0.1:8080"})
	l := newLaboratory(nil, []string{dir, filepath.Join(outside, "missing")})
	pages := viewReports(l.reports[0], 0).Pages
	if len(pages) != 2 || pages[0].Title != "A & B" || pages[1].Title != "sub/index.html" || pages[0].Picture == "" || pages[1].Picture != "" {
		t.Fatalf("got %+v", pages)
	}
	if bad := viewReports(l.reports[1], 1); bad.Error == "" || strings.Contains(bad.Error, outside) {
		t.Errorf("a missing folder: %+v", bad)
	}
	w := request{method: "GET", target: "/" + pages[0].Link}.send(h)
	csp := w.Header().Get("Content-Security-Policy")
	// printf 'run()' | openssl sha256 -binary | base64
	if w.Code != http.StatusOK || !strings.Contains(csp, "'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='") || !strings.Contains(csp, "sandbox allow-scripts") || strings.Contains(csp, "allow-same-origin") {
		t.Errorf("status %d, policy %s", w.Code, csp)
	}
	w = request{method: "GET", target: "/reports/" + reportKey + "/board?calendar:10-06&from=report"}.send(h)
	if got, want := w.Header().Get("Refresh"), "0; url=/analyse.html#calendar:10-06&from=report"; got != want {
		t.Errorf("the page of a board leads to %q, want %q", got, want)
	}
	w = request{method: "GET", target: "/favicon.ico"}.send(h) // without the token, because a report does not send the token
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" {
		t.Errorf("the icon of a report has the status %d and the type %q", w.Code, w.Header().Get("Content-Type"))
	}
	base := "/" + strings.TrimSuffix(pages[0].Link, "index.html")
	for target, want := range map[string]string{
		base + "a plot.png": "png", base + "records.csv": "a,b", base + "sub/index.html": "<p>no title",
		base + "ledger.sqlite": "", base + ".hidden.html": "", base + ".git/x.html": "", base + "link.html": "", base + "folder/secret.html": "",
		base + "a/b/c/d/e/deep.html": "", base + "../secret.html": "", base + "sub/../index.html": "", base: "", base + "sub": "",
		strings.Replace(base, reportKey, "x", 1) + "index.html": "", "/reports/" + reportKey + "/1/index.html": "", "/reports/" + reportKey + "/-1/index.html": "", "/reports/x/board?calendar:10-06": "",
	} {
		w := request{method: "GET", target: target}.send(h)
		if want == "" && (w.Code == http.StatusOK || w.Body.String() == "secret") || want != "" && w.Body.String() != want {
			t.Errorf("%s: status %d, %q, want %q", target, w.Code, w.Body, want)
		}
	}
}
