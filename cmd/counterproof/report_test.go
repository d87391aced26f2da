package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/ledger"
)

// TestReportBrokenExperiment: what the ledger keeps is no mistake of the caller.
func TestReportBrokenExperiment(t *testing.T) {
	for _, text := range []string{"colour = 'red'", "title = 'T'\nquestion = '?'\n[[suite]]\npuzzle = 'calendar'\ninstances = ['02-30']\nmethods = ['native']\n"} {
		path := filepath.Join(t.TempDir(), "l.sqlite")
		l, err := ledger.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.SetExperiment("old.toml", text); err != nil {
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
