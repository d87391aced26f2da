package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/ledger"
	"counterproof/bench/result"
)

// TestReportBrokenExperiment: what the ledger keeps is no mistake of the caller.
func TestReportBrokenExperiment(t *testing.T) {
	for _, text := range []string{"colour = 'red'", "title = 'T'\nquestion = '?'\n[[suite]]\npuzzle = 'calendar'\ninstances = ['02-30']\nmethods = ['native']\n"} {
		path := filepath.Join(t.TempDir(), "l.sqlite")
		l, err := ledger.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.SetExperiment(ledger.Experiment{Name: "old.toml", Text: text}, nil); err != nil {
			t.Fatal(err)
		}
		l.Close()
		var out, errs bytes.Buffer
		status := run([]string{"counterproof", "report", "--ledger", path}, strings.NewReader(""), &out, &errs)
		if status != failure || !strings.HasPrefix(errs.String(), "counterproof: the experiment kept in the ledger: ") {
			t.Errorf("exit status %d, %s", status, errs.String())
		}
	}
}

// TestReportOldSymmetries: a wrong count up to symmetry that an older version left
// in the ledger contradicts nothing on the page.
func TestReportOldSymmetries(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "l.sqlite")
	board := "regions=1 colours=8"
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	old := result.Job{Task: result.Count, Puzzle: "map", Instance: board, Method: "native/domain", Version: "1", Mode: result.Sets, Orbits: true}
	err = l.Add(ledger.Row{Job: old.Text(), Record: result.Record{
		Key: old.Key(), Task: old.Task, Puzzle: old.Puzzle, Instance: board, Method: old.Method, Version: old.Version, Mode: old.Mode, Orbits: true,
		Status: result.Exact, Reason: result.Done, Verdict: result.Correct, Count: "8",
	}})
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	var out, errs bytes.Buffer
	for _, args := range [][]string{
		{"crosscheck", "--up-to-symmetry", "--method", "native,sat", "--ledger", path, "map", board},
		{"report", "--ledger", path, "-o", filepath.Join(dir, "page")},
	} {
		out.Reset()
		if status := run(append([]string{"counterproof"}, args...), strings.NewReader(""), &out, &errs); status != done {
			t.Errorf("%s: exit status %d, %s%s", args[0], status, out.String(), errs.String())
		}
	}
	if !strings.Contains(out.String(), "1 of 1 instance agree by count") {
		t.Errorf("the page says %s", out.String())
	}
}
