package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/cmd/counterproof/console"
	"counterproof/reports/test/recordtest"
)

// storeRun makes a ledger with the records of a run.
func storeRun(t *testing.T, path string, jobs []result.Job, recs []result.Record) {
	t.Helper()
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows []ledger.Row
	var places []result.Place
	for i, j := range jobs {
		rows = append(rows, ledger.Row{Job: j.Text(), Record: recs[i]})
		places = append(places, result.Place{Key: j.Key(), Board: i, Label: &j.Label})
	}
	text := "title = 'Drawn'\n[[suite]]\npuzzle = 'calendar'\nmethods = ['native']\ninstances = ['10-06']\n"
	err = errors.Join(l.Add(rows...), l.SetExperiment(ledger.Experiment{Name: "drawn.toml", Text: text, Shards: 1}, places, nil), l.Close())
	if err != nil {
		t.Fatal(err)
	}
}

// TestCompareSlowed compares two drawn runs, in the second of which the method native/b takes 1.3 times
// as long. The command must find this method, and only this one, with an interval that contains 1.3.
// Then one answer is changed, which must come first and lead to exit status 1.
func TestCompareSlowed(t *testing.T) {
	t.Chdir(t.TempDir())
	jobs, before, after := recordtest.TwoRuns(0, 1.3)
	storeRun(t, "before.sqlite", jobs, before)
	storeRun(t, "after.sqlite", jobs, after)
	out, errs, status := invoke(nil, "compare", "-o", "page", "before.sqlite", "after.sqlite")
	if status != console.Done || errs != "" {
		t.Fatalf("exit status %d, %s", status, errs)
	}
	lines := strings.Split(out, "\n")
	m := regexp.MustCompile(`^slower +native/b: .* ([0-9.]+) × \(([0-9.]+) to ([0-9.]+), n = 30\); slower on [0-9]+, .* p < 0.0001$`).FindStringSubmatch(lines[0])
	if m == nil || m[2] > "1.3" || m[3] < "1.3" || strings.Count(out, "undecided") != 2 || strings.Contains(out, "faster  ") {
		t.Errorf("want native/b slower with 1.3 in the interval, and two methods undecided, got %s", out)
	}
	page, err := os.ReadFile(filepath.Join("page", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, fact := range []string{"Run against run", "native/b", "Drawn: after.sqlite against before.sqlite", `id="ratios"`, `id="scatter"`, `id="cactus"`, `id="box"`} {
		if !strings.Contains(string(page), fact) {
			t.Errorf("the page lacks %s", fact)
		}
	}
	if strings.Contains(string(page), "Not drawn") {
		t.Error("a picture is not drawn")
	}

	after[4].Count = "8" // board 0, native/b
	storeRun(t, "wrong.sqlite", jobs, after)
	out, _, status = invoke(nil, "compare", "before.sqlite", "wrong.sqlite")
	first, _, _ := strings.Cut(out, "\n")
	for _, fact := range []string{"DIFFERENT", "calendar", "board-0", "native/b", "before.sqlite says 7", "wrong.sqlite says 8"} {
		if !strings.Contains(first, fact) {
			t.Errorf("the first line lacks %s: %s", fact, first)
		}
	}
	if status != console.Failure {
		t.Errorf("exit status %d after different answers", status)
	}
}
