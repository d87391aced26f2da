package extern_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
	"counterproof/sat/cnf"
	. "counterproof/sat/extern"
)

// script makes a tool whose program is a shell script with the arguments.
func script(t *testing.T, text string, tool Tool, args ...string) *Tool {
	t.Helper()
	fake(t, "mine", text)
	tool.Name, tool.Command = "mine", append([]string{"mine"}, args...)
	if err := tool.Check(); err != nil {
		t.Fatal(err)
	}
	return &tool
}

const (
	first  = "v 1 -2 3 4 0"
	second = "v -1 2 3 4 0"
)

// TestKinds runs a script for each kind of answer on small(), which has two solutions.
func TestKinds(t *testing.T) {
	lists := `cat >/dev/null; printf '` + first + `\n` + second + `\ns SATISFIABLE\n'; `
	loop := `in=$(cat FILE); case $in in *"p cnf 4 3"*) printf 's SATISFIABLE\n` + first + `\n'; exit 10;;
*"p cnf 4 4"*) printf 's SATISFIABLE\n` + second + `\n'; exit 10;; *) echo s UNSATISFIABLE; exit 20;; esac`
	for _, c := range []struct {
		name, text string
		tool       Tool
		args       string
		models     int
		err        string
	}{
		{"from a file", strings.Replace(loop, "FILE", `"$2"`, 1), Tool{Answer: Competition}, "--in {file}", 2, ""},
		{"from standard input", strings.Replace(loop, "FILE", "", 1), Tool{Answer: Competition}, "", 2, ""},
		{"to a file", "exec >$1; " + strings.Replace(loop, "FILE", "", 1), Tool{Answer: Competition}, "{answer}", 2, ""},
		{"a list", lists + "exit 10", Tool{Answer: AllModels, Projection: ProjectLine}, "", 2, ""},
		{"a list with a status of its own", lists + "exit 77", Tool{Answer: AllModels, Projection: ProjectLine, Complete: 77}, "", 2, ""},
		{"a list with the wrong status", lists + "exit 10", Tool{Answer: AllModels, Projection: ProjectLine, Complete: 77}, "", 2, "mine, exit status 10"},
		{"a list that exits with 0", lists + "exit 0", Tool{Answer: AllModels, Projection: ProjectLine, Quirks: []string{"exit-0"}}, "", 2, ""},
		{"exits with 0", "echo s UNSATISFIABLE", Tool{Answer: Competition}, "", 0, "mine, exit status 0"},
		{"may exit with 0", "echo s UNSATISFIABLE", Tool{Answer: Competition, Quirks: []string{"exit-0"}}, "", 0, ""},
		{"says nothing", ":", Tool{Answer: Competition, Quirks: []string{"exit-0"}}, "", 0, "mine, line 1"},
		{"without a 0", strings.ReplaceAll(strings.Replace(loop, "FILE", "", 1), " 4 0", " 4"), Tool{Answer: Competition, Quirks: []string{"no-final-0"}}, "", 2, ""},
		{"without values", strings.ReplaceAll(strings.Replace(loop, "FILE", "", 1), "4 0", "0"), Tool{Answer: Competition, Quirks: []string{"omits-values"}}, "", 2, ""},
		{"no projection", lists + "exit 10", Tool{Answer: AllModels}, "", 0, "mine, 2"}, // two auxiliary variables
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			got, _, err := solutions(t.Context(), script(t, c.text, c.tool, strings.Fields(c.args)...), small())
			if !facttest.Matches(err, c.err) || len(got) != c.models {
				t.Errorf("%d models, %v; want %d and the facts %q", len(got), err, c.models, c.err)
			}
			if left := processtest.Entries(t, os.TempDir()); len(left) > 0 {
				t.Errorf("files %q are left", left)
			}
		})
	}
}

