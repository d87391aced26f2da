package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/cmd/counterproof/console"
)

// TestReportBrokenExperiment checks that a mistake in an experiment that the ledger keeps is a
// failure, not a usage error.
func TestReportBrokenExperiment(t *testing.T) {
	for text, want := range map[string]string{
		"colour = 'red'": "the experiment in the ledger: ",
		"title = 'T'\nquestion = '?'\n[[suite]]\npuzzle = 'calendar'\ninstances = ['02-30']\nmethods = ['native']\n": "ledger ",
	} {
		path := filepath.Join(t.TempDir(), "l.sqlite")
		l, err := ledger.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.SetExperiment(ledger.Experiment{Name: "old.toml", Text: text}, nil, nil); err != nil {
			t.Fatal(err)
		}
		l.Close()
		var out, errs bytes.Buffer
		status := run([]string{"counterproof", "report", "--ledger", path}, strings.NewReader(""), &out, &errs)
		if status != console.Failure || !strings.HasPrefix(errs.String(), "counterproof: "+want) {
			t.Errorf("exit status %d, %s", status, errs.String())
		}
	}
}

// TestReportNamesTheRun checks that the run command that report recommends can be pasted into a
// shell. Without an experiment file as an argument, report does not know the path of the file,
// and must say so.
func TestReportNamesTheRun(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "title = 'T'\nfull = true\n[[suite]]\npuzzle = 'pushpull'\ninstances = ['011110110']\nmethods = ['native']\n"
	l, err := ledger.Open("f f.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(l.SetExperiment(ledger.Experiment{Name: "it's.toml", Text: text}, nil, nil),
		os.Mkdir("sub", 0o777), os.WriteFile("sub/it's.toml", []byte(text), 0o666))
	l.Close()
	if err != nil {
		t.Fatal(err)
	}
	const start, command = "counterproof: ledger f f.sqlite ", ": counterproof run --ledger 'f f.sqlite' --full "
	for _, c := range []struct{ spec, want string }{
		{"", "SPEC.toml (SPEC.toml is the path of it's.toml)"},
		{"sub/it's.toml", `'sub/it'\''s.toml'`},
	} {
		var out, errs bytes.Buffer
		status := run(slices.DeleteFunc([]string{"counterproof", "report", "--ledger", "f f.sqlite", c.spec}, func(arg string) bool { return arg == "" }), strings.NewReader(""), &out, &errs)
		if got := errs.String(); status != console.Failure || !strings.HasPrefix(got, start) || !strings.HasSuffix(got, command+c.want+"\n") {
			t.Errorf("report %s: exit status %d, %q, want %q and %q", c.spec, status, got, start, command+c.want)
		}
	}
}

