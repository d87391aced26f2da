package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/test/facttest"
)

// calendarRow returns a row with the given answer to a job about a day of the calendar.
func calendarRow(t *testing.T, day, count string) ledger.Row {
	t.Helper()
	p, err := console.FindPuzzle("calendar")
	if err != nil {
		t.Fatal(err)
	}
	in, err := p.Parse(day)
	if err != nil {
		t.Fatal(err)
	}
	j, err := answer.Prepare(result.Job{}, p, in, method.MustParse(method.Native))
	if err != nil {
		t.Fatal(err)
	}
	return ledger.Row{Job: j.Text(), Record: result.Record{Key: j.Key(), Task: j.Task, Puzzle: j.Puzzle, Instance: j.Instance, Method: j.Method,
		Style: j.Style, Version: j.Version, Status: result.Exact, Reason: result.Done, Count: count}}
}

// store adds rows to the ledger at path, and alarms to its file of alarms.
func store(t *testing.T, path string, rows []ledger.Row, alarms ...*ledger.Alarm) {
	t.Helper()
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	err = l.Add(rows...)
	for _, a := range alarms {
		err = errors.Join(err, l.KeepAlarm(a))
	}
	if err := errors.Join(err, l.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestMergeAlarm checks the command merge on two ledgers whose answers differ. The command must
// name the job, the two answers and the ledgers, and must not copy anything.
func TestMergeAlarm(t *testing.T) {
	dir := t.TempDir()
	path := func(count int) string { return filepath.Join(dir, fmt.Sprint(count)) }
	for _, count := range []int{7, 8} {
		store(t, path(count), []ledger.Row{calendarRow(t, "10-06", fmt.Sprint(count))})
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

// TestAlarms checks that the commands mention the alarms that a coordinator has kept: for an intact
// ledger, for a damaged ledger whose intact records are read, and for a ledger that a command mends.
func TestAlarms(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "l"), filepath.Join(dir, "other")
	rows := []ledger.Row{calendarRow(t, "10-06", "7"), calendarRow(t, "10-07", "5")}
	store(t, path, rows, &ledger.Alarm{Job: rows[0].Job, Old: rows[0].Record, New: calendarRow(t, "10-06", "8").Record})
	store(t, other, []ledger.Row{calendarRow(t, "10-08", "6")})
	for i, args := range [][]string{
		{"export", "--ledger", path},
		{"export", "--damaged", "skip", "--ledger", path},
		{"merge", "--damaged", "skip", "--ledger", path, other},
	} {
		if i == 1 {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, bytes.ReplaceAll(data, []byte("10-07"), []byte("10-70")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var out, errs bytes.Buffer
		status := run(append([]string{"counterproof"}, args...), strings.NewReader(""), &out, &errs)
		if status != console.Done || strings.Count(errs.String(), path+"-alarms") != 1 {
			t.Errorf("%s: exit status %d, %s", args, status, &errs)
		}
		if damaged := strings.Contains(errs.String(), "10-70"); damaged != (i > 0) {
			t.Errorf("%s: the damaged record is named: %v\n%s", args, damaged, &errs)
		}
	}
}

// TestOldTexts checks a ledger of an earlier version whose record names a host with control
// characters. The command run keeps the record, the command report escapes the text, and the command
// merge refuses the record.
func TestOldTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	spec := "title = 'x'\nquestion = '?'\n[[suite]]\npuzzle = 'calendar'\ninstances = ['10-06', '10-07']\nmethods = ['native']\n"
	if err := os.WriteFile("x.toml", []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, errs, status := invoke(nil, "run", "--ledger", "new", "x.toml"); status != console.Done {
		t.Fatal(errs)
	}
	l, err := ledger.Read("new")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var rows []ledger.Row
	for _, day := range []string{"10-06", "10-07"} {
		records, err := l.Instance("calendar", day)
		if err != nil || len(records) != 1 {
			t.Fatal(records, err)
		}
		row := calendarRow(t, day, records[0].Count)
		row.Record = records[0]
		if day == "10-06" {
			row.Record.Host = "old" + hostile
		}
		rows = append(rows, row)
	}
	if sum := sha256.Sum256([]byte(rows[0].Job)); hex.EncodeToString(sum[:]) != rows[0].Record.Key {
		t.Fatal("the text of the job has another key")
	}
	store(t, "old", rows)
	for _, c := range []struct {
		args   string
		status int
		says   string // facts of stdout and stderr
	}{
		{"run --ledger old x.toml", console.Done, "2 jobs, 2 of them"},
		{"report --ledger old x.toml", console.Done, "report, index.html"},
		{"merge --ledger into old", console.Failure, "old, host, U+001B, 10-06, --damaged skip"},
		{"merge --damaged skip --ledger into old", console.Done, "left out, old, host, U+001B, 10-06"},
	} {
		out, errs, status := invoke(nil, strings.Fields(c.args)...)
		if status != c.status || !facttest.States(out+errs, c.says) {
			t.Errorf("%s: exit status %d, %q, %q, want %d and %q", c.args, status, out, errs, c.status, c.says)
		}
	}
	page, err := os.ReadFile(filepath.Join("report", "index.html"))
	if err != nil || strings.Contains(string(page), "\x1b") || !strings.Contains(string(page), `old\x1b[2J`) {
		t.Errorf("the page has the text as it is, or not at all: %v", err)
	}
	if out, _, _ := invoke(nil, "export", "--ledger", "into"); strings.Count(out, "\n") != 1 || !strings.Contains(out, "10-07") {
		t.Errorf("merge has copied %s", out)
	}
}