// TestCounts checks what a counter may print and how it may end.
func TestCounts(t *testing.T) {
	for _, c := range []struct{ name, text, count, err string }{
		{"a count", "echo s SATISFIABLE; echo c s type pmc; echo c s exact arb int 2; exit 10", "2", ""},
		{"exits with 0", "echo c s exact arb int 2", "2", ""},
		{"an old form", "echo s pmc 2", "2", ""},
		{"more than 2^64", "echo s 1180591620717411303424", "1180591620717411303424", ""},
		{"no model", "echo s UNSATISFIABLE; exit 20", "0", ""},
		{"a count and its opposite", "echo s UNSATISFIABLE; echo c s exact arb int 2", "", "mine, UNSATISFIABLE, 0"},
		{"no count", "echo s SATISFIABLE; exit 10", "", "mine, line 2"},
		{"gives up", "echo s UNKNOWN", "", "mine, UNKNOWN"},
		{"nothing", ":", "", "mine, line 1"},
		{"fails", "echo out of luck; exit 3", "", "mine, exit status 3"},
		{"approximately", "echo s SATISFIABLE; echo c s approx arb int 2; exit 10", "", "mine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tool := script(t, "cat >in; "+c.text, Tool{Answer: Counts, Projection: ShowLine})
			t.Chdir(t.TempDir())
			var st cnf.Stats
			n, err := Solver{Tool: tool, F: small()}.Count(t.Context(), &st)
			if !facttest.Matches(err, c.err) || err == nil && n.String() != c.count || st.Runs != 1 {
				t.Errorf("count %v, %v, %d runs; want %s, the facts %q and 1", n, err, st.Runs, c.count, c.err)
			}
			in, err := os.ReadFile("in")
			if want := "c t pmc\nc p show 1 2 0\np cnf 4 3\n1 2 0\n3 4 0\n-1 -2 0\n"; err != nil || string(in) != want {
				t.Errorf("the input is %q, %v; want %q", in, err, want)
			}
		})
	}
	tool := script(t, "echo s 2", Tool{Answer: Counts})
	if n, err := (Solver{Tool: tool, F: small()}).Count(t.Context(), new(cnf.Stats)); !facttest.Matches(err, "2, mine, projection") {
		t.Errorf("without a projection line: %v, %v", n, err)
	}
}

// TestPlaceholders checks what a program learns about a run, with and without limits.
func TestPlaceholders(t *testing.T) {
	words := []string{"--seed={seed}", "{seconds}s", "{memory}", "{models}"}
	for _, c := range []struct {
		limits Limits
		want   string
	}{
		{Limits{}, "--seed=0 1000000s 1000000 1"},
		{Limits{Wall: 1500 * time.Millisecond, Memory: 2<<20 + 1, Seed: 7}, "--seed=7 2s 3 1"},
	} {
		said := filepath.Join(t.TempDir(), "said")
		tool := script(t, `echo "$*" >`+said+`; echo s UNSATISFIABLE; exit 20`, Tool{Answer: Competition}, words...)
		if _, _, err := solutions(WithLimits(t.Context(), c.limits), tool, small()); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(said); string(got) != c.want+"\n" {
			t.Errorf("%+v: %q, want %q", c.limits, got, c.want)
		}
	}
}

// TestAsk checks that Ask passes on the text as it is and reports what a program has said, even if
// it is wrong, and that programs that misbehave end.
func TestAsk(t *testing.T) {
	const odd = "c a comment\r\np cnf 9 1\n1 2\n 0\n%\n0\n"
	for _, c := range []struct {
		name, text string
		kind       string
		models     int
		status     cnf.Status
		code       int
		err        string
	}{
		{"a wrong model", "cat >in; echo s SATISFIABLE; echo v -1 -2 0; exit 10", Competition, 1, cnf.Satisfiable, 10, ""},
		{"another status", "cat >in; echo s UNSATISFIABLE; exit 10", Competition, 0, cnf.Unsatisfiable, 10, ""},
		{"a strange status", "cat >in; echo s UNSATISFIABLE; exit 99", Competition, 0, cnf.Unsatisfiable, 99, ""},
		{"models twice", "cat >in; echo v 1 2 0; echo v 1 2 0; echo s SATISFIABLE", AllModels, 2, cnf.Satisfiable, 0, ""},
		{"nothing", "cat >in", Competition, 0, cnf.Unknown, 0, "mine, exit status 0"},
		{"crashes", "cat >in; kill -SEGV $$", Competition, 0, cnf.Unknown, 0, "mine, signal: segmentation fault"},
		{"prints gigabytes", "cat >in; while :; do head -c 100000000 /dev/zero | tr '\\0' c; done", Competition, 0, cnf.Unknown, 0, "mine, too long"},
		{"prints many models", "cat >in; while :; do head -c 100000000 /dev/zero | tr '\\0' '\\n'; done", AllModels, 0, cnf.Unknown, 0, "mine, too long"},
		{"ignores SIGTERM", "cat >in; trap '' TERM INT; while :; do sleep 1; done", Competition, 0, cnf.Unknown, 0, "deadline"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tool := script(t, c.text, Tool{Answer: c.kind})
			t.Chdir(t.TempDir())
			limit := processtest.Patience
			if c.err == "deadline" {
				limit, c.err = 300*time.Millisecond, context.DeadlineExceeded.Error()
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			a, err := tool.Ask(ctx, []byte(odd), 2)
			if !facttest.Matches(err, c.err) {
				t.Errorf("error %v, want the facts %q", err, c.err)
			}
			if err == nil && (a.Status != c.status || len(a.Models) != c.models || a.Code != c.code) {
				t.Errorf("got %+v, want %+v", a, c)
			}
			if in, _ := os.ReadFile("in"); string(in) != odd {
				t.Errorf("the program got %q, want %q", in, odd)
			}
			if left := Running(); len(left) > 0 {
				t.Errorf("the programs %v are still running", left)
			}
		})
	}
}

