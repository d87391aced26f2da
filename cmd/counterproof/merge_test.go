package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterproof/bench/answer"
	"counterproof/bench/ledger"
	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/cmd/counterproof/console"
)

// TestMergeAlarm checks that merge names the job, both answers and the ledgers if the answers of two
// ledgers differ. In that case it must not copy anything.
func TestMergeAlarm(t *testing.T) {
	dir := t.TempDir()
	p, err := console.FindPuzzle("calendar")
	if err != nil {
		t.Fatal(err)
	}
	in, err := p.Parse("10-06")
	if err != nil {
		t.Fatal(err)
	}
	j, err := answer.Prepare(result.Job{}, p, in, method.MustParse(method.Native))
	if err != nil {
		t.Fatal(err)
	}
	path := func(count int) string { return filepath.Join(dir, fmt.Sprint(count)) }
	for _, count := range []int{7, 8} {
		l, err := ledger.Open(path(count))
		if err != nil {
			t.Fatal(err)
		}
		r := result.Record{Key: j.Key(), Task: j.Task, Puzzle: j.Puzzle, Instance: j.Instance, Method: j.Method, Style: j.Style, Version: j.Version,
			Status: result.Exact, Reason: result.Done, Count: fmt.Sprint(count)}
		if err := l.Add(ledger.Row{Job: j.Text(), Record: r}); err != nil {
			t.Fatal(err)
		}
		l.Close()
	}
	var out, errs bytes.Buffer
	status := run([]string{"counterproof", "merge", "--ledger", path(7), path(8)}, strings.NewReader(""), &out, &errs)
	want := "^counterproof: ledger " + path(7) + ".*" + path(8) + `: calendar 10-06 by native/[a-z]* .*\bexact 7\b.*\bexact 8\b.*\n$`
	if status != console.Failure || out.Len() > 0 || !regexp.MustCompile(want).MatchString(errs.String()) {
		t.Errorf("exit status %d, %s%s", status, &out, &errs)
	}
	status = run([]string{"counterproof", "export", "--ledger", path(7)}, strings.NewReader(""), &out, &errs)
	if status != console.Done || strings.Count(out.String(), `"count":"7"`) != 1 || strings.Contains(out.String(), `"count":"8"`) {
		t.Errorf("exit status %d, %s", status, &out)
	}
}