// TestReportWithoutPuzzles checks that a report needs neither the puzzles of the experiment nor the
// programs of its methods, and that it names the incomplete shard.
func TestReportWithoutPuzzles(t *testing.T) {
	t.Setenv("PATH", "")
	dir := t.TempDir()
	path := filepath.Join(dir, "l.sqlite")
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	text := "title = 'Chess'\n[[suite]]\npuzzle = 'chess'\nmethods = ['extern/deepblue']\ngenerate = { number = 1000 }\n"
	var places []result.Place
	for i, board := range []string{"kings", "queens", "knights"} {
		j := result.Job{Task: result.Count, Puzzle: "chess", Instance: board, Method: "extern/deepblue", Version: "1"}
		label := result.Label{Suite: "chess", Size: result.Size{H: 8, W: 8}, Draws: 1}
		places = append(places, result.Place{Key: j.Key(), Board: i, Label: &label})
		r := j.Record(result.Done, "")
		r.Status, r.Count = result.Exact, "2"
		if i != 1 {
			if err := l.Add(ledger.Row{Job: j.Text(), Record: r}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := l.SetExperiment(ledger.Experiment{Name: "chess.toml", Text: text, Shards: 2}, places, nil); err != nil {
		t.Fatal(err)
	}
	l.Close()
	file := filepath.Join(dir, "chess.toml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{}, {file}} {
		var out, errs bytes.Buffer
		args = append([]string{"counterproof", "report", "--ledger", path, "-o", filepath.Join(dir, "page")}, args...)
		if status := run(args, strings.NewReader(""), &out, &errs); status != console.Done {
			t.Fatalf("exit status %d, %s%s", status, out.String(), errs.String())
		}
		for _, want := range []string{`INCOMPLETE: 2 .*\b3 jobs\b`, `INCOMPLETE: shard 2 .*\b2: 1 .*\b1 jobs\b`, `total       4 .*\b2 instances\b`} {
			if !regexp.MustCompile("(?m)^" + want).MatchString(out.String()) {
				t.Errorf("%v: want %s in %s", args, want, out.String())
			}
		}
	}
}

// TestReportUnplaced checks a ledger of version 2, which has no places of jobs. The command report
// names the run command that adds them, and does not change the ledger.
func TestReportUnplaced(t *testing.T) {
	dir := t.TempDir()
	files := map[string][]byte{}
	for from, to := range map[string]string{"version2.sqlite": "l.sqlite", "version2.toml": "v2.toml"} {
		file, err := os.ReadFile(filepath.Join("..", "..", "bench", "record", "ledger", "testdata", from))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, to), file, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		files[to] = file
	}
	path, spec, page := filepath.Join(dir, "l.sqlite"), filepath.Join(dir, "v2.toml"), filepath.Join(dir, "page")
	var out, errs bytes.Buffer
	counterproof := func(args ...string) int {
		out.Reset()
		errs.Reset()
		return run(append([]string{"counterproof"}, args...), strings.NewReader(""), &out, &errs)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, ": counterproof run --ledger " + path + " SPEC.toml (SPEC.toml is the path of v2.toml)\n"}, // the ledger does not keep the folder
		{[]string{spec}, ": counterproof run --ledger " + path + " " + spec + "\n"},
	} {
		if status := counterproof(append([]string{"report", "--ledger", path, "-o", page}, c.args...)...); status != console.Failure || !strings.HasSuffix(errs.String(), c.want) {
			t.Errorf("exit status %d, %s, want %s", status, errs.String(), c.want)
		}
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, files["l.sqlite"]) {
		t.Errorf("report has changed the ledger, %v", err)
	}
	if status := counterproof("run", "--ledger", path, spec); status != console.Done {
		t.Fatalf("exit status %d, %s", status, errs.String())
	}
	if status := counterproof("report", "--ledger", path, "-o", page); status != console.Done || !regexp.MustCompile(`(?m)^total       7 .*\b2 instances\b`).MatchString(out.String()) {
		t.Errorf("exit status %d, %s%s", status, out.String(), errs.String())
	}
}

// TestReportOldSymmetries checks that an out-of-date record does not cause an alarm on the page. The
// record has a wrong count up to symmetry, which an older version wrote.
func TestReportOldSymmetries(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "l.sqlite")
	board := "regions=1 colours=8"
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	old := result.Job{Task: result.Count, Puzzle: "map", Instance: board, Method: "native/domain", Version: "1", Mode: result.Sets, Options: result.Options{Orbits: true}}
	err = l.Add(ledger.Row{Job: old.Text(), Record: result.Record{
		Key: old.Key(), Task: old.Task, Puzzle: old.Puzzle, Instance: board, Method: old.Method, Version: old.Version, Mode: old.Mode, Options: old.Options,
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
		if status := run(append([]string{"counterproof"}, args...), strings.NewReader(""), &out, &errs); status != console.Done {
			t.Errorf("%s: exit status %d, %s%s", args[0], status, out.String(), errs.String())
		}
	}
	if !regexp.MustCompile(`(?m)^agreement   1 .*\b1 instance\b.*\bcount\b`).MatchString(out.String()) {
		t.Errorf("the page says %s", out.String())
	}
}