// TestCheck checks which key a wrong definition is blamed on.
func TestCheck(t *testing.T) {
	good := Tool{Name: "a-1_B", Command: []string{"/bin/a", "{file}", "-s={seed}"}, Answer: Counts, Projection: IndLine}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(t *Tool){
		"name":                 func(t *Tool) { t.Name = "a.b" },
		"command":              func(t *Tool) { t.Command = nil },
		"version":              func(t *Tool) { t.VersionCommand = []string{"bin/a"} },
		"answer":               func(t *Tool) { t.Answer = "counts" },
		"projection":           func(t *Tool) { t.Answer = Minisat },
		"complete":             func(t *Tool) { t.Complete = 30 },
		"quirks":               func(t *Tool) { t.Quirks = []string{"exit-1"} },
		"version_pattern":      func(t *Tool) { t.VersionPattern = "(" },
		"statistics.conflicts": func(t *Tool) { t.Statistics.Conflicts = "(a)(b)" },
		"statistics.decisions": func(t *Tool) { t.Statistics.Decisions = "a" },
	} {
		bad := good
		change(&bad)
		wrong, ok := errors.AsType[*DefinitionError](bad.Check())
		if !ok || wrong.Key != want {
			t.Errorf("%s: got %v", want, wrong)
		}
	}
	for _, command := range []string{"./a", "bin/a", "../a", "a {fil}", "", "/bin/a {FILE} {other}"} {
		bad := good
		bad.Command = strings.Split(command, " ")
		if err := bad.Check(); !facttest.Matches(err, "command") {
			t.Errorf("%q: %v", command, err)
		}
	}
	reserved := good
	reserved.Name = "gophersat"
	if reserved.Check() == nil {
		t.Error("the name gophersat is accepted, which belongs to the methods sat")
	}
}

// TestPath checks that no program of the current folder is started, whatever PATH says.
func TestPath(t *testing.T) {
	here, elsewhere := t.TempDir(), t.TempDir()
	t.Chdir(here)
	for _, dir := range []string{here, elsewhere} {
		if err := os.WriteFile(filepath.Join(dir, "mine"), []byte("#!/bin/sh\nexit\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	tool := Tool{Name: "mine", Command: []string{"mine"}, Answer: Competition}
	for _, relative := range []string{"", ".", "sub/..", ":", "."} {
		t.Setenv("PATH", relative)
		if path, err := tool.Path(); !errors.As(err, new(*NotFoundError)) {
			t.Errorf("PATH %q: got %s, %v", relative, path, err)
		}
		t.Setenv("PATH", strings.Join([]string{relative, elsewhere}, string(filepath.ListSeparator)))
		if path, err := tool.Path(); err != nil || path != filepath.Join(elsewhere, "mine") {
			t.Errorf("PATH %q and a folder: got %s, %v", relative, path, err)
		}
	}
	tool.Command = []string{filepath.Join(here, "mine")}
	if path, err := tool.Path(); err != nil || path != tool.Command[0] {
		t.Errorf("an absolute path: got %s, %v", path, err)
	}
	tool.Command[0] += "x"
	if _, err := tool.Path(); !facttest.Matches(err, "mine, "+tool.Command[0]) {
		t.Errorf("a path without a program: %v", err)
	}
}

// TestHash checks that each part of a definition that affects answers changes the hash.
func TestHash(t *testing.T) {
	changes := []func(t *Tool){
		func(*Tool) {},
		func(t *Tool) { t.Command = []string{"a", "b c"} },
		func(t *Tool) { t.Command = []string{"a b", "c"} },
		func(t *Tool) { t.OwnFolder = true },
		func(t *Tool) { t.Answer = Counts },
		func(t *Tool) { t.Projection = ShowLine },
		func(t *Tool) { t.Complete = 30 },
		func(t *Tool) { t.Quirks = []string{"exit-0"} },
		func(t *Tool) { t.VersionCommand = []string{"a"} },
		func(t *Tool) { t.Statistics.Conflicts = "(a)" },
		func(t *Tool) { t.Statistics.Decisions = "(a)" },
	}
	var hashes []string
	for _, change := range changes {
		tool := Tool{Name: "a", Command: []string{"a", "b", "c"}, Answer: Competition}
		change(&tool)
		hashes = append(hashes, tool.Hash())
	}
	slices.Sort(hashes)
	if n := len(slices.Compact(hashes)); n != len(changes) {
		t.Errorf("%d hashes of %d definitions", n, len(changes))
	}
}
