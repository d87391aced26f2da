package processtest

import (
	_ "embed"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// CI is the environment variable that .ci/run sets. In CI, a test fails if a program is
// missing that `make tools` or `make tools-cluster` installs.
const CI = "COUNTERPROOF_CI"

//go:embed programs.tsv
var programs string

//go:embed cluster.tsv
var clusterPrograms string

// tables lists the tables of programs, each with the target of the Makefile that installs them.
var tables = []struct{ text, target string }{{programs, "make tools"}, {clusterPrograms, "make tools-cluster"}}

// Program returns the path of an outside program. If the program is missing, the test is skipped.
// In CI, the test can fail instead (see Find).
func Program(t testing.TB, name string) string {
	t.Helper()
	path, ok := Find(t, name)
	if !ok {
		t.Skipf("*** SKIPPED: %s is not installed ***", name)
	}
	return path
}

// Find looks for an outside program that only a part of a test needs. In CI, the test fails if
// the program is missing although a target of the Makefile installs it.
func Find(t testing.TB, name string) (path string, ok bool) {
	t.Helper()
	pkg, names, target := program(name)
	for _, n := range names {
		// The folders of Debian's sgt-puzzles and of its daemons are often not on PATH.
		for _, file := range []string{n, "/usr/games/" + n, "/usr/sbin/" + n} {
			if path, err := exec.LookPath(file); err == nil {
				return path, true
			}
		}
	}
	if pkg == "" {
		t.Logf("*** LEFT OUT: %s is not installed ***", name)
		return "", false
	}
	if os.Getenv(CI) != "" {
		t.Fatalf("%s is not installed and this is CI: run %s (Debian's package is %s)", name, target, pkg)
	}
	t.Logf("*** LEFT OUT: %s is not installed; %s installs it (Debian's package is %s) ***", name, target, pkg)
	return "", false
}

// Package returns the Debian packages, separated by spaces, from which the Makefile installs a
// program. If the Makefile does not install the program, the result is empty.
func Package(name string) string {
	pkg, _, _ := program(name)
	return pkg
}

// program finds a program in the tables by any of its names. It also returns the command that
// installs the program.
func program(name string) (pkg string, names []string, target string) {
	for _, table := range tables {
		for line := range strings.Lines(table.text) {
			fields := strings.Split(line, "\t")
			if len(fields) != 3 {
				continue
			}
			if names := strings.Fields(fields[1]); slices.Contains(names, name) {
				return strings.TrimPrefix(fields[0], "-"), names, table.target
			}
		}
	}
	return "", []string{name}, ""
}
